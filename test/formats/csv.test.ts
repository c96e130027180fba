/** Format files of the kind csv read and write tables like those of other programs. */
import { FormatError } from '../../src/formats/document';
import { rowOf } from '../../src/formats/infer/fit';
import { formatReader } from '../../src/formats/read';
import { compileFile, shown } from '../support/drafts';

const compile = (event: unknown, more: object = {}) => compileFile({ kind: 'csv', event, ...more });

const EVENT = {
  Nr: '{id}',
  'Titel ': '{title}',
  Start: '{start@local:dd.MM.yyyy HH:mm}',
  Ende: '{end@local:HH:mm}',
};

function read(event: unknown, more: object, text: string) {
  const { events, ...others } = formatReader(compile(event, more)).read(text);
  return { ...others, events: events.map(shown) };
}

async function streamed(event: unknown, more: object, pieces: readonly string[]) {
  const { rows } = formatReader(compile(event, more));
  if (rows === undefined) throw new Error('a csv format streams');
  const ignored = new Set<string>();
  const text = (async function* () {
    yield* pieces;
  })();
  const found: object[] = [];
  for await (const row of rows(text, 'a.csv', ignored)) found.push({ ...shown(row), line: row.line });
  return { found, ignored: [...ignored] };
}

test('columns are found by their names in any order, and unknown ones are reported once', async () => {
  const text = 'Ort ,Ende, Start,Titel ,Nr,\nHier,21:30,01.07.2026 20:00,"A, ""B""", 7,\n';
  const fields = { id: 7, title: 'A, "B"', start: '2026-07-01T18:00:00Z', end: '2026-07-01T19:30:00Z' };
  // A table may lack a column that always has the same text in the format file.
  const event = { ...EVENT, Art: 'Termin' };
  const answer = read(event, {}, text);
  expect(answer).toMatchObject({ events: [{ fields, unread: [] }], ignored: ['Ort'], isList: true });
  expect(await streamed(event, {}, [...text])).toEqual({
    found: [{ fields, extra: {}, unread: [], line: 2 }],
    ignored: ['Ort'],
  });
  const other = 'Nr,Titel,Start,Ende,Art\n7,A,01.07.2026 20:00,21:30,Termin\n8,B,01.07.2026 20:00,,Konzert\n';
  expect(read(event, {}, other).ignored).toEqual(['Art']);
  expect(read(event, {}, other.replace('Konzert', 'Termin')).ignored).toEqual([]);
  expect((await streamed(event, {}, [other])).ignored).toEqual(['Art']);
});

test('lines before the header, and rows without any value, are skipped', async () => {
  const text = 'Export "of today\r\n\r\n\ufeffNr;Titel\r\n;\r\n1;"a\r\nb"\r\n \r\n2;c\r\n';
  const event = { Nr: '{id}', Titel: '{title}' };
  const whole = text.replace('\ufeff', '');
  for (const pieces of [[whole], [...whole]]) {
    const { found } = await streamed(event, { delimiter: ';', skip: 2 }, pieces);
    expect(found).toMatchObject([
      { fields: { id: 1, title: 'a\r\nb' }, line: 5 },
      { fields: { id: 2, title: 'c' }, line: 8 },
    ]);
  }
  expect(read(event, { skip: 9999 }, `${'\n'.repeat(9999)}Nr,Titel\n1,a\n`).events).toHaveLength(1);
});

// Each value has only one reason for quotation marks, so the test fails if the code forgets this reason.
const CELLS = ['a"b', '"', 'a,b', 'a;b', 'a\tb', 'a\nb', 'a\rb', 'a\r\nb', ' a', 'a ', '\ta', 'NULL', '\\N'];
test.each(CELLS)('the cell %j is written so that it is read again as it was', async (title) => {
  for (const delimiter of [',', ';', '\t']) {
    const event = { Titel: '{title}', Nr: '{id}', Ort: '{location}' };
    const fields = { id: 7, title, location: title };
    const text = compile(event, { delimiter }).format.list([rowOf({ ...fields, extra: {} })]) ?? '';
    expect(read(event, { delimiter }, text).events).toMatchObject([{ fields, unread: [] }]);
    expect((await streamed(event, { delimiter }, [...text])).found).toMatchObject([{ fields, unread: [] }]);
  }
});

test('of empty lines the parser makes no errors, whose traces would take most of the time', async () => {
  const trace = jest.spyOn(Error, 'captureStackTrace');
  const text = `Nr,Titel\n1,NULL\n${'\n'.repeat(1_000)}2,a\n`;
  const { found } = await streamed({ Nr: '{id}', Titel: '{title?}' }, {}, [text]);
  expect(found).toMatchObject([
    { fields: { id: 1 }, line: 2 },
    { fields: { id: 2, title: 'a' }, line: 1003 },
  ]);
  expect(trace.mock.calls.length).toBeLessThan(10);
  trace.mockRestore();
});

test.each(['</e>', '<b/>'])('empty first cells between tabs count, also if the next cell is %s', (title) => {
  const options = { header: false, delimiter: '\t' };
  const { events } = read({ 3: '{title}', 4: '{id}' }, options, `\t\t${title}\t7\n`);
  expect(events).toMatchObject([{ fields: { id: 7, title }, unread: [] }]);
});

test('without a header columns have numbers, and a column without a placeholder is empty', async () => {
  const event = { 1: '{id}', 3: '{title}', 5: '{end:HH:mm|null}', 6: '{end:HH:mm?}' };
  const options = { header: false, delimiter: '\t' };
  const { format } = compile(event, options);
  const { found } = await streamed(event, options, ['6\n7\tx\tA\n8\t\tB\tmore\n']);
  expect(found).toMatchObject([{ line: 1 }, { fields: { id: 7, title: 'A' } }, { fields: { title: 'B' } }]);
  expect(format.list([rowOf({ id: 7, title: 'A', extra: {} })])).toBe('7\t\tA\t\t\t\r\n');
  // Cells that begin or end with a blank have quotes, because some programs would remove the blank.
  for (const title of [' A', 'A '])
    expect(format.list([rowOf({ id: 7, title, extra: {} })])).toBe(`7\t\t"${title}"\t\t\t\r\n`);
  expect(format.event(undefined)).toBe('');
});

test('a row with another number of values, or a value of another form, is refused by itself', () => {
  const text = 'Nr,Titel,Start,Ende\n1,a\nx,b,01.03.2026 09:00,\n2,c,01.03.2026 09:00,\n';
  const { events } = read(EVENT, {}, text);
  expect(events.map(({ unread }) => unread)).toEqual([
    ['it has 2 values, and the header has 4'],
    ['Nr must be as "{id}" writes it, not "x"'],
    [],
  ]);
});

test.each([
  ['Nr,Name\n1,a\n', 'it has no column "Titel"; its columns are "Nr", "Name"'],
  ['Nr,Titel,Titel,Start,Ende\n', 'it has two columns of the name "Titel"'],
  ['', 'it is empty'],
])('%j does not have the shape of the format', async (text, sentence) => {
  const reason = `does not have the shape of x.json: ${sentence}.`;
  expect(() => read(EVENT, {}, text)).toThrow(new FormatError(`The answer ${reason}`));
  await expect(streamed(EVENT, {}, [text])).rejects.toThrow(`a.csv ${reason}`);
});

test.each([
  ['Nr,Titel,Start,Ende\r\n1,"a\r\nb",,\r\n2,"a "b" c",,\r\n', 'in line 5 a quotation mark inside a value'],
  ['Nr,Titel,Start,"Ende\r\n1,a,,\r\n', 'a quotation mark after line 1 is never closed'],
])('invalid CSV is refused with its line in the file: %j', async (text, reason) => {
  const file = `Export of today\r\n${text}`;
  await expect(streamed(EVENT, { skip: 1 }, [file])).rejects.toThrow(`a.csv is not valid CSV: ${reason}`);
  expect(() => read(EVENT, { skip: 1 }, file)).toThrow(reason);
});

test.each([
  ['d', 5_400_000, '0.0625'],
  ['h', 5_400_000, '1.5'],
  ['min', 5_400_000, '90'],
  ['s', 5_400_500, '5400.5'],
  ['ms', 5_400_001, '5400001'],
  ['iso', 5_400_000, 'PT1H30M'],
  ['iso', 5_405_000, 'PT1H30M5S'],
  ['iso', 95_400_250, 'P1DT2H30M0.25S'],
  ['iso', 172_800_000, 'P2D'],
  ['iso', 0, 'PT0S'],
  ['c', 5_400_000, '01:30:00'],
  ['c', 95_400_250, '1.02:30:00.2500000'],
])('a duration as %s, of %d ms, is %s', (form, length, written) => {
  const event = { t: '{title}', s: '{start}', d: `{duration:${form}}` };
  const ms = Date.UTC(2026, 2, 1, 9);
  const [start, end] = [ms, ms + length].map((instant) => ({ kind: 'instant', instant }) as const);
  const row = rowOf({ title: 'a', extra: {}, start, end });
  expect(compile(event).format.list([row])).toBe(`t,s,d\r\na,2026-03-01T09:00:00Z,${written}\r\n`);
  // Programs in many languages write a decimal comma.
  for (const text of [written, written.replace(/\.(?=\d+S?$)/, ',')]) {
    const { events } = read(event, {}, `t,s,d\na,2026-03-01T09:00:00Z,"${text}"\n`);
    const ends = new Date(ms + length).toISOString().replace('.000Z', 'Z');
    expect(events).toMatchObject([{ fields: length === 0 ? {} : { end: ends }, unread: [] }]);
  }
});

test('a duration of an event that lasts all day is of whole days', () => {
  const event = { t: '{title}', s: '{start:date}', a: '{allDay:-1/0}', d: '{duration:iso}' };
  const text =
    't,s,a,d\na,2026-03-28,-1,P1W\nb,2026-03-28,-1,PT36H\nc,2026-03-28,-1,P0D\nd,2026-03-28,0,PT5H\n';
  expect(read(event, {}, text).events).toMatchObject([
    { fields: { start: '2026-03-28', end: '2026-04-04' }, unread: [] },
    { unread: ['d must be whole days if the event lasts all day, not "PT36H"'] },
    { fields: { start: '2026-03-28' }, unread: [] },
    { fields: { start: '2026-03-28T00:00:00Z', end: '2026-03-28T05:00:00Z' }, unread: [] },
  ]);
});

test.each<readonly [object, string]>([
  [
    { event: '{title}' },
    'event must be an object with a member for each column, such as {"Titel": "{title}"}.',
  ],
  [{ event: { a: 1 } }, 'event.a must be a text, because a cell can have no other value.'],
  [{ event: { a: '{titel}' } }, 'event.a is "{titel}", which contains "{titel}": the fields are id,'],
  [{ header: false }, 'event.a must be the number of a column from 1 to 9999, because header is false'],
  ...[';;', '"', '\r', '\n'].map((delimiter) => [{ delimiter }, 'delimiter must be one character'] as const),
  [{ encoding: 'latin' }, 'encoding must be the name of an encoding such as "windows-1252", not "latin".'],
  ...[-1, 10_000].map((skip) => [{ skip }, 'skip must be a number of lines from 0 to 9999.'] as const),
  [{ header: 'no' }, 'header must be true or false, not "no".'],
  [
    { list: '{events}' },
    'list is not a member of a format file: the allowed members are kind, event, order,',
  ],
  [
    { event: { a: '{duration}' } },
    'the forms of duration are d, h, min, s, ms, iso (ISO 8601) and c (.NET).',
  ],
])('%j is refused in one sentence', (members, sentence) => {
  const refused = () => compileFile({ kind: 'csv', event: { a: '{title}' }, ...members });
  expect(refused).toThrow(FormatError);
  expect(refused).toThrow(sentence);
  expect(refused).not.toThrow('\n');
});

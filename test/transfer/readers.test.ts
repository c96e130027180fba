import { Readable } from 'node:stream';
import { RowRefusal } from '../../src/transfer/errors';
import type { Row } from '../../src/transfer/event-record';
import { defaultOptions, type ImportOptions } from '../../src/transfer/import-options';
import { Notes } from '../../src/transfer/notes';
import { bytesSource } from '../../src/transfer/read/files';
import { detectFormat } from '../../src/transfer/read/signatures';
import { namesOf, type Source } from '../../src/transfer/read/source';
import { NOW, readerOf, textSource } from './support';

/** Returns all rows of a source, as its reader gives them. */
async function rowsOf(source: Source, given: Partial<ImportOptions> = {}): Promise<(Row | RowRefusal)[]> {
  const options = { ...defaultOptions('UTC', NOW), ...given };
  const rows: (Row | RowRefusal)[] = [];
  for await (const row of source.rows({ ...options, notes: new Notes(options.zone) })) rows.push(row);
  return rows;
}

async function titles(source: Source): Promise<unknown[]> {
  return (await rowsOf(source)).map((row) =>
    row instanceof RowRefusal ? row.message : [row.place.number, 'fields' in row && row.fields.title],
  );
}

test.each([
  ['a.JSON', '', 'json'],
  ['-', 'begin:vcalendar', 'ics'],
])('%s beginning with %j is %s', (name, head, format) => {
  expect(detectFormat(name, head)).toBe(format);
});

test('a sentence names five files at most', () => {
  const sources = [...'abcdef'].map((name) => textSource(name));
  expect(namesOf(sources)).toBe('a, b, c, d, e and others');
  expect(namesOf(sources.slice(1))).toBe('b, c, d, e, f');
});

describe('JSON array', () => {
  test('an array in any chunks gives its elements, counted from 1', async () => {
    // The first 4 KB come in one piece.
    const blanks = ' '.repeat(5000);
    const text = Buffer.from(String.raw`﻿ [${blanks}{"title":"ä\"],\\"},{"title":"b"}] `);
    const bytes = [...text].map((byte) => Uint8Array.of(byte));
    expect(await titles(textSource('a.json', ...bytes))).toEqual([
      [1, 'ä"],\\'],
      [2, 'b'],
    ]);
  });

  test('an element that is no object is refused in its place', async () => {
    expect(await titles(textSource('a.json', '[{"title":"a"},7]'))).toEqual([
      [1, 'a'],
      'a.json, element 2: must be a JSON object',
    ]);
  });

  /** Writes an event in which this number of brackets is open at the same time. */
  const nested = (depth: number) => `[{"title":"a","x":${'['.repeat(depth - 2)}${']'.repeat(depth - 2)}}]`;

  test('256 brackets may be open', async () => {
    expect(await titles(textSource('a.json', nested(256)))).toEqual([[1, 'a']]);
  });

  test('an event may have 1000 members, in a list and alone', async () => {
    const names = Array.from({ length: 1_000 }, (_, at) => [`m${at}`, 1]);
    const wide = (count: number) =>
      JSON.stringify({ title: 'a', ...Object.fromEntries(names.slice(0, count - 1)) });
    expect(await titles(textSource('a.json', `[${wide(1_000)}]`))).toEqual([[1, 'a']]);
    for (const text of [wide(1_001), `[${wide(1_001)}]`])
      expect(await titles(textSource('a.json', text))).toEqual([
        'a.json, element 1: must have at most 1000 members, not 1001',
      ]);
  });

  test('a list is found inside five objects, and not inside six', async () => {
    const inside = (depth: number) =>
      `${'{"x":'.repeat(depth)}{"l":[{"title":"a"},{"title":"b"}]}${'}'.repeat(depth)}`;
    expect(await titles(textSource('a.json', inside(5)))).toEqual([
      [1, 'a'],
      [2, 'b'],
    ]);
    expect(await titles(textSource('a.json', inside(6)))).toEqual([[1, undefined]]);
  });

  test.each([
    ['[{"title":"a"},{"ti', 'a.json ends in the middle of its JSON array, at element 2.'],
    ['[{"title":"a"},]', 'a.json, element 2 is not valid JSON: '],
    ['[,{"title":"a"}]', 'a.json, element 1 is not valid JSON: '],
    ['[{"title":"a"}}', 'a.json is not valid JSON after element 0: '],
    ['[{"title":"a long title","n":NaN}]', "a.json, element 1 is not valid JSON: Unexpected token 'N'."],
    ['{"d":[{"title":"a"}', 'a.json is not valid JSON: '],
    [nested(257), 'more than 256 brackets are open'],
    ['', 'a.json is empty.'],
    ['7', 'a.json must be a JSON array of events.'],
    ['"[]"', 'a.json must be a JSON array of events.'],
    ['{"d":"7"}', 'a.json must contain events, not 7.'],
    ['[] []', 'a.json continues after its JSON array.'],
  ])('%j is refused with a sentence', async (text, message) => {
    await expect(rowsOf(textSource('a.json', text))).rejects.toThrow(message);
  });
});

test('rows of JSON Lines are counted by lines, empty ones included', async () => {
  const source = textSource('a.jsonl', '{"title":"a"}\r\n\r\n{"tit', 'le":"b"}\n[1]\n');
  expect(await titles(source)).toEqual([
    [1, 'a'],
    [3, 'b'],
    'a.jsonl, line 4: must be a JSON object on one line, not "[1]"',
  ]);
});

describe('CSV', () => {
  test('columns without a name take linear time', async () => {
    const empty = ','.repeat(100_000);
    expect(await titles(textSource('a.csv', `title${empty}\na${empty}\n`))).toEqual([[2, 'a']]);
  });

  const LINES = 'title,description\r\n"a ""x""","1\n2\r3"\n\nb,3\n';
  const COUNTED = 'a.csv, line 2: must have 2 values, as many as the header, not 1';
  test.each([
    ['the first column may have no name, as in a table of pandas', ',title\n0,a\n', [2, 'a']],
    ['quoted values may span lines, and a row’s line is its first', LINES, [2, 'a "x"'], [6, 'b']],
    ['a row with another number of values is refused', 'title,start\na\n', COUNTED],
  ])('%s', async (_what, text, ...expected) => {
    expect(await titles(textSource('a.csv', text))).toEqual(expected);
  });

  test('NULL and \\N are empty cells as databases write them, and text in quotes', async () => {
    const text = `title;start;end;location; Room \na;2026-03-01;NULL;\\N;NULL\n\n\n"NULL";2026-03-01;\\N;"\\N";"x\nNULL"\n`;
    expect(await rowsOf(textSource('a.csv', text))).toMatchObject([
      { fields: { title: 'a', end: undefined, location: undefined, Room: undefined } },
      { place: { number: 5 }, fields: { title: 'NULL', end: undefined, location: '\\N', Room: 'x\nNULL' } },
    ]);
  });

  test('a column may have any name, even that of a prototype', async () => {
    const [row] = await rowsOf(textSource('a.csv', 'title,__proto__\na,b\n'));
    expect(JSON.stringify(row)).toContain('"title":"a","__proto__":"b"');
  });

  test.each([
    ['title,title\na,b\n', 'a.csv has two columns of the name "title": rename one in its header line.'],
    ['title,,\na,b,c\n', 'a.csv has values in two columns without a name'],
    [
      'title,start\n"a\r\nb",2026-03-01\n"c,2026-03-01\nd,2026-03-01\n',
      'a.csv is not valid CSV: a quotation mark after line 3 is never closed.',
    ],
    [
      'title,start\n"Say \\"Hi\\"",2026-03-01\n',
      'a.csv is not valid CSV: in line 2 a quotation mark inside a value is not written twice',
    ],
  ])('%j is refused with a sentence', async (text, message) => {
    await expect(rowsOf(textSource('a.csv', text))).rejects.toThrow(message);
  });
});

describe('encodings', () => {
  const TEXTS = ['title,start\na,2026-03-01\n', ' [{"title":"a"}]'];
  test.each(TEXTS)('UTF-16 of %j is read without a mark', async (text) => {
    const little = Buffer.from(text, 'utf16le');
    const expected = await titles(textSource('a', text));
    expect(expected).toEqual([[text.startsWith(' ') ? 1 : 2, 'a']]);
    for (const bytes of [little, Buffer.from(little).swap16()]) {
      expect(await titles(textSource('a', bytes))).toEqual(expected);
      expect(await titles(textSource('a', ...[...bytes].map((byte) => Uint8Array.of(byte))))).toEqual(
        expected,
      );
    }
  });

  test('UTF-16 with a byte order mark is read', async () => {
    const text = Buffer.from('\uFEFF[{"title":"ä"}]', 'utf16le');
    for (const bytes of [text, Buffer.from(text).swap16()])
      expect(await titles(textSource('a.json', bytes))).toEqual([[1, 'ä']]);
  });

  test('windows-1252 is none of its relatives, which have no €', async () => {
    const source = textSource('a.csv', Buffer.from('title\nCaf\xe9 \x80\n', 'latin1'));
    expect(await rowsOf(source, { encoding: 'windows-1252' })).toMatchObject([
      { fields: { title: 'Café €' } },
    ]);
  });

  test('the encoding of a format file is used, unless the user names another', async () => {
    const file = { kind: 'csv', event: { title: '{title}' }, encoding: 'windows-1252' };
    const bytes = Buffer.from('title\n\xe4\n', 'latin1');
    const source = bytesSource('a.csv', () => Readable.from([bytes]), readerOf(file));
    expect(await rowsOf(source)).toMatchObject([{ draft: { title: 'ä' } }]);
    expect(await rowsOf(source, { encoding: 'iso-8859-7' })).toMatchObject([{ draft: { title: 'δ' } }]);
  });

  test.each([
    ['UTF-8 text; --encoding names another encoding, such as windows-1252', undefined, 'title\n\xe4\n'],
    ['euc-jp text', 'euc-jp', 'title\n\xff\n'],
    ['UTF-8 text', undefined, 'title,start,description\na,2026-03-01,\xc3\n \xb6\n'],
    ['UTF-8 text', undefined, 'title\nCaf\xc3'],
  ])('bytes that are not %s are refused with a sentence', async (text, encoding, bytes) => {
    const source = textSource('a.csv', Buffer.from(bytes, 'latin1'));
    await expect(rowsOf(source, { encoding })).rejects.toThrow(`a.csv is not ${text}`);
  });
});

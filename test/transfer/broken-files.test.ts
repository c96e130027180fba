/** A damaged, huge or unsuitable file is refused with one sentence, and nothing is changed. */
import fc from 'fast-check';
import { FIELD_NAMES } from '../../src/formats/event-fields';
import type { FormatReader } from '../../src/formats/read';
import { UserError } from '../../src/lib/errors';
import { MAX_NOTE } from '../../src/lib/text/messages';
import { bytesSource } from '../../src/transfer/read/files';
import { imported, importedFrom, readerOf, vcalendar, vevent } from './support';

const CALENDAR = vcalendar(
  'X-WR-TIMEZONE:Europe/Berlin',
  ['BEGIN:VTIMEZONE', 'TZID:Own', 'BEGIN:STANDARD', 'DTSTART:20251026T030000'],
  ['RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10', 'TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100'],
  ['END:STANDARD', 'END:VTIMEZONE'],
  vevent(
    'UID:a',
    'DTSTART;TZID=Own:20260301T090000',
    'DURATION:PT1H',
    'RRULE:FREQ=WEEKLY;COUNT=3',
    'EXDATE;TZID=Own:20260308T090000',
  ),
  vevent(
    'UID:a',
    'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Own:20260315T090000',
    'DTSTART;TZID=Own:20260316T090000',
    'LOCATION:caf\u00e9',
  ),
);

/** Each format has one complete file. */
const FILES: Readonly<Record<string, string>> = {
  'a.ics': CALENDAR,
  'a.json':
    '[{"title":"a","start":"2026-01-01"},{"title":"b\\u0041","start":"2026-01-01T10:00:00Z","n":[1e400]}]',
  'b.json': '{"d":{"results":[{"Name":"a","StartTime":"/Date(1772355600000)/","tags":["x"]}],"total":1}}',
  'a.jsonl': '{"title":"a","start":"2026-01-01"}\n{"title":"b","start":"2026-01-02"}\n',
  'a.csv':
    'sep=;\ntitle;Start Date;Start Time;All Day Event\n"a; ""b""";3/14/2026;9:00 AM;no\nc;3/15/2026;;yes\n',
  'b.csv': 'title\tdate\tfrom\tto\na\\n\t2026-03-01\t09:00\t10:00\nNULL\t\t\t\n',
  'a.xml': '<events><event><title>a</title><start>2026-03-01</start></event></events>',
  'b.xml': `<d:a xmlns:d="DAV:"><d:b>${CALENDAR.replaceAll('\r\n', '\n')}</d:b></d:a>`,
};
const NAMES = Object.keys(FILES);
const NOISE = [...'";,:\n{}[<&\\\0\u202e-0é', 'LE', '\ud83d'];

test.each(NAMES)('%s is taken whole', async (name) => {
  expect((await imported(name, FILES[name] ?? '', {})).events.length).toBeGreaterThan(0);
});

/** Imports a file, and returns the sentence of the refusal. Throws any other error. */
async function refusalOf(
  name: string,
  bytes: Uint8Array,
  reader?: FormatReader,
): Promise<string | undefined> {
  try {
    await imported(name, bytes, reader === undefined ? {} : { reader });
    return undefined;
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
}

/** The message has one line, a limited length, and no control characters. */
function expectSentence(sentence: string | undefined): void {
  if (sentence === undefined) return;
  expect(sentence).toMatch(/^[^\p{Cc}\u2028-\u202e]{3,400}$/u);
  expect(sentence).not.toMatch(/undefined|NaN|\[object/);
}

/** Draws a change of a file: where it is, how many bytes it removes, and what it inserts. */
const change = fc.record({
  at: fc.nat(2000),
  takes: fc.oneof(fc.nat(12), fc.constant(2000)),
  puts: fc.constantFrom('', ...NOISE),
});

function changed(text: string, changes: readonly { at: number; takes: number; puts: string }[]): string {
  return changes.reduce((whole, { at, takes, puts }) => {
    const from = at % (whole.length + 1);
    return whole.slice(0, from) + puts + whole.slice(from + takes);
  }, text);
}

test.each(NAMES)('%s, broken anywhere, under any name, is taken or refused in one sentence', async (name) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { minLength: 1, maxLength: 4 }),
      fc.constantFrom(name, name, ...NAMES),
      async (changes, as) => {
        expectSentence(await refusalOf(as, Buffer.from(changed(FILES[name] ?? '', changes))));
      },
    ),
    { numRuns: 40 },
  );
});

test('bytes of any kind, under any name, are taken or refused in one sentence', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 200 }),
      fc.constantFrom('-', ...NAMES),
      async (bytes, name) => {
        expectSentence(await refusalOf(name, bytes));
      },
    ),
    { numRuns: 100 },
  );
});

const PIECE = 'x'.repeat(2 ** 16);
test.each([
  ['a line', 'a.ics', 'BEGIN:VCALENDAR\n', PIECE, 'is longer than 16777216'],
  [
    'an event',
    'a.ics',
    'BEGIN:VCALENDAR\nBEGIN:VEVENT\n',
    `${PIECE}\n`,
    'has a VEVENT of more than 67108864 bytes, which begins in line 2',
  ],
  ['a line of JSON', 'a.jsonl', '{"a":"', PIECE, 'is longer than 16777216'],
  ['an element', 'a.json', '[{"a":"', PIECE, 'longer than 16777216 characters'],
  [
    'a document',
    'a.json',
    '{"a":"',
    PIECE,
    'a.json is longer than 67108864 characters, which is too long for a file that must be read as a whole; JSON Lines by --format jsonl may',
  ],
  ['a cell', 'a.csv', 'title,start\n"', PIECE, 'a.csv is not valid CSV: Max Record Size'],
  ['white space', '-', '', ' '.repeat(2 ** 16), '- begins with more than 1000000 '],
])('%s without an end is refused before all of it is read', async (_, name, head, piece, sentence) => {
  const endless = bytesSource(name, async function* () {
    yield Buffer.from(head);
    for (const bytes = Buffer.from(piece); ; ) yield bytes;
  });
  await expect(importedFrom(endless, {})).rejects.toThrow(sentence);
});

const IS_TABLE = 'a looks like an HTML table';
test.each<readonly [content: string, sentence: string]>([
  [
    'PK\x03\x04rest',
    'a looks like a spreadsheet (.xlsx, .ods) or another zip archive: save the sheet as CSV and import that.',
  ],
  ['\xd0\xcf\x11\xe0', 'a looks like an old spreadsheet'],
  ['%PDF-1.7', 'a looks like a PDF'],
  ['{\\rtf1', 'a looks like a document (RTF)'],
  ['\x1f\x8b', 'a looks like a gzip archive'],
  ['SQLite format 3\0', 'a looks like an SQLite database'],
  ['\0\x01\0\0Standard ACE DB\0', 'a looks like an Access database'],
  ['\x89PNG\r\n', 'a looks like a picture'],
  ['\xff\xd8\xff\xe0', 'a looks like a picture'],
  ['GIF89a', 'a looks like a picture'],
  ['<!DOCTYPE html><p>', 'a looks like an HTML page'],
  ['<html><table><tr><td>x</table>', IS_TABLE],
  ['<TABLE><TR><TD>x</TABLE>', IS_TABLE],
  ...['thead', 'tbody', 'caption', 'colgroup', 'col'].map(
    (part) => [`<table>\n<${part}>`, IS_TABLE] as const,
  ),
  ...['body', 'div', 'section', 'center', 'meta', 'style'].map(
    (around) => [`<${around}><table id="t"><tr>`, IS_TABLE] as const,
  ),
  ['<?xml version="1.0"?><a/>', 'a looks like XML'],
  ['<events/><events/>', 'a looks like XML'],
  ['\x1b[2J,\x9b2J\nx,y\n', 'a is not UTF-8 text; --encoding names another'],
  // If these files were imported, a value would be lost without a message.
  ...[
    '<event id="1"/>',
    '<event>x<a/></event>',
    '<event><a>1</a><a/></event>',
    '<event><a><b>1</b></a></event>',
  ].map((event) => [`<events>${event}</events>`, 'a looks like XML'] as const),
  ['[{"a":1,"b":[{},{"c":1,"\\u0063":2}]}]', 'a, element 1: has the member "b[1].c" twice'],
  ['{"a":"a","b":{"a":{}},"a":2}\n{"title":"x","start":"2026-03-01"}', 'a, line 1: has the member "a" twice'],
  ['{"d":1,"list":[{"a":1},{"a" : 1,"a":2}]}', 'a has the member "list[1].a" twice'],
  [JSON.stringify({ d: '[{"a":1,"a":2}]' }), 'a has the member "[0].a" twice'],
  [
    'title,start,extra.json\nx,2026-03-01,"{""a"":1,""a"":2}"',
    'a, line 2: extra.json has the member "a" twice',
  ],
])('%j is refused with what it is', async (content, sentence) => {
  expect(await refusalOf('a', Buffer.from(content, 'latin1'))).toContain(sentence);
});

const DEEP = '['.repeat(20_000) + ']'.repeat(20_000);

test.each<[form: string, text: string, sentence: string, reader?: FormatReader]>([
  ['one event', `{"a":${DEEP}}`, 'a is nested'],
  ['JSON Lines', `{"a":${DEEP}}\n{"title":"x","start":"2026-03-01"}`, 'a, line 1: is nested'],
  [
    'a member of CSV',
    `title,start,extra.json\nx,2026-03-01,"{""a"":${DEEP}}"`,
    'a, line 2: extra.json is nested',
  ],
  [
    'a format file',
    `[{"T":"x","a":${DEEP}}]`,
    'it is nested',
    readerOf({ kind: 'json', event: { T: '{title}', a: '{extra.a}' } }),
  ],
])('JSON of many levels in %s is refused', async (_form, text, sentence, ...[reader]) => {
  expect(await refusalOf('a', Buffer.from(text), reader)).toContain(`${sentence} deeper than 256 levels`);
});

describe.each([
  ['csv', 'title,start,Hall\nx,2026-03-01,y\n'],
  ['json', '[{"title":"x","start":"2026-03-01","Hall":"y"}]'],
  ['xml', '<event><title>x</title><start>2026-03-01</start><Hall>y</Hall></event>'],
])('with a format file of the kind %s', (kind, file) => {
  const event =
    kind === 'xml'
      ? '<event><title>{title}</title><start>{start}</start></event>'
      : { title: '{title}', start: '{start}' };
  const reader = readerOf({ kind, event });

  test.each(NAMES)('%s is taken or refused in one sentence', async (name) => {
    for (const text of [FILES[name] ?? '', (FILES[name] ?? '').slice(0, 60), ''])
      expectSentence(await refusalOf(name, Buffer.from(text), reader));
  });

  test('losses are noted in one line each: fields that the format lacks, and names that it does not know', async () => {
    expect((await imported('a', Buffer.from(file), { reader })).said.slice(0, 2).sort()).toEqual([
      'left out, because the format has no place for them: Hall',
      'the format has no placeholder for id, uid, description, location, url, category, end, allDay',
    ]);
    // No name in XML has a control character.
    const name = (kind === 'xml' ? 'Hall' : 'Hall\x9b').repeat(50);
    for (const note of (await imported('a', Buffer.from(file.replaceAll('Hall', name)), { reader })).said) {
      expect(note.length).toBeLessThanOrEqual(MAX_NOTE);
      expect(note).not.toMatch(/\p{Cc}/u);
    }
  });

  test('a file of another kind is refused with what it is', async () => {
    expect(await refusalOf('a', Buffer.from('PK\x03\x04rest'), reader)).toContain(
      'a looks like a spreadsheet',
    );
  });
});

test.each<[string, object, string]>([
  ['{id}', { Tag: '' }, 'Tag is missing: it must be a date or a time'],
  ['{id}', { Nr: 2_147_483_648 }, 'Nr must be a whole number from 1 to 2147483647, not 2147483648'],
  ['{id} in {location}', { Nr: '0 in x' }, 'Nr must be a whole number from 1 to 2147483647, not "0"'],
])('with %s as Nr %j is refused under its name in the format file', async (Nr, more, sentence) => {
  const event = { Nr, Titel: '{title}', Tag: '{start}' };
  const reader = readerOf({ kind: 'json', event });
  const answer = JSON.stringify([{ Titel: 'x', Tag: '2026-03-01', ...more }]);
  expect(await refusalOf('a', Buffer.from(answer), reader)).toContain(`a, element 1: ${sentence}`);
  const repeated = Buffer.from(answer.replace('{', '{"Titel":"y",'));
  expect(await refusalOf('a', repeated, reader)).toContain('it has the member "[0].Titel" twice');
});

test('a format file with all fields loses nothing, and notes nothing', async () => {
  const names = FIELD_NAMES.map((field) => [field, `{${field}}`]);
  const reader = readerOf({ kind: 'json', event: Object.fromEntries(names) });
  const row = { id: 1, uid: 'u', title: 'a', description: '', location: '', url: '', category: '' };
  const times = { start: '2026-03-01T09:00:00.000Z', end: '2026-03-01T10:00:00.000Z', allDay: false };
  const { said } = await imported('a', Buffer.from(JSON.stringify([{ ...row, ...times }])), { reader });
  expect(said).toEqual([]);
});

test('a sentence stays short, even if columns have long names', async () => {
  const long = 'x'.repeat(5000);
  const names = Array.from({ length: 500 }, (_, at) => `name ${at},`).join('');
  const texts = [`${long},y\n1,2\n`, `${names}\n1,2\n`];
  for (const text of [...texts, `title,start,${long}\na,2026-03-01,\0\n`])
    expect((await refusalOf('a.csv', Buffer.from(text)))?.length).toBeLessThan(400);
});

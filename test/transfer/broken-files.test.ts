/** Files that are broken or something else: a sentence or a refusal, never another error. */
import { defaultOptions } from '../../src/transfer/defaults';
import { RowRefusal, TransferError } from '../../src/transfer/errors';
import { bounded, RuleTime } from '../../src/transfer/read/icalendar/rule-time';
import { useEmbedded } from '../support/databases';
import { importText, NOW, textSource } from './support';

const engine = useEmbedded();

const CALENDAR = [
  'BEGIN:VCALENDAR',
  'BEGIN:VTIMEZONE',
  'TZID:Own',
  'BEGIN:STANDARD',
  'DTSTART:20251026T030000',
  'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'END:STANDARD',
  'END:VTIMEZONE',
  'BEGIN:VEVENT',
  'UID:a',
  'SUMMARY:s',
  'DTSTART;TZID=Own:20260301T090000',
  'DURATION:PT1H',
  'RRULE:FREQ=WEEKLY;COUNT=3',
  'EXDATE;TZID=Own:20260308T090000',
  'END:VEVENT',
  'BEGIN:VEVENT',
  'UID:a',
  'RECURRENCE-ID;TZID=Own:20260315T090000',
  'DTSTART;TZID=Own:20260316T090000',
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n');

const OTHERS = {
  json: '[{"title":"a","start":"2026-01-01"},{"title":"b\\u0041","start":"2026-01-01T10:00:00Z"}]',
  jsonl: '{"title":"a","start":"2026-01-01"}\n{"title":"b"}\n',
  csv: 'title,start\n"a, b",2026-01-01\nc,2026-01-02\n',
};

/** Every error that is not one sentence for the user. */
async function oddities(name: string, text: string): Promise<unknown[]> {
  const { zone, until } = defaultOptions('UTC', NOW);
  const odd: unknown[] = [];
  try {
    for await (const row of textSource(name, text).rows({ zone, until, notice: () => {} })) {
      if (row instanceof RowRefusal && row.message.includes('undefined')) odd.push(row.message);
    }
  } catch (error) {
    if (!(error instanceof TransferError)) odd.push(error);
  }
  return odd;
}

/** Mulberry32: the same mutations in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

function mutated(text: string, below: (limit: number) => number): string {
  const at = below(text.length);
  const piece = text.slice(below(text.length)).slice(0, 1 + below(12));
  const cut = at + below(4);
  return text.slice(0, at) + [piece, '', String.fromCharCode(below(0x180)), 'LE'][below(4)] + text.slice(cut);
}

test.each(Object.entries({ ics: CALENDAR, ...OTHERS }))(
  'a broken .%s file is refused in words, whatever is broken',
  async (extension, text) => {
    const below = numbers(20_260_301);
    for (let round = 0; round < 250; round += 1) {
      let broken = text;
      for (let change = 1 + below(3); change > 0; change -= 1) broken = mutated(broken, below);
      expect({ broken, odd: await oddities(`a.${extension}`, broken) }).toEqual({ broken, odd: [] });
    }
  },
);

test('a zone that is broken is refused at its place, and its events are told apart from it', async () => {
  const { zone, until } = defaultOptions('UTC', NOW);
  const source = textSource('a.ics', CALENDAR.replace('DTSTART:20251026T030000', 'DTSTART:LE'));
  const messages: unknown[] = [];
  for await (const row of source.rows({ zone, until, notice: () => {} })) {
    messages.push(row instanceof RowRefusal ? row.message : row.fields.title);
  }
  expect(messages[0]).toBe(
    'a.ics, line 2: must be a VTIMEZONE: DTSTART must be as RFC 5545 describes it, not "LE"',
  );
});

/** What the importer says of a file that it refuses. */
async function refusalOf(name: string, text: string): Promise<string> {
  const database = await engine.open();
  try {
    await importText(database, textSource(name, text));
    throw new Error('it was imported');
  } catch (error) {
    if (error instanceof TransferError) return error.message;
    throw error;
  } finally {
    await database.close();
  }
}

test('a sentence stays short, whatever the file calls its columns', async () => {
  const long = await refusalOf('a.csv', `${'x'.repeat(5000)},y\n1,2\n`);
  expect(long).toMatch(
    /^a\.csv has nothing that is called title or start, but "x+\.\.\., "y"; tell which it is: --map/,
  );
  expect(long.length).toBeLessThan(200);
  expect((await refusalOf('a.csv', `${' '.repeat(5000)}"x\n`)).length).toBeLessThan(300);
  expect((await refusalOf('a.csv', `${'x'.repeat(5000)},${'x'.repeat(5000)}\n1,2\n`)).length).toBeLessThan(
    200,
  );
});

test.each([
  ['a.csv', '\x1b[2J,\x9b2J\nx,y\n'],
  ['a.csv', '"a\u202e\n'],
  ['a.jsonl', '\u2028{"title"\n'],
  ['a.json', '[{"title":"a","start":"\x9b2J"}]'],
])('%s of %j: what a terminal would act on is told as escapes', async (name, text) => {
  expect(await refusalOf(name, text)).toMatch(/^[ -~]+$/);
});

test('work that never ends is ended', () => {
  const endless = () => {
    for (;;);
  };
  expect(() => bounded(endless, 50)).toThrow('RRULE must be one that can be followed within 0.05 seconds');
});

test('the rules of one file share their time', () => {
  const rules = new RuleTime(20);
  const busy = () => {
    const end = performance.now() + 25;
    while (performance.now() < end);
  };
  rules.spend(busy);
  expect(() => rules.spend(() => {})).toThrow('whose rules can be followed within 0.02 seconds together');
});

test.each([
  [Buffer.from('PK\x03\x04rest'), 'a looks like a spreadsheet (.xlsx, .ods) or another zip archive'],
  [Buffer.from('%PDF-1.7'), 'a looks like a PDF; JSON,'],
  [Buffer.from('d0cf11e0', 'hex'), 'a looks like an old spreadsheet'],
  ['<!DOCTYPE html><p>', 'a looks like an HTML page'],
  ['<?xml version="1.0"?><a/>', 'a looks like XML'],
  [' '.repeat(1_100_000), 'a begins with more than 1000000 blanks'],
  ['', 'a is empty.'],
])('%j is told for what it is', async (content, sentence) => {
  const { zone, until } = defaultOptions('UTC', NOW);
  const rows = textSource('a', content).rows({ zone, until, notice: () => {} });
  await expect(rows[Symbol.asyncIterator]().next()).rejects.toThrow(sentence);
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { seedIfEmpty } from '../../src/cli/seed';
import { ignoreObservations } from '../../src/ops/observations';
import type { Database } from '../../src/store/database';
import { openWriter } from '../../src/store/open';
import { importEvents } from '../../src/transfer/import';
import { defaultOptions } from '../../src/transfer/import-options';
import { bytesSource } from '../../src/transfer/read/files';
import { sampleSource } from '../../src/transfer/seed';
import { describeDataSet, GENERATED } from '../data/data-sets';
import { describeEngines, usePostgres } from '../support/databases';
import { importAndExport } from './import-and-export';
import { exportText, importText, rowsOf, storedEvents, textSource } from './support';

function jsonSource(name: string, ...events: readonly Record<string, unknown>[]) {
  return textSource(name, JSON.stringify(events));
}

const A = { uid: 'a', title: 'A', start: '2026-03-01' };
const B = { uid: 'b', title: 'B', start: '2026-03-02T09:00:00.123Z', end: '2026-03-02T10:00:00Z' };

/** Formats tend to lose these values. */
const ODD = [
  {
    ...A,
    id: 5,
    title: ' "A", b;c\\n\n\td ',
    description: '\uFEFFé\u{1F600}\nBEGIN:VEVENT\n,;\\\uFEFF',
    location: "\uFEFF'",
  },
  { ...B, id: 900, url: 'https://x.example/a,b;c?d=e&f="g"', category: 'x, y' },
  { uid: 'c/"c', title: 'null', description: 'x'.repeat(300), start: '9999-12-30', end: '9999-12-31' },
  {
    uid: 'd',
    title: 'NULL',
    location: '\\N',
    start: '0001-01-01T00:00:00Z',
    end: '0001-01-01T00:00:00.001Z',
  },
  { uid: 'e', title: '1', start: '2026-01-01', end: '2026-02-01', url: ' /a b ' },
];

describeEngines((engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await engine.open();
  });
  beforeEach(() => database.transaction((session) => session.script('TRUNCATE event')));
  afterAll(() => database.close());

  const uids = async () => (await storedEvents(database)).map(({ id, uid }) => [id, uid]);

  test('a first import adds, a second changes nothing, an edited one only what differs', async () => {
    expect(await importText(database, jsonSource('a.json', A, B))).toMatchObject({ read: 2, added: 2 });
    expect(await importText(database, jsonSource('a.json', A, B))).toMatchObject({
      added: 0,
      changed: 0,
      unchanged: 2,
    });
    const edited = await importText(database, jsonSource('a.json', { ...A, title: 'A2' }, B));
    expect(edited).toMatchObject({ added: 0, changed: 1, unchanged: 1, removed: 0, refused: 0 });
    expect(await storedEvents(database)).toMatchObject([
      { id: 1, uid: 'a', title: 'A2', start: '2026-03-01', end: '2026-03-02', allDay: true },
      {
        id: 2,
        uid: 'b',
        title: 'B',
        start: '2026-03-02T09:00:00.123Z',
        end: '2026-03-02T10:00:00Z',
        allDay: false,
      },
    ]);
  });

  test('ids that are not given go on after the highest, in the order of the files', async () => {
    await importText(database, jsonSource('a.json', { ...A, id: 40 }));
    await importText(
      database,
      jsonSource('b.json', { ...A, uid: 'z' }, { ...B, id: 50 }, { ...A, uid: 'y' }),
    );
    expect(await uids()).toEqual([
      [40, 'a'],
      [50, 'b'],
      [51, 'z'],
      [52, 'y'],
    ]);
  });

  test('after the highest id the free ones are given, the lowest first', async () => {
    await importText(database, jsonSource('a.json', { ...A, id: 2147483646 }, { ...A, uid: 'b', id: 2 }));
    const rows = ['c', 'd', 'e'].map((uid) => ({ ...A, uid }));
    await importText(database, jsonSource('b.json', ...rows, { ...A, uid: 'f', id: 3 }));
    expect(await uids()).toEqual([
      [1, 'c'],
      [2, 'b'],
      [3, 'f'],
      [4, 'd'],
      [5, 'e'],
      [2147483646, 'a'],
    ]);
  });

  test.each(['[]', 'title,start\n', '', '<events/>', 'Dear all, see you on Monday'])(
    'a file with nothing but %j is an error and keeps the store, with --replace too',
    async (text) => {
      await importText(database, jsonSource('a.json', A));
      for (const replace of [false, true]) {
        await expect(importText(database, textSource('b', text), { replace })).rejects.toThrow(
          /^(No event in )?b/,
        );
      }
      expect(await uids()).toEqual([[1, 'a']]);
    },
  );

  test('--allow-empty lets an empty file empty the store', async () => {
    await importText(database, jsonSource('a.json', A));
    expect(
      await importText(database, textSource('b.json', '[]'), { replace: true, allowEmpty: true }),
    ).toMatchObject({
      read: 0,
      removed: 1,
    });
  });

  test('one bad row keeps every row out', async () => {
    const bad = textSource('a.jsonl', `${JSON.stringify(A)}\n{"title":"x","start":"soon"}\n`);
    await expect(importText(database, bad)).rejects.toThrow('a.jsonl, line 2: start must be');
    expect(await uids()).toEqual([]);
  });

  test('skipBad takes the good rows and lists the others, those that the store refuses too', async () => {
    await importText(database, jsonSource('a.json', { ...A, id: 1 }));
    const rows = [
      { ...B, start: 'soon' },
      B,
      { ...B, title: 'twice' },
      { ...A, uid: 'x', id: 1 },
      { ...A, id: 3 },
    ];
    const outcome = await importText(database, jsonSource('b.json', ...rows), { skipBad: true });
    expect(outcome).toMatchObject({ read: 5, added: 1, changed: 0, unchanged: 0, refused: 4 });
    expect(outcome.leftOut).toEqual([
      expect.stringContaining('b.json, element 1: start must be'),
      'b.json, element 3: uid must be given once in an import, but "b" is also in b.json, element 2; --skip-bad takes the first of rows that repeat an event',
      'b.json, element 4: id must be one that no other event has, not 1, which belongs to uid "a" in the store; leave the id out, or give the row that uid if it is the same event',
      'b.json, element 5: id must be 1, which the event with uid "a" has in the store, not 3; leave the id out',
    ]);
    expect(await uids()).toEqual([
      [1, 'a'],
      [2, 'b'],
    ]);
  });

  test('a row whose uid and whose id are of two events is refused once', async () => {
    await importText(database, jsonSource('a.json', { ...A, id: 1 }, { ...B, id: 5 }));
    const rows = jsonSource('b.json', { ...A, id: 5 }, { ...A, uid: 'c' });
    const outcome = await importText(database, rows, { skipBad: true });
    expect(outcome).toMatchObject({ read: 2, added: 1, refused: 1 });
    expect(outcome.leftOut).toEqual([
      expect.stringContaining('b.json, element 1: id must be 1, which the event'),
    ]);
  });

  test('extra fields are counted as the store writes them, numbers too', async () => {
    const numbers = [1e-7, -1.5e-9, 1e21, -2.5e300, 5e-324, 123.456, -0.1, 0, true, 'ä"\n'];
    for (const number of numbers) {
      const extra = { many: Array(30_000).fill(number) };
      const [row] = await database.transaction((session) =>
        session.query<{ bytes: number }>('SELECT octet_length($1::jsonb::text) AS bytes', [
          JSON.stringify(extra),
        ]),
      );
      await expect(importText(database, jsonSource('a.json', { ...A, ...extra }))).rejects.toThrow(
        `a.json, element 1: must have at most 65536 bytes of extra fields, as JSON, not ${row?.bytes}`,
      );
    }
  });

  test('the same id twice is refused, naming both places', async () => {
    const sources = [
      jsonSource('a.json', { ...A, id: 4 }),
      textSource('b.csv', 'id,uid,title,start\n4,z,Z,2026-01-01\n'),
    ];
    await expect(importText(database, sources)).rejects.toThrow(
      'b.csv, line 2: id must be given once in an import, but "4" is also in a.json, element 1; --skip-bad takes the first of rows that repeat an event',
    );
  });

  test('replace removes what the files do not hold, and frees its id', async () => {
    await importText(database, jsonSource('a.json', A, B));
    const outcome = await importText(
      database,
      jsonSource('b.json', { ...A, id: 1 }, { ...A, uid: 'c', id: 2 }),
      {
        replace: true,
      },
    );
    expect(outcome).toMatchObject({ added: 1, changed: 0, unchanged: 1, removed: 1 });
    expect(await uids()).toEqual([
      [1, 'a'],
      [2, 'c'],
    ]);
  });

  test('a dry run tells the result and changes nothing', async () => {
    expect(await importText(database, jsonSource('a.json', A), { dryRun: true })).toMatchObject({ added: 1 });
    expect(await uids()).toEqual([]);
  });

  const extras = async () =>
    database.transaction(async (session) => {
      const rows = await session.query<{ extra: string }>(
        "SELECT json_build_object('extra', extra)::text AS extra FROM event ORDER BY id",
      );
      return rows.map(({ extra }) => (JSON.parse(extra) as { extra: unknown }).extra);
    });

  test('names that are no fields are told once', async () => {
    const rows = [
      { ...A, colour: 'red' },
      { ...B, colour: 'blue' },
    ];
    expect((await importText(database, jsonSource('a.json', ...rows))).notices).toEqual([
      'kept as extra fields: colour',
    ]);
    expect(await extras()).toEqual([{ colour: 'red' }, { colour: 'blue' }]);
  });

  test('an extra field that changes is a change of the event', async () => {
    await importText(database, jsonSource('a.json', { ...A, colour: 'red' }, B));
    const outcome = await importText(database, jsonSource('a.json', { ...A, colour: 'blue' }, B));
    expect(outcome).toMatchObject({ added: 0, changed: 1, unchanged: 1 });
  });

  test('of JSON the values stay what they are, of CSV and calendars they are text', async () => {
    const value = { n: 1.5, list: [true, null, { deep: '' }], big: 1e21, empty: '', nothing: null };
    await importText(database, jsonSource('a.json', { ...A, ...value }));
    expect(await extras()).toEqual([value]);
    await importText(database, textSource('a.csv', 'uid,title,start,n,none\na,A,2026-03-01,1.5,\n'));
    expect(await extras()).toEqual([{ n: '1.5' }]);
    const properties = [
      'ORGANIZER;CN=Ann:mailto:a@x.example',
      'PRIORITY:5',
      'X-a:1\\, 2',
      'CREATED:nonsense',
    ];
    const lines = [
      'BEGIN:VEVENT',
      'UID:a',
      'SUMMARY:A',
      'DTSTAMP:20260101T000000Z',
      'DTSTART;VALUE=DATE:20260301',
    ];
    const attendees = ['ATTENDEE:mailto:b@x.example', 'ATTENDEE:mailto:c@x.example'];
    const calendar = [
      'BEGIN:VCALENDAR',
      ...lines,
      ...properties,
      ...attendees,
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ];
    const { notices } = await importText(database, textSource('a.ics', calendar.join('\r\n')));
    expect(notices).toContain('kept as extra fields: ORGANIZER, PRIORITY, X-A, CREATED, ATTENDEE');
    expect(await extras()).toMatchObject([
      {
        ORGANIZER: 'mailto:a@x.example',
        PRIORITY: '5',
        'X-A': '1, 2',
        ATTENDEE: ['mailto:b@x.example', 'mailto:c@x.example'],
      },
    ]);
  });

  test.each(['json', 'csv', 'ics'])(
    'extra fields of any name and value come back from %s',
    async (format) => {
      const odd = {
        text: 'a, "b"; c\\n\n\uFEFF',
        '\uFEFF ä': 'x',
        ' blanks ': 'y',
        '': 'no name',
        'extra.x': 1,
        'extra.json': 'z',
        mixed: { a: [1, 'two', null] },
        __proto: false,
        constructor: 'c',
        Title: 'another',
        Status: 'cancelled',
        empty: '',
      };
      const first = { ...A, name: 'the title', colour: 'red', mixed: 'text', extra: 'e' };
      const options = { names: new Map([['title', 'name']] as const), keepCancelled: true };
      await importText(database, [jsonSource('a.json', { ...B, name: 'B', ...odd }, first)], options);
      const before = await extras();
      expect(before).toEqual([{ title: 'B', ...odd }, expect.objectContaining({ title: 'A', extra: 'e' })]);
      const file = textSource(`export.${format}`, await exportText(database, format));
      expect(await importText(database, file)).toMatchObject({ read: 2, unchanged: 2 });
      await database.transaction((session) => session.script('TRUNCATE event'));
      expect(await importText(database, file)).toMatchObject({ added: 2 });
      expect(await extras()).toEqual(before);
    },
  );

  test.each<[string, Record<string, unknown>]>([
    [
      'must have at most 64 extra fields, not 65',
      Object.fromEntries(Array.from({ length: 65 }, (_, n) => [`n${n}`, n])),
    ],
    ['must have at most 65536 bytes of extra fields, as JSON, not 65537', { t: 'x'.repeat(65_537 - 9) }],
    ['must have an extra field "a" that XML 1.0 can carry, without U+0000', { a: { b: ['\0'] } }],
    ['must have an extra field "a" that XML 1.0 can carry, without U+D800', { a: '\ud800' }],
  ])('%s', async (sentence, extra) => {
    await expect(importText(database, jsonSource('a.json', { ...A, ...extra }))).rejects.toThrow(
      `a.json, element 1: ${sentence}`,
    );
  });

  test('the size of extra fields is counted as the store counts it', async () => {
    const odd = { t: 1e300, u: 'ä"\\\n\t\u{1F600}', v: [], w: {}, x: [1, [2.5e-7, -3]], y: [null, true] };
    const stored = async (length: number) => {
      const row = { ...A, ...odd, pad: 'x'.repeat(length) };
      await importText(database, jsonSource('a.json', row));
      const rows = await database.transaction((session) =>
        session.query<{ size: number }>('SELECT octet_length(extra::text) AS size FROM event'),
      );
      return rows[0]?.size ?? 0;
    };
    const room = 65_536 - (await stored(0));
    expect(await stored(room)).toBe(65_536);
    await expect(stored(room + 1)).rejects.toThrow('must have at most 65536 bytes of extra fields');
  });

  test('what vacuums the table is no other import, and a lock that stays is one', async () => {
    if (engine.name === 'embedded') return; // nothing else has a connection
    const other = await openWriter(engine.config(), ignoreObservations);
    const waiting = jest.fn();
    const importWhileLocked = async (mode: string, until: () => Promise<unknown>) => {
      let imported: Promise<unknown> | undefined;
      await other.transaction(async (session) => {
        await session.query(`LOCK TABLE event IN ${mode} MODE`);
        imported = importEvents(database, [jsonSource('a.json', A)], defaultOptions('UTC'), { waiting });
        await until();
      });
      await imported;
    };
    await importWhileLocked('SHARE UPDATE EXCLUSIVE', () => sleep(500));
    expect(waiting).not.toHaveBeenCalled();
    await importWhileLocked('SHARE ROW EXCLUSIVE', async () => {
      while (waiting.mock.calls.length === 0) await sleep(50);
    });
    expect(waiting).toHaveBeenCalledTimes(1);
    await other.close();
  });

  test('an import that waits for its input holds nobody up', async () => {
    if (engine.name === 'embedded') return; // one process, one connection
    let go = (): void => {};
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    const slow = bytesSource('slow.json', async function* () {
      yield Buffer.from(`[${JSON.stringify(A)},`);
      await gate;
      yield Buffer.from(`${JSON.stringify(B)}]`);
    });
    const waiting = importText(database, slow);
    const other = await openWriter(engine.config(), ignoreObservations);
    expect(await importText(other, jsonSource('b.json', { ...A, uid: 'c' }))).toMatchObject({ added: 1 });
    await other.close();
    go();
    expect(await waiting).toMatchObject({ added: 2 });
    expect(await uids()).toEqual([
      [1, 'c'],
      [2, 'a'],
      [3, 'b'],
    ]);
  });

  test('a file to begin with that holds no event is told, and so is what was made of it', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'events-seed-'));
    const file = path.join(folder, 'a.csv');
    const seeded = () => seedIfEmpty(database, { seed: [folder], timeZone: 'UTC' }, {});
    try {
      writeFileSync(file, 'title,start\n');
      expect(await seeded()).toBe(`The store stays empty, because SEED=${folder} has no events.`);
      writeFileSync(file, 'uid,title,start,Seats\na,A,2026-03-01,3\n');
      writeFileSync(path.join(folder, 'b.txt'), '');
      expect(await seeded()).toBe(
        `The store was empty: 1 event imported from ${folder}; ${folder}: only .json, .jsonl, .ndjson, .csv, .tsv, .ics are read of a folder, and not b.txt; kept as extra fields: Seats.`,
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('the sample events fill an empty store only, and go with the first import', async () => {
    const settings = { seed: ['sample'], timeZone: 'UTC' };
    const [, added] =
      /: (\d+) events imported from sample\.$/.exec((await seedIfEmpty(database, settings, {})) ?? '') ?? [];
    const seeded = Number(added);
    expect(seeded).toBeGreaterThanOrEqual(500);
    expect(await seedIfEmpty(database, settings, {})).toBeUndefined();
    const samples = await exportText(database, 'json');
    expect(await importText(database, textSource('samples.json', samples))).toMatchObject({
      changed: 0,
      removed: 0,
      unchanged: seeded,
    });
    expect(await importText(database, jsonSource('a.json', { ...A, id: 1 }))).toMatchObject({
      added: 1,
      removed: seeded,
      removedSamples: seeded,
    });
    expect(await uids()).toEqual([[1, 'a']]);
  });

  test.each(['json', 'csv', 'ics'])(
    'importing an export as %s changes nothing, there and elsewhere',
    async (format) => {
      await importText(database, jsonSource('a.json', ...ODD));
      const before = await storedEvents(database);
      const file = textSource(`export.${format}`, await exportText(database, format));
      expect(await importText(database, file)).toMatchObject({ read: 5, unchanged: 5, notices: [] });
      await database.transaction((session) => session.script('TRUNCATE event'));
      await importText(database, file, { timeZone: 'America/New_York' });
      expect(await storedEvents(database)).toEqual(before);
    },
  );

  test.each(['json', 'csv', 'ics'])('an empty store exports as an empty %s file', async (format) => {
    const file = textSource(`export.${format}`, await exportText(database, format));
    expect(await importText(database, file, { allowEmpty: true })).toMatchObject({ read: 0 });
  });
});

describe('on a Postgres server', () => {
  const engine = usePostgres();
  describeDataSet(GENERATED, (data) => importAndExport(engine, data));
});

test('the sample events have fixed ids and dates', async () => {
  const rows = (await rowsOf(sampleSource)).flatMap((row) => ('fields' in row ? [row.fields] : []));
  const startOf = (title: string, year: string) =>
    rows.find((row) => row.title === title && String(row.start).startsWith(year))?.start;
  expect(rows[0]).toMatchObject({
    id: 1,
    title: 'World Braille Day',
    start: '2020-01-04',
    end: '2020-01-05',
  });
  expect(startOf('World Philosophy Day', '2024')).toBe('2024-11-21');
  expect(startOf('World Maritime Day', '2021')).toBe('2021-09-30');
  expect(startOf('World Habitat Day', '2025')).toBe('2025-10-06');
  expect(startOf('International Day of Cooperatives', '2023')).toBe('2023-07-01');
  expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
  const weeks = rows.filter((row) => row.category === 'international week');
  expect(weeks.length).toBeGreaterThan(50);
});

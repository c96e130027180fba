/** An import changes the store as its files say, in both engines. */
import { seedIfEmpty } from '../../src/cli/seed';
import type { Field } from '../../src/formats/event-fields';
import type { Database } from '../../src/store/database';
import { MemoryTarget } from '../../src/testing/events/memory-target';
import { answersSource } from '../../src/transfer/read/answers';
import { sampleSource } from '../../src/transfer/seed';
import { membersOf } from '../../src/transfer/writers';
import { describeEngines } from '../support/databases';
import {
  exportText,
  imported,
  importedFrom,
  importText,
  readerOf,
  storedEvents,
  textSource,
  vcalendar,
  vevent,
} from './support';
import { A, B, jsonSource, useStore } from './use-store';

const EXPORTS = ['json', 'csv', 'ics'] as const;

/** Many formats lose some of these values. */
const ODD = [
  {
    ...A,
    id: 5,
    title: ' "A", b;c\\n\n\td ',
    description: '\uFEFFé\u{1F600}\nBEGIN:VEVENT\n,;\\\uFEFF',
  },
  { ...B, id: 900, url: 'https://x.example/a,b;c?d=e&f="g"', category: 'x, y' },
  { uid: 'c/"c', title: 'null', description: 'x'.repeat(300), start: '9999-12-30', end: '9999-12-31' },
  {
    ...{ uid: 'd', title: 'NULL', location: '\\N' },
    ...{ start: '0001-01-01T00:00:00Z', end: '0001-01-01T00:00:00.001Z' },
  },
  { uid: 'e', title: '1', start: '2026-01-01', end: '2026-02-01', url: ' /a b ' },
];

describeEngines((engine) => {
  const store = useStore(engine);
  const { uids } = store;
  const bring = (...events: Record<string, unknown>[]) =>
    importText(store.database, jsonSource('a.json', ...events));

  test('a first import adds, a second changes nothing, an edited one only what differs', async () => {
    expect(await bring({ ...A, title: 'A0' })).toMatchObject({ read: 1, added: 1 });
    expect(await bring(A, B)).toMatchObject({ read: 2, added: 1, changed: 1 });
    // The planner needs the number of rows. The embedded engine has no autovacuum, so the import itself counts them.
    const counted = "SELECT reltuples::int4 AS rows FROM pg_class WHERE oid = 'event'::regclass";
    expect(await store.database.transaction((session) => session.query(counted))).toEqual([{ rows: 2 }]);
    expect(await bring(A, B)).toMatchObject({ added: 0, changed: 0, unchanged: 2 });
    expect(await bring({ ...A, title: 'A2' }, B)).toMatchObject({ added: 0, changed: 1, unchanged: 1 });
    expect(await bring({ ...A, title: 'A2', colour: 'red' }, B)).toMatchObject({ changed: 1, unchanged: 1 });
    expect(await storedEvents(store.database)).toMatchObject([
      { id: 1, uid: 'a', title: 'A2', start: '2026-03-01', end: '2026-03-02', allDay: true, colour: 'red' },
      { id: 2, ...B, allDay: false },
    ]);
  });

  test('repeated rows are searched when the number of rows is counted, because the planner needs it', async () => {
    const counted = "SELECT reltuples::int4 AS rows FROM pg_class WHERE oid = 'import_row'::regclass";
    let found: unknown;
    const watched = {
      transaction: (work) =>
        store.database.transaction((session) =>
          work({
            ...session,
            async query(text, values) {
              if (text.includes('WHERE nth > 1')) found = await session.query(counted);
              return session.query(text, values);
            },
          }),
        ),
    } satisfies Pick<Database, 'transaction'> as unknown as Database;
    await importText(watched, jsonSource('a.json', A, B));
    expect(found).toEqual([{ rows: 2 }]);
  });

  test('nothing is changed by a bad row, by a dry run, or by a file without events and --replace', async () => {
    await bring(A);
    const bad = textSource('a.jsonl', `${JSON.stringify(B)}\n{"title":"x","start":"soon"}\n`);
    await expect(importText(store.database, bad)).rejects.toThrow('a.jsonl, line 2: start must be');
    const dryRun = await importText(store.database, jsonSource('b.json', B), { dryRun: true, replace: true });
    expect(dryRun).toMatchObject({ added: 1, removed: 1 });
    const none = textSource('b.json', '[]');
    await expect(importText(store.database, none, { replace: true })).rejects.toThrow('No event in b.json');
    expect(await uids()).toEqual([[1, 'a']]);
    const emptied = await importText(store.database, none, { replace: true, allowEmpty: true });
    expect(emptied).toMatchObject({ read: 0, removed: 1 });
    expect(await uids()).toEqual([]);
  });

  test.each(EXPORTS)('importing an export as %s changes nothing, there and elsewhere', async (format) => {
    await importText(store.database, jsonSource('a.json', ...ODD));
    const before = await storedEvents(store.database);
    const file = textSource(`export.${format}`, await exportText(store.database, format));
    expect(await importText(store.database, file)).toMatchObject({ read: 5, unchanged: 5, notes: [] });
    await store.database.transaction((session) => session.script('TRUNCATE event'));
    await importText(store.database, file, { timeZone: 'America/New_York' });
    expect(await storedEvents(store.database)).toEqual(before);
  });

  // The embedded engine runs the same statements. The tests above cover its differences.
  if (engine.name === 'embedded') return;

  test('the sample events fill an empty store only, and go with the first import', async () => {
    const settings = { seed: ['sample'], timeZone: 'UTC' };
    const seedAgain = (database: Database, env = {}) => seedIfEmpty(database, settings, env);
    let first: string | undefined;
    const late: Database = {
      ...store.database,
      transaction: async (work) => {
        const result = await store.database.transaction(work);
        // Another process seeds the store after this process has found it empty.
        first ??= await seedAgain(store.database);
        return result;
      },
    };
    expect(await seedAgain(late)).toBe('Another process has filled the store with the events of sample.');
    const [, added] = /^The store was empty: (\d+) events imported from sample\.$/.exec(first ?? '') ?? [];
    const seeded = Number(added);
    expect(seeded).toBeGreaterThanOrEqual(500);
    expect(await seedAgain(store.database)).toBeUndefined();
    expect(await seedAgain(store.database, { SEED: 'sample' })).toMatch(/^SEED=sample is ignored: /);
    expect((await uids())[0]).toEqual([1, 'sample:1/20200104']);
    await importText(store.database, textSource('none.json', '[]'), { allowEmpty: true });
    const samples = await exportText(store.database, 'json');
    expect(JSON.parse(samples)).toHaveLength(seeded);
    expect(await importText(store.database, textSource('samples.json', samples))).toMatchObject({
      changed: 0,
      removed: 0,
      unchanged: seeded,
    });
    expect(await importText(store.database, jsonSource('a.json', { ...A, id: 1 }))).toMatchObject({
      added: 1,
      removed: seeded,
      notes: expect.arrayContaining([`the ${seeded} sample events were removed`]),
    });
    expect(await uids()).toEqual([[1, 'a']]);
  });

  test('skipBad takes the good rows and lists the others, those that the store refuses too', async () => {
    await bring({ ...A, id: 1 }, { ...B, id: 5 });
    const rows = [
      { ...A, start: 'soon' },
      { ...A, uid: 'c' },
      { ...A, uid: 'c', title: 'twice' },
      { ...A, uid: 'x', id: 1 },
      { ...A, id: 5 },
      { ...A, uid: 'd', id: 9 },
    ];
    const sources = [
      jsonSource('b.json', ...rows),
      textSource('b.csv', `id,title,start\n${'9,Z,2026-01-01\n'.repeat(2)}`),
    ];
    const outcome = await importText(store.database, sources, { skipBad: true });
    expect(outcome).toMatchObject({ read: 8, added: 2, changed: 0, unchanged: 0, refused: 6 });
    expect(outcome.leftOut).toEqual([
      expect.stringContaining('b.json, element 1: start must be'),
      'b.json, element 3: uid must be given once in an import, but "c" is also in b.json, element 2; --skip-bad imports only the first of rows with the same event',
      'b.csv, line 3: id must be given once in an import, but "9" is also in b.csv, line 2; --skip-bad imports only the first of rows with the same event',
      'b.csv, line 2: id must be given once in an import, but "9" is also in b.json, element 6; --skip-bad imports only the first of rows with the same event',
      'b.json, element 4: id must be unused, not 1, which belongs to uid "a" in the store; leave the id out, or give the row that uid if it is the same event',
      'b.json, element 5: id must be 1, which the event with uid "a" has in the store, not 5; leave the id out',
    ]);
    expect(await uids()).toEqual([
      [1, 'a'],
      [5, 'b'],
      [9, 'd'],
      [10, 'c'],
    ]);
  });

  test('an event keeps its id, even if another id is unused', async () => {
    await bring({ ...A, id: 1 });
    const moved = importText(store.database, jsonSource('b.json', { ...A, id: 7 }), {});
    await expect(moved).rejects.toThrow('id must be 1, which the event with uid "a" has in the store, not 7');
    expect(await uids()).toEqual([[1, 'a']]);
  });

  test('a new event may have the id of one that replace removes', async () => {
    await bring({ ...A, id: 1 }, { ...B, id: 2 });
    const moved = jsonSource('b.json', { ...B, id: 2 }, { ...A, uid: 'new', id: 1 });
    const counts = { added: 1, removed: 1 };
    expect(await importText(store.database, moved, { replace: true })).toMatchObject(counts);
    expect(await uids()).toEqual([
      [1, 'new'],
      [2, 'b'],
    ]);
  });

  test('fields that are kept stay as they are stored, by id or by uid, and so do other extra fields', async () => {
    await bring({ ...A, id: 1, seats: 3 });
    const [stored] = await storedEvents(store.database);
    const midnight = { id: 1, title: 'A2', start: '2026-03-01T00:00:00Z', colour: 'red' };
    await importText(store.database, jsonSource('b.json', midnight), { kept: ['uid', 'allDay'] });
    const named = jsonSource('b.json', { uid: 'a', title: 'A3', start: '2026-03-01', colour: 'blue' });
    await importText(store.database, named, { kept: ['id', 'location'] });
    expect(await storedEvents(store.database)).toEqual([{ ...stored, title: 'A3', colour: 'blue' }]);
  });

  test('fields of samples are not kept, because samples are removed', async () => {
    const days = { start: '2026-03-01', end: '2026-03-04' };
    await bring({ ...A, ...days, id: 1, uid: 'sample:1/20200104', location: 'Hall' });
    const answer = jsonSource('b.json', { id: 1, title: 'B', start: days.start });
    await importText(store.database, answer, { kept: ['uid', 'location', 'end', 'allDay'] });
    expect(await storedEvents(store.database)).toMatchObject([
      { id: 1, uid: '1', title: 'B', end: '2026-03-02', location: '' },
    ]);
  });

  const { title, start } = A;
  const reader = readerOf({ kind: 'json', event: { T: '{title}', S: '{start}' } });
  const importAnswers = (...ids: readonly number[]) => {
    const text = JSON.stringify({ T: title, S: start });
    const answers = ids.map((askedId) => ({ name: `SelectEvent_${askedId}_true`, askedId, text }));
    const source = answersSource('recorded', { answers, leftOut: [] }, reader);
    return importText(store.database, source, { kept: reader.missing });
  };
  const SEVEN = { id: 7, uid: '7' };
  test.each<[string, object | undefined, object]>([
    ['as its event, which has this id', { ...A, ...SEVEN, title: 'A in lists' }, SEVEN],
    ['as a new event with this id', undefined, SEVEN],
    ['as a new event with this id in the place of a sample', { ...A, id: 7, uid: 'sample:7' }, SEVEN],
    ['as its event, whose lists showed no id either', { title, start }, { id: 1 }],
  ])('an answer of SelectEvent(7) without an id is imported %s', async (_what, stored, expected) => {
    if (stored !== undefined) await bring({ ...stored });
    const { notes } = await importAnswers(7);
    expect(notes).not.toContainEqual(expect.stringContaining('no ids'));
    expect(await storedEvents(store.database)).toMatchObject([{ title, ...expected }]);
  });

  test('equal answers of SelectEvent to two ids are two events', async () => {
    await importAnswers(7, 8);
    expect(await storedEvents(store.database)).toMatchObject([7, 8].map((id) => ({ id, title })));
  });

  const MIDNIGHT = '2026-02-28T23:00:00Z';
  const DATE = { start: '2026-03-01', end: '2026-03-02' };
  const LONGER = { start: '2026-03-01', end: '2026-03-06' };
  const DAYS = { start: '2026-03-01', end: '2026-03-04' };
  const NIGHT = { start: MIDNIGHT, end: '2026-03-01T03:00:00Z' };
  const EVENING = { start: '2026-03-01T23:30:00Z', end: '2026-03-01T23:45:00Z' };
  const MOMENT = { start: EVENING.start, end: EVENING.start };
  const from = (start: string, end?: string) => ({ start, end });
  const [FLAG, END, BOTH] = [['allDay'], ['end'], ['end', 'allDay']] as const;
  type Joined = readonly [before: object, answer: object, kept: readonly Field[], times: object | undefined];
  const JOINED: Readonly<Record<string, Joined>> = {
    'a time for a date': [DATE, EVENING, FLAG, EVENING],
    'a time without an end for a date': [DATE, from(EVENING.start), BOTH, MOMENT],
    'its midnights': [DATE, from(MIDNIGHT, '2026-03-01T23:00:00Z'), FLAG, undefined],
    'its midnight': [DATE, from(MIDNIGHT), FLAG, undefined],
    'its midnight and another end': [DATE, from(MIDNIGHT, '2026-03-05T23:00:00Z'), FLAG, LONGER],
    'its midnight and an end within a day': [DATE, NIGHT, FLAG, NIGHT],
    'its midnight and that of its last day': [DAYS, from(MIDNIGHT, '2026-03-02T23:00:00Z'), FLAG, undefined],
    'its midnight and its last minute': [DATE, from(MIDNIGHT, '2026-03-01T22:59:00Z'), FLAG, undefined],
    'an end for a moment': [from(EVENING.start), EVENING, FLAG, EVENING],
    'its day': [EVENING, from('2026-03-02'), BOTH, undefined],
    'another day': [EVENING, from('2026-03-01'), BOTH, DATE],
    'another time without an end': [EVENING, from('2026-03-01T23:31:00Z'), END, undefined],
  };

  test.each(Object.entries(JOINED))('times of an event whose answer has %s', async (_what, joined) => {
    const [before, answer, kept, times] = joined;
    const all = { timeZone: 'Europe/Berlin', kept: ['uid' as const, ...kept] };
    await importText(store.database, jsonSource('a.json', { id: 1, title: 'A', ...before }), all);
    const [stored] = await storedEvents(store.database);
    await importText(store.database, jsonSource('b.json', { id: 1, title: 'A', ...answer }), all);
    const expected = times ?? stored;
    expect(await storedEvents(store.database)).toMatchObject([expected ?? {}]);
  });

  test('an answer with an id is not imported into an event that got this id from an import', async () => {
    await bring({ title, start });
    const other = jsonSource('b.json', { id: 1, title: 'Other', start, location: 'Hall' });
    const refused = importText(store.database, other, { kept: ['uid', 'end'] });
    await expect(refused).rejects.toThrow(
      'b.json, element 1: id must be unused, not 1, which an earlier import chose for an event without id and uid; import the events that have ids before the others',
    );
    expect(await storedEvents(store.database)).toMatchObject([{ id: 1, title, location: '' }]);
  });

  test('starts that are ignored because their answers show no end are counted', async () => {
    const evening = (id: number, minute: number) => ({ id, title, start: `2026-03-01T19:3${minute}:00Z` });
    await bring(evening(1, 0), evening(2, 0), evening(3, 0), evening(4, 0));
    await bring({ id: 5, title: 'E', start: '2026-03-02' });
    // The last two answers have the date and the midnight of their events, so they change no start and are not counted.
    const day = { id: 4, title: 'D', start: '2026-03-01' };
    const midnight = { id: 5, title: 'E', start: '2026-03-01T23:00:00Z' };
    const answers = jsonSource('b.json', evening(1, 1), evening(2, 0), evening(3, 2), day, midnight);
    const options = { timeZone: 'Europe/Berlin', kept: ['uid', 'end', 'allDay'] } as const;
    const { notes } = await importText(store.database, answers, options);
    const note = 'new starts of stored events (2) were ignored, because these answers show no end';
    expect(notes).toEqual([note]);
  });

  test('a row that would have too many extra fields with those that are stored is refused alone', async () => {
    const fields = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, 'x']));
    await bring({ ...A, id: 1, seats: 3 }, { ...B, id: 2, seats: 3 }, { ...A, uid: 'c', id: 3, seats: 3 });
    await bring({ ...A, uid: 'd', id: 4, seats: 3 });
    // The last extra fields have too many bytes, but only half as many characters.
    const more = [fields(63), fields(64), { long: 'x'.repeat(65_515) }, { long: 'ä'.repeat(32_757) }];
    const rows = more.map((extra, at) => ({ id: at + 1, title: 'new', start: '2026-03-01', ...extra }));
    const options = { kept: ['uid'] as const, skipBad: true };
    const { changed, leftOut } = await importText(store.database, jsonSource('b.json', ...rows), options);
    const sentence =
      'must have at most 64 extra fields of 65536 bytes, as JSON, together with the stored fields';
    expect(changed).toBe(1);
    expect(leftOut).toEqual([2, 3, 4].map((element) => `b.json, element ${element}: ${sentence}`));
  });

  const extras = async () =>
    store.database.transaction(async (session) => {
      const rows = await session.query<{ extra: string }>(
        "SELECT json_build_object('extra', extra)::text AS extra FROM event ORDER BY id",
      );
      return rows.map(({ extra }) => (JSON.parse(extra) as { extra: unknown }).extra);
    });

  test('extra fields of JSON keep their types, and those of CSV and calendars are text', async () => {
    const value = { n: 1.5, list: [true, null, { deep: '' }], big: 1e21, empty: '', nothing: null };
    await importText(store.database, jsonSource('a.json', { ...A, ...value }));
    expect(await extras()).toEqual([value]);
    await importText(store.database, textSource('a.csv', 'uid,title,start,n,none\na,A,2026-03-01,1.5,\n'));
    expect(await extras()).toEqual([{ n: '1.5' }]);
    const organizer = 'ORGANIZER;CN=Ann:mailto:a@x.example';
    const properties = [organizer, 'PRIORITY:5', 'X-a:1\\, 2', 'CREATED:nonsense'];
    const attendees = ['b', 'c', 'd'].map((name) => `ATTENDEE:mailto:${name}@x.example`);
    const lines = ['UID:a', 'DTSTAMP:20260101T000000Z', 'DTSTART;VALUE=DATE:20260301'];
    const calendar = vcalendar(vevent(...lines, ...properties, ...attendees));
    await importText(store.database, textSource('a.ics', calendar));
    expect(await extras()).toMatchObject([
      {
        ORGANIZER: 'mailto:a@x.example',
        PRIORITY: '5',
        'X-A': '1, 2',
        ATTENDEE: ['mailto:b@x.example', 'mailto:c@x.example', 'mailto:d@x.example'],
      },
    ]);
  });

  test.each(EXPORTS)('extra fields of any name and value come back from %s', async (format) => {
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
      hollow: {},
      extendedProps: { name: 'the second' },
      '2026-03-01': 'yes',
      ...Object.fromEntries(
        [';', '\t', '|'].map((one) => [`x${one.repeat(30)}y`, 'more than there are commas']),
      ),
    };
    const first = { ...A, name: 'the title', colour: 'red', mixed: 'text', extra: 'e' };
    const options = { names: new Map([['title', 'name']] as const), keepCancelled: true };
    await importText(store.database, [jsonSource('a.json', { ...B, name: 'B', ...odd }, first)], options);
    const before = await extras();
    expect(before).toEqual([{ title: 'B', ...odd }, expect.objectContaining({ title: 'A', extra: 'e' })]);
    const text = await exportText(store.database, format);
    if (format === 'csv') expect(text).toMatch(/,allDay,extra\.Status,Title,colour,/);
    const file = textSource(`export.${format}`, text);
    expect(await importText(store.database, file)).toMatchObject({ read: 2, unchanged: 2 });
    await store.database.transaction((session) => session.script('TRUNCATE event'));
    expect(await importText(store.database, file)).toMatchObject({ added: 2 });
    expect(await extras()).toEqual(before);
  });

  test('the size of extra fields is counted as the store counts it', async () => {
    const numbers = [1e-7, -1.5e-9, 1e21, -2.5e300, 5e-324, 123.456, -0.1, 0];
    const values = { t: 1e300, u: 'ä"\\\n\t\u{1F600}', v: [], w: {}, x: [1, numbers], y: [null, true] };
    const names = { 'ä"\\\n\t\u{1F600}': { 'ü"\\\n\t\u{1F600}': [{ ö: 1 }] } };
    const odd = { ...values, ...names };
    const stored = async (length: number) => {
      await bring({ ...A, ...odd, pad: 'x'.repeat(length) });
      const [row] = await store.database.transaction((session) =>
        session.query<{ size: number }>('SELECT octet_length(extra::text) AS size FROM event'),
      );
      return row?.size ?? 0;
    };
    const room = 65_536 - (await stored(0));
    expect(await stored(room)).toBe(65_536);
    await expect(stored(room + 1)).rejects.toThrow(
      'a.json, element 1: must have at most 65536 bytes of extra fields, as JSON, not 65537',
    );
  });

  test.each(EXPORTS)('an empty store exports as an empty %s file', async (format) => {
    const file = textSource(`export.${format}`, await exportText(store.database, format));
    expect(await importText(store.database, file, { allowEmpty: true })).toMatchObject({ read: 0 });
  });
});

test.each([
  ['only', 1],
  ['first', 2_500],
])('an import fails if its %s batch of rows can’t be written', async (_which, count) => {
  jest.spyOn(MemoryTarget.prototype, 'add').mockRejectedValueOnce(new Error('no room'));
  const rows = Array.from({ length: count }, (_, index) => `a${index},2026-01-01\n`);
  await expect(imported('a.csv', `title,start\n${rows.join('')}`, {})).rejects.toThrow('no room');
});

test('the sample events have fixed dates and uids', async () => {
  const { events } = await importedFrom(sampleSource, {});
  const rows = events.map(membersOf);
  const startOf = (title: string, year: string) =>
    rows.find((row) => row.title === title && String(row.start).startsWith(year))?.start;
  expect(startOf('World Wetlands Day', '2021')).toBeUndefined();
  const first = { uid: 'sample:1/20200104', title: 'World Braille Day', start: '2020-01-04' };
  expect(rows[0]).toMatchObject(first);
  expect(startOf('World Philosophy Day', '2024')).toBe('2024-11-21');
  expect(startOf('World Maritime Day', '2021')).toBe('2021-09-30');
  expect(startOf('World Maritime Day', '2026')).toBe('2026-09-24');
  expect(startOf('World Habitat Day', '2025')).toBe('2025-10-06');
  expect(startOf('International Day of Cooperatives', '2023')).toBe('2023-07-01');
  expect(new Set(rows.map((row) => row.uid)).size).toBe(rows.length);
  const weeks = rows.filter((row) => row.category === 'international week');
  expect(weeks.length).toBeGreaterThan(50);
  expect(weeks[0]).toMatchObject({ start: '2020-02-01', end: '2020-02-08' });
});

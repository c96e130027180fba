import type { Database } from '../../src/store/database';
import { Store } from '../../src/store/event-store';
import { describeEngines } from '../support/databases';
import { type EventInput, insertEvents } from '../support/insert-events';

const PLAIN = { id: 1, starts_at: '2026-03-01T09:00:00Z', ends_at: '2026-03-01T10:30:00Z' };

describeEngines((engine) => {
  let database: Database;
  let store: Store;

  beforeAll(async () => {
    database = await engine.open();
    store = new Store(database);
  });
  beforeEach(() => database.transaction((session) => session.script('TRUNCATE event')));
  afterAll(() => database.close());

  test('JSON.stringify would write the same for every character that is allowed', async () => {
    const allowed = [...Array(0x3000).keys(), 0xd7ff, 0xe000, 0xfffd, 0x10000, 0x10ffff]
      .filter((code) => code >= 32 || code === 9 || code === 10)
      .map((code) => String.fromCodePoint(code))
      .join('');
    await insertEvents(database, [{ ...PLAIN, title: allowed }]);
    expect((await store.eventJson(1)).value).toContain(`"title":${JSON.stringify(allowed)},`);
  });

  test.each<[string, Partial<EventInput>]>([
    ['id 0', { id: 0 }],
    ['an empty title', { title: '' }],
    ['an empty uid', { uid: '' }],
    ['a carriage return', { description: 'a\r\nb' }],
    ['a control character', { location: '\u0001' }],
    ['a form feed', { uid: 'a\fb' }],
    ['U+FFFE', { category: '\ufffe' }],
    ['U+FFFF', { url: '\uffff' }],
    ['an end before its start', { ends_at: '2026-03-01T08:59:59.999Z' }],
    ['the year 10000', { ends_at: '10000-01-01T00:00Z' }],
    ['a year before 1', { starts_at: '0001-12-31T00:00Z BC' }],
    ['an all-day event that begins at an hour', { all_day: true, ends_at: '2026-03-02T00:00Z' }],
    ['an all-day event of no days', { all_day: true, starts_at: '2026-03-02Z', ends_at: '2026-03-02Z' }],
  ])('the table refuses %s', async (_what, wrong) => {
    await expect(insertEvents(database, [{ ...PLAIN, ...wrong }])).rejects.toMatchObject({ code: '23514' });
  });

  test.each<Partial<EventInput>>([{ starts_at: '-infinity' }, { ends_at: 'infinity' }])(
    'the table refuses %j',
    async (wrong) => {
      await expect(insertEvents(database, [{ ...PLAIN, ...wrong }])).rejects.toThrow();
    },
  );

  test('each statement that changes events moves the version on, in its transaction', async () => {
    const version = () =>
      database.transaction((session) =>
        session.query<{ version: string }>('SELECT version::text FROM event_version'),
      );
    const seen = [await version()];
    await insertEvents(database, [PLAIN]);
    seen.push(await version());
    for (const change of ["UPDATE event SET title = 'x'", 'DELETE FROM event', 'TRUNCATE event']) {
      await database.transaction((session) => session.script(change));
      seen.push(await version());
    }
    expect(new Set(seen.map(([row]) => row?.version)).size).toBe(5);
    await database
      .transaction(async (session) => {
        await session.script('TRUNCATE event');
        throw new Error('undone');
      })
      .catch(() => {});
    expect(await version()).toEqual(seen.at(-1));
  });

  test('an event without extra fields has none, and the default format never shows any', async () => {
    const [smallest, other] = [{ '': '' }, { organizer: 'Ann' }];
    await insertEvents(database, [
      PLAIN,
      { ...PLAIN, id: 2, extra: smallest },
      { ...PLAIN, id: 3, extra: other },
    ]);
    const rows = await Promise.all([1, 2, 3].map((id) => store.event(id)));
    expect(rows.map(({ value }) => value?.extra)).toEqual([undefined, smallest, other]);
    expect((await store.eventJson(3)).value).not.toContain('Ann');
  });

  test('the table takes extra fields that are objects only, of at most 64 names and 64 KB', async () => {
    const names = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`n${n}`, n]));
    const sized = (bytes: number) => ({ t: 'x'.repeat(bytes - '{"t": ""}'.length) });
    await insertEvents(database, [
      { ...PLAIN, extra: names(64) },
      { ...PLAIN, id: 2, extra: sized(65_536) },
    ]);
    for (const extra of [names(65), sized(65_537), ['a'], 'a', 1]) {
      await expect(insertEvents(database, [{ ...PLAIN, id: 3, extra }])).rejects.toThrow(/event_extra/);
    }
  });
});

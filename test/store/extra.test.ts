import type { Database } from '../../src/store/database';
import { Store } from '../../src/store/event-store';
import { describeEngines } from '../support/databases';
import { type EventInput, insertEvents } from '../support/insert-events';

const EVENT: EventInput = { id: 1, starts_at: '2026-03-01T09:00:00Z', ends_at: '2026-03-01T10:00:00Z' };
const MARCH = { span: { month: 3, year: 2026 }, timeZone: 'UTC', limit: 10 };

describeEngines((engine) => {
  let database: Database;
  let store: Store;

  beforeAll(async () => {
    database = await engine.open();
    store = new Store(database);
  });
  beforeEach(() => database.transaction((session) => session.script('TRUNCATE event')));
  afterAll(() => database.close());

  test('extra fields come with the rows, their names and values as they came', async () => {
    const extra = { 'Dr. Who?': ['a', { b: null }], n: 1.5, ünïcode: 'x\u0001\n"', __proto: true };
    await insertEvents(database, [{ ...EVENT, extra }]);
    expect((await store.event(1)).value?.extra).toEqual(extra);
    expect((await store.list(MARCH)).value).toMatchObject([{ id: 1, extra }]);
  });

  test.each<[Record<string, unknown>]>([[{ '': '' }], [{ a: null }], [{ a: {} }]])(
    'the smallest extra fields come too: %j',
    async (extra) => {
      await insertEvents(database, [{ ...EVENT, extra }]);
      expect((await store.list(MARCH)).value?.map((row) => row.extra)).toEqual([extra]);
      expect((await store.event(1)).value?.extra).toEqual(extra);
    },
  );

  test('a row is the event to the millisecond, whatever stands in its texts', async () => {
    const odd = '"},{"id":1,"\\u001f\\",\u2028 €😀 "start":"';
    const texts = { uid: odd, title: odd, description: `\n\t${odd}`, location: '', url: '\\', category: odd };
    const times = ['0001-01-01T00:00:00Z', '1969-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'];
    await insertEvents(database, [
      ...times.map((time, index) => ({
        ...texts,
        uid: `${index}${odd}`,
        id: index + 1,
        starts_at: time,
        ends_at: time,
      })),
      { ...EVENT, id: 4, starts_at: '2026-03-29T00:00:00Z', ends_at: '2026-04-01T00:00:00Z', all_day: true },
    ]);
    for (const [index, time] of times.entries()) {
      const [start, end] = [Date.parse(time), Date.parse(time)];
      const expected = { ...texts, uid: `${index}${odd}`, id: index + 1, start, end, allDay: false };
      expect((await store.event(index + 1)).value).toEqual(expected);
    }
    const days = { start: Date.UTC(2026, 2, 29), end: Date.UTC(2026, 3, 1), allDay: true };
    expect((await store.list(MARCH)).value).toMatchObject([{ id: 4, ...days }]);
  });

  test('a text that begins with a byte order mark keeps it', async () => {
    const texts = { title: '\uFEFFa', description: '\uFEFF', location: '\uFEFF\uFEFFb', category: ':c' };
    await insertEvents(database, [{ ...EVENT, ...texts }]);
    expect((await store.event(1)).value).toMatchObject({ ...texts, url: '' });
    expect((await store.list(MARCH)).value).toMatchObject([texts]);
  });

  test('an event without extra fields has none, and the default format never shows any', async () => {
    await insertEvents(database, [EVENT, { ...EVENT, id: 2, extra: { organizer: 'Ann' } }]);
    expect((await store.event(1)).value?.extra).toBeUndefined();
    expect((await store.eventJson(2)).value).not.toContain('Ann');
  });

  test('the store takes objects only, of at most 64 names and 64 KB', async () => {
    const names = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`n${n}`, n]));
    const sized = (bytes: number) => ({ t: 'x'.repeat(bytes - '{"t": ""}'.length) });
    await insertEvents(database, [
      { ...EVENT, extra: names(64) },
      { ...EVENT, id: 2, extra: sized(65_536) },
    ]);
    for (const extra of [names(65), sized(65_537), ['a'], 'a', 1]) {
      await expect(insertEvents(database, [{ ...EVENT, id: 3, extra }])).rejects.toThrow(/event_extra/);
    }
  });
});

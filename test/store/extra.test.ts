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

  test('extra fields come with the rows when they are asked for, their names and values as they came', async () => {
    const extra = { 'Dr. Who?': ['a', { b: null }], n: 1.5, ünïcode: 'x\u0001\n"', __proto: true };
    await insertEvents(database, [{ ...EVENT, extra }]);
    expect((await store.eventRow(1, 'UTC', true))?.extra).toEqual(extra);
    expect(await store.listRows(MARCH, true)).toMatchObject([{ id: 1, extra }]);
    expect(await store.eventRow(1, 'UTC')).not.toHaveProperty('extra');
    expect((await store.listRows(MARCH))?.[0]).not.toHaveProperty('extra');
  });

  test('a text that begins with a byte order mark keeps it', async () => {
    const texts = { title: '\uFEFFa', description: '\uFEFF', location: '\uFEFF\uFEFFb', category: ':c' };
    await insertEvents(database, [{ ...EVENT, ...texts }]);
    expect(await store.eventRow(1, 'UTC')).toMatchObject({ ...texts, url: '' });
    expect(await store.listRows(MARCH, true)).toMatchObject([texts]);
  });

  test('an event without extra fields has none, and the default formats never show any', async () => {
    await insertEvents(database, [EVENT, { ...EVENT, id: 2, extra: { organizer: 'Ann' } }]);
    expect((await store.eventRow(1, 'UTC', true))?.extra).toEqual({});
    expect(await store.eventFragment(2, 'json')).not.toContain('Ann');
    expect(await store.eventFragment(2, 'xml')).not.toContain('Ann');
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

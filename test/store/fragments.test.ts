import type { Database } from '../../src/store/database';
import { Store } from '../../src/store/event-store';
import { describeEngines } from '../support/databases';
import { insertEvents } from '../support/insert-events';

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
});

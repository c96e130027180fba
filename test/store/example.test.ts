/** The example is right at the limits of the queries. test/testing/memory-store.test.ts checks it otherwise. */
import { Store } from '../../src/store/event-store';
import { describeEngines } from '../support/databases';
import { insertEvents } from '../support/insert-events';

describeEngines((engine) => {
  let store: Store;
  beforeAll(async () => {
    store = new Store(await engine.open());
  });
  beforeEach(() => store.database.transaction((session) => session.script('TRUNCATE event')));
  afterAll(() => store.close());

  test.each([8, 9, undefined])(
    'of events that begin together the first one next, the last one before; %s lasts all day',
    async (day) => {
      const [starts_at, ends_at] = ['2027-03-01T00:00:00Z', '2027-03-02T00:00:00Z'];
      const together = [9, 8].map((id) => ({ id, starts_at, ends_at, all_day: id === day }));
      await insertEvents(store.database, together);
      expect(await store.example(new Date('2026-01-01T00:00:00Z'), 'UTC')).toMatchObject({ id: 8 });
      expect(await store.example(new Date('2030-01-01T00:00:00Z'), 'UTC')).toMatchObject({ id: 9 });
    },
  );

  test.each([
    ['Asia/Tokyo', '9999-12-31T20:00:00Z'],
    ['America/New_York', '0001-01-01T02:00:00Z'],
  ])('none in a year of %s that no call can ask for', async (timeZone, at) => {
    await insertEvents(store.database, [{ id: 1, starts_at: at, ends_at: at }]);
    expect(await store.example(new Date('2026-01-01T00:00:00Z'), timeZone)).toBeUndefined();
  });
});

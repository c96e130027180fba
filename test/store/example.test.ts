import { Store } from '../../src/store/event-store';
import { describeEngines } from '../support/databases';
import { type EventInput, insertEvents } from '../support/insert-events';

const event = (id: number, starts_at: string, ends_at: string, all_day = false): EventInput => ({
  id,
  starts_at,
  ends_at,
  all_day,
});
const EVENTS = [
  event(1, '2025-12-10T00:00:00Z', '2025-12-11T00:00:00Z', true),
  event(2, '2026-01-31T23:30:00Z', '2026-01-31T23:45:00Z'),
  event(3, '2026-05-01T10:00:00Z', '2026-09-01T10:00:00Z'),
  event(4, '2026-11-01T00:00:00Z', '2027-02-01T00:00:00Z', true),
];

describeEngines((engine) => {
  let store: Store;
  beforeAll(async () => {
    store = new Store(await engine.open());
  });
  beforeEach(async () => {
    await store.database.transaction((session) => session.script('TRUNCATE event'));
    await insertEvents(store.database, EVENTS);
  });
  afterAll(() => store.close());

  test.each([
    ['this month, though it is over', '2026-05-20T00:00:00Z', 'UTC', { id: 3, month: 5, year: 2026 }],
    ['the next one', '2026-02-01T00:00:00Z', 'UTC', { id: 3, month: 5, year: 2026 }],
    ['the last one', '2030-01-01T00:00:00Z', 'UTC', { id: 4, month: 11, year: 2026 }],
    ["in the zone's month", '2026-01-05T00:00:00Z', 'Asia/Tokyo', { id: 2, month: 2, year: 2026 }],
    [
      "an all-day event's own month",
      '2025-12-31T00:00:00Z',
      'America/New_York',
      { id: 1, month: 12, year: 2025 },
    ],
  ])('%s', async (_what, now, timeZone, expected) => {
    expect(await store.example(new Date(now), timeZone)).toEqual(expected);
  });

  test.each([8, 9, undefined])(
    'of events that begin together the first one next, the last one before; %s lasts all day',
    async (day) => {
      await store.database.transaction((session) => session.script('TRUNCATE event'));
      const together = [9, 8].map((id) =>
        event(id, '2027-03-01T00:00:00Z', '2027-03-02T00:00:00Z', id === day),
      );
      await insertEvents(store.database, together);
      expect(await store.example(new Date('2026-01-01T00:00:00Z'), 'UTC')).toMatchObject({ id: 8 });
      expect(await store.example(new Date('2030-01-01T00:00:00Z'), 'UTC')).toMatchObject({ id: 9 });
    },
  );

  test.each([
    ['Asia/Tokyo', '9999-12-31T20:00:00Z'],
    ['America/New_York', '0001-01-01T02:00:00Z'],
  ])('none in a year of %s that no call can ask for', async (timeZone, at) => {
    await store.database.transaction((session) => session.script('TRUNCATE event'));
    await insertEvents(store.database, [event(1, at, at)]);
    expect(await store.example(new Date('2026-01-01T00:00:00Z'), timeZone)).toBeUndefined();
  });

  test('none in an empty store', async () => {
    await store.database.transaction((session) => session.script('TRUNCATE event'));
    expect(await store.example(new Date('2026-01-01T00:00:00Z'), 'UTC')).toBeUndefined();
  });
});

import { DAY } from '../../src/lib/time/dates';
import { knownZone } from '../../src/lib/time/zones';
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

  test('the store writes every allowed character as JSON.stringify does', async () => {
    const allowed = [...Array(0x3000).keys(), 0xd7ff, 0xe000, 0xfffd, 0x10000, 0x10ffff]
      .filter((code) => code >= 32 || code === 9 || code === 10)
      .map((code) => String.fromCodePoint(code))
      .join('');
    await insertEvents(database, [{ ...PLAIN, title: allowed }]);
    expect((await store.eventJson(1)).value).toContain(`"title":${JSON.stringify(allowed)},`);
  });

  test('an event without extra fields shows none, and the default format never shows any', async () => {
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

  test.each(["'Europe/Berlin'", 'DEFAULT'])(
    'a list has an event that ends after 32 days, also if the session’s own time zone (%s) has skipped an hour',
    async (zone) => {
      await database.transaction((session) => session.script(`SET timezone = ${zone}`));
      const [starts_at, ends_at] = ['2026-03-20T00:00:00Z', '2026-04-21T00:00:00Z'];
      await insertEvents(database, [
        { id: 1, starts_at, ends_at },
        { id: 2, starts_at, ends_at, all_day: true },
      ]);
      const to = Date.parse(ends_at);
      const { value } = await store.list({ span: { from: to - 1, to }, timeZone: 'UTC', limit: 9 });
      expect(value?.map(({ id }) => id)).toEqual([1, 2]);
    },
  );

  test.each(['CET', 'EET', 'MET', 'WET', 'cet'])(
    'in the zone %s, whose name is an abbreviation in Postgres, a month of the summer begins in daylight saving time',
    async (timeZone) => {
      const start = knownZone(timeZone).startOfDay(Date.UTC(2026, 6));
      const at = new Date(start).toISOString();
      await insertEvents(database, [{ id: 1, starts_at: at, ends_at: at }]);
      const span = { month: 7, year: 2026 };
      expect((await store.list({ span, timeZone, limit: 9 })).value).toHaveLength(1);
      expect(await store.example(new Date(start), timeZone)).toMatchObject(span);
    },
  );

  test.each(
    ['America/New_York', 'Asia/Tokyo'].flatMap((timeZone) =>
      [true, false].flatMap((all_day) => [1, 33].map((days) => ({ timeZone, all_day, days }))),
    ),
  )('%j: an event that begins with the month is its first', async ({ timeZone, all_day, days }) => {
    const first = Date.UTC(2026, 2);
    const start = all_day ? first : knownZone(timeZone).startOfDay(first);
    const iso = (at: number) => new Date(at).toISOString();
    const later = '2026-03-20T12:00:00Z';
    await insertEvents(database, [
      { id: 1, starts_at: iso(start), ends_at: iso(start + days * DAY), all_day },
      { id: 2, starts_at: later, ends_at: later },
    ]);
    expect(await store.example(new Date(later), timeZone)).toEqual({ id: 1, month: 3, year: 2026 });
  });

  // test/testing/memory-store.test.ts tests the other cases of the example.
  test.each([8, 9, undefined])(
    'among events that begin together, the example is the first coming one or the last past one; %s lasts all day',
    async (day) => {
      const [starts_at, ends_at] = ['2027-03-01T00:00:00Z', '2027-03-02T00:00:00Z'];
      const together = [9, 8].map((id) => ({ id, starts_at, ends_at, all_day: id === day }));
      await insertEvents(database, together);
      expect(await store.example(new Date('2026-01-01T00:00:00Z'), 'UTC')).toMatchObject({ id: 8 });
      expect(await store.example(new Date('2030-01-01T00:00:00Z'), 'UTC')).toMatchObject({ id: 9 });
    },
  );

  test.each([
    ['Asia/Tokyo', '9999-12-31T20:00:00Z'],
    ['America/New_York', '0001-01-01T02:00:00Z'],
  ])('an event in a year of %s that no call can query is never the example', async (timeZone, at) => {
    await insertEvents(database, [{ id: 1, starts_at: at, ends_at: at }]);
    expect(await store.example(new Date('2026-01-01T00:00:00Z'), timeZone)).toBeUndefined();
  });
});

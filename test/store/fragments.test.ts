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

  test('a timed event is the exact bytes of JSON', async () => {
    await insertEvents(database, [
      {
        ...PLAIN,
        id: 7,
        title: 'A "quoted" \\ title/ü😀',
        description: 'one\ntwo\tthree <b>&amp;</b>',
        location: "O'Hare",
        url: 'https://example.org/?a=1&b=2',
        category: 'x]]>y',
      },
    ]);
    expect((await store.eventJson(7)).value).toBe(
      String.raw`{"id":7,"title":"A \"quoted\" \\ title/ü😀","description":"one\ntwo\tthree <b>&amp;</b>","location":"O'Hare","url":"https://example.org/?a=1&b=2","category":"x]]>y","start":"2026-03-01T09:00:00Z","end":"2026-03-01T10:30:00Z","allDay":false}`,
    );
  });

  test('an all-day event has dates, the end exclusive', async () => {
    await insertEvents(database, [
      { id: 8, starts_at: '2026-03-01T00:00Z', ends_at: '2026-03-03T00:00Z', all_day: true },
    ]);
    expect((await store.eventJson(8)).value).toContain(
      '"start":"2026-03-01","end":"2026-03-03","allDay":true}',
    );
  });

  test.each([
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
    ['0999-12-31T23:59:59.001Z', '0999-12-31T23:59:59.001Z'],
    ['1969-12-31T23:59:59.5Z', '1969-12-31T23:59:59.500Z'],
    ['2026-03-01T10:00:00.01+02:00', '2026-03-01T08:00:00.010Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('the instant %s is written %s', async (given, written) => {
    await insertEvents(database, [{ id: 1, starts_at: given, ends_at: given }]);
    expect(JSON.parse((await store.eventJson(1)).value ?? '')).toMatchObject({
      start: written,
      end: written,
    });
  });

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
});

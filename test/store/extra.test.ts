import { ROW_FIELDS, type RowField } from '../../src/formats/event';
import type { Database } from '../../src/store/database';
import { type Selection, Store } from '../../src/store/event-store';
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

  const rowsOf = async (selection: Selection, fields?: readonly RowField[]) => [
    ...((await store.packedList(selection, fields)) ?? []),
  ];

  const rowOf = async (...question: Parameters<Store['packedEvent']>) => {
    const [row] = (await store.packedEvent(...question)) ?? [];
    return row;
  };

  test('extra fields come with the rows when they are asked for, their names and values as they came', async () => {
    const extra = { 'Dr. Who?': ['a', { b: null }], n: 1.5, ünïcode: 'x\u0001\n"', __proto: true };
    await insertEvents(database, [{ ...EVENT, extra }]);
    expect((await rowOf(1, 'UTC'))?.extra).toEqual(extra);
    expect(await rowsOf(MARCH, ['extra'])).toMatchObject([{ id: 1, extra }]);
    expect(await rowOf(1, 'UTC', ['title'])).toMatchObject({ extra: {} });
  });

  test.each<[Record<string, unknown>]>([[{}], [{ '': '' }], [{ a: null }], [{ a: {} }]])(
    'the smallest extra fields come too: %j',
    async (extra) => {
      await insertEvents(database, [{ ...EVENT, extra }]);
      expect(await rowsOf(MARCH, ['extra'])).toMatchObject([{ id: 1 }]);
      expect((await rowsOf(MARCH, ['extra']))[0]?.extra).toEqual(extra);
      expect((await rowOf(1, 'UTC'))?.extra).toEqual(extra);
    },
  );

  test.each(ROW_FIELDS.map((field) => [field] as const))(
    '%s is answered alone as among all',
    async (field) => {
      const extra = { a: 'x\u001fy' };
      await insertEvents(database, [
        { ...EVENT, title: 'a,b', description: '\n\t"', location: '', extra },
        {
          ...EVENT,
          id: 2,
          starts_at: '2026-03-29T00:00:00Z',
          ends_at: '2026-04-01T00:00:00Z',
          all_day: true,
        },
      ]);
      const selection = { ...MARCH, timeZone: 'Europe/Berlin' };
      const whole = await rowsOf(selection);
      expect(whole.map(({ id }) => id)).toEqual([1, 2]);
      expect((await rowsOf(selection, [field])).map((row) => row[field])).toEqual(
        whole.map((row) => row[field]),
      );
      expect((await rowOf(2, 'Europe/Berlin', [field]))?.[field]).toEqual(whole[1]?.[field]);
    },
  );

  test('a text that begins with a byte order mark keeps it', async () => {
    const texts = { title: '\uFEFFa', description: '\uFEFF', location: '\uFEFF\uFEFFb', category: ':c' };
    await insertEvents(database, [{ ...EVENT, ...texts }]);
    expect(await rowOf(1, 'UTC')).toMatchObject({ ...texts, url: '' });
    expect(await rowsOf(MARCH)).toMatchObject([texts]);
  });

  test('an event without extra fields has none, and the default formats never show any', async () => {
    await insertEvents(database, [EVENT, { ...EVENT, id: 2, extra: { organizer: 'Ann' } }]);
    expect((await rowOf(1, 'UTC'))?.extra).toEqual({});
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

/** For every query the store in memory returns the same as Postgres. */

import type { EventRow } from '../../src/formats/event';
import * as formatted from '../../src/formats/event';
import { FIELD_NAMES } from '../../src/formats/event-fields';
import { knownZone } from '../../src/lib/time/zones';
import type { Database } from '../../src/store/database';
import { type Selection, Store } from '../../src/store/event-store';
import { loadEvents } from '../../src/testing/events/base-events';
import { MemoryStore } from '../../src/testing/events/memory-store';
import { BAD_DAYS } from '../data/bad-days';
import { usePostgres } from '../support/databases';
import { insertEvents } from '../support/insert-events';
import { Random } from '../support/random';
import { MARCH } from './support';

const FIRST = Date.parse('0001-01-01T00:00:00Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const random = new Random(20_261_121);

const ZONES = ['America/New_York', 'Asia/Kathmandu', 'Pacific/Apia'];

/**
 * Makes events that begin at the UTC midnight of each bad day, or a millisecond, an hour or a day before or after it.
 */
function someEvents() {
  const lengths = [0, 1, HOUR, DAY, 32 * DAY, 32 * DAY + 1, 400 * DAY];
  const edges = [0, 1, -1, HOUR, -HOUR, 26 * HOUR, -26 * HOUR];
  const days = [...new Set(BAD_DAYS.map(([, day]) => Date.parse(`${day}T00:00:00Z`)))];
  const timed = days.flatMap((day) =>
    edges.map((edge) => ({ start: day + edge, length: random.pick(lengths), allDay: false })),
  );
  const allDay = days.flatMap((day) =>
    [-1, 0, 1].map((shift) => ({
      start: day + shift * DAY,
      // If a zone skips the day, an event on this day has no length.
      length: (shift === 0 ? 1 : random.pick([1, 1, 2, 31, 32, 33, 400])) * DAY,
      allDay: true,
    })),
  );
  return [...timed, ...allDay]
    .filter(({ start, length }) => start >= FIRST && start + length < Date.UTC(10_000, 0))
    .map(({ start, length, allDay: all_day }, index) => ({
      id: index + 1,
      title: random.pick(['plain', 'a "b" \\ c\n\td', '<b>&amp;</b> ]]>', 'é\u{1F600}\u2028\u007f', '/']),
      location: random.pick(['', ' x ']),
      starts_at: new Date(start).toISOString(),
      ends_at: new Date(start + length).toISOString(),
      all_day,
      extra: index % 7 === 0 ? { 'a b': [index, null], ü: '"' } : {},
    }));
}

const EVENTS = someEvents();

/** A row without extra fields may have no member `extra`, or {}. */
const withExtra = (row: EventRow) => ({ extra: {}, ...row });

const engine = usePostgres();
let database: Database;
let stored: Store;
let memory: MemoryStore;

beforeAll(async () => {
  database = await engine.open();
  await insertEvents(database, EVENTS);
  stored = new Store(database);
  memory = await loadEvents(stored);
});
afterAll(() => database.close());

async function bothList(selection: Selection): Promise<void> {
  expect((await memory.listJson(selection)).value).toBe((await stored.listJson(selection)).value);
}

async function bothAnswer(selection: Selection): Promise<void> {
  await bothList(selection);
  const { value: fromMemory } = await memory.list(selection);
  const { value: fromStore } = await stored.list(selection);
  expect(fromMemory?.map(withExtra)).toEqual(fromStore?.map(withExtra));
  expect(fromMemory === undefined).toBe(fromStore === undefined);
}

test('the event that the pages propose is the same around every border of months, in every zone', async () => {
  const months = [...new Set(BAD_DAYS.map(([, day]) => day.slice(0, 7)))].filter((month) => month > '1900');
  for (const zone of ['UTC', 'America/New_York', 'Pacific/Auckland']) {
    for (const month of months) {
      for (const shift of [-14 * HOUR, 0, 14 * HOUR]) {
        const now = new Date(Date.parse(`${month}-01T00:00:00Z`) + shift);
        const [fromMemory, fromStore] = [await memory.example(now, zone), await stored.example(now, zone)];
        expect({ zone, now, found: fromMemory }).toEqual({ zone, now, found: fromStore });
      }
    }
  }
  const past = new MemoryStore(MARCH);
  expect(await past.example(new Date('2027-01-01'), 'UTC')).toEqual({ id: 3, month: 3, year: 2026 });
});

test('an event is the same as JSON and as a row, with its extra fields', async () => {
  for (const { id } of EVENTS.slice(0, 40)) {
    expect((await memory.eventJson(id)).value).toBe((await stored.eventJson(id)).value);
    const [row, other] = [(await memory.event(id)).value, (await stored.event(id)).value];
    expect(row && withExtra(row)).toEqual(other && withExtra(other));
    expect(Object.keys(row ?? {})).toEqual(expect.arrayContaining([...FIELD_NAMES]));
  }
  expect((await memory.eventJson(0)).value).toBeUndefined();
  expect((await memory.event(0)).value).toBeUndefined();
});

test.each(BAD_DAYS.map(([zone, day, what]) => ({ zone, day, what })))(
  'in $zone on $day ($what), ranges and months hold the same events in the same order',
  async ({ zone: timeZone, day }) => {
    const midnight = Date.parse(`${day}T00:00:00Z`);
    const edges = [-26, -14, -1, 0, 1, 11, 12, 26].map((hours) => midnight + hours * HOUR);
    for (const from of edges) {
      for (const length of [0, 1, HOUR, DAY, 40 * DAY]) {
        await bothList({ span: { from, to: from + length }, timeZone, limit: 10_000 });
      }
    }
    const [year, month] = day.split('-').map(Number);
    await bothAnswer({ span: { year: Number(year), month: Number(month) }, timeZone, limit: 10_000 });
  },
);

test('ranges beyond the first and the last year hold the same events', async () => {
  for (const [from, to] of [
    [-1e15, 1e15],
    [-1e15, FIRST],
    [Date.UTC(10_000, 0), 1e15],
  ] as const) {
    await bothAnswer({ span: { from, to }, timeZone: 'Pacific/Guam', limit: 10_000 });
  }
  await bothAnswer({ span: { year: 9999, month: 12 }, timeZone: 'Pacific/Kiritimati', limit: 10_000 });
  await bothAnswer({ span: { year: 1, month: 1 }, timeZone: 'America/New_York', limit: 10_000 });
});

test('the JSON of an event is made once, although each list contains it again', async () => {
  const made = jest.spyOn(formatted as Readonly<Record<string, unknown>>, 'eventJson', 'get');
  const store = new MemoryStore(MARCH.map((row) => ({ ...row })));
  const march = { span: { month: 3, year: 2026 }, timeZone: 'UTC', limit: MARCH.length };
  for (let call = 0; call < 2; call++) expect((await store.listJson(march)).value).toContain('"id":1');
  expect(made).toHaveBeenCalledTimes(MARCH.length);
});

test('a list may hold as many events as its limit, and not one more', async () => {
  const span = { from: -1e15, to: 1e15 };
  const count = EVENTS.length;
  for (const limit of [count, count - 1]) {
    const selection = { span, timeZone: 'UTC', limit };
    expect((await memory.listJson(selection)).value !== undefined).toBe(limit === count);
    await bothAnswer(selection);
  }
});

test.each(ZONES)(
  'in %s ranges that begin or end exactly with an event hold the same events',
  async (timeZone) => {
    const { startOfDay } = knownZone(timeZone);
    const edges = [...memory]
      // The zone matters only to events of whole days.
      .filter(({ allDay }) => allDay || timeZone === ZONES[0])
      .flatMap(({ start, end, allDay }) => [start, end].map((time) => (allDay ? startOfDay(time) : time)));
    for (const from of new Set(edges.flatMap((edge) => [edge - 1, edge]))) {
      await bothList({ span: { from, to: from + 1 }, timeZone, limit: 10_000 });
    }
  },
);

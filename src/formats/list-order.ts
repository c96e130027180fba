/** Orders the events of a list, and writes a list without events, as a format file says. */
import type { Clock } from '../lib/time/clock';
import type { FormatDocument } from './document';
import type { EventRow } from './event';

type Rows = readonly EventRow[];

/** Each function gets the events as the store orders them: by start, then id. */
const ORDERS = {
  start: (rows: Rows) => rows,
  id: (rows: Rows) => rows.toSorted((one, other) => one.id - other.id),
  '-start': (rows: Rows) => rows.toReversed(),
  '-id': (rows: Rows) => rows.toSorted((one, other) => other.id - one.id),
} as const;

type ListOrder = keyof typeof ORDERS;

const NAMES = Object.keys(ORDERS) as readonly ListOrder[];

/**
 * Returns a function that writes lists by the members `order` and `empty` of a format file.
 * @param write writes rows in the given order
 */
export function listWriter(file: FormatDocument, write: (rows: Rows) => string): (rows: Rows) => string {
  const order = file.value('order', NAMES.join(', '), (text) => NAMES.some((one) => one === text));
  const empty = file.value('empty');
  const ordered = ORDERS[NAMES.find((one) => one === order) ?? 'start'];
  return (rows) => (rows.length === 0 && empty !== undefined ? empty : write(ordered(rows)));
}

/** Sorts events like the store: by the instant at which they begin, then by id. */
export function asStored(rows: Rows, { startOfDay }: Clock): Rows {
  const beginOf = ({ allDay, start }: EventRow) => (allDay ? startOfDay(start) : start);
  return rows.toSorted((one, other) => beginOf(one) - beginOf(other) || one.id - other.id);
}

/** Returns the order in which all lists are sorted, or `undefined` if no order fits all of them. */
export function orderIn(lists: readonly Rows[], clock: Clock): ListOrder | undefined {
  const stored = lists.map((rows) => asStored(rows, clock));
  return NAMES.find((name) =>
    lists.every((rows, index) => {
      const ordered = ORDERS[name](stored[index] ?? []);
      return rows.every((row, place) => row === ordered[place]);
    }),
  );
}

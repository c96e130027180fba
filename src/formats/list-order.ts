/** Orders the events of a list, and writes a list without events, as a format file says. */
import type { TimeZone } from '../lib/time/zones';
import type { FormatDocument } from './document';
import type { EventRow } from './event';

type Rows = readonly EventRow[];

/**
 * Maps the name of each order to the function that sorts events. Its parameter has the events in the order of the
 * store: by start, then id.
 */
const ORDERS: ReadonlyMap<string, (rows: Rows) => Rows> = new Map([
  ['start', (rows) => rows],
  ['id', (rows) => rows.toSorted((one, other) => one.id - other.id)],
  ['-start', (rows) => rows.toReversed()],
  ['-id', (rows) => rows.toSorted((one, other) => other.id - one.id)],
]);

const ALLOWED = [...ORDERS.keys()].join(', ');

/**
 * Returns a function that writes lists by the members `order` and `empty` of a format file.
 * @param write writes rows in the given order
 */
export function listWriter(
  file: FormatDocument,
  write: (rows: Rows) => string,
): (rows: Rows) => string | null {
  const order = file.value('order', ALLOWED, (text) => ORDERS.has(text));
  const ordered = ORDERS.get(order ?? 'start');
  const empty = file.isNull('empty') ? null : file.value('empty', 'a text or null');
  return (rows) => (rows.length === 0 && empty !== undefined ? empty : write(ordered?.(rows) ?? rows));
}

/** Sorts events like the store: by the instant at which they begin, then by id. */
export function sortAsStore(rows: Rows, { startOfDay }: TimeZone): Rows {
  const beginOf = ({ allDay, start }: EventRow) => (allDay ? startOfDay(start) : start);
  return rows.toSorted((one, other) => beginOf(one) - beginOf(other) || one.id - other.id);
}

/** Returns the orders in which all lists are sorted, the likeliest first. */
export function commonOrders(lists: readonly Rows[], zone: TimeZone): readonly string[] {
  const pairs = lists.map((rows) => ({ rows, stored: sortAsStore(rows, zone) }));
  return [...ORDERS].flatMap(([name, ordered]) =>
    pairs.every(({ rows, stored }) => ordered(stored).every((row, place) => row === rows[place])) ? name : [],
  );
}

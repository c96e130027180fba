/** Orders the events of a list as the old service does. */
import type { Clock } from '../lib/time/clock';
import { type Problems, quotedText } from './document';
import type { EventRow } from './event';

type Rows = readonly EventRow[];

/** Each function gets the events as the store orders them: by start, then id. */
const ORDERS = {
  start: (rows: Rows) => rows,
  id: (rows: Rows) => rows.toSorted((one, other) => one.id - other.id),
  '-start': (rows: Rows) => rows.toReversed(),
  '-id': (rows: Rows) => rows.toSorted((one, other) => other.id - one.id),
} as const;

export type ListOrder = keyof typeof ORDERS;

const NAMES = Object.keys(ORDERS) as readonly ListOrder[];

/** @param name the member of a format file */
export function listOrder(name: string | undefined, problems: Problems): (rows: Rows) => Rows {
  const known = NAMES.find((one) => one === (name ?? 'start'));
  if (known !== undefined) return ORDERS[known];
  problems.add('order', `must be ${NAMES.join(', ')}, not ${quotedText(name ?? '')}.`);
  return ORDERS.start;
}

/** Returns the order that all lists have, or `undefined` if there is none. */
export function orderIn(lists: readonly Rows[], { startOfDay }: Clock): ListOrder | undefined {
  const beginOf = ({ allDay, start }: EventRow) => (allDay ? startOfDay(start) : start);
  const stored = lists.map((rows) =>
    rows.toSorted((one, other) => beginOf(one) - beginOf(other) || one.id - other.id),
  );
  return NAMES.find((name) =>
    lists.every((rows, index) => {
      const ordered = ORDERS[name](stored[index] ?? []);
      return rows.every((row, place) => row === ordered[place]);
    }),
  );
}

import { type EventValues, FIELD_NAMES } from '../../event/fields';
import type { EventStore } from '../../store/event-store';
import { DAY, utcMidnight } from '../../time/dates';
import { Problem } from '../problem';
import { EventSet, StoredEvent } from './event-set';

/** As many events as a space may hold. */
export const MAX_EVENTS = 100_000;

const ALWAYS = { from: utcMidnight(1, 1) - 2 * DAY, to: utcMidnight(10_000, 1) + 2 * DAY };

/**
 * Everything that a store holds, read through the questions that the service asks.
 * @throws Problem for more than a space may hold
 */
export async function loadEvents(store: EventStore): Promise<EventSet> {
  const rows = await store.list({ span: ALWAYS, timeZone: 'UTC', limit: MAX_EVENTS });
  if (rows === undefined) throw tooManyEvents('The store holds');
  const events = Array.from(rows, (row) => {
    // The one cast: Object.fromEntries forgets which names it was given.
    const values = Object.fromEntries(FIELD_NAMES.map((field) => [field, row[field]])) as EventValues;
    return new StoredEvent(values, row.extra);
  });
  return new EventSet(events.sort((a, b) => a.values.id - b.values.id));
}

/** @param who `The store holds` */
export function tooManyEvents(who: string): Problem {
  return new Problem(
    'too-large',
    `${who} more than ${MAX_EVENTS} events, which is as many as a space may have.`,
  );
}

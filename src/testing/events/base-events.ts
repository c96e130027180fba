import { type EventValues, FIELD_NAMES } from '../../formats/event-fields';
import type { CancelSignal } from '../../lib/cancel-signal';
import { DAY, utcMidnight } from '../../lib/time/dates';
import type { EventStore } from '../../store/event-store';
import type { Example } from '../../store/queries/select-example';
import { SingleFlight } from '../../store/single-flight';
import { Problem } from '../problem';
import { EventSet, StoredEvent } from './event-set';

/** The store that spaces read until they are written to: the service's own, or events in memory. */
export interface BaseStore extends EventStore {
  /** An event of this month, else the next one, else the last; its month is one of the zone's calendar. */
  example(now: Date, timeZone: string): Promise<Example | undefined>;
  for(signal: CancelSignal): BaseStore;
  /** A version of the events, which changes with them; `undefined` where the store knows none. */
  state?(): Promise<string | undefined>;
}

/** The store's events, read once for each version of them and shared by all spaces that begin with them. */
export class BaseEvents {
  readonly #reading = new SingleFlight(() => this.#read());
  #known: { readonly state: string; readonly events: EventSet } | undefined;

  constructor(readonly store: BaseStore) {}

  /** Nothing older than what the store held when it was called. */
  load(): Promise<EventSet> {
    return this.#reading.next();
  }

  async #read(): Promise<EventSet> {
    // Asked before the events are read: what changes in between makes them newer than their state, never older.
    const state = await this.store.state?.();
    if (state !== undefined && state === this.#known?.state) return this.#known.events;
    const events = await loadEvents(this.store);
    this.#known = state === undefined ? undefined : { state, events };
    return events;
  }
}

/** As many events as a space may hold. */
export const MAX_EVENTS = 100_000;

/** Every event is in it: those of the years 1 to 9999, all-day ones in any zone. */
export const ALWAYS = { from: utcMidnight(1, 1) - 2 * DAY, to: utcMidnight(10_000, 1) + 2 * DAY };

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

import { type EventValues, FIELD_NAMES } from '../../formats/event-fields';
import { DAY, utcMidnight } from '../../lib/time/dates';
import type { EventStore } from '../../store/event-store';
import { SingleFlight } from '../../store/single-flight';
import { Problem } from '../problem';
import { EventSet, StoredEvent } from './event-set';

/** A space reads this store until its events are changed. It is the service's own store, or one in memory. */
export interface BaseStore extends EventStore {
  /** Returns a version that changes with the events, or `undefined` if the store has no version. */
  state(): Promise<string | undefined>;
}

/** Reads the store's events once for each version, for all spaces that begin with these events. */
export class BaseEvents {
  readonly #reading = new SingleFlight(() => this.#read());
  #known: { readonly state: string; readonly events: EventSet } | undefined;

  constructor(readonly store: BaseStore) {}

  /** Returns events that are at least as new as the call. */
  load(): Promise<EventSet> {
    return this.#reading.next();
  }

  async #read(): Promise<EventSet> {
    // The version is read first. If events change after that, they are newer than their version and are read again.
    const state = await this.store.state();
    if (state !== undefined && state === this.#known?.state) return this.#known.events;
    const events = await loadEvents(this.store);
    this.#known = state === undefined ? undefined : { state, events };
    return events;
  }
}

/** One space may have this many events. */
export const MAX_EVENTS = 100_000;

/** This range includes all events of the years 1 to 9999, also all-day events in any zone. */
export const ALWAYS = { from: utcMidnight(1, 1) - 2 * DAY, to: utcMidnight(10_000, 1) + 2 * DAY };

/**
 * Reads all events of a store with the queries of the service.
 * @throws Problem if there are more events than a space may have
 */
export async function loadEvents(store: EventStore): Promise<EventSet> {
  const { value: rows } = await store.list({ span: ALWAYS, timeZone: 'UTC', limit: MAX_EVENTS });
  if (rows === undefined) throw tooManyEvents('The store holds');
  const events = Array.from(rows, (row) => {
    // The type of Object.fromEntries has no names, so a cast restores them.
    const values = Object.fromEntries(FIELD_NAMES.map((field) => [field, row[field]])) as EventValues;
    return new StoredEvent(values, row.extra);
  });
  return new EventSet(events.sort((a, b) => a.values.id - b.values.id));
}

/** @param who the beginning of the sentence, such as `The store holds` */
export function tooManyEvents(who: string): Problem {
  return new Problem(
    'too-large',
    `${who} more than ${MAX_EVENTS} events, which is as many as a space may have.`,
  );
}

import type { EventStore } from '../../store/event-store';
import { SingleFlight } from '../../store/single-flight';
import { Problem } from '../problem';
import { MemoryStore } from './memory-store';

/**
 * A space reads this store until its events are changed. The store is the service's own store, or a store in memory.
 */
export interface BaseStore extends EventStore {
  /** Returns a text that changes with the events, or `undefined` if the store has no text for their state. */
  state(): Promise<string | undefined>;
}

/** Reads the store's events once for each state, for all spaces that begin with these events. */
export class BaseEvents {
  readonly #reading = new SingleFlight(() => this.#read());
  #known: { readonly state: string; readonly events: MemoryStore } | undefined;

  constructor(readonly store: BaseStore) {}

  /** Returns events that are at least as new as the call. */
  load(): Promise<MemoryStore> {
    return this.#reading.next();
  }

  async #read(): Promise<MemoryStore> {
    // The state is read first. If events change after that, they are newer than their state and are read again.
    const state = await this.store.state();
    if (state !== undefined && state === this.#known?.state) return this.#known.events;
    const events = await loadEvents(this.store);
    this.#known = state === undefined ? undefined : { state, events };
    return events;
  }
}

export const MAX_SPACE_EVENTS = 100_000;

const ALWAYS = { from: -Infinity, to: Infinity };

/**
 * Reads all events of a store with the queries of the service.
 * @throws Problem if there are more events than a space may have
 */
export async function loadEvents(store: EventStore): Promise<MemoryStore> {
  const { value: rows } = await store.list({ span: ALWAYS, timeZone: 'UTC', limit: MAX_SPACE_EVENTS });
  if (rows === undefined) throw tooManyEvents('The store holds');
  // A row without extra fields has an empty object here, so that an import can compare it with an event.
  return new MemoryStore(rows.map((row) => ({ extra: {}, ...row })));
}

/**
 * Returns the problem that there are too many events.
 * @param who the beginning of the sentence, such as `The store holds`
 */
export function tooManyEvents(who: string): Problem {
  return new Problem('too-large', `${who} more than ${MAX_SPACE_EVENTS} events, the maximum of a space.`);
}

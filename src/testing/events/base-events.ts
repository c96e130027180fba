import type { EventStore } from '../../store/event-store';
import type { Example } from '../../store/queries/select-example';
import { SharedWork } from '../../store/shared-work';
import type { GoneSignal } from '../../work/gone-signal';
import type { EventSet } from './event-set';
import { loadEvents } from './load';

/** What spaces read until they are written to: the service's store, or events in memory. */
export interface BaseStore extends EventStore {
  /** An event of this month, else the next one, else the last; its month is one of the zone's calendar. */
  example(now: Date, timeZone: string): Promise<Example | undefined>;
  for?(signal: GoneSignal): BaseStore;
  /** What is the same only while the events are; `undefined` where that is not known. */
  state?(): Promise<string | undefined>;
}

/** What the store holds: read once for all who write to their spaces while it is the same, and shared by them. */
export class BaseEvents {
  readonly #reading = new SharedWork(() => this.#read());
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

import type { EventStore } from '../../store/event-store';
import type { EventSet } from './event-set';
import { loadEvents } from './load';

/** What spaces read until they are written to: the service's store, or events in memory. */
export interface BaseStore extends EventStore {
  /** An event of this month, else the next one, else the last; its month is one of the zone's calendar. */
  example(now: Date, timeZone: string): Promise<Example | undefined>;
}

export interface Example {
  readonly id: number;
  readonly month: number;
  readonly year: number;
}

/** What the store holds, read once for all who write to their spaces at the same time. */
export class BaseEvents {
  #loading: Promise<EventSet> | undefined;

  /** @param isOwn nobody else can write to the store, so that what was read stays right */
  constructor(
    readonly store: BaseStore,
    private readonly isOwn: boolean,
  ) {}

  async load(): Promise<EventSet> {
    this.#loading ??= loadEvents(this.store);
    try {
      const events = await this.#loading;
      if (!this.isOwn) this.#loading = undefined;
      return events;
    } catch (error) {
      this.#loading = undefined;
      throw error;
    }
  }
}

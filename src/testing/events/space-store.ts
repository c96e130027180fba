import type { EventRow } from '../../formats/event';
import type { Answer } from '../../store/answers';
import type { EventStore, Selection } from '../../store/event-store';
import type { Example } from '../../store/queries/select-example';
import type { GoneSignal } from '../../work/gone-signal';
import type { BaseStore } from './base-events';
import type { EventSet } from './event-set';
import { MemoryStore } from './memory-store';
import type { Midnights } from './midnights';

/** What a space serves: the service's own store until the space is written to, then events in memory. */
export class SpaceStore implements BaseStore {
  #events: EventSet | undefined;
  #current: BaseStore;

  /** @param events `undefined`: never written to */
  constructor(
    private readonly base: BaseStore,
    private readonly midnights: Midnights,
    events: EventSet | undefined,
  ) {
    this.#current = base;
    this.events = events;
  }

  get events(): EventSet | undefined {
    return this.#events;
  }

  set events(events: EventSet | undefined) {
    this.#events = events;
    this.#current = events === undefined ? this.base : new MemoryStore(events, this.midnights);
  }

  for(signal: GoneSignal): BaseStore {
    return this.#current.for?.(signal) ?? this.#current;
  }

  remembered(owner: object, name: string, ask: (store: EventStore) => Promise<Answer>): Promise<Answer> {
    return this.#current.remembered?.(owner, name, ask) ?? ask(this.#current);
  }

  example(now: Date, timeZone: string): Promise<Example | undefined> {
    return this.#current.example(now, timeZone);
  }

  eventJson(id: number): Promise<string | undefined> {
    return this.#current.eventJson(id);
  }

  event(id: number): Promise<EventRow | undefined> {
    return this.#current.event(id);
  }

  listJson(selection: Selection): Promise<string | undefined> {
    return this.#current.listJson(selection);
  }

  list(selection: Selection): Promise<readonly EventRow[] | undefined> {
    return this.#current.list(selection);
  }
}

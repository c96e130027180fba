import type { Express, Request, Response } from 'express';
import { createApp } from '../app';
import { storeServices } from '../app/event-service';
import type { Config } from '../config';
import type { EventsService } from '../contract/operations';
import { openFormats } from '../formats/open';
import type { Observe } from '../ops/observations';
import type { MemoryBudget } from '../server/memory-budget';
import type { BaseEvents, BaseStore } from './events/base-events';
import type { EventSet } from './events/event-set';
import { type Clocks, MemoryStore } from './events/memory-store';
import { createInterceptor, watchBodies } from './exchange/exchange';
import { Journal } from './journal/journal';
import type { TestMemory } from './memory';
import { Problem } from './problem';
import { Rules } from './rules/rules';

/** Parts that all spaces of a process share. */
export interface SharedParts {
  readonly base: BaseEvents;
  readonly clocks: Clocks;
  readonly memory: TestMemory;
  readonly observe: Observe;
  readonly bytes: MemoryBudget;
}

export interface SpaceOptions {
  readonly name: string;
  readonly config: Config;
  /** `undefined`: what the store holds. */
  readonly events?: EventSet | undefined;
  readonly wrap?: ((stored: EventsService) => EventsService) | undefined;
  /** Returns true for a request that another space answers. It is called first. */
  readonly divert?: (request: Request, response: Response) => boolean;
}

/** An isolated service with events, rules and a journal of its own. */
export class Space {
  readonly name: string;
  readonly config: Config;
  readonly rules: Rules;
  readonly journal: Journal;
  /** Its own events; `undefined` while it serves what the service's store holds. */
  #events: EventSet | undefined;
  #store: BaseStore;
  readonly #shared: SharedParts;
  readonly #divert: SpaceOptions['divert'];
  readonly #wrap: SpaceOptions['wrap'];
  #isEnded = false;
  #app: Express | undefined;
  #writing: Promise<unknown> = Promise.resolve();

  constructor({ name, config, events, divert, wrap }: SpaceOptions, shared: SharedParts) {
    this.name = name;
    this.config = config;
    this.rules = new Rules(shared.memory);
    this.journal = new Journal(shared.memory);
    if (events !== undefined) shared.memory.hold(events, events.bytes);
    this.#shared = shared;
    this.#events = events;
    this.#store = this.#openStore();
    this.#divert = divert;
    this.#wrap = wrap;
  }

  /** The application that serves it, made when it is asked. @throws FormatError */
  get app(): Express {
    this.#app ??= this.#createApp();
    return this.#app;
  }

  /** Drops the application, which takes most of a space's memory. The next request makes another. */
  rest(): void {
    this.#app = undefined;
  }

  get ownEvents(): EventSet | undefined {
    return this.#events;
  }

  /** The events that it serves, read from the store where it has none of its own. */
  events(): Promise<EventSet> {
    return this.#events === undefined ? this.#shared.base.load() : Promise.resolve(this.#events);
  }

  /** Changes the events, one change at a time. If `change` throws, they stay as they are. */
  write<Result>(change: (before: EventSet) => Promise<readonly [EventSet, Result]>): Promise<Result> {
    const written = this.#writing.then(async () => {
      const [after, result] = await change(await this.events());
      this.#hold(after);
      return result;
    });
    this.#writing = written.catch(() => {});
    return written;
  }

  end(): void {
    this.journal.close();
    this.rules.clear();
    this.#isEnded = true;
    if (this.ownEvents !== undefined) this.#shared.memory.release(this.ownEvents);
  }

  /** @throws Problem where there is no room for them, or the space has ended meanwhile */
  #hold(events: EventSet): void {
    if (this.#isEnded) throw new Problem('gone', `The space ${JSON.stringify(this.name)} has ended.`);
    const before = this.ownEvents;
    if (events === before) return;
    this.#shared.memory.hold(events, events.bytes);
    if (before !== undefined) this.#shared.memory.release(before);
    this.#events = events;
    this.#store = this.#openStore();
  }

  #openStore(): BaseStore {
    const { base, clocks } = this.#shared;
    return this.#events === undefined ? base.store : new MemoryStore(this.#events, clocks);
  }

  #createApp(): Express {
    const { config, rules, journal } = this;
    // The events of the space may be replaced while the application runs.
    const store: Pick<BaseStore, 'for' | 'cached'> = {
      for: (signal) => this.#store.for(signal),
      cached: (owner, name, ask) => this.#store.cached(owner, name, ask),
    };
    const app = createApp({
      ...storeServices(store, config, openFormats(config), this.#wrap),
      config,
      observe: this.#shared.observe,
      bytes: this.#shared.bytes,
      interceptor: createInterceptor({ config, rules, journal, divert: this.#divert }),
    });
    watchBodies(app);
    return app;
  }
}

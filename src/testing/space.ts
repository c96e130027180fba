import type { Express, Request, Response } from 'express';
import { createApp } from '../app';
import { createStoreServices } from '../app/event-service';
import type { Config } from '../config';
import type { EventsService } from '../contract/operations';
import { openFormats } from '../formats/open';
import type { Observe } from '../ops/observations';
import type { MemoryBudget } from '../server/memory-budget';
import type { ReadOptions } from '../store/database';
import type { EventStore } from '../store/event-store';
import type { BaseEvents, BaseStore } from './events/base-events';
import { MemoryStore } from './events/memory-store';
import { createInterceptor, watchBodies } from './exchange/exchange';
import { Journal } from './journal/journal';
import type { LongAnswers } from './long-answers';
import type { TestMemory } from './memory';
import { Problem } from './problem';
import { Rules } from './rules/rules';

export interface SharedParts {
  readonly base: BaseEvents;
  readonly memory: TestMemory;
  readonly observe: Observe;
  readonly bytes: MemoryBudget;
  readonly answers: LongAnswers;
}

interface SpaceOptions {
  readonly name: string;
  readonly config: Config;
  /** These are the space's own events. If they are `undefined`, the space serves the events of the service's store. */
  readonly events?: MemoryStore | undefined;
  /** `onExpiry` is called after this many seconds. */
  readonly ttl?: number | undefined;
  readonly onExpiry?: () => void;
}

/** Only the default space has these options. */
export interface AppOptions {
  readonly wrap?: ((stored: EventsService) => EventsService) | undefined;
  /** Answers a request of another space, and returns true. Returns false for a request of the space itself. */
  readonly serveSpace?: ((request: Request, response: Response) => boolean) | undefined;
}

/** Represents an isolated service with its own events, rules and journal. */
export class Space {
  readonly name: string;
  readonly config: Config;
  /** This is the time (RFC 3339) at which the space ends by itself, or `null` if it has no end. */
  readonly expires: string | null;
  readonly rules: Rules;
  readonly journal: Journal;
  readonly answers: LongAnswers;
  readonly #shared: SharedParts;
  #events: MemoryStore | undefined;
  readonly #timer: NodeJS.Timeout | undefined;
  #isEnded = false;
  #writing: Promise<unknown> = Promise.resolve();

  constructor({ name, config, events, ttl, onExpiry = () => {} }: SpaceOptions, shared: SharedParts) {
    this.name = name;
    this.config = config;
    this.rules = new Rules(shared.memory);
    this.journal = new Journal(shared.memory);
    this.answers = shared.answers;
    if (events !== undefined) shared.memory.hold(events);
    this.#shared = shared;
    this.#events = events;
    this.expires = ttl === undefined ? null : new Date(Date.now() + ttl * 1000).toISOString();
    this.#timer = ttl === undefined ? undefined : setTimeout(onExpiry, ttl * 1000).unref();
  }

  /**
   * Creates the application that serves the space. The application takes most of the space's memory.
   * @throws FormatError if a format file of the settings can't be used
   */
  createApp({ wrap, serveSpace }: AppOptions = {}): Express {
    const { config } = this;
    // The events of the space may be replaced while the application runs.
    const current = (): BaseStore => this.#events ?? this.#shared.base.store;
    const list = <Value>(read: (events: BaseStore) => Promise<Value>, { signal }: ReadOptions = {}) => {
      const events = current();
      if (!(events instanceof MemoryStore)) return read(events);
      return this.answers.make(events.bytes, () => read(events), signal);
    };
    const store: EventStore = {
      get cache() {
        return current().cache;
      },
      eventJson: (...query) => current().eventJson(...query),
      event: (...query) => current().event(...query),
      listJson: (selection, options) => list((events) => events.listJson(selection, options), options),
      list: (selection, options) => list((events) => events.list(selection, options), options),
      example: (...query) => current().example(...query),
    };
    const app = createApp({
      ...createStoreServices(store, config, openFormats(config), this.#shared.bytes, wrap),
      config,
      observe: this.#shared.observe,
      bytes: this.#shared.bytes,
      interceptor: createInterceptor(this, serveSpace),
    });
    watchBodies(app);
    return app;
  }

  get ownEvents(): MemoryStore | undefined {
    return this.#events;
  }

  /** Returns the events of the space. They are read from the store if the space has no events of its own. */
  events(): Promise<MemoryStore> {
    return this.#events === undefined ? this.#shared.base.load() : Promise.resolve(this.#events);
  }

  /** Changes the events, one change at a time. If `change` throws, the events stay the same. */
  write<Result>(change: (before: MemoryStore) => Promise<readonly [MemoryStore, Result]>): Promise<Result> {
    const written = this.#writing.then(async () => {
      const [after, result] = await change(await this.events());
      this.#hold(after);
      return result;
    });
    this.#writing = written.catch(() => {});
    return written;
  }

  /** @throws Problem if the space has ended, because what an ended space holds would never be released */
  checkNotEnded(): void {
    if (this.#isEnded) throw new Problem('gone', `The space ${JSON.stringify(this.name)} has ended.`);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.journal.close();
    this.rules.clear();
    this.#isEnded = true;
    if (this.#events !== undefined) this.#shared.memory.release(this.#events);
  }

  /** @throws Problem if there is no memory for the events, or the space has ended in the meantime */
  #hold(events: MemoryStore): void {
    this.checkNotEnded();
    this.#shared.memory.hold(events);
    if (this.#events !== undefined) this.#shared.memory.release(this.#events);
    this.#events = events;
  }
}

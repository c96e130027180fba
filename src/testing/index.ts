/** Starts test control. `serve` loads this module only with `TEST_API=true`. */
import type { RequestListener, ServerResponse } from 'node:http';
import type { Express } from 'express';
import type { Config } from '../config';
import type { EventsService } from '../contract/operations';
import type { Observe } from '../ops/observations';
import type { MemoryBudget } from '../server/memory-budget';
import { TransferError } from '../transfer/errors';
import { defaultOptions } from '../transfer/import-options';
import { seedSources } from '../transfer/seed';
import { answerProblem, createControlApp } from './api/router';
import { BaseEvents, type BaseStore, MAX_EVENTS } from './events/base-events';
import { importIntoMemory } from './events/import';
import { MemoryStore } from './events/memory-store';
import { TestMemory } from './memory';
import { Problem } from './problem';
import { Spaces } from './spaces';

export interface TestControlOptions {
  readonly config: Config;
  /** A space serves this store until a test changes the space's events. */
  readonly store: BaseStore;
  readonly observe: Observe;
  readonly bytes: MemoryBudget;
  readonly wrap?: (stored: EventsService) => EventsService;
}

export class TestControl {
  readonly #spaces: Spaces;
  /** Answers a request of the admin port whose path begins with `/test`. */
  readonly answer: RequestListener;

  constructor(options: TestControlOptions) {
    const { config, store, observe, bytes, wrap } = options;
    const shared = { base: new BaseEvents(store), memory: new TestMemory(), observe, bytes };
    this.#spaces = new Spaces(config, shared, wrap);
    this.answer = createControlApp(this.#spaces, observe);
  }

  /** This application serves the public port: the service itself, and each space below its own path. */
  get app(): Express {
    return this.#spaces.app;
  }

  /** @param port the public port, which addresses of spaces contain if there is no PUBLIC_URL */
  listensOn(port: number): void {
    this.#spaces.port = port;
  }

  close(): void {
    this.#spaces.close();
  }
}

/**
 * Creates a store in memory and fills it from the sources in `SEED`.
 * @throws TransferError if a file can't be read or a row is refused
 */
export async function openMemoryStore(
  { seed, timeZone }: Pick<Config, 'seed' | 'timeZone'>,
  notice: (message: string) => void,
): Promise<MemoryStore> {
  if (seed.length === 0) return MemoryStore.EMPTY;
  const sources = await seedSources(seed);
  const options = { ...defaultOptions(timeZone), allowEmpty: true };
  const [events, { added }] = await importIntoMemory(MemoryStore.EMPTY, sources, options, Date.now());
  if (events.size > MAX_EVENTS) throw new TransferError(`SEED has more than ${MAX_EVENTS} events.`);
  notice(`${added} events are in memory, from ${seed.join(', ')}.`);
  return events;
}

export function refuseUntilStarted(response: ServerResponse): void {
  answerProblem(response, new Problem('starting', 'The service is starting.'));
}

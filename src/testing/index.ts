/** Starts test control. `serve` loads this module only with `TEST_API=true`. */
import http, { type RequestListener } from 'node:http';
import { type Config, loadConfig } from '../config';
import { closeAtOnce, listen } from '../ops/listen';
import { ignoreObservations } from '../ops/observations';
import { createServer } from '../server';
import { MemoryBudget } from '../server/memory-budget';
import { TransferError } from '../transfer/errors';
import { defaultOptions } from '../transfer/import-options';
import { seedSources, withSeedAdvice } from '../transfer/seed';
import { answerProblem } from './api/router';
import type { Host } from './client/start';
import { MAX_SPACE_EVENTS } from './events/base-events';
import { importIntoMemory } from './events/import';
import { MemoryStore } from './events/memory-store';
import { Problem } from './problem';
import { Spaces } from './spaces';

export { Spaces };

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
  const importing = importIntoMemory(MemoryStore.EMPTY, sources, options, Date.now());
  const [events, { added }] = await withSeedAdvice(importing);
  if (events.size > MAX_SPACE_EVENTS)
    throw new TransferError(`SEED has more than ${MAX_SPACE_EVENTS} events.`);
  notice(`${added} events are in memory, from ${seed.join(', ')}.`);
  return events;
}

export const refuseUntilStarted: RequestListener = (_request, response) =>
  answerProblem(response, new Problem('starting', 'The service is starting.'));

const FREE_PORT = { host: '127.0.0.1', port: 0, settings: { host: 'HOST', port: 'PORT' } };

/** Starts a service with test control in this process, without a database, files or a log. */
export async function startHere(): Promise<Host> {
  const observe = ignoreObservations;
  const config = loadConfig({});
  const bytes = new MemoryBudget(config.memoryBudgetBytes, observe);
  const control = new Spaces({ config, store: MemoryStore.EMPTY, observe, bytes });
  const service = createServer(control.app, config, observe);
  const operator = http.createServer(control.answer);
  // A process that forgets `close` can still end.
  for (const server of [service, operator]) server.on('connection', (socket) => socket.unref()).unref();
  const url = await listen(service, FREE_PORT, observe);
  control.listensOn(Number(new URL(url).port));
  const address = await listen(operator, FREE_PORT, observe);
  const close = async () => {
    control.close();
    await Promise.all([service, operator].map(closeAtOnce));
  };
  return { address, close };
}

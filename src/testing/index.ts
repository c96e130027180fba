/** Starts test control. `serve` loads this module only with `TEST_API=true`. */
import type { ServerResponse } from 'node:http';
import type { Config } from '../config';
import { TransferError } from '../transfer/errors';
import { defaultOptions } from '../transfer/import-options';
import { seedSources } from '../transfer/seed';
import { answerProblem } from './api/router';
import { MAX_EVENTS } from './events/base-events';
import { importIntoMemory } from './events/import';
import { MemoryStore } from './events/memory-store';
import { Problem } from './problem';

export { Spaces } from './spaces';

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

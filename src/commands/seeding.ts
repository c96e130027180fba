import type { Config } from '../config';
import type { Database } from '../store/database';
import { isEmpty } from '../store/is-empty';

/** Fills an empty store as `SEED` says. Answers a sentence about it, or `undefined` when there was nothing to do. */
export async function seedIfEmpty(
  database: Database,
  { seed: sources, timeZone }: Pick<Config, 'seed' | 'timeZone'>,
): Promise<string | undefined> {
  if (sources.length === 0 || !(await database.transaction(isEmpty))) return undefined;
  // The readers of every format: what most starts never need.
  const { seed } = require('../transfer/seed') as typeof import('../transfer/seed');
  const result = await seed(database, sources, timeZone);
  return result && `The store was empty: ${result.added} events came in from ${sources.join(', ')}.`;
}

import type { Config } from '../config';
import type { Database } from '../store/database';
import { isEmpty } from '../store/is-empty';
import { counted } from './counted';

/** Fills an empty store as `SEED` says. Answers a sentence about it, or `undefined` when there is nothing to say. */
export async function seedIfEmpty(
  database: Database,
  { seed: sources, timeZone }: Pick<Config, 'seed' | 'timeZone'>,
): Promise<string | undefined> {
  if (sources.length === 0) return undefined;
  if (!(await database.transaction(isEmpty))) return leftAside(sources);
  // The readers of every format: what most starts never need.
  const { seed } = require('../transfer/seed') as typeof import('../transfer/seed');
  const notices: string[] = [];
  const { added } = await seed(database, sources, timeZone, { notice: (sentence) => notices.push(sentence) });
  const from = sources.join(', ');
  const result =
    added === 0
      ? `The store is empty and stays so: SEED names ${from}, which holds no event`
      : `The store was empty: ${counted(added, 'event')} came in from ${from}`;
  return `${[result, ...notices].join('; ')}.`;
}

/** Files that someone named, perhaps only now, and that nobody reads; the samples are what a store has anyway. */
function leftAside(sources: readonly string[]): string | undefined {
  if (sources.every((source) => source === 'sample')) return undefined;
  return `The store holds events already, so SEED=${sources.join(',')} is left aside: it fills an empty store only, and events-query import brings events into a filled one.`;
}

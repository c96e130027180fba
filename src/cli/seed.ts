import type { Config } from '../config';
import { type Env, readEnv } from '../config/read-env';
import { pluralize } from '../lib/text/pluralize';
import type { Database } from '../store/database';
import { isEmpty } from '../store/is-empty';

/**
 * Fills an empty store as `SEED` says. Answers a sentence about it, or `undefined` when there is nothing to say.
 * @param env tells whether somebody named what the store is to be filled with
 */
export async function seedIfEmpty(
  database: Database,
  { seed: sources, timeZone }: Pick<Config, 'seed' | 'timeZone'>,
  env: Env,
): Promise<string | undefined> {
  if (sources.length === 0) return undefined;
  if (!(await database.transaction(isEmpty))) return leftAside(sources, env);
  // The readers of every format: what most starts never need.
  const { seed } = require('../transfer/seed') as typeof import('../transfer/seed');
  const notices: string[] = [];
  const { read, added } = await seed(database, sources, timeZone, {
    notice: (sentence) => notices.push(sentence),
  });
  return `${[resultOf(read, added, sources.join(', ')), ...notices].join('; ')}.`;
}

function resultOf(read: number, added: number, from: string): string {
  if (added > 0) return `The store was empty: ${pluralize(added, 'event')} came in from ${from}`;
  // Imports go one after the other; whoever came later finds the same events there.
  return read > 0
    ? `The store was being filled by another process: nothing was left to bring in from ${from}`
    : `The store is empty and stays so: SEED names ${from}, which holds no event`;
}

/** What `serve` says of a `SEED` beside a server, whose role there need not be allowed to write. */
export function seedLeftToMigrate({ seed: sources }: Pick<Config, 'seed'>): string | undefined {
  if (sources.length === 0) return undefined;
  return `SEED=${sources.join(',')} is left aside: a server's database is filled by events-query migrate, not by serve.`;
}

/** What somebody named, perhaps only now, and nobody reads. The samples that no one asked for are no news. */
function leftAside(sources: readonly string[], env: Env): string | undefined {
  if (readEnv(env, 'SEED') === undefined) return undefined;
  return `The store holds events already, so SEED=${sources.join(',')} is left aside: it fills an empty store only, and events-query import brings events into a filled one.`;
}

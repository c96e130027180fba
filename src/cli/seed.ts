import type { Config } from '../config';
import { type Env, readEnv } from '../config/read-env';
import { pluralize } from '../lib/text/messages';
import type { Database } from '../store/database';
import { hasNoEvents } from '../store/queries/expressions';
import { defaultOptions } from '../transfer/import-options';

/**
 * Fills an empty store from the sources in `SEED`.
 * @param env shows whether `SEED` was set, because a default is ignored silently
 * @returns a sentence for the user, or `undefined` if there is nothing to say
 * @throws TransferError if a file can't be read or a row is refused; the store then stays empty
 */
export async function seedIfEmpty(
  database: Database,
  { seed: sources, timeZone }: Pick<Config, 'seed' | 'timeZone'>,
  env: Env,
): Promise<string | undefined> {
  if (sources.length === 0) return undefined;
  if (!(await database.transaction(hasNoEvents))) return ignoredSeed(sources, env);
  // The modules are loaded here, because most starts don't need the importer.
  const { importEvents } = require('../transfer/import') as typeof import('../transfer/import');
  const { withSeedAdvice, seedSentence, seedSources } =
    require('../transfer/seed') as typeof import('../transfer/seed');
  const options = { ...defaultOptions(timeZone), allowEmpty: true };
  const { read, added, notes } = await withSeedAdvice(
    importEvents(database, await seedSources(sources), options),
  );
  return seedSentence([resultSentence(read, added, sources.join(', ')), ...notes].join('; '));
}

function resultSentence(read: number, added: number, from: string): string {
  if (added > 0) return `The store was empty: ${pluralize(added, 'event')} imported from ${from}`;
  // If two processes seed the store, the second import finds the same events, and changes nothing.
  return read > 0
    ? `Another process has filled the store with the events of ${from}`
    : `The store stays empty, because SEED=${from} has no events`;
}

/**
 * Returns a sentence which says that `serve` ignores `SEED` for a database on a server, because the role of `serve` may
 * have no right to write. Returns `undefined` if `SEED` names no source.
 */
export function seedIgnoredByServe({ seed: sources }: Pick<Config, 'seed'>): string | undefined {
  if (sources.length === 0) return undefined;
  return `SEED=${sources.join(',')} is ignored: serve does not fill a database on a server, but events-query migrate does.`;
}

/** Returns a sentence which says that `SEED` is ignored, or `undefined` if `SEED` was not set. */
function ignoredSeed(sources: readonly string[], env: Env): string | undefined {
  if (readEnv(env, 'SEED') === undefined) return undefined;
  return `SEED=${sources.join(',')} is ignored: SEED fills only an empty store, and this store has events. To add events, use events-query import.`;
}

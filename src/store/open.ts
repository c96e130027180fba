import type { Config } from '../config';
import type { Observe } from '../ops/observations';
import { AnswerCache } from './cache';
import type { Database } from './database';
import { lacksStore, openEmbedded } from './embedded/embedded';
import { ownerOf } from './embedded/lock';
import { NeedsOperatorError } from './errors';
import { Store } from './event-store';
import { checkMigrated, migrate, readMigrations } from './migrations';
import { checkWritable } from './permissions';
import { openPostgresReader, openPostgresWriter } from './postgres';
import type { AnswerMemory } from './read-queue';
import { waitForDatabase, waitUntilReady } from './wait-for-database';

type StoreConfig = Pick<Config, 'databaseUrl' | 'dataDir' | 'queryTimeoutMs' | 'timeZone' | 'cacheBytes'>;

/** At most this many lists may wait for the database. If the queue is full, a call is answered as busy. */
const MAX_WAITING = 1000;

interface StoreOptions {
  /** Opening is repeated for this many milliseconds while the server can't be reached or can't answer. */
  readonly waitMs?: number;
  readonly bytes?: AnswerMemory;
  readonly maxWaiting?: number;
}

/**
 * Opens the store for `serve`. An embedded store is migrated; a database on a server is only checked.
 * @throws UserError with one sentence for the user
 */
export async function openStore(
  config: StoreConfig,
  observe: Observe,
  { waitMs = 0, bytes, maxWaiting = MAX_WAITING }: StoreOptions = {},
): Promise<Store> {
  const { databaseUrl, dataDir, queryTimeoutMs, cacheBytes, timeZone } = config;
  // Nobody can repair the embedded store while this process uses it, so there is no wait.
  const deadline = performance.now() + (databaseUrl === undefined ? 0 : waitMs);
  const limits = { timeoutMs: queryTimeoutMs, maxWaiting, bytes };
  const database =
    databaseUrl === undefined
      ? await openEmbedded(dataDir, limits)
      : openPostgresReader(databaseUrl, limits, observe);
  return closedOnError(database, async () => {
    const migrations = await readMigrations();
    if (databaseUrl === undefined) {
      await migrate(database, { migrations });
    } else {
      await waitForDatabase(database, databaseUrl, { deadline, observe });
    }
    const cacheOptions = { maxBytes: cacheBytes, timeoutMs: queryTimeoutMs };
    const cache = cacheBytes === 0 ? undefined : new AnswerCache(database, cacheOptions);
    // This store reports no error, because `waitUntilReady` reports the first failed attempt.
    await waitUntilReady(new Store(database, { migrations }), timeZone, { deadline, observe });
    return new Store(database, { observe, cache, migrations });
  });
}

/**
 * Opens the database for `migrate`. The embedded store is migrated here. A database on a server may still have to be
 * migrated.
 * @throws UserError with one sentence for the user
 */
export async function openWriter(
  { databaseUrl, dataDir }: StoreConfig,
  observe: Observe,
  { waitMs = 0, purpose = 'change' }: { readonly waitMs?: number; readonly purpose?: Purpose } = {},
): Promise<Database> {
  const database =
    databaseUrl === undefined ? await openEmbedded(dataDir) : openPostgresWriter(databaseUrl, observe);
  return closedOnError(database, async () => {
    if (databaseUrl === undefined) await migrate(database);
    else {
      await waitForDatabase(database, databaseUrl, { deadline: performance.now() + waitMs, observe });
      if (purpose === 'change') await checkWritable(database);
    }
    return database;
  });
}

type Purpose = 'read' | 'change';

/**
 * Opens the database for `import` (to change it) or `export` (to read it), and checks that it is migrated.
 * @throws UserError with one sentence for the user
 */
export async function openMigrated(
  config: StoreConfig,
  observe: Observe,
  purpose: Purpose,
): Promise<Database> {
  const { databaseUrl, dataDir } = config;
  // A reader must not create a store, because a misspelt DATA_DIR would then look like a store without events.
  if (databaseUrl === undefined && purpose === 'read' && (await lacksStore(dataDir))) {
    const owner = await ownerOf(dataDir);
    throw new NeedsOperatorError(
      owner === undefined
        ? `The folder ${dataDir} has no store: set DATA_DIR to the folder that has the store.`
        : `The folder ${dataDir} has no store yet: process ${owner} is creating it, so try again in a moment.`,
    );
  }
  const database = await openWriter(config, observe, { purpose });
  return closedOnError(database, async () => {
    await checkMigrated(database);
    return database;
  });
}

async function closedOnError<T>(database: Database, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // An error of `close` is ignored, because the user needs the first error.
    await database.close().catch(() => {});
    throw error;
  }
}

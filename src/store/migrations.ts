import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '../lib/errors';
import type { Database, Session, Statement } from './database';
import { isLockTimeout, NeedsOperatorError, unwrapError } from './errors';

interface Migration {
  readonly name: string;
  readonly sha256: string;
}

interface MigrationFile extends Migration {
  readonly sql: string;
}

/** The migrations are in the order in which they run. */
export type Migrations = readonly MigrationFile[];

// The path is right from src/store and from dist/store.
const FOLDER = join(__dirname, '../../migrations');

/**
 * Returns true for a contracting migration ("expand, then contract"), which removes what the previous version reads.
 * Services of this version can run before and after a contracting migration. All other migrations only add, so that
 * services of the previous version can still run.
 */
const contracts = ({ name }: Pick<Migration, 'name'>): boolean => /^\d{4}_contract_/.test(name);

/**
 * A statement of a migration waits at most this many milliseconds for a lock. A statement that changes a table waits
 * for the transactions that read the table, such as an import, an export or a backup, and all later reads wait behind
 * the statement. So the statement waits for less time than a call, and the migration is repeated. The statement waits
 * for longer than `deadlock_timeout` (1 s), after which autovacuum releases its lock.
 */
const LOCK_TIMEOUT_MS = 2_000;
const PAUSE_MS = 1_000;
const MAX_ATTEMPTS = 20;

/** All migrating processes use this number, so that they wait for each other. Its value has no meaning. */
const ADVISORY_LOCK = 7_214_563;

/** Waits until no other process migrates. From then on others wait until this transaction ends. */
export async function lockMigration(session: Session): Promise<void> {
  await session.query(`SELECT pg_advisory_xact_lock(${ADVISORY_LOCK})::text`);
}

const APPLIED: Statement = {
  name: 'applied_migrations',
  text: 'SELECT name, sha256 FROM schema_migration ORDER BY name',
  isProbe: true,
};

/**
 * Reads the migrations in a folder, by default the program's own. A long-running process should read the migrations
 * once at its start, because an update of the program may change the files.
 */
export async function readMigrations(folder = FOLDER): Promise<Migrations> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      // Line ends are normalized, because a checkout with CRLF must have the same hashes.
      const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

export interface MigrationResult {
  readonly applied: readonly string[];
  /** These contracting migrations must wait until no service of an older version runs. */
  readonly left: readonly string[];
}

/**
 * Applies the missing migrations in one transaction. Processes that start at the same time wait for each other.
 * @param contract also applies contracting migrations, so no service of the previous version may still run
 * @throws NeedsOperatorError if the database has a migration that is edited or unknown to this program, or if another
 *   session has used its tables for a minute
 */
export async function migrate(
  database: Database,
  { migrations, contract = true }: { readonly migrations?: Migrations; readonly contract?: boolean } = {},
): Promise<MigrationResult> {
  const files = migrations ?? (await readMigrations());
  for (let attempt = 1; ; attempt++) {
    try {
      return await database.transaction((session) => applyMissing(session, files, contract));
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      if (attempt === MAX_ATTEMPTS)
        throw new NeedsOperatorError(
          'Another session of the database, such as an import, an export or a backup, has used the tables for a minute, so nothing was changed: migrate again when that session has ended.',
          { cause: error },
        );
    }
    await sleep(PAUSE_MS);
  }
}

async function applyMissing(
  session: Session,
  files: Migrations,
  contract: boolean,
): Promise<MigrationResult> {
  await lockMigration(session);
  const applied = await readApplied(session);
  const pending = pendingOf(files, applied);
  // An empty database has no services of an older version, so nothing has to wait.
  const now = contract || applied.length === 0 ? pending : pending.filter((one) => !contracts(one));
  await session.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
  for (const { name, sha256, sql } of now) {
    await session.script(sql);
    await session.query('INSERT INTO schema_migration (name, sha256) VALUES ($1, $2)', [name, sha256]);
  }
  const names = (some: Migrations) => some.map(({ name }) => name);
  return { applied: names(now), left: names(pending.filter((one) => !now.includes(one))) };
}

/**
 * Checks that the database has the program's migrations. Contracting migrations may be missing.
 * @param forService accepts additions of later versions, because services of both versions run during an upgrade; an
 *   import or an export would lose the new parts of events
 * @throws NeedsOperatorError if a migration is missing, edited, or unknown to this program
 */
export async function checkMigrated(
  database: Database,
  {
    migrations,
    forService = false,
  }: { readonly migrations?: Migrations | undefined; readonly forService?: boolean } = {},
): Promise<void> {
  const files = migrations ?? (await readMigrations());
  try {
    const pending = pendingOf(files, await database.read<Migration>(APPLIED, []), forService);
    if (!pending.every(contracts)) throw notMigrated();
  } catch (error) {
    // 42P01 undefined_table
    throw codeOf(unwrapError(error)) === '42P01' ? notMigrated() : error;
  }
}

function notMigrated(): NeedsOperatorError {
  return new NeedsOperatorError(
    'The database is not migrated to this version of the program: run events-query migrate.',
  );
}

async function readApplied(session: Session): Promise<Migration[]> {
  await session.script(
    'CREATE TABLE IF NOT EXISTS schema_migration (name text PRIMARY KEY, sha256 text NOT NULL)',
  );
  return session.query<Migration>(APPLIED.text);
}

function pendingOf(
  files: Migrations,
  applied: readonly Migration[],
  acceptsAdditions = false,
): MigrationFile[] {
  const known = new Map(files.map((file) => [file.name, file]));
  for (const { name, sha256 } of applied) {
    const file = known.get(name);
    if (file === undefined && acceptsAdditions && !contracts({ name })) continue;
    if (file === undefined)
      throw new NeedsOperatorError(
        `The database is newer than this program, which has no migration ${name}: install the newer version.`,
      );
    if (file.sha256 !== sha256)
      throw new NeedsOperatorError(
        `The migration ${name} was edited after the database was migrated with it: restore the file and add a new migration for the change.`,
      );
    known.delete(name);
  }
  return [...known.values()];
}

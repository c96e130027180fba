import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../errors';
import type { Database, Session, Statement } from './database';
import { EditedMigrationError, NewerDatabaseError, NotMigratedError, originOf } from './errors';

interface Migration {
  readonly name: string;
  readonly sha256: string;
}

interface MigrationFile extends Migration {
  readonly sql: string;
}

// From src/store and dist/store alike.
const FOLDER = join(__dirname, '../../migrations');

/** Any number, as long as every starter takes the same: they wait for each other on it. */
const ADVISORY_LOCK = 7_214_563;

const APPLIED: Statement = {
  name: 'applied_migrations',
  text: 'SELECT name, sha256 FROM schema_migration ORDER BY name',
  isProbe: true,
};

/**
 * Brings a database up to this program, in one transaction; concurrent starters wait for one another.
 * @returns the names of the migrations that were new to it
 * @throws EditedMigrationError, NewerDatabaseError
 */
export async function migrate(database: Database, folder?: string): Promise<string[]> {
  const files = await migrationsOf(folder);
  return database.transaction(async (session) => {
    await session.query(`SELECT pg_advisory_xact_lock(${ADVISORY_LOCK})::text`);
    const applied = await readApplied(session);
    const pending = pendingOf(files, applied);
    for (const { name, sha256, sql } of pending) {
      await session.script(sql);
      await session.query('INSERT INTO schema_migration (name, sha256) VALUES ($1, $2)', [name, sha256]);
    }
    return pending.map(({ name }) => name);
  });
}

/**
 * @throws NotMigratedError, EditedMigrationError, NewerDatabaseError
 */
export async function checkMigrated(database: Database, folder?: string): Promise<void> {
  const files = await migrationsOf(folder);
  try {
    if (pendingOf(files, await database.read<Migration>(APPLIED, [])).length > 0)
      throw new NotMigratedError();
  } catch (error) {
    // 42P01 undefined_table
    throw codeOf(originOf(error)) === '42P01' ? new NotMigratedError() : error;
  }
}

async function readApplied(session: Session): Promise<Migration[]> {
  await session.script(
    'CREATE TABLE IF NOT EXISTS schema_migration (name text PRIMARY KEY, sha256 text NOT NULL)',
  );
  return session.query<Migration>(APPLIED.text);
}

function pendingOf(files: readonly MigrationFile[], applied: readonly Migration[]): MigrationFile[] {
  const known = new Map(files.map((file) => [file.name, file]));
  for (const { name, sha256 } of applied) {
    const file = known.get(name);
    if (file === undefined) throw new NewerDatabaseError(name);
    if (file.sha256 !== sha256) throw new EditedMigrationError(name);
    known.delete(name);
  }
  return [...known.values()];
}

let own: readonly MigrationFile[] | undefined;

/** This program's own are those that it was started with: every probe asks for them, and reads none again. */
async function migrationsOf(folder: string | undefined): Promise<readonly MigrationFile[]> {
  if (folder !== undefined) return readMigrations(folder);
  own ??= await readMigrations(FOLDER);
  return own;
}

async function readMigrations(folder: string): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      // A checkout with CRLF line ends is not an edited file.
      const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/** Starts and stops the servers that every command of the bench needs. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { commit } from '../scripts/build';
import { databaseUrl, queryAt, startPostgres } from '../test/support/postgres';
import { stopPrograms } from '../test/support/program';
import type { OnEnd } from '../test/support/script';

/** With these sizes the speed of the disk does not affect the measurements. */
const POSTGRES_FLAGS = ['shared_buffers=512MB', 'max_wal_size=4GB'];

export interface Setup {
  /** Makes a new, empty database. @returns its URL */
  createDatabase(name: string): Promise<string>;
  readonly folder: string;
  readonly onEnd: OnEnd;
}

/**
 * Uses the server of `TEST_DATABASE_URL` or starts Postgres, and creates a folder. At the end of the command the
 * databases, the server and the folder are removed.
 */
export async function startSetup(onEnd: OnEnd): Promise<Setup> {
  const folder = mkdtempSync(path.join(tmpdir(), 'events-bench-'));
  onEnd(() => rmSync(folder, { recursive: true, force: true }));
  // A peer may run as another user than root, and must be able to read the folder.
  chmodSync(folder, 0o755);
  say('starting Postgres');
  const serverUrl = process.env.TEST_DATABASE_URL ?? (await ownServer(onEnd));
  const databases: string[] = [];
  onEnd(async () => {
    await stopPrograms();
    for (const name of databases) await queryAt(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`);
  });
  const createDatabase = async (name: string) => {
    const database = `events_bench_${process.pid}_${name}`;
    await queryAt(serverUrl, `CREATE DATABASE ${database} TEMPLATE template0 ENCODING 'UTF8'`);
    databases.push(database);
    return databaseUrl(serverUrl, database);
  };
  return { createDatabase, folder, onEnd };
}

async function ownServer(onEnd: OnEnd): Promise<string> {
  const postgres = await startPostgres({ flags: POSTGRES_FLAGS });
  onEnd(postgres.stop);
  return postgres.url;
}

export const say = (what: string): void => console.error(`${new Date().toISOString().slice(11, 19)} ${what}`);

/** Returns the name of the working tree for results. A downloaded archive of the repository has no commit. */
export const commitAtHand = (): string => commit() ?? 'unknown';

/** Finds the Postgres of the bench: `TEST_DATABASE_URL`, or one of its own. */
import { databaseUrl, queryAt, startPostgres as startOwn } from '../test/support/postgres';

/** These sizes keep the disk out of the measurements. */
const FLAGS = ['shared_buffers=512MB', 'max_wal_size=4GB'];

export interface Postgres {
  /** Makes a new, empty database. @returns its URL */
  create(name: string): Promise<string>;
  stop(): Promise<void>;
}

export async function startPostgres(): Promise<Postgres> {
  const given = process.env.TEST_DATABASE_URL;
  const own = given === undefined ? await startOwn({ flags: FLAGS }) : undefined;
  const serverUrl = given ?? own?.url ?? '';
  const made: string[] = [];
  return {
    async create(name) {
      const database = `events_bench_${process.pid}_${name}`;
      await queryAt(serverUrl, `CREATE DATABASE ${database} TEMPLATE template0 ENCODING 'UTF8'`);
      made.push(database);
      return databaseUrl(serverUrl, database);
    },
    async stop() {
      for (const database of made)
        await queryAt(serverUrl, `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
      await own?.stop();
    },
  };
}

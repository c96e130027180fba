/**
 * Runs a real Postgres for the whole run, which starts when the first test needs it. `TEST_DATABASE_URL` names a server
 * to use instead, and `TEST_POSTGRES_PACKAGE` another version. The server belongs to jest's main process. Environment
 * variables give its address to the workers.
 */
import { once } from 'node:events';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from 'pg';
import { ignoreObservations } from '../../src/ops/observations';
import { migrate } from '../../src/store/migrations';
import { openPostgresWriter } from '../../src/store/postgres';
import { freePort } from './free-port';
import { binary, databaseUrl, queryAt, startPostgres } from './postgres';

export { databaseUrl };

/** This variable contains the URL of the server. Its role may create databases. */
export const SERVER_URL = 'EVENTS_TEST_SERVER_URL';
/** This variable contains the name of a migrated, empty database, to which no client is connected. */
export const TEMPLATE = 'EVENTS_TEST_TEMPLATE';
/** A worker requests this address when it needs the server. The answer comes when the server runs. */
const STARTER_URL = 'EVENTS_TEST_STARTER_URL';
const KEPT: unique symbol = Symbol.for('events.tests.postgres');

let starter: HttpServer | undefined;
let started: Promise<() => Promise<void>> | undefined;

/**
 * Prepares the start of the server. The server starts later, because a run without database tests does not need it.
 * @throws Error if the server can't start on this machine; otherwise each file would wait a minute for it
 */
export async function offerServer(): Promise<void> {
  if (process.env.TEST_DATABASE_URL === undefined) binary('postgres');
  const port = await freePort();
  process.env[SERVER_URL] =
    process.env.TEST_DATABASE_URL ?? `postgres://postgres:password@127.0.0.1:${port}/postgres`;
  process.env[TEMPLATE] = `events_template_${process.pid}`;
  starter = createServer(async (_request, response) => {
    // Connections are used only once, because a busy process could use a connection while the other process closes it.
    response.setHeader('Connection', 'close');
    started ??= start(port);
    try {
      await started;
      response.end();
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  starter.listen(0, '127.0.0.1').unref();
  await once(starter, 'listening');
  process.env[STARTER_URL] = `http://127.0.0.1:${(starter.address() as AddressInfo).port}`;
}

export async function stopServer(): Promise<void> {
  starter?.close();
  const stop = await started;
  await stop?.();
}

/** Starts the server, unless the user has named a server. Resolves to a function that stops it. */
async function start(port: number): Promise<() => Promise<void>> {
  const isGiven = process.env.TEST_DATABASE_URL !== undefined;
  const started = isGiven ? undefined : await startPostgres({ flags: ['synchronous_commit=off'], port });
  const url = process.env[SERVER_URL] ?? '';
  const template = process.env[TEMPLATE] ?? '';
  await queryAt(url, `CREATE DATABASE ${template} TEMPLATE template0 ENCODING 'UTF8'`);
  const database = openPostgresWriter(databaseUrl(url, template), ignoreObservations);
  await migrate(database);
  await database.close();
  return async () => {
    await queryAt(url, `DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);
    await started?.stop();
  };
}

interface Connection {
  readonly client: Client;
  readonly version: number;
}

/**
 * All test files of a process share this connection, because a new connection takes 40 milliseconds of processor time.
 */
const shared: { [KEPT]?: Promise<Connection> } = Object(globalThis);

/** Connects to the server of the tests, and starts it if necessary. */
async function connectToServer(): Promise<Connection> {
  const answer = await fetch(process.env[STARTER_URL] ?? '');
  if (!answer.ok) throw new Error(await answer.text());
  const client = new Client({ connectionString: process.env[SERVER_URL] });
  client.on('error', () => {}).on('end', () => delete shared[KEPT]);
  await client.connect();
  // The connection does not prevent the end of the process, which closes it.
  (client as Client & { unref(): void }).unref();
  return { client, version: await majorVersion(client) };
}

function serverConnection(): Promise<Connection> {
  shared[KEPT] ??= connectToServer().catch((error: unknown) => {
    delete shared[KEPT];
    throw error;
  });
  return shared[KEPT];
}

/** Runs SQL on the server of the tests, or in one of its databases. */
export async function runSql(url: string, sql: string): Promise<void> {
  const { client } = await serverConnection();
  if (url === process.env[SERVER_URL]) await client.query(sql);
  else await queryAt(url, sql);
}

/** Creates a database on the server of the tests. By default it is migrated. */
export async function createDatabase(name: string, template = process.env[TEMPLATE]): Promise<void> {
  const { client, version } = await serverConnection();
  // From version 15 on, the default is another strategy, which takes three times the processor time.
  const strategy = version >= 15 ? 'STRATEGY file_copy' : '';
  await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} ENCODING 'UTF8' ${strategy}`);
}

export async function dropDatabase(name: string): Promise<void> {
  const { client } = await serverConnection();
  await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

/** @returns the major version as a number, such as 18 */
export async function majorVersion(client: Client): Promise<number> {
  const sql = "SELECT current_setting('server_version_num')::int / 10000 AS number";
  return (await client.query(sql)).rows[0].number;
}

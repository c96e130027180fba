/**
 * A real Postgres for the whole run, started when the first test needs it. It is the server of `TEST_DATABASE_URL` if
 * set, else an own one, in another version if `TEST_POSTGRES_PACKAGE` names one. It belongs to jest's main process, and
 * environment variables tell workers its address.
 */
import { once } from 'node:events';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ignoreObservations } from '../../src/ops/observations';
import { migrate } from '../../src/store/migrations';
import { openPostgresWriter } from '../../src/store/postgres';
import { freePort } from './free-port';
import { databaseUrl, queryAt, startPostgres } from './postgres';

export { databaseUrl };

/** Names the server's URL, with a role that may create databases. */
export const SERVER_URL = 'EVENTS_TEST_SERVER_URL';
/** Names a migrated, empty database that nobody is connected to. */
export const TEMPLATE = 'EVENTS_TEST_TEMPLATE';
/** Workers ask for the server at this address, which answers when the server runs. */
const STARTER_URL = 'EVENTS_TEST_STARTER_URL';

let starter: HttpServer | undefined;
let started: Promise<() => Promise<void>> | undefined;

/** Prepares the start of the server, because a start takes seconds that a run without database tests does not need. */
export async function offerServer(): Promise<void> {
  const port = await freePort();
  process.env[SERVER_URL] =
    process.env.TEST_DATABASE_URL ?? `postgres://postgres:password@127.0.0.1:${port}/postgres`;
  process.env[TEMPLATE] = `events_template_${process.pid}`;
  starter = createServer(async (_request, response) => {
    // Of two busy processes, one could use a kept connection while the other closes it.
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

/** Starts the server unless one is given. Resolves to a function that stops it. */
async function start(port: number): Promise<() => Promise<void>> {
  const isGiven = process.env.TEST_DATABASE_URL !== undefined;
  const own = isGiven ? undefined : await startPostgres({ flags: ['synchronous_commit=off'], port });
  const url = process.env[SERVER_URL] ?? '';
  const template = process.env[TEMPLATE] ?? '';
  await queryAt(url, `CREATE DATABASE ${template} TEMPLATE template0 ENCODING 'UTF8'`);
  const database = openPostgresWriter(databaseUrl(url, template), ignoreObservations);
  await migrate(database);
  await database.close();
  return async () => {
    await queryAt(url, `DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);
    await own?.stop();
  };
}

/** Runs SQL on the server of the tests, which is started if it does not run yet. */
export async function administer(serverUrl: string, sql: string): Promise<void> {
  const answer = await fetch(process.env[STARTER_URL] ?? '');
  if (!answer.ok) throw new Error(await answer.text());
  await queryAt(serverUrl, sql);
}

/** @returns such as 18 */
export async function majorVersion(serverUrl: string): Promise<number> {
  const sql = "SELECT current_setting('server_version_num')::int / 10000 AS number";
  return (await queryAt(serverUrl, sql)).rows[0].number;
}

import { setTimeout as sleep } from 'node:timers/promises';
import { Pool, type PoolClient } from 'pg';
import type { Observe } from '../ops/observations';
import type { Database, PoolNumbers, Session, Statement } from './database';
import { DiskFullError, isDiskFull, StoreUnavailableError } from './errors';
import { isLostConnection, isTimeout } from './lost-connection';

/** From 2 on the size hardly matters to throughput; 8 leaves room for other instances under 100 connections. */
const POOL_SIZE = 8;
const FIRST_PAUSE_MS = 25;
/** Of a name with several addresses one may be gone without a word: another attempt takes another address. */
const CONNECT_MS = 1_000;

/** A pool for reads: each gets its answer, or `StoreUnavailableError`, within `timeoutMs`. */
export function openPostgresReader(url: string, timeoutMs: number, observe: Observe): Database {
  const pool = newPool(url, observe, {
    max: POOL_SIZE,
    connectionTimeoutMillis: Math.min(timeoutMs, CONNECT_MS),
  });
  return {
    read: (statement, values) => readUntil(Date.now() + timeoutMs, pool, statement, values, observe),
    transaction: (work) => transaction(pool, work),
    pool: () => numbersOf(pool),
    close: () => pool.end(),
  };
}

/** One connection without time limits, for imports and migrations; nothing is tried twice. */
export function openPostgresWriter(url: string, observe: Observe): Database {
  const pool = newPool(url, observe, { max: 1, connectionTimeoutMillis: 10_000 });
  return {
    async read<Row>({ name, text }: Statement, values: readonly unknown[]) {
      return (await pool.query({ name, text, values: [...values] })).rows as Row[];
    },
    transaction: (work) => transaction(pool, work),
    pool: () => numbersOf(pool),
    close: () => pool.end(),
  };
}

function numbersOf({ totalCount, idleCount, waitingCount }: Pool): PoolNumbers {
  return { open: totalCount, idle: idleCount, waiting: waitingCount };
}

function newPool(
  connectionString: string,
  observe: Observe,
  limits: { readonly max: number; readonly connectionTimeoutMillis: number },
): Pool {
  const pool = new Pool({ connectionString, keepAlive: true, application_name: 'events-query', ...limits });
  // Without listeners a lost connection ends the process: the pool's serves idle ones, the client's those in use.
  pool.on('error', (error) => observe({ kind: 'database-trouble', error }));
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** A restart of the server costs its callers a wait, not an error: reads can be repeated safely. */
async function readUntil<Row>(
  deadline: number,
  pool: Pool,
  { name, text }: Statement,
  values: readonly unknown[],
  observe: Observe,
): Promise<Row[]> {
  for (let pause = FIRST_PAUSE_MS; ; pause *= 2) {
    try {
      return await withClient(pool, async (client) => {
        // Part of the time may have gone by while waiting for a connection.
        const query_timeout = Math.max(1, deadline - Date.now());
        return (await client.query({ name, text, values: [...values], query_timeout } as QueryWithTimeout))
          .rows;
      });
    } catch (error) {
      if (isTimeout(error)) throw new StoreUnavailableError(error);
      if (!isLostConnection(error)) throw error;
      // Once a read: what is wrong with the next attempts is mostly the same.
      if (pause === FIRST_PAUSE_MS) observe({ kind: 'database-trouble', error });
      if (Date.now() + pause >= deadline) throw new StoreUnavailableError(error);
      await sleep(pause);
    }
  }
}

/** node-postgres takes the limit for each query too; its types don't say so. */
interface QueryWithTimeout {
  name: string;
  text: string;
  values: unknown[];
  query_timeout: number;
}

async function transaction<T>(pool: Pool, work: (session: Session) => Promise<T>): Promise<T> {
  return withClient(pool, async (client) => {
    const session: Session = {
      async query<Row>(text: string, values: readonly unknown[] = []) {
        return (await client.query(text, [...values])).rows as Row[];
      },
      async script(text) {
        await client.query(text);
      },
    };
    await client.query('BEGIN');
    // On an error the connection is dropped by withClient, and the server rolls back.
    const result = await work(session);
    await client.query('COMMIT');
    return result;
  }).catch((error: unknown) => {
    if (isDiskFull(error)) throw new DiskFullError(error);
    throw isLostConnection(error) ? new StoreUnavailableError(error) : error;
  });
}

/** Lends a connection; after an error it is closed, not reused, because its state is not known. */
async function withClient<T>(pool: Pool, use: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    const result = await use(client);
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Observe } from '../../ops/observations';
import type { GoneSignal } from '../../work/gone-signal';
import type { Database, Session, Statement } from '../database';
import { DiskFullError, isDiskFull, StoreUnavailableError } from '../errors';
import { explain } from '../explain';
import { ReadQueue } from '../read-queue';
import { isPassing, troubleOf } from '../trouble';
import type { GiveBack, TurnsOptions } from '../turns';
import { cancelQuery } from './cancel';
import { closingClient } from './client';
import { Connections } from './connections';
import { type Prepared, readPrepared } from './prepared-read';

/** From 2 on the size hardly matters to throughput; 8 leaves room for other instances under 100 connections. */
const POOL_SIZE = 8;
/** Beside them, so that a check hears from the server though all others wait for a lock. */
const FOR_PROBES = 1;
const FIRST_PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 250;
/** Of a name with several addresses one may be gone without a word: another attempt takes another address. */
const CONNECT_MS = 1_000;
/** Of a command, which tries once: a server far away, with TLS, is there in a second or two. */
const LONGEST_CONNECT_MS = 5_000;

/** How long a read may take in all, and who may wait beside those that have a connection. */
export interface ReadLimits extends Omit<TurnsOptions, 'places'> {
  readonly timeoutMs: number;
}

/** A pool for reads: each gets its answer, or is told why not, within `timeoutMs`. */
export function openPostgresReader(url: string, limits: ReadLimits, observe: Observe): Database {
  const { timeoutMs } = limits;
  const connections = openPool(url, observe, {
    max: POOL_SIZE + FOR_PROBES,
    connectionTimeoutMillis: Math.min(timeoutMs, CONNECT_MS),
  });
  const queue = new ReadQueue({ ...limits, places: POOL_SIZE });
  return {
    read: (statement, values, options = {}) => {
      const deadline = Date.now() + Math.min(options.timeoutMs ?? timeoutMs, timeoutMs);
      return readUntil(deadline, { connections, queue, statement, values, signal: options.signal, observe });
    },
    transaction: (work) => transaction(connections, work),
    pool: () => ({ ...connections.numbers, waiting: queue.waiting }),
    wake: () => queue.wake(),
    close: () => connections.close(),
  };
}

/**
 * One connection, for imports and migrations, whose work has no time limit; nothing is tried twice.
 * @param patienceMs whoever has little has it for a server, too, that lets nobody in and says nothing
 */
export function openPostgresWriter(url: string, observe: Observe, patienceMs = LONGEST_CONNECT_MS): Database {
  const connectMs = Math.min(Math.max(patienceMs, CONNECT_MS), LONGEST_CONNECT_MS);
  const connections = openPool(url, observe, { max: 1, connectionTimeoutMillis: connectMs });
  return {
    read: <Row>(statement: Statement, values: readonly unknown[]) =>
      withConnection(connections, (connection) => readPrepared<Row>(connection, statement, values)).catch(
        (error: unknown) => {
          throw explain(error);
        },
      ),
    transaction: (work) => transaction(connections, work),
    pool: () => connections.numbers,
    wake: () => {},
    close: () => connections.close(),
  };
}

function openPool(
  connectionString: string,
  observe: Observe,
  limits: { readonly max: number; readonly connectionTimeoutMillis: number },
): Connections {
  // A start on the embedded store never needs it.
  const pg = require('pg') as typeof import('pg');
  const pool = new pg.Pool({
    Client: closingClient(pg),
    connectionString,
    keepAlive: true,
    application_name: 'events-query',
    // A timer for each connection that is given back costs more than the few connections that stay.
    idleTimeoutMillis: 0,
    ...limits,
  });
  return new Connections(pool, observe);
}

interface Read {
  readonly connections: Connections;
  readonly queue: ReadQueue;
  readonly statement: Statement;
  readonly values: readonly unknown[];
  readonly signal: GoneSignal | undefined;
  readonly observe: Observe;
}

/** A restart of the server costs its callers a wait, not an error: reads can be repeated safely. */
async function readUntil<Row>(deadline: number, read: Read): Promise<Row[]> {
  const { queue, signal, observe } = read;
  let passed: unknown;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    // The place is not held in the pauses: the others may find out for themselves.
    const { isShort, isProbe } = read.statement;
    const giveBack = isProbe ? () => {} : await queue.take({ deadline, signal, isShort });
    try {
      const rows = await attempt<Row>(deadline, read, giveBack);
      queue.answered();
      if (passed !== undefined) observe({ kind: 'database-trouble', trouble: 'retried', error: passed });
      return rows;
    } catch (error) {
      if (troubleOf(error) === 'timeout') throw new StoreUnavailableError(error);
      if (!isPassing(error)) throw explain(error);
      passed = error;
      if (Date.now() >= deadline) throw new StoreUnavailableError(error);
      await sleep(Math.min(pause, deadline - Date.now()));
    }
  }
}

/** One query on one connection; the place is given back when the server, too, is done with it. */
async function attempt<Row>(
  deadline: number,
  { connections, statement, values }: Read,
  giveBack: GiveBack,
): Promise<Row[]> {
  let connection: Prepared | undefined;
  try {
    connection = await connections.take();
    // Part of the time may have gone by while waiting for a connection.
    const leftMs = Math.max(1, deadline - Date.now());
    const rows = await readPrepared<Row>(connection, statement, values, leftMs);
    connections.giveBack(connection);
    giveBack();
    return rows;
  } catch (error) {
    // Nobody waits for this: the caller's time may be up.
    void discard(connections, connection, error).then(giveBack);
    throw error;
  }
}

/** A query that is still running on it is cancelled first. */
async function discard(
  connections: Connections,
  connection: Prepared | undefined,
  error: unknown,
): Promise<void> {
  if (connection === undefined) return;
  if (troubleOf(error) === 'timeout') await cancelQuery(connection.client);
  connections.drop(connection);
}

async function transaction<T>(connections: Connections, work: (session: Session) => Promise<T>): Promise<T> {
  return withConnection(connections, async ({ client }) => {
    const session: Session = {
      async query<Row>(text: string, values: readonly unknown[] = []) {
        return (await client.query(text, [...values])).rows as Row[];
      },
      async script(text) {
        await client.query(text);
      },
    };
    await client.query('BEGIN');
    // On an error the connection is dropped by withConnection, and the server rolls back.
    const result = await work(session);
    await client.query('COMMIT');
    return result;
  }).catch((error: unknown) => {
    if (isDiskFull(error)) throw new DiskFullError(error);
    throw troubleOf(error) === 'lost' ? new StoreUnavailableError(error) : explain(error);
  });
}

/** Lends a connection. */
async function withConnection<T>(
  connections: Connections,
  use: (connection: Prepared) => Promise<T>,
): Promise<T> {
  const connection = await connections.take();
  try {
    const result = await use(connection);
    connections.giveBack(connection);
    return result;
  } catch (error) {
    connections.drop(connection);
    throw error;
  }
}

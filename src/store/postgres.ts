import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, ClientConfig, Connection, Pool } from 'pg';
import { CallAbandonedError } from '../contract/errors';
import type { Observe } from '../ops/observations';
import { classifyError, isTemporary, NO_CONNECTION, toUserError } from './classify-error';
import type { Database, ReadOptions, Statement } from './database';
import { databaseUnavailable } from './errors';
import { busyError, type ReadLimits, ReadQueue, type WaitOptions, waitForTurn } from './read-queue';
import { toCommandError, transaction } from './transaction';

/** A larger pool hardly adds throughput, and 8 leaves room for other instances below Postgres' default of 100. */
const POOL_SIZE = 8;
/** At most this many reads that may have a long result run at once. The last connection is for short reads. */
const MAX_LONG_READS = 7;
/** A check of the server may take this many milliseconds, which is less than a check of `/ready` may take. */
const PROBE_MS = 1_500;
/**
 * Idle connections are probed at this interval in milliseconds. Many firewalls and NATs silently drop a connection that
 * was idle for a few minutes, and by default the system probes a connection only after two hours. The next call on a
 * dropped connection would wait in vain.
 */
const KEEP_ALIVE_MS = 60_000;
const FIRST_PAUSE_MS = 25;
const MAX_PAUSE_MS = 250;
/**
 * A connection attempt of the service may take this many milliseconds. The time is short, because one address of a host
 * name may not answer, and a retry uses another address. After an attempt that took too long, the next one has twice as
 * long, because a distant or busy server may need more than a second for each login.
 */
const CONNECT_MS = 1_000;
/** No attempt takes more milliseconds. A command connects only once, so its attempt has all of this time. */
const MAX_CONNECT_MS = 5_000;

/** Opens a pool for reads. Each read resolves or rejects within `limits.timeoutMs`. */
export function openPostgresReader(url: string, limits: ReadLimits, observe: Observe): Database {
  const { timeoutMs } = limits;
  const connectMs = Math.min(timeoutMs, CONNECT_MS);
  // Checks have the same settings as other reads, because a pooler may give their connection to another read.
  const shared = { connectMs, onConnect: sessionSettings(timeoutMs) };
  // A read keeps its place in the pool's queue during all of its time. Otherwise later reads would overtake it.
  const pool = openPool(url, observe, { ...shared, max: POOL_SIZE, waitMs: timeoutMs });
  // Checks have their own connection, so that they reach the server even if all other connections are busy or wait for a
  // lock. So cached answers stay fast while many other reads wait.
  const probes = openPool(url, observe, { ...shared, max: 1, waitMs: timeoutMs });
  const queue = new ReadQueue({ ...limits, concurrency: MAX_LONG_READS });
  // Only two reads with long results run at once. Results that wait for a turn of their own take memory, and more of
  // them would not be ready sooner. These reads already have a place in the other queue, which counts them.
  const turns = new ReadQueue({ concurrency: 2, maxWaiting: Number.POSITIVE_INFINITY });
  let lastAnswer = Number.NEGATIVE_INFINITY;
  /** This is the last attempt whose connection was lost or not made. */
  let lost: { readonly began: number; readonly error?: unknown } = { began: Number.NEGATIVE_INFINITY };
  return {
    read: <Row>(
      statement: Statement,
      values: readonly unknown[],
      { signal, timeoutMs: lessMs = statement.isProbe ? PROBE_MS : timeoutMs }: ReadOptions = {},
    ) => {
      const { isShort, isProbe, needsOwnTurn } = statement;
      const came = performance.now();
      const deadline = came + Math.min(lessMs, timeoutMs);
      // If the database has answered another read since this read came and a connection was lost, it is only busy.
      const outOfTime = (cause: unknown) => {
        if (lastAnswer > Math.max(came, lost.began)) return busyError(cause);
        return databaseUnavailable(lost.began > lastAnswer ? lost.error : cause);
      };
      const wait = { deadline, signal, outOfTime };
      const work = async () => {
        const attempt = (leftMs: number) => {
          const began = performance.now();
          const options = { timeoutMs: leftMs, signal };
          const asked = query<Row>(isProbe ? probes : pool, statement, values, options);
          return connectedWithin(leftMs, asked).catch((error: unknown) => {
            if (classifyError(error) === 'lost') lost = { began, error };
            throw error;
          });
        };
        const rows = await retried(attempt, wait, observe);
        lastAnswer = performance.now();
        if (needsOwnTurn) await waitForTurn(signal);
        return rows;
      };
      if (isShort || isProbe) return work();
      return queue.run(needsOwnTurn ? () => turns.run(work, wait) : work, wait);
    },
    transaction: (work) => transaction(pool, work),
    pool: () => ({
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: queue.waiting + pool.waitingCount,
    }),
    close: async () => {
      await Promise.all([pool.end(), probes.end()]);
    },
  };
}

/** Opens one connection for imports, exports and migrations. Statements have no time limit, and nothing is retried. */
export function openPostgresWriter(url: string, observe: Observe): Database {
  // Functions in the migrations contain backslashes, which a database with the default of Postgres 9.0 would not keep.
  const onConnect = 'SET standard_conforming_strings = on';
  const connectMs = MAX_CONNECT_MS;
  const pool = openPool(url, observe, { max: 1, connectMs, waitMs: connectMs, onConnect });
  return {
    read: async <Row>(statement: Statement, values: readonly unknown[]) => {
      try {
        return await query<Row>(pool, statement, values);
      } catch (error) {
        throw toCommandError(error);
      }
    },
    transaction: (work) => transaction(pool, work),
    pool: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  };
}

/**
 * Returns SQL that makes the server cancel a query when its caller stops waiting, unless the role has a shorter limit.
 * The SQL also disables parallel workers, because they start too slowly for these queries.
 */
function sessionSettings(statementMs: number): string {
  return `SELECT set_config('statement_timeout', '${statementMs}', false) FROM pg_settings
      WHERE name = 'statement_timeout' AND (setting = '0' OR setting::bigint > ${statementMs});
    SET max_parallel_workers_per_gather = 0`;
}

interface PoolOptions {
  readonly max: number;
  /** The first connection attempt may take this many milliseconds. */
  readonly connectMs: number;
  /** A query may wait this many milliseconds for a connection of the pool. */
  readonly waitMs: number;
  /** Each new connection runs this SQL first. */
  readonly onConnect: string;
}

function openPool(
  connectionString: string,
  observe: Observe,
  { max, connectMs, waitMs, onConnect }: PoolOptions,
): Pool {
  // `pg` is loaded here, because the embedded store does not need it.
  const pg = require('pg') as typeof import('pg');
  const pool = new pg.Pool({
    Client: guardedClient(pg, connectMs, Math.min(waitMs, MAX_CONNECT_MS)),
    connectionString,
    max,
    connectionTimeoutMillis: waitMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    application_name: 'events-query',
    // Idle connections are kept, because a timer for each release would cost more than keeping them open.
    idleTimeoutMillis: 0,
    // The client limits only the login, which a pooler answers even if its server does not answer.
    onConnect: (client) => connectedWithin(connectMs, client.query(onConnect)),
  });
  // Without a listener the loss of an idle connection would end the process.
  pool.on('error', (error) => observe({ kind: 'database-error', reason: 'connection-lost', error }));
  // Without a listener an error between two queries of a transaction would end the process. The transaction reports it.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/**
 * Runs a query on a connection of the pool.
 * @throws CallAbandonedError if the signal is aborted while the query waits for a connection, else node-postgres' error
 */
async function query<Row>(
  pool: Pool,
  { name, text }: Statement,
  values: readonly unknown[],
  { timeoutMs, signal }: ReadOptions = {},
): Promise<Row[]> {
  const timed = { name, text, values: [...values], query_timeout: timeoutMs };
  const client = await pool.connect();
  // A read whose client has disconnected while the read waited for a connection must not delay other reads.
  if (signal?.aborted) {
    client.release();
    throw new CallAbandonedError(signal.reason);
  }
  try {
    const { rows } = await client.query(timed);
    client.release();
    return rows as Row[];
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Repeats a read until the deadline if its error is temporary, so that a restart of the server only delays calls. */
async function retried<T>(
  attempt: (leftMs: number) => Promise<T>,
  { deadline, signal, outOfTime = busyError }: WaitOptions,
  observe: Observe,
): Promise<T> {
  let passed: unknown;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
    if (signal?.aborted) throw new CallAbandonedError(passed);
    try {
      const result = await attempt(Math.max(1, deadline - performance.now()));
      if (passed !== undefined) observe({ kind: 'database-error', reason: 'retried', error: passed });
      return result;
    } catch (error) {
      if (classifyError(error) === 'timeout') throw outOfTime(error);
      if (!isTemporary(error)) throw toUserError(error);
      passed = error;
      const leftMs = deadline - performance.now();
      if (leftMs <= pause) throw outOfTime(error);
      await sleep(pause);
    }
  }
}

/**
 * A query's own timeout has the better message, but begins only with a connection, so this timeout is this many
 * milliseconds longer.
 */
const SLACK_MS = 50;

/** Waits for a query. The time includes connecting, because the pool's own limit may be longer. */
async function connectedWithin<T>(leftMs: number, queried: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(NO_CONNECTION)), leftMs + SLACK_MS);
  });
  return Promise.race([queried, late]).finally(() => clearTimeout(timer));
}

type ConnectCallback = Parameters<Client['connect']>[0];

/**
 * Makes node-postgres' client also close a connection whose login fails in the client, for example without a password.
 * Otherwise the server would keep the connection for a minute, and a command would not end before that. The callback of
 * `connect` must be called synchronously, or it could miss that the server ends the connection. If a file that the
 * address names can't be read, connecting fails. The pool expects no error from the constructor, which would end the
 * process.
 */
function guardedClient(pg: typeof import('pg'), firstMs: number, longestMs: number): typeof Client {
  let nextMs = firstMs;
  return class extends pg.Client {
    /** This is the error if a file that the address names, such as `sslrootcert`, could not be read. */
    declare readonly unread: unknown;

    // biome-ignore lint/correctness/noUnreachableSuper: the second call comes only if the first has thrown.
    constructor(config?: ClientConfig) {
      let unread: unknown;
      try {
        super({ ...config, connectionTimeoutMillis: nextMs });
      } catch (error) {
        super();
        unread = error;
      }
      this.unread = unread;
      // The types of node-postgres leave this method out. node-postgres calls it again with the TLS stream.
      const connection = this.connection as Connection & { attachListeners(stream: Duplex): void };
      const attach = connection.attachListeners.bind(connection);
      connection.attachListeners = (stream) => {
        attach(stream);
        destroyedByErrors(stream);
      };
    }

    override connect(): Promise<Client>;
    override connect(callback: ConnectCallback): void;
    override connect(callback?: ConnectCallback): Promise<Client> | undefined {
      if (callback === undefined) return super.connect();
      const done = callback as (error: Error | null, client?: Client) => void;
      if (this.unread !== undefined) {
        process.nextTick(done, this.unread);
        return undefined;
      }
      const began = performance.now();
      super.connect((error: Error | null, client?: Client) => {
        nextMs = Math.min(Math.max(firstMs, 2 * (performance.now() - began)), longestMs);
        if (error) this.end().catch(() => {});
        done(error, client);
      });
      return undefined;
    }
  };
}

/**
 * Destroys the stream with the error if one of its `data` listeners throws. node-postgres throws for messages that it
 * does not know, such as the request for a login by GSSAPI, and nobody could catch this error.
 */
function destroyedByErrors(stream: Duplex): void {
  for (const listener of stream.listeners('data') as ((bytes: Buffer) => void)[]) {
    stream.off('data', listener);
    stream.on('data', (bytes: Buffer) => {
      try {
        listener(bytes);
      } catch (error) {
        stream.destroy(error as Error);
      }
    });
  }
}

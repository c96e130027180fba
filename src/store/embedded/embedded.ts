import { constants } from 'node:fs';
import { access, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as endOfTurn, setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import type { PGliteInterface, Transaction } from '@electric-sql/pglite';
import { codeOf, UserError } from '../../lib/errors';
import { yieldTurnsSince } from '../../lib/turns';
import { toUserError } from '../classify-error';
import type { Database, PoolNumbers, ReadOptions, Session, Statement } from '../database';
import { diskFull, isDiskFull } from '../errors';
import { type ReadLimits, ReadQueue, type WaitOptions, waitForTurn } from '../read-queue';
import { unpackEmptyStore } from './empty-store';
import { damagedStore, unusableFolder } from './folder';
import { type FolderLock, lockFolder } from './lock';

/** Commands need no limits, because they run one query after the other. */
const NO_LIMITS: ReadLimits = { timeoutMs: 2 ** 31 - 1, maxWaiting: Number.POSITIVE_INFINITY };

/**
 * Opens Postgres in this process, with its files in `folder`.
 * @throws NeedsOperatorError if another process uses the folder, or its files can't be used
 */
export async function openEmbedded(folder: string, limits: ReadLimits = NO_LIMITS): Promise<Database> {
  let lock: FolderLock | undefined;
  try {
    lock = await lockFolder(folder);
    return new EmbeddedDatabase(await openFiles(folder), folder, lock, limits);
  } catch (error) {
    await lock?.release();
    return refuseFolder(folder, error);
  }
}

const NO_HURRY: WaitOptions = { deadline: Number.POSITIVE_INFINITY };

/** These are priorities in the queue of the engine. Short reads and transactions have none, and wait the longest. */
const LONG_READ = 1;
const PROBE = 2;

const filesOf = (folder: string) => join(folder, 'postgres');

/** Returns true if the folder has no store. A folder that can't be read is refused when it is opened. */
export async function lacksStore(folder: string): Promise<boolean> {
  return stat(filesOf(folder)).then(
    () => false,
    (error: unknown) => codeOf(error) === 'ENOENT',
  );
}

/** Opens the files. The first start creates them elsewhere and then renames them, so they are never incomplete. */
async function openFiles(folder: string): Promise<PGliteInterface> {
  const files = filesOf(folder);
  const unfinished = `${files}.new`;
  await rm(unfinished, { recursive: true, force: true });
  if (await lacksStore(folder)) {
    try {
      unpackEmptyStore(unfinished);
      await rename(unfinished, files);
    } catch (error) {
      // On a full disk the unfinished files would take the remaining space.
      await rm(unfinished, { recursive: true, force: true });
      throw error;
    }
  }
  await checkFiles(folder, files);
  // This is Postgres' own lock file. If a killed process has left this file empty, Postgres assumes that another server
  // is starting. The lock of the folder has already excluded any other server.
  await rm(join(files, 'postmaster.pid'), { force: true });
  const engine = await openEngine(files);
  const shortened = await shortenedTable(engine);
  if (shortened !== undefined) throw damagedStore(folder, `a part of ${shortened} is missing`);
  return engine;
}

/**
 * Checks that the file PG_VERSION exists, because without it PGlite would create an empty store over the remaining
 * files. Also checks that this user may change the file, because PGlite does not report this: another user may have
 * restored the files from a backup.
 */
async function checkFiles(folder: string, files: string): Promise<void> {
  try {
    await access(join(files, 'PG_VERSION'), constants.R_OK | constants.W_OK);
  } catch (error) {
    throw codeOf(error) === 'ENOENT' ? damagedStore(folder, 'its file PG_VERSION is missing') : error;
  }
}

/**
 * Finds a table or an index whose file was truncated: it has fewer pages than at its last VACUUM or ANALYZE. Only
 * VACUUM shortens a file, and then counts the pages again. Postgres itself would read a truncated file as a table with
 * fewer rows.
 */
async function shortenedTable(engine: PGliteInterface): Promise<string | undefined> {
  const { rows } = await engine.query<{ name: string }>(
    `SELECT relname::text AS name FROM pg_class WHERE relpersistence = 'p'
      AND relpages > pg_relation_size(oid) / current_setting('block_size')::int LIMIT 1`,
  );
  return rows[0]?.name;
}

async function openEngine(dataDir: string): Promise<PGliteInterface> {
  // With these flags V8 compiles WebAssembly only once. By default V8 also optimizes three of PGlite's largest
  // functions at each start, which makes no query measurably faster, and takes 500 MB on Node 24.
  setFlagsFromString('--no-wasm-tier-up --no-wasm-dynamic-tiering');
  // PGlite is loaded here, because it takes 27 MB, and a service on a Postgres server does not need it.
  const { PGlite } = await import('@electric-sql/pglite');
  // The default is 128 MB, but hundreds of thousands of events need no more than this.
  const buffers = ['-c', 'shared_buffers=16MB'];
  // With the default of 4 MB a list of 10 MB is sorted in files. So a full disk would fail its readers, and a slow disk
  // would delay all clients, because PGlite waits for the disk in the event loop.
  const sorts = ['-c', 'work_mem=32MB'];
  // The timer of these messages would never end if the files can't be opened, and it would keep the engine in memory.
  const noTimer = ['-c', 'log_startup_progress_interval=0'];
  const startParams = [...PGlite.defaultStartParams, ...buffers, ...sorts, ...noTimer];
  return PGlite.create({ dataDir, startParams });
}

async function refuseFolder(folder: string, error: unknown): Promise<never> {
  if (error instanceof UserError) throw error;
  if (isDiskFull(error) || (await isNearlyFull(folder))) throw diskFull(error);
  throw unusableFolder(folder, error);
}

/**
 * Returns true if the disk has no room for one WAL segment, because PGlite often reports a full disk as another error.
 */
async function isNearlyFull(folder: string): Promise<boolean> {
  const WAL_SEGMENT = 16 * 1024 * 1024;
  const disk = await statfs(folder).catch(() => undefined);
  return disk !== undefined && disk.bavail * disk.bsize < WAL_SEGMENT;
}

/** After a failed attempt to open the files again, the next attempt waits for this many milliseconds. */
const REOPEN_MS = 1_000;

class EmbeddedDatabase implements Database {
  #panic: unknown;
  #reopensAt = 0;
  /** PGlite has one connection, so queries run one at a time. */
  readonly #engineQueue = new ReadQueue({ concurrency: 1, maxWaiting: Number.POSITIVE_INFINITY });
  /** Reads that may have a long result wait in this queue first. */
  readonly #longReads: ReadQueue;
  /** Resolves when the next long read may use the engine. */
  #turnOfLongReads: Promise<unknown> = Promise.resolve();
  readonly #timeoutMs: number;
  #transactions = 0;

  constructor(
    /** The engine is `undefined` after a panic, because PGlite would never answer again. */
    private engine: PGliteInterface | undefined,
    private readonly folder: string,
    private readonly lock: FolderLock,
    limits: ReadLimits,
  ) {
    this.#longReads = new ReadQueue({ ...limits, concurrency: 1 });
    this.#timeoutMs = limits.timeoutMs;
  }

  read<Row>(
    { text, isShort, isProbe, needsOwnTurn }: Statement,
    values: readonly unknown[],
    { signal, timeoutMs = this.#timeoutMs }: ReadOptions = {},
  ): Promise<Row[]> {
    const turn = { deadline: performance.now() + timeoutMs, signal };
    const work = async (engine: PGliteInterface) => (await engine.query<Row>(text, [...values])).rows;
    if (isProbe) return this.#alone(work, { ...turn, priority: PROBE });
    if (isShort) return this.#alone(work, turn);
    return this.#longReads.run(async () => {
      await this.#turnOfLongReads;
      const longRead = (engine: PGliteInterface) => this.#beforeShortReads(() => work(engine));
      const rows = await this.#alone(longRead, { ...turn, priority: LONG_READ });
      if (needsOwnTurn) await waitForTurn(signal);
      return rows;
    }, turn);
  }

  /**
   * Runs a long read. Then the short reads that wait have the engine for the same time, before the next long read. So
   * neither kind of read keeps the other waiting until it fails.
   */
  async #beforeShortReads<T>(longRead: () => Promise<T>): Promise<T> {
    const began = performance.now();
    try {
      return await longRead();
    } finally {
      const shortReads = this.#engineQueue.run(async () => {}, NO_HURRY);
      this.#turnOfLongReads = Promise.race([
        shortReads,
        sleep(performance.now() - began, undefined, { ref: false }),
      ]);
    }
  }

  transaction<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.#alone((engine) =>
      engine
        .transaction((inner) => work(sessionOf(inner)))
        .finally(() => {
          this.#transactions++;
        }),
    );
  }

  state(): string {
    return String(this.#transactions);
  }

  pool(): PoolNumbers {
    const waiting = this.#longReads.waiting + this.#engineQueue.waiting;
    return { open: 1, idle: this.#engineQueue.isIdle ? 1 : 0, waiting };
  }

  async close(): Promise<void> {
    try {
      await this.#engineQueue.run(async () => this.engine?.close(), NO_HURRY);
    } finally {
      await this.lock.release();
    }
  }

  /**
   * Returns the engine. If a panic has ended it, opens the files again, which succeeds when the disk has room again.
   * @throws the panic, if the files can't be opened yet
   */
  async #opened(): Promise<PGliteInterface> {
    if (this.engine !== undefined) return this.engine;
    if (performance.now() < this.#reopensAt) throw this.#panic;
    this.engine = await openEngine(filesOf(this.folder)).catch(() => {
      this.#reopensAt = performance.now() + REOPEN_MS;
      throw this.#panic;
    });
    return this.engine;
  }

  async #alone<T>(work: (engine: PGliteInterface) => Promise<T>, turn: WaitOptions = NO_HURRY): Promise<T> {
    try {
      return await this.#engineQueue.run(async () => {
        const engine = await this.#opened();
        const began = performance.now();
        const result = await work(engine).catch((error: unknown) => {
          if (isPanic(error)) {
            this.#panic = error;
            this.engine = undefined;
          }
          throw error;
        });
        // PGlite runs in microtasks. Sockets would starve without turns of the event loop after each query.
        await yieldTurnsSince(began);
        return result;
      }, turn);
    } catch (error) {
      // After a failed write on a full disk PGlite reports 24000 "cannot drop active portal".
      const isFull = isDiskFull(error) || (codeOf(error) === '24000' && (await isNearlyFull(this.folder)));
      throw isFull ? diskFull(error) : toUserError(error);
    }
  }
}

/** Returns true for an error after which Postgres must start again, such as a WAL that can't be written. */
function isPanic(error: unknown): boolean {
  return error instanceof Error && 'severity' in error && error.severity === 'PANIC';
}

function sessionOf(inner: Transaction): Session {
  return {
    async query<Row>(text: string, values: readonly unknown[] = []) {
      const { rows } = await inner.query<Row>(text, [...values]);
      await endOfTurn();
      return rows;
    },
    async script(text) {
      await inner.exec(text);
    },
  };
}

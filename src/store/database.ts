/**
 * The seam between the store's queries and the engine that runs them: node-postgres or PGlite. Everything above
 * it is the same SQL. The two drivers disagree on every type but text, int4 and boolean, so SQL returns only those.
 */
import type { CancelSignal } from '../lib/cancel-signal';

/** A named statement that is prepared once for each connection; read-only. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  /** It gives a few bytes back, however many events there are: nothing that clients do holds it back. */
  readonly isShort?: boolean | undefined;
  /** It asks whether the server is there and fits: it waits for nobody's turn. */
  readonly isProbe?: boolean | undefined;
}

/** One transaction's connection. */
export interface Session {
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Several statements without parameters, as a migration holds them. */
  script(text: string): Promise<void>;
}

/** Connections at this moment, and how many reads wait for one. The embedded store has one, in this process. */
export interface PoolNumbers {
  readonly open: number;
  readonly idle: number;
  readonly waiting: number;
}

export interface ReadOptions {
  /** Aborted when who asked has gone: a read that waits for its turn gives it up. */
  readonly signal?: CancelSignal | undefined;
  /** Less time than reads have in all. */
  readonly timeoutMs?: number | undefined;
}

export interface Database {
  /** @throws StoreUnavailableError, StoreBusyError, ReadAbandonedError, and the engine's own errors */
  read<Row>(statement: Statement, values: readonly unknown[], options?: ReadOptions): Promise<Row[]>;
  /** Migrations and imports only. Commits when `work` resolves, rolls back when it rejects. */
  transaction<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /**
   * Which state the data is in now, where this process knows it because nobody else can write; moves on with every
   * transaction. Absent where the database has to be asked.
   */
  state?(): string;
  pool(): PoolNumbers;
  /** Tells that reads that were held back may start. */
  wake(): void;
  close(): Promise<void>;
}

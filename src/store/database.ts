/**
 * Defines the interface between the store's queries and the engine that runs them: node-postgres or PGlite. All code
 * above this interface uses the same SQL. The two drivers return the same values only for text, int4 and boolean, so
 * queries return only these types.
 */

/** Represents a named statement that only reads. It is prepared once for each connection. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  /** The read is short: one event, or a batch of an export. So it does not wait in the queue for long reads. */
  readonly isShort?: boolean | undefined;
  /** The caller does long work with the result, so each read ends in a turn of the event loop of its own. */
  readonly needsOwnTurn?: boolean | undefined;
  /** The statement checks the server or the state of the events, so it does not wait for other queries. */
  readonly isProbe?: boolean | undefined;
}

/** Represents the connection of one transaction. */
export interface Session {
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Runs several statements without parameters, such as a migration. */
  script(text: string): Promise<void>;
}

/**
 * Contains the numbers of open and idle connections, and of reads that wait for a connection. The embedded store counts
 * as one connection.
 */
export interface PoolNumbers {
  readonly open: number;
  readonly idle: number;
  readonly waiting: number;
}

export interface ReadOptions {
  /** The signal is aborted when the client has disconnected. A read that still waits is then cancelled. */
  readonly signal?: AbortSignal | undefined;
  /** The read may take at most this many milliseconds, if this limit is shorter than the limit for all reads. */
  readonly timeoutMs?: number | undefined;
}

export interface Database {
  /**
   * Runs a statement.
   * @throws ServiceUnavailableError, ServiceBusyError, CallAbandonedError, and the engine's own errors
   */
  read<Row>(statement: Statement, values: readonly unknown[], options?: ReadOptions): Promise<Row[]>;
  /** Runs a transaction, which commits if `work` resolves, and rolls back if `work` rejects. */
  transaction<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /**
   * Returns a state that changes with every transaction. Only an engine to which no other process can write has this
   * method. With any other engine the state must be queried.
   */
  state?(): string;
  pool(): PoolNumbers;
  close(): Promise<void>;
}

/**
 * Defines the interface between the store's queries and the engine that runs them: node-postgres or PGlite. All code
 * above it uses the same SQL. The two drivers return the same values only for text, int4 and boolean, so queries return
 * only those.
 */

/** Represents a named statement that is prepared once for each connection and only reads. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  /** The query returns a few bytes for any number of events, so a full memory budget does not hold it back. */
  readonly isShort?: boolean | undefined;
  /** The query checks the server itself, so it does not wait for other queries. */
  readonly isProbe?: boolean | undefined;
}

/** Represents the connection of one transaction. */
export interface Session {
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Runs several statements without parameters, such as a migration. */
  script(text: string): Promise<void>;
}

/**
 * Contains the number of open connections and of reads that wait for one. The embedded store has one connection, in
 * this process.
 */
export interface PoolNumbers {
  readonly open: number;
  readonly idle: number;
  readonly waiting: number;
}

export interface ReadOptions {
  /** It is aborted when the client has disconnected. A read that is still waiting then ends. */
  readonly signal?: AbortSignal | undefined;
  /** This limit is shorter than that of all reads. */
  readonly timeoutMs?: number | undefined;
}

export interface Database {
  /**
   * Runs a statement.
   * @throws ServiceUnavailableError, ServiceBusyError, CallAbandonedError, and the engine's own errors
   */
  read<Row>(statement: Statement, values: readonly unknown[], options?: ReadOptions): Promise<Row[]>;
  /** Only migrations and imports use it. It commits when `work` resolves, and rolls back when it rejects. */
  transaction<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /**
   * Returns the state of the data if this process knows it because nobody else can write. It changes with every
   * transaction. The method is absent if the database has to be queried.
   */
  state?(): string;
  pool(): PoolNumbers;
  close(): Promise<void>;
}

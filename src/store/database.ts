/**
 * The seam between the store's queries and the engine that runs them: node-postgres or PGlite. Everything above
 * it is the same SQL. The two drivers disagree on every type but text, int4 and boolean, so SQL returns only those.
 */

/** A named statement that is prepared once for each connection; read-only. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** One transaction's connection. */
export interface Session {
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Several statements without parameters, as a migration holds them. */
  script(text: string): Promise<void>;
}

/** A pool's connections at this moment, and how many callers wait for one. */
export interface PoolNumbers {
  readonly open: number;
  readonly idle: number;
  readonly waiting: number;
}

export interface Database {
  read<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]>;
  /** Migrations and imports only. Commits when `work` resolves, rolls back when it rejects. */
  transaction<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /** `undefined` where there is no pool. */
  pool(): PoolNumbers | undefined;
  close(): Promise<void>;
}

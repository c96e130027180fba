import type { Duplex } from 'node:stream';
import type { PoolClient, Submittable } from 'pg';
import type { Statement } from '../database';

/** A connection, and what is known of the statements that it has prepared. */
export interface Prepared {
  readonly client: PoolClient;
  /** By the statements' names. */
  readonly columns: Map<string, readonly Column[]>;
}

interface Column {
  readonly name: string;
  readonly read: (text: string) => unknown;
}

/**
 * Reads by a statement that is prepared once for each connection. node-postgres' own query asks the server at each call
 * what the columns are, and makes a result of which nobody here wants more than the rows.
 * @param timeoutMs after which it fails with `Query read timeout`, as node-postgres' own does; no limit unless given
 */
export function readPrepared<Row>(
  connection: Prepared,
  statement: Statement,
  values: readonly unknown[],
  timeoutMs?: number,
): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    const done = (error: unknown, rows: unknown[] = []) => (error ? reject(error) : resolve(rows as Row[]));
    connection.client.query(new PreparedRead(connection, statement, values, timeoutMs, done));
  });
}

/**
 * More than a query finds. A server that is asked for a number of rows starts no parallel workers (PostgreSQL 15.2):
 * that takes longer than any of these queries, and a prepared one, planned for a span of any length, always has them
 * planned.
 */
const ROWS = 2 ** 31 - 1;

/** What such a query uses of node-postgres' connection; its types leave most of it out. */
interface Wire {
  readonly stream: Duplex;
  parse(statement: { readonly name: string; readonly text: string }): void;
  describe(what: { readonly type: 'S'; readonly name: string }): void;
  bind(portal: { readonly statement: string; readonly values: readonly (string | null)[] }): void;
  execute(portal: { readonly rows: number }): void;
  sync(): void;
}

/** As node-postgres' client carries queries of others out: it calls the methods by what the server sends. */
class PreparedRead implements Submittable {
  readonly #connection: Prepared;
  readonly #statement: Statement;
  readonly #values: readonly (string | null)[];
  readonly #rows: unknown[] = [];
  #columns: readonly Column[];

  constructor(
    connection: Prepared,
    statement: Statement,
    values: readonly unknown[],
    readonly query_timeout: number | undefined,
    /** The client puts one of its own in its place, for the timeout. */
    public callback: (error: unknown, rows?: unknown[]) => void,
  ) {
    this.#connection = connection;
    this.#statement = statement;
    this.#values = values.map((value) => (value === null ? null : String(value)));
    this.#columns = connection.columns.get(statement.name) ?? [];
  }

  submit(connection: object): void {
    const wire = connection as Wire;
    const { name, text } = this.#statement;
    // All in one packet.
    wire.stream.cork();
    if (!this.#connection.columns.has(name)) {
      wire.parse({ name, text });
      wire.describe({ type: 'S', name });
    }
    wire.bind({ statement: name, values: this.#values });
    wire.execute({ rows: ROWS });
    wire.sync();
    wire.stream.uncork();
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    const { client, columns } = this.#connection;
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, read: client.getTypeParser(dataTypeID) }));
    columns.set(this.#statement.name, this.#columns);
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const row: Record<string, unknown> = {};
    this.#columns.forEach(({ name, read }, index) => {
      const text = fields[index];
      row[name] = typeof text === 'string' ? read(text) : null;
    });
    this.#rows.push(row);
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.callback(undefined, this.#rows);
  }

  handleError(error: unknown): void {
    this.callback(error);
  }
}

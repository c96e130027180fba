import type { Client } from 'pg';

type ConnectCallback = Parameters<Client['connect']>[0];

/**
 * node-postgres' client, which also closes a connection whose login fails on this side, as without a password.
 * Otherwise the server would keep a place for it, and a command would not end, for a minute. The pool calls `connect`
 * with a callback, which has to be called synchronously: later it would miss that the server ends the connection.
 */
export function closingClient(pg: typeof import('pg')): typeof Client {
  return class extends pg.Client {
    override connect(): Promise<Client>;
    override connect(callback: ConnectCallback): void;
    override connect(callback?: ConnectCallback): Promise<Client> | undefined {
      if (callback === undefined) return super.connect();
      const done = callback as (error: Error | null, client?: Client) => void;
      super.connect((error: Error | null, client?: Client) => {
        if (error !== null && error !== undefined) this.end().catch(() => {});
        done(error, client);
      });
      return undefined;
    }
  };
}

import type { Client } from 'pg';

type Told = Parameters<Client['connect']>[0];

/**
 * node-postgres' client, which also closes a connection whose login fails on this side, as for want of a password: its
 * own leaves it to the server, which keeps a place for it for a minute. The pool calls it with a callback alone, and is
 * told at once: whoever were told a moment later would not hear of a connection that the server ends in between.
 */
export function closingClient(pg: typeof import('pg')): typeof Client {
  return class extends pg.Client {
    override connect(): Promise<Client>;
    override connect(callback: Told): void;
    override connect(callback?: Told): Promise<Client> | undefined {
      if (callback === undefined) return super.connect();
      const tell = callback as (error: Error | null, client?: Client) => void;
      super.connect((error: Error | null, client?: Client) => {
        if (error !== null && error !== undefined) this.end().catch(() => {});
        tell(error, client);
      });
      return undefined;
    }
  };
}

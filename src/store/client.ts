import type { Client } from 'pg';

type Told = Parameters<Client['connect']>[0] | ((error: unknown, client?: Client) => void);

/**
 * node-postgres' client, which also closes a connection whose login fails on this side, as for want of a password: its
 * own leaves it to the server, which keeps a place for it for a minute.
 */
export function closingClient(pg: typeof import('pg')): typeof Client {
  return class extends pg.Client {
    override connect(): Promise<Client>;
    override connect(callback: Told): void;
    override connect(callback?: Told): Promise<Client> | undefined {
      const connected = super.connect();
      connected.catch(() => this.end()).catch(() => {});
      if (callback === undefined) return connected;
      const tell = callback as (error: unknown, client?: Client) => void;
      connected.then((client) => tell(null, client), tell);
      return undefined;
    }
  };
}

import type { Pool } from 'pg';
import type { Observe } from '../../ops/observations';
import type { PoolNumbers } from '../database';
import type { Prepared } from './prepared-read';

/**
 * A pool's connections, kept here between two uses: the pool's own lending costs a timer, a promise and a turn of the
 * event loop each time.
 */
export class Connections {
  readonly #free: Prepared[] = [];
  #isClosed = false;

  constructor(
    private readonly pool: Pool,
    observe: Observe,
  ) {
    pool.on('connect', (client) => {
      // Without a listener a lost connection ends the process. Whose query was on it hears of it by that.
      client.on('error', (error) => {
        const at = this.#free.findIndex((one) => one.client === client);
        if (at < 0) return;
        this.#free.splice(at, 1);
        client.release(true);
        observe({ kind: 'database-trouble', trouble: 'connection-lost', error });
      });
    });
    // Of a connection that the pool has.
    pool.on('error', () => {});
  }

  get numbers(): PoolNumbers {
    const { totalCount, idleCount, waitingCount } = this.pool;
    return { open: totalCount, idle: this.#free.length + idleCount, waiting: waitingCount };
  }

  /** @throws what the pool tells of a connection that can't be made */
  async take(): Promise<Prepared> {
    return this.#free.pop() ?? { client: await this.pool.connect(), columns: new Map() };
  }

  /** After an error a connection is dropped instead: its state is not known. */
  giveBack(connection: Prepared): void {
    if (this.#isClosed) connection.client.release();
    else this.#free.push(connection);
  }

  drop({ client }: Prepared): void {
    client.release(true);
  }

  /** Resolves when what is in use has been given back. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { client } of this.#free.splice(0)) client.release();
    await this.pool.end();
  }
}

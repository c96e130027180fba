import type { Pool } from 'pg';
import { messageOf } from '../lib/errors';
import { classifyError, toUserError } from './classify-error';
import type { Session } from './database';
import { databaseUnavailable, diskFull, isDiskFull } from './errors';

/**
 * Runs a transaction on a connection of the pool. It commits if `work` resolves, and rolls back if `work` rejects.
 * @throws the error of `toCommandError`
 */
export async function transaction<T>(pool: Pool, work: (session: Session) => Promise<T>): Promise<T> {
  try {
    const client = await pool.connect();
    // This error says why the server has ended the connection. The error of the next query does not say why.
    let ended: Error | undefined;
    const onError = (error: Error) => {
      ended ??= error;
    };
    client.on('error', onError);
    const session: Session = {
      async query<Row>(text: string, values: readonly unknown[] = []) {
        return (await client.query(text, [...values])).rows as Row[];
      },
      async script(text) {
        await client.query(text);
      },
    };
    try {
      // Work that has waited for a lock must see what the lock's last owner has changed, whatever the database's
      // default is.
      await client.query('BEGIN ISOLATION LEVEL READ COMMITTED');
      const result = await work(session);
      await client.query('COMMIT');
      client.release();
      return result;
    } catch (error) {
      // The connection is closed, so that the server rolls back.
      client.release(true);
      throw ended ?? error;
    } finally {
      client.off('error', onError);
    }
  } catch (error) {
    throw toCommandError(error);
  }
}

/**
 * Returns the error of a command whose read or transaction failed; neither is repeated. The message is one sentence for
 * the user, unless the error is a bug.
 */
export function toCommandError(error: unknown): unknown {
  if (isDiskFull(error)) return diskFull(error);
  return classifyError(error) === 'lost' ? databaseUnavailable(error, messageOf(error)) : toUserError(error);
}

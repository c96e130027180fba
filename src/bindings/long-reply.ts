/** Sends long answers, no faster than the client takes them. */
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { disconnectSignal } from '../server/connections';
import type { MemoryBudget, Reservation } from '../server/memory-budget';
import type { LongBody } from './reply';

/**
 * Answers up to this size are sent in one write. A list of 1,000 events takes 250 µs so, and 420 µs by a pipeline.
 * Longer ones go slice by slice, which shows whether the client takes any.
 */
const AT_ONCE = 262_144;

/**
 * Sends the body of an answer whose headers are written. Its bytes are reserved until the client has taken them.
 * @returns a promise unless all of it is on its way
 */
export function sendLong(
  response: ServerResponse,
  { prefix, result, suffix }: LongBody,
  budget: MemoryBudget,
): Promise<void> | undefined {
  const { slices, length } = result;
  const reserve = () => {
    const reservation = budget.reserveAnswer(response.req.socket, length);
    reservation.waitForClient(true);
    return reservation;
  };
  if (length > AT_ONCE) return sendSlices(response, [prefix, ...slices, suffix], reserve());
  response.write(prefix);
  for (const slice of slices) response.write(slice);
  response.end(suffix);
  // Usually the system takes all of it at once, and nothing is reserved.
  if (response.writableLength > 0) response.once('finish', reserve().release);
  return undefined;
}

async function sendSlices(
  response: ServerResponse,
  slices: readonly (string | Buffer)[],
  reservation: Reservation,
): Promise<void> {
  try {
    // A pipelined answer that waits for its turn notices the end of its connection only by the signal.
    await pipeline(oneATurn(slices), response, { signal: disconnectSignal(response) });
  } catch (error) {
    if (!clientDisconnected(response)) throw error;
  } finally {
    reservation.release();
  }
}

/** Short calls come between the slices, even if the client takes all of them at once. */
async function* oneATurn(slices: readonly (string | Buffer)[]): AsyncGenerator<string | Buffer> {
  for (const slice of slices) {
    yield slice;
    await endOfTurn();
  }
}

/** A pipelined answer whose connection ended before its turn is never destroyed itself. */
function clientDisconnected({ destroyed, req }: ServerResponse): boolean {
  return destroyed || req.socket.destroyed;
}

/** Sends long answers only as fast as the client reads them (back-pressure). */
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { oneItemPerTurn } from '../lib/async-iterables';
import { disconnectSignal } from '../server/connections';
import type { MemoryBudget, Reservation } from '../server/memory-budget';
import type { LongBody } from './reply';

/**
 * Answers up to this many bytes are written at once: a list of 1,000 events takes 250 µs, and a pipeline would take 420
 * µs. Longer answers are sent in slices, so that the service notices a client that does not read.
 */
const AT_ONCE = 262_144;

/**
 * Sends the body of an answer after its headers. The bytes count in the memory budget until they are sent.
 * @returns a promise if the answer is sent in slices
 */
export function sendLong(
  response: ServerResponse,
  { prefix, result, suffix }: LongBody,
  budget: MemoryBudget,
): Promise<void> | undefined {
  const { slices, length } = result;
  const reserve = () => budget.reserveAnswer(response.req.socket, length);
  if (length > AT_ONCE) return sendSlices(response, [prefix, ...slices, suffix], reserve());
  response.write(prefix);
  for (const slice of slices) response.write(slice);
  response.end(suffix);
  // Usually the kernel accepts the whole answer at once, and then no memory is reserved.
  if (response.writableLength > 0) response.once('finish', reserve().release);
  return undefined;
}

async function sendSlices(
  response: ServerResponse,
  slices: readonly (string | Buffer)[],
  reservation: Reservation,
): Promise<void> {
  // The signal is needed, because Node emits no event for a response that waits behind another response (pipelining)
  // when its socket closes.
  const sent = pipeline(oneItemPerTurn(slices), response, { signal: disconnectSignal(response) });
  // The slices are in memory, so the only possible error is that the client has disconnected.
  await sent.catch(() => {});
  reservation.release();
}

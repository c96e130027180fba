import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import type { Observe } from '../ops/observations';
import { currentResponse } from './connections';

/** Polls in the time of a stall timeout, which may so be exceeded by a tenth. */
const POLLS = 10;
/** Interval at which the client of a half-closed connection is probed. */
const PROBE_MS = 500;

/** A socket with the fields that Node does not document. */
type Inside = Socket & { readonly _handle?: { readonly writeQueueSize?: number } | null };

interface Stall {
  readonly progress: string;
  /** Milliseconds of `performance.now()`. */
  readonly since: number;
}

/**
 * Ends connections whose client takes no byte of its answer for `answerTimeoutMs`, and idle ones. Node's own timeout
 * begins anew when it finds a part of a write gone, which doubles the time for a client that takes the beginning of an
 * answer, so it serves as a poll only. A call that is worked on has other limits.
 */
export function endStalled(server: Server, answerTimeoutMs: number, observe: Observe): void {
  const stalls = new WeakMap<Socket, Stall>();
  // Never a whole number, so that it differs from the time for which Node keeps an idle connection.
  const pollMs = Math.ceil(answerTimeoutMs / POLLS) + 0.5;
  const end = (socket: Socket, limit: 'idle-time' | 'answer-time') => {
    observe({ kind: 'limit-hit', limit });
    socket.destroy();
  };
  server.setTimeout(pollMs, (socket: Inside) => {
    if (socket.timeout !== pollMs) return end(socket, 'idle-time');
    const now = performance.now();
    const progress = progressOf(socket);
    const stall = stalls.get(socket);
    if (socket.writableLength === 0 || stall?.progress !== progress)
      stalls.set(socket, { progress, since: now - pollMs });
    else if (now - stall.since >= answerTimeoutMs) return end(socket, 'answer-time');
    // It fires once, unless something moves.
    socket.setTimeout(pollMs);
    return undefined;
  });
}

/** Stays the same while no byte is written or taken by the system: a piece that was written leaves in parts. */
function progressOf({ bytesWritten, writableLength, _handle }: Inside): string {
  return `${bytesWritten} ${writableLength} ${_handle?.writeQueueSize}`;
}

/**
 * Answers clients that close their side of the connection behind a request. A client that went away looks the same
 * until something is sent to it, so interim responses (RFC 9110 15.2) are sent for as long as a call is worked on: a
 * call whose client has gone is to leave the queue.
 */
export function answerHalfClosed(server: Server): void {
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on('connection', (socket) => {
    socket.once('end', () => {
      const probe = setInterval(() => {
        const response = currentResponse(socket);
        if (response?.headersSent === false && response.req.httpVersionMinor > 0) response.writeProcessing();
      }, PROBE_MS);
      socket.once('close', () => clearInterval(probe));
    });
  });
}

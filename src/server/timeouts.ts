import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import type { Observe } from '../ops/observations';
import { currentResponse } from './connections';

/**
 * A connection is polled so often during its stall timeout. A stall may last one poll longer, which is a tenth of it.
 */
const POLLS = 10;
/** The client of a half-closed connection is polled at this interval. */
const PROBE_MS = 500;

/** Represents a socket with a field that Node does not document. */
type Inside = Socket & { readonly _handle?: { readonly writeQueueSize?: number } | null };

interface Stall {
  readonly progress: string;
  /** The time is in milliseconds of `performance.now()`. */
  readonly since: number;
}

/**
 * Ends connections whose client takes no byte of its answer for `answerTimeoutMs`, and idle ones. Node's own timeout
 * restarts when a part of a write has left, which doubles the time for a client that takes the beginning of an answer.
 * So it serves as a poll only. A call in progress has other limits.
 */
export function endStalled(server: Server, answerTimeoutMs: number, observe: Observe): void {
  const stalls = new WeakMap<Socket, Stall>();
  // It is never a whole number, so that it differs from the keep-alive timeout.
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
    // The timeout fires once, unless the connection makes progress.
    socket.setTimeout(pollMs);
    return undefined;
  });
}

/** Returns a text that stays the same while the system takes no byte. A piece that was written leaves in parts. */
function progressOf({ bytesWritten, writableLength, _handle }: Inside): string {
  return `${bytesWritten} ${writableLength} ${_handle?.writeQueueSize}`;
}

/**
 * Answers clients that close their side of the connection after a request. A client that has disconnected looks the
 * same until something is sent to it. So interim responses (RFC 9110 15.2) are sent while a call is in progress, and a
 * call whose client has disconnected can leave the queue.
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

import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import type { Observe } from '../ops/observations';
import { currentResponse } from './connections';

/**
 * A connection is polled this many times during its stall timeout, so a stall may last up to a tenth longer.
 */
const POLLS = 10;
/** The client of a half-closed connection is polled at this interval in milliseconds. */
const PROBE_MS = 500;

/** Describes a socket with a field that Node does not document. */
type Inside = Socket & { readonly _handle?: { readonly writeQueueSize?: number } | null };

interface Timeouts {
  /** A client may read nothing of its answer for this many milliseconds. */
  readonly answerTimeoutMs: number;
  /** A connection may wait for this many milliseconds for a request, also for its first request. */
  readonly keepAliveTimeoutMs: number;
}

interface Stall {
  readonly progress: string;
  /** This is the beginning of the stall, in milliseconds of `performance.now()`. */
  readonly since: number;
}

/**
 * Closes connections that are idle before a request, and connections whose client reads no byte of its answer for
 * `answerTimeoutMs`. Node's own timeout only triggers the polls. This timeout restarts when a part of a write is sent,
 * so a client that reads only the beginning of an answer would have twice the time. A call in progress has other
 * limits.
 */
export function closeStalledConnections(
  server: Server,
  { answerTimeoutMs, keepAliveTimeoutMs }: Timeouts,
  observe: Observe,
): void {
  const stalls = new WeakMap<Socket, Stall>();
  // This is never a whole number, so that it differs from the keep-alive timeout.
  const pollMs = Math.ceil(answerTimeoutMs / POLLS) + 0.5;
  const end = (socket: Socket, limit: 'idle-time' | 'answer-time') => {
    observe({ kind: 'limit-hit', limit });
    socket.destroy();
  };
  // If the process was paused or busy, this timeout fires before the event loop reads what has arrived in time.
  const endUnlessRead = (socket: Socket) => {
    const { bytesRead } = socket;
    setImmediate(() => socket.bytesRead === bytesRead && end(socket, 'idle-time'));
  };
  server.on('connection', (socket) => socket.setTimeout(keepAliveTimeoutMs));
  server.prependListener('request', ({ socket }: IncomingMessage) => {
    if (socket.timeout !== pollMs) socket.setTimeout(pollMs);
  });
  server.setTimeout(pollMs, (socket: Inside) => {
    if (socket.timeout !== pollMs) return endUnlessRead(socket);
    const now = performance.now();
    const progress = progressOf(socket);
    const stall = stalls.get(socket);
    if (socket.writableLength === 0 || stall?.progress !== progress)
      stalls.set(socket, { progress, since: now - pollMs });
    else if (now - stall.since >= answerTimeoutMs) return end(socket, 'answer-time');
    // The timeout is set again, because it fires only once if the connection makes no progress.
    socket.setTimeout(pollMs);
    return undefined;
  });
}

/** Returns a text that changes whenever the kernel accepts a byte, even in the middle of a single write. */
function progressOf({ bytesWritten, writableLength, _handle }: Inside): string {
  return `${bytesWritten} ${writableLength} ${_handle?.writeQueueSize}`;
}

/**
 * Answers clients that close their side of the connection after a request. A client that has disconnected looks the
 * same until something is sent to it. So interim responses (RFC 9110 15.2) are sent during a call, and show if the
 * client has disconnected. The client's call can then leave the queue.
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

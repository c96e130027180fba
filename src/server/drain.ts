import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { Connections } from './connections';

/**
 * Idle connections are closed at this interval in milliseconds, and not at once, because a client may just have sent a
 * request.
 */
const LINGER_MS = 500;

/** At most this many connections wait in the system's queue, which is Node's default. */
const BACKLOG = 511;

/** Stops a server without losing calls. */
export interface Drain {
  /**
   * Refuses new connections, and waits up to `graceMs` for requests in progress, before it closes their connections.
   * Idle connections stay open for a moment, so that requests on their way are answered. Resolves to the number of
   * requests that were cut off.
   */
  stop(graceMs: number): Promise<number>;
}

/** Prepares the drain of a server. This must be called before the server listens. */
export function watchForDrain(server: Server): Drain {
  const connections = new Connections(server);
  let stopping = false;
  // This listener is called before the application's listener, because the header must be set before the headers are
  // sent.
  server.prependListener('request', (_request, response) => {
    if (stopping) closeAfter(response);
  });

  return {
    async stop(graceMs) {
      stopping = true;
      // The method of net.Server is used, because http.Server's own method would close idle connections at once.
      const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
      for (const { unanswered } of connections) {
        // Only the answer to the last pipelined request may end the connection (RFC 9112 9.6).
        const last = [...unanswered].at(-1);
        if (last !== undefined) closeAfter(last);
      }

      // Node's closeIdleConnections also closes connections whose client still reads an answer, which is then lost.
      const closeIdle = () => {
        for (const { socket, unanswered } of connections) if (unanswered.size === 0) socket.destroy();
      };
      // After a pause of the process a timer fires before the requests that have arrived are read.
      const lingering = setInterval(() => setImmediate(closeIdle), LINGER_MS);
      let cutOff = 0;
      const deadline = setTimeout(() => {
        for (const { unanswered } of connections) cutOff += unanswered.size;
        server.closeAllConnections();
      }, graceMs);
      await closed;
      // Stops Node's timer that checks connections, because it would keep the server and its application in memory.
      server.close();
      clearTimeout(deadline);
      clearInterval(lingering);
      return cutOff;
    },
  };
}

/**
 * Gives a server the turns of the event loop in which it accepts the connections that wait in the system's queue, because
 * closing the server would reset them. Node accepts one connection in each turn.
 */
export async function acceptWaiting(mostMs: number): Promise<void> {
  const end = performance.now() + mostMs;
  for (let turn = 0; turn <= BACKLOG && performance.now() < end; turn++) await endOfTurn();
}

function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}

import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { Connections } from './connections';

/** Idle connections stay open for this long, because a client may have sent a request before it notices the stop. */
const LINGER_MS = 500;

/** Stops a server so that no call is lost. */
export interface Drain {
  /**
   * Accepts no new connections and waits for requests in progress, at most `graceMs`. Then it ends the others. Idle
   * connections close a moment later, so that requests on their way are answered. Resolves to the number of requests
   * that were cut off.
   */
  stop(graceMs: number): Promise<number>;
  /** This is the number of requests without a complete answer. */
  readonly inFlight: number;
}

/** Watches `server` from before it listens. */
export function watchForDrain(server: Server): Drain {
  const connections = new Connections(server);
  let stopping = false;
  let lingering = false;

  const closeIdle = () => {
    if (!lingering) setImmediate(() => server.closeIdleConnections());
  };
  // This listener comes before the application's, because a header can be set only before the headers are sent.
  server.prependListener('request', (_request, response) => {
    if (!stopping) return;
    // A request that came at the same moment as the stop is answered like any other.
    closeAfter(response);
    response.once('close', closeIdle);
  });

  const countInFlight = () => [...connections].reduce((sum, { unanswered }) => sum + unanswered.size, 0);

  return {
    get inFlight() {
      return countInFlight();
    },
    async stop(graceMs) {
      stopping = true;
      lingering = true;
      // The method of http.Server would close idle connections at once.
      const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
      for (const { unanswered } of connections) {
        // Only the answer to the last pipelined request may end the connection (RFC 9112 9.6).
        const last = [...unanswered].at(-1);
        if (last !== undefined) closeAfter(last);
        // An answer whose headers are sent has promised to keep its connection.
        last?.once('close', closeIdle);
      }

      const linger = setTimeout(
        () => {
          lingering = false;
          // Node counts a connection that has not sent a byte as busy.
          for (const { socket } of connections) if (socket.bytesRead === 0) socket.destroy();
          server.closeIdleConnections();
        },
        Math.min(LINGER_MS, graceMs / 8),
      );
      let cutOff = 0;
      const deadline = setTimeout(() => {
        cutOff = countInFlight();
        server.closeAllConnections();
      }, graceMs);
      await closed;
      // This ends the timer by which Node checks the connections. It would keep the server and its application in memory.
      server.close();
      clearTimeout(deadline);
      clearTimeout(linger);
      return cutOff;
    },
  };
}

function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}

import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';

const LINGER_MS = 500;

/** Stops a server so that no call is lost. */
export interface Drain {
  /**
   * Accepts nobody new and waits for what is in flight, at most `graceMs`; then cuts off what is left. Connections that
   * are idle are closed a moment later, so that what is on its way over them is answered. Answers how many requests
   * were cut off.
   */
  stop(graceMs: number): Promise<number>;
  /** Requests that are not answered to their end yet. */
  readonly inFlight: number;
}

/** Watches `server` from before it listens. */
export function watchForDrain(server: Server): Drain {
  // By connection: a pipelined response gets its socket when its turn comes, and hears of no end before that.
  const connections = new Map<Socket, Set<ServerResponse>>();
  let stopping = false;
  let lingering = false;

  server.on('connection', (socket) => {
    connections.set(socket, new Set());
    socket.once('close', () => connections.delete(socket));
  });
  // Before the application's own listener: a header can be set only while none is sent.
  server.prependListener('request', ({ socket }, response) => {
    const responses = connections.get(socket);
    responses?.add(response);
    // A request that raced the stop on an open connection is answered like any other.
    if (stopping) closeAfter(response);
    response.on('close', ended);
  });

  function ended(this: ServerResponse): void {
    connections.get(this.req.socket)?.delete(this);
    // An answer whose header was already out when the stop began has promised to keep its connection.
    if (stopping && !lingering) setImmediate(() => server.closeIdleConnections());
  }

  const countInFlight = () => [...connections.values()].reduce((sum, { size }) => sum + size, 0);

  return {
    get inFlight() {
      return countInFlight();
    },
    async stop(graceMs) {
      stopping = true;
      lingering = true;
      // http.Server's own would close idle connections at once.
      const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
      for (const responses of connections.values()) {
        // Of pipelined requests only the last one's answer may end the connection (RFC 9112 9.6).
        const last = [...responses].at(-1);
        if (last !== undefined) closeAfter(last);
      }

      const linger = setTimeout(() => {
        lingering = false;
        // Node counts a connection that has not sent a byte as busy.
        for (const socket of connections.keys()) if (socket.bytesRead === 0) socket.destroy();
        server.closeIdleConnections();
      }, lingerOf(graceMs));
      let cutOff = 0;
      const deadline = setTimeout(() => {
        cutOff = countInFlight();
        server.closeAllConnections();
      }, graceMs);
      await closed;
      clearTimeout(deadline);
      clearTimeout(linger);
      return cutOff;
    },
  };
}

/** How long connections on which nothing happens are kept: a client may have sent before it can know of the stop. */
function lingerOf(graceMs: number): number {
  return Math.min(LINGER_MS, graceMs / 8);
}

function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}

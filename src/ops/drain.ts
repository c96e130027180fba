import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Stops a server so that no call is lost. */
export interface Drain {
  /**
   * Accepts nobody new, closes idle connections, and waits for what is in flight, at most `graceMs`; then cuts
   * off what is left. Answers how many requests were cut off.
   */
  stop(graceMs: number): Promise<number>;
}

/** Watches `server` from before it listens. */
export function watchForDrain(server: Server): Drain {
  const sockets = new Set<Socket>();
  const inFlight = new Set<ServerResponse>();
  let stopping = false;

  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  // Before the application's own listener: a header can be set only while none is sent.
  server.prependListener('request', (_request, response) => {
    inFlight.add(response);
    // A request that raced the stop on an open connection is answered like any other.
    if (stopping) closeAfter(response);
    response.once('close', () => {
      inFlight.delete(response);
      // An answer whose header was already out when the stop began has promised to keep its connection.
      if (stopping) setImmediate(() => server.closeIdleConnections());
    });
  });

  return {
    async stop(graceMs) {
      stopping = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // Node counts a connection that has not sent a byte as busy.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
      for (const response of lastOfEachConnection(inFlight)) closeAfter(response);

      let cutOff = 0;
      const deadline = setTimeout(() => {
        cutOff = inFlight.size;
        server.closeAllConnections();
      }, graceMs);
      await closed;
      clearTimeout(deadline);
      return cutOff;
    },
  };
}

/** Of pipelined requests only the last one's answer may end the connection (RFC 9112 9.6). */
function lastOfEachConnection(responses: Iterable<ServerResponse>): Iterable<ServerResponse> {
  const last = new Map<Socket, ServerResponse>();
  for (const response of responses) last.set(response.req.socket, response);
  return last.values();
}

function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}

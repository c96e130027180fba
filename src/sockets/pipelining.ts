import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Observe } from '../ops/observations';

/** Requests of one connection that are worked on at a time; enough to keep a client of small calls busy. */
const AT_ONCE = 4;

/** The most listeners that a request has on its connection at a time. */
const LISTENERS = 4;

interface Line {
  working: number;
  readonly waiting: (readonly [IncomingMessage, ServerResponse])[];
}

/**
 * Works on a few requests of a connection at a time. A packet may hold a thousand, each of them asking for megabytes
 * that the client never reads: the others wait, and nothing more is read from the connection until they are begun.
 * @param maxWaiting requests that wait in all connections; a connection that brings more is closed
 */
export function inTurn(handle: RequestListener, maxWaiting: number, observe: Observe): RequestListener {
  const lines = new WeakMap<Socket, Line>();
  let waiting = 0;

  const lineOf = (socket: Socket): Line => {
    const known = lines.get(socket);
    if (known !== undefined) return known;
    const line: Line = { working: 0, waiting: [] };
    lines.set(socket, line);
    // Each request listens for the end of its connection: while it reads its body, waits for the store, is answered.
    socket.setMaxListeners(socket.getMaxListeners() + LISTENERS * AT_ONCE);
    socket.once('close', () => {
      waiting -= line.waiting.length;
      line.waiting.length = 0;
    });
    return line;
  };

  const begin = (line: Line, request: IncomingMessage, response: ServerResponse) => {
    line.working++;
    response.on('close', ended);
    handle(request, response);
  };

  function ended(this: ServerResponse): void {
    const { socket } = this.req;
    const line = lineOf(socket);
    line.working--;
    // The responses of a connection that is gone end one after the other: none of them begins another.
    const next = socket.destroyed ? undefined : line.waiting.shift();
    if (next === undefined) return;
    waiting--;
    if (line.waiting.length === 0) socket.resume();
    begin(line, ...next);
  }

  return (request, response) => {
    const { socket } = request;
    const line = lineOf(socket);
    if (line.working < AT_ONCE && line.waiting.length === 0) {
      begin(line, request, response);
    } else if (waiting >= maxWaiting || socket.destroyed) {
      if (!socket.destroyed) observe({ kind: 'limit-hit', limit: 'pipelined-requests' });
      socket.destroy();
    } else {
      line.waiting.push([request, response]);
      waiting++;
      socket.pause();
    }
  };
}

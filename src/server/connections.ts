import { setMaxListeners } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import type { Observe } from '../ops/observations';

export interface Connection {
  readonly socket: Socket;
  /** These are the responses that have not ended yet, in the order of their requests. */
  readonly unanswered: Set<ServerResponse>;
  /**
   * This is the time at which the connection was opened, a request began or a response ended, whichever was last. It is
   * in milliseconds of `performance.now()`.
   */
  changedAt: number;
}

/** Tracks the open connections of a server. It must be created before the server listens. */
export class Connections implements Iterable<Connection> {
  readonly #connections = new Map<Socket, Connection>();

  constructor(server: Server) {
    server.on('connection', (socket) => {
      this.#connections.set(socket, { socket, unanswered: new Set(), changedAt: performance.now() });
      socket.once('close', () => this.#connections.delete(socket));
    });
    server.prependListener('request', (_request, response) => this.add(response));
  }

  /** Counts a response as unanswered until it ends. Responses of the event `request` are counted automatically. */
  add(response: ServerResponse): void {
    const connection = this.#connections.get(response.req.socket);
    if (connection === undefined) return;
    connection.unanswered.add(response);
    connection.changedAt = performance.now();
    response.on('close', () => {
      connection.unanswered.delete(response);
      connection.changedAt = performance.now();
    });
  }

  get size(): number {
    return this.#connections.size;
  }

  /** Returns the number of requests of `socket` without a complete answer. */
  unansweredOn(socket: Socket): number {
    return this.#connections.get(socket)?.unanswered.size ?? 0;
  }

  [Symbol.iterator](): Iterator<Connection> {
    return this.#connections.values();
  }
}

/**
 * Limits the number of connections. A new connection above the limit closes the connection that has waited longest for
 * its client, which is idle or has sent an incomplete request. So a client with thousands of connections or slow
 * requests does not block others. If all other connections wait for the service, the new connection is closed.
 */
export function limitConnections(
  server: Server,
  connections: Connections,
  max: number,
  observe: Observe,
): void {
  server.on('connection', () => {
    if (connections.size <= max) return;
    observe({ kind: 'limit-hit', limit: 'connections' });
    let longest: Connection | undefined;
    for (const connection of connections) {
      if (longest !== undefined && longest.changedAt <= connection.changedAt) continue;
      if (waitsForClient(connection)) longest = connection;
    }
    longest?.socket.destroy();
  });
}

function waitsForClient({ unanswered }: Connection): boolean {
  for (const { req } of unanswered) if (req.complete) return false;
  return true;
}

/**
 * Returns the response that a connection is sending, or `undefined` between two requests. Node keeps this response
 * under an undocumented name.
 */
export function currentResponse(socket: Socket & { readonly _httpMessage?: ServerResponse | null }) {
  return socket._httpMessage ?? undefined;
}

/**
 * A signal may have this many listeners. Each pipelined call adds several, and by default Node warns of a leak if there
 * are more than ten.
 */
const MAX_LISTENERS = 64;

/** Maps connections to the signals that cancel their calls. */
const signals = new WeakMap<Socket, AbortSignal>();

/**
 * Returns a signal that is aborted when the client disconnects. All calls of a connection share one signal, because
 * Node emits no event for a pipelined response before its turn, and because a signal for each call would take 5 % of
 * the time of a GET.
 */
export function disconnectSignal({ req: { socket } }: ServerResponse): AbortSignal {
  const known = signals.get(socket);
  if (known !== undefined) return known;
  const controller = new AbortController();
  setMaxListeners(MAX_LISTENERS, controller.signal);
  const abort = () => controller.abort();
  if (socket.destroyed) abort();
  socket.once('close', abort);
  signals.set(socket, controller.signal);
  return controller.signal;
}

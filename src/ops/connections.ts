import { readFileSync } from 'node:fs';
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Observe } from './observations';

export interface ConnectionLimits {
  readonly max: number;
  readonly maxPerAddress: number;
  /** A proxy stands for many clients: only `max` counts for it. */
  readonly isProxy: (address: string) => boolean;
}

/** Files that the process needs for itself: the store, the operator's port, modules that are loaded late. */
const OWN_FILES = 64;

/**
 * Bounds the connections of `server`. A new one takes the place of the one that has been idle longest; only where
 * all are at work it is refused. So whoever opens thousands and says nothing keeps nobody out.
 */
export function limitConnections(server: Server, limits: ConnectionLimits, observe: Observe): void {
  const max = Math.min(limits.max, Math.max(1, openFiles() - OWN_FILES));
  // In both the longest idle come first: whoever becomes idle goes to the end.
  const all = new Map<Socket, { requests: number }>();
  const byAddress = new Map<string, Set<Socket>>();

  const hasRoom = (sockets: ReadonlyMap<Socket, unknown> | ReadonlySet<Socket>, limit: number) => {
    if (sockets.size < limit) return true;
    for (const socket of sockets.keys()) {
      if (all.get(socket)?.requests !== 0) continue;
      socket.destroy();
      forget(socket);
      return true;
    }
    return false;
  };

  const forget = (socket: Socket) => {
    all.delete(socket);
    const address = addressOf.get(socket) ?? '';
    const neighbours = byAddress.get(address);
    neighbours?.delete(socket);
    if (neighbours?.size === 0) byAddress.delete(address);
  };
  // A socket that is closed has no address any more.
  const addressOf = new WeakMap<Socket, string>();

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const neighbours = byAddress.get(address) ?? new Set();
    const isLimited = !limits.isProxy(address);
    const refusal =
      isLimited && neighbours.size >= limits.maxPerAddress
        ? 'connections-per-address'
        : all.size >= max
          ? 'connections'
          : undefined;
    if (refusal !== undefined) observe({ kind: 'limit-hit', limit: refusal });
    if ((isLimited && !hasRoom(neighbours, limits.maxPerAddress)) || !hasRoom(all, max)) {
      socket.destroy();
      return;
    }
    addressOf.set(socket, address);
    byAddress.set(address, neighbours.add(socket));
    all.set(socket, { requests: 0 });
    socket.once('close', () => forget(socket));
  });

  // One function for all responses, which end once: a listener of its own for each is dear.
  function ended(this: ServerResponse): void {
    const { socket } = this.req;
    const state = all.get(socket);
    if (state === undefined || --state.requests > 0) return;
    all.delete(socket);
    all.set(socket, state);
    const neighbours = byAddress.get(addressOf.get(socket) ?? '');
    if (neighbours?.delete(socket)) neighbours.add(socket);
  }

  server.prependListener('request', ({ socket }, response) => {
    const state = all.get(socket);
    if (state === undefined) return;
    state.requests++;
    response.on('close', ended);
  });
}

/** How many files this process may open, connections among them; no limit where the system doesn't say. */
function openFiles(): number {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

import { readFileSync } from 'node:fs';
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Observe } from '../ops/observations';

export interface ConnectionLimits {
  readonly max: number;
  readonly maxPerAddress: number;
  /** A proxy stands for many clients: only `max` counts for it. */
  readonly isProxy: (address: string) => boolean;
}

/** Files that the process needs for itself: the store, the operator's port, modules that are loaded late. */
const OWN_FILES = 64;

/** Connections that are counted together: all, or those of one address. */
interface Group {
  size: number;
  /**
   * Those on which nothing is asked, the longest idle first, each by a fresh number. V8 keeps deleted entries in their
   * hash bucket until a map grows: a busy socket that is its own key would walk past thousands of them at each request.
   */
  readonly idle: Map<number, Socket>;
}

interface Connection {
  requests: number;
  /** Its number in `idle`, of both groups. */
  idleAs: number;
  readonly address: string;
  readonly neighbours: Group;
}

/**
 * Bounds the connections of `server`. A new one takes the place of the one that has been idle longest; only where
 * all are at work it is refused. So whoever opens thousands and says nothing keeps nobody out.
 */
export function limitConnections(server: Server, limits: ConnectionLimits, observe: Observe): void {
  const max = Math.min(limits.max, Math.max(1, openFiles() - OWN_FILES));
  const connections = new Map<Socket, Connection>();
  const all: Group = { size: 0, idle: new Map() };
  const byAddress = new Map<string, Group>();
  let timesIdle = 0;

  const hasRoom = ({ size, idle }: Group, limit: number): boolean => {
    if (size < limit) return true;
    const [longestIdle] = idle.values();
    if (longestIdle === undefined) return false;
    longestIdle.destroy();
    forget(longestIdle);
    return true;
  };

  const becomesIdle = (socket: Socket, connection: Connection): void => {
    connection.idleAs = ++timesIdle;
    all.idle.set(timesIdle, socket);
    connection.neighbours.idle.set(timesIdle, socket);
  };

  const becomesBusy = ({ idleAs, neighbours }: Connection): void => {
    all.idle.delete(idleAs);
    neighbours.idle.delete(idleAs);
  };

  const forget = (socket: Socket): void => {
    const connection = connections.get(socket);
    if (connection === undefined) return;
    connections.delete(socket);
    becomesBusy(connection);
    const { address, neighbours } = connection;
    all.size--;
    if (--neighbours.size === 0) byAddress.delete(address);
  };

  server.on('connection', (socket: Socket) => {
    // A socket that is closed has no address any more.
    const address = socket.remoteAddress ?? '';
    const neighbours = byAddress.get(address) ?? { size: 0, idle: new Map() };
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
    byAddress.set(address, neighbours);
    all.size++;
    neighbours.size++;
    const connection = { requests: 0, idleAs: 0, address, neighbours };
    connections.set(socket, connection);
    becomesIdle(socket, connection);
    socket.once('close', () => forget(socket));
  });

  // One function for all responses, which end once: a listener of its own for each is dear.
  function ended(this: ServerResponse): void {
    const { socket } = this.req;
    const connection = connections.get(socket);
    if (connection !== undefined && --connection.requests === 0) becomesIdle(socket, connection);
  }

  server.prependListener('request', ({ socket }, response) => {
    const connection = connections.get(socket);
    if (connection === undefined) return;
    if (connection.requests++ === 0) becomesBusy(connection);
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

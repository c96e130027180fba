import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Observe } from '../ops/observations';
import type { Connections } from './connections';

/** A connection may have this many requests in one packet, and this many unanswered requests. */
const MAX_PIPELINED = 8;
/** A request adds at most this many listeners to its connection. */
const LISTENERS = 4;
/** If `onIncoming` returns this, Node's parser stops after the headers. */
const STOP = 2;
/** If `onIncoming` returns this, Node's parser fails, and does not call `onIncoming` for later requests. */
const REJECT = -1;

/**
 * Describes the part of Node's HTTP parser that is used here. Node does not document it, so tests check it on every
 * supported version.
 */
interface Parser {
  /** Node calls this with each request after its headers. */
  onIncoming(request: IncomingMessage & { upgrade?: boolean }, keepAlive: boolean): number;
  /** Parses bytes, and returns how many of them were parsed. */
  execute(bytes: Buffer): number | Error;
  /** Returns the packet that Node parses now. */
  getCurrentBuffer(): Buffer;
  /**
   * The name of this property is the number `kOnExecute` of the parser's class. Node calls this property after each
   * packet with the result of `execute`.
   */
  [onExecute: number]: (parsed: number | Error) => void;
}

/**
 * Closes a connection that pipelines too many requests. Node parses all requests of one read at once. A read may
 * contain thousands of requests, and neither pausing nor destroying the socket stops its parser. A request with Upgrade
 * is answered as usual (RFC 9110 7.8), but Node would drop the rest of its packet, so the rest is parsed here. CONNECT
 * is rejected here, because Node would no longer read from the connection, and would not continue its answers.
 */
export function limitPipelining(server: Server, connections: Connections, observe: Observe): void {
  server.on('connection', (socket: Socket & { readonly parser: Parser }) => {
    // Each request listens for the close of its connection while it reads its body, waits for the store and is
    // answered.
    socket.setMaxListeners(socket.getMaxListeners() + LISTENERS * MAX_PIPELINED);
    const { parser } = socket;
    const { kOnExecute } = parser.constructor as unknown as { readonly kOnExecute: number };
    const { onIncoming, [kOnExecute]: onExecute } = parser;
    let requestsInPacket = 0;
    let asksForUpgrade = false;

    parser.onIncoming = (request, keepAlive) => {
      if (request.method === 'CONNECT') {
        request.upgrade = false;
        server.emit('clientError', new Error('CONNECT is not supported.'), socket);
        return REJECT;
      }
      asksForUpgrade ||= request.upgrade === true;
      if (++requestsInPacket <= MAX_PIPELINED && connections.unansweredOn(socket) < MAX_PIPELINED)
        return onIncoming(request, keepAlive);
      observe({ kind: 'limit-hit', limit: 'pipelined-requests' });
      socket.destroy();
      return STOP;
    };

    const parseRest = (bytes: Buffer) => {
      let rest = bytes;
      while (rest.length > 0 && !socket.destroyed) {
        const parsed = parser.execute(rest);
        onExecute?.(parsed);
        if (typeof parsed !== 'number') return;
        if (parsed <= 0 || parsed > rest.length) {
          // After a request with Upgrade the parser stops at invalid bytes without an error, and returns an arbitrary
          // number.
          server.emit('clientError', new Error('The bytes after the request are not HTTP.'), socket);
          return;
        }
        rest = rest.subarray(parsed);
      }
    };

    parser[kOnExecute] = (parsed) => {
      const packet = asksForUpgrade ? parser.getCurrentBuffer() : undefined;
      onExecute?.(parsed);
      if (packet !== undefined && typeof parsed === 'number') parseRest(packet.subarray(parsed));
      requestsInPacket = 0;
    };
  });
}

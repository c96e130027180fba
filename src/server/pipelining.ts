import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Observe } from '../ops/observations';
import type { Connections } from './connections';

/** Requests of one connection that may come in one packet, and that may be unanswered at a time. */
const MAX_PIPELINED = 8;
/** The most listeners that a request has on its connection at a time. */
const LISTENERS = 4;
/** Tells Node's parser that what follows the headers is not HTTP: it parses no further. */
const STOP = 2;

/** Node's HTTP parser, as far as it is used here. Node documents none of it, so tests hold it on every version. */
interface Parser {
  /** Called with each request when its headers are there. */
  onIncoming(request: IncomingMessage & { readonly upgrade?: boolean }, keepAlive: boolean): number;
  /** Returns how many of `bytes` were parsed. */
  execute(bytes: Buffer): number | Error;
  /** The packet that is being parsed. */
  getCurrentBuffer(): Buffer;
  /** Under the number `kOnExecute` of the parser's class: called behind each packet with what `execute` returns. */
  [onExecute: number]: (parsed: number | Error) => void;
}

/**
 * Ends a connection that pipelines too many requests. Node makes requests of all that one read brings, which may be
 * thousands, before anybody else has a turn; neither pausing nor destroying the socket stops its parser.
 *
 * Also has the rest of a packet parsed that stands behind a request for another protocol. Node drops it, though nobody
 * speaks that protocol and the request is answered as any other (RFC 9110 7.8).
 */
export function limitPipelining(server: Server, connections: Connections, observe: Observe): void {
  server.on('connection', (socket: Socket & { readonly parser: Parser }) => {
    // Each request listens for the end of its connection: while it reads its body, waits for the store, is answered.
    socket.setMaxListeners(socket.getMaxListeners() + LISTENERS * MAX_PIPELINED);
    const { parser } = socket;
    const { kOnExecute } = parser.constructor as unknown as { readonly kOnExecute: number };
    const { onIncoming, [kOnExecute]: onExecute } = parser;
    let inPacket = 0;
    let asksForUpgrade = false;

    parser.onIncoming = (request, keepAlive) => {
      asksForUpgrade ||= request.upgrade === true;
      if (++inPacket <= MAX_PIPELINED && connections.unansweredOn(socket) < MAX_PIPELINED)
        return onIncoming(request, keepAlive);
      observe({ kind: 'limit-hit', limit: 'pipelined-requests' });
      socket.destroy();
      return STOP;
    };

    const parseRest = (bytes: Buffer) => {
      let rest = bytes;
      // After CONNECT the parser is another connection's.
      while (rest.length > 0 && socket.parser === parser && !socket.destroyed) {
        const parsed = parser.execute(rest);
        onExecute?.(parsed);
        if (typeof parsed !== 'number') return;
        if (parsed <= 0 || parsed > rest.length) {
          // Behind such a request the parser tells of no error, but gets no further.
          server.emit('clientError', new Error('What stands behind the request is not HTTP.'), socket);
          return;
        }
        rest = rest.subarray(parsed);
      }
    };

    parser[kOnExecute] = (parsed) => {
      const packet = asksForUpgrade ? parser.getCurrentBuffer() : undefined;
      onExecute?.(parsed);
      if (packet !== undefined && typeof parsed === 'number') parseRest(packet.subarray(parsed));
      inPacket = 0;
    };
  });
}

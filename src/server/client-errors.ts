/** Answers requests that are not HTTP (RFC 9112 2.2), too large or too slow. The application never sees them. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { LimitName, Observe } from '../ops/observations';
import { pathForLogs } from './client-address';
import { type Connections, currentResponse } from './connections';

/** A rejected client has this many milliseconds to read the answer before its socket is closed. */
const LINGER_MS = 1_000;

const REQUEST_TIMEOUT = 'ERR_HTTP_REQUEST_TIMEOUT';

/**
 * Answers requests that Node's parser rejects. The answer is sent after the answers to earlier requests on the
 * connection.
 */
export function onClientError(server: Server, connections: Connections, observe: Observe): void {
  const rejected = new WeakSet<Socket>();
  const reject = (socket: Socket, status: string, limit?: LimitName) => {
    // After an earlier error, or in the middle of an answer, nothing more can be sent.
    if (!socket.writable || currentResponse(socket)?.headersSent === true) {
      socket.destroy();
      return;
    }
    if (limit !== undefined) observe({ kind: 'limit-hit', limit });
    note(observe, socket, Number(status.slice(0, 3)));
    socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    // If the connection were closed while the client still sends, it would be reset, and the answer could be lost.
    const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
    socket.once('close', () => clearTimeout(timer));
  };
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // Node measures the time for the headers from the opening of the connection. But a client may open a connection
    // long before it has a request.
    if (error.code === REQUEST_TIMEOUT && socket.bytesRead === 0) return;
    // Node's parser also rejects all later bytes on the connection, but one answer is enough.
    if (rejected.has(socket)) return;
    rejected.add(socket);
    afterAnswers(socket, () => reject(socket, statusOf(error.code), limitOf(error.code, socket)));
  });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    note(observe, request.socket, 417, request);
    connections.add(response);
    response.writeHead(417).end();
  });
}

/** Calls `then` when all complete requests have been answered. */
function afterAnswers(socket: Socket, then: () => void): void {
  const answer = currentResponse(socket);
  if (answer?.req.complete === true) answer.once('close', () => afterAnswers(socket, then));
  else then();
}

function note(
  observe: Observe,
  { remoteAddress = '-' }: Socket,
  status: number,
  { method = '-', url = '-' }: Partial<Pick<IncomingMessage, 'method' | 'url'>> = {},
): void {
  observe({
    kind: 'rejected',
    reason: 'http',
    status,
    method,
    path: pathForLogs(url),
    client: remoteAddress,
  });
}

function statusOf(code: string | undefined): string {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return '431 Request Header Fields Too Large';
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return '413 Content Too Large';
    case REQUEST_TIMEOUT:
      return '408 Request Timeout';
    default:
      return '400 Bad Request';
  }
}

function limitOf(code: string | undefined, socket: Socket): LimitName | undefined {
  if (code === 'HPE_HEADER_OVERFLOW') return 'header-bytes';
  if (code !== REQUEST_TIMEOUT) return undefined;
  // If there is a response, the headers have arrived, and the body is late.
  return currentResponse(socket) ? 'request-time' : 'headers-time';
}

import http from 'node:http';
import type { Express } from 'express';
import type { Config } from '../config';
import { ignoreObservations, type Observe } from '../ops/observations';
import { onClientError } from './client-errors';
import { Connections, limitConnections } from './connections';
import { limitPipelining } from './pipelining';
import { answerHalfClosed, closeStalledConnections } from './timeouts';

/** The headers of a request, including its first line, may have at most this many bytes. */
const MAX_HEADER_BYTES = 16_384;
/**
 * A request may have at most this many headers. Thousands of short headers would take many times their length in
 * memory.
 */
export const MAX_HEADERS = 256;
/**
 * All headers of a request must arrive within this many milliseconds, which are part of the time for the whole request.
 */
const HEADERS_TIMEOUT_MS = 10_000;
/** A client must read at least one byte of its answer within this many milliseconds. */
const ANSWER_TIMEOUT_MS = 30_000;

const CONNECTIONS_CHECKING_INTERVAL_MS = 1_000;

/**
 * Creates the HTTP server of the application, which does not listen yet. This is a public interface: programs outside
 * the repository call it. By default an idle connection stays open as long as in IIS, which is longer than in .NET's
 * connection pools. So server and client never close a connection at the same time.
 */
export function createServer(
  app: Express,
  config: Config,
  observe: Observe = ignoreObservations,
  { answerTimeoutMs = ANSWER_TIMEOUT_MS }: { readonly answerTimeoutMs?: number } = {},
): http.Server {
  // Requests and responses are created with the prototypes that Express sets on each of them. If Express changed them, V8
  // would discard its inline caches, which doubles the cost of a call.
  class IncomingMessage extends http.IncomingMessage {}
  class ServerResponse extends http.ServerResponse {}
  app.request = Object.setPrototypeOf(IncomingMessage.prototype, app.request);
  app.response = Object.setPrototypeOf(ServerResponse.prototype, app.response);
  const server = http.createServer(
    {
      IncomingMessage,
      ServerResponse,
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: Math.min(HEADERS_TIMEOUT_MS, config.requestTimeoutMs),
      requestTimeout: config.requestTimeoutMs,
      connectionsCheckingInterval: CONNECTIONS_CHECKING_INTERVAL_MS,
      keepAliveTimeout: config.keepAliveTimeoutMs,
      insecureHTTPParser: false,
      // The application rejects a request without Host, because Node would neither count nor log it.
      requireHostHeader: false,
    },
    app,
  );
  // Some versions of Node drop headers above this number, even a second Host. One header more than allowed is kept, so
  // that the application sees that there are too many.
  server.maxHeadersCount = MAX_HEADERS + 1;
  const connections = new Connections(server);
  limitConnections(server, connections, config.maxConnections, observe);
  limitPipelining(server, connections, observe);
  closeStalledConnections(
    server,
    { answerTimeoutMs, keepAliveTimeoutMs: config.keepAliveTimeoutMs },
    observe,
  );
  answerHalfClosed(server);
  onClientError(server, connections, observe);
  return server;
}

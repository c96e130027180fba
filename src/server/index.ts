import http from 'node:http';
import type { Express } from 'express';
import type { Config } from '../config';
import { ignoreObservations, type Observe } from '../ops/observations';
import { onClientError } from './client-errors';
import { Connections, limitConnections } from './connections';
import { limitPipelining } from './pipelining';
import { answerHalfClosed, endStalled } from './timeouts';

/** Limits all headers of a request, its first line among them. */
const MAX_HEADER_BYTES = 16_384;
/** Limits the time for all headers of a request. It is a part of the time for the whole. */
const HEADERS_TIMEOUT_MS = 10_000;
/** A client must take a byte of its answer within this time. */
const ANSWER_TIMEOUT_MS = 30_000;

const CONNECTIONS_CHECKING_INTERVAL_MS = 1_000;

/**
 * Creates the HTTP server around the application, which does not listen yet. This is a fixed seam: programs outside
 * call it. An idle connection is kept as long as IIS keeps it, unless set otherwise. That is longer than .NET's pools
 * keep theirs, so the two never close one at the same time.
 */
export function createServer(
  app: Express,
  config: Config,
  observe: Observe = ignoreObservations,
  { answerTimeoutMs = ANSWER_TIMEOUT_MS }: { readonly answerTimeoutMs?: number } = {},
): http.Server {
  const server = http.createServer(
    {
      IncomingMessage: withPrototype(http.IncomingMessage, app.request),
      ServerResponse: withPrototype<typeof http.ServerResponse>(http.ServerResponse, app.response),
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: Math.min(HEADERS_TIMEOUT_MS, config.requestTimeoutMs),
      requestTimeout: config.requestTimeoutMs,
      connectionsCheckingInterval: CONNECTIONS_CHECKING_INTERVAL_MS,
      keepAliveTimeout: config.keepAliveTimeoutMs,
      insecureHTTPParser: false,
    },
    app,
  );
  // MAX_HEADER_BYTES limits headers enough. By a limit of their number, some versions of Node drop those behind it, a
  // second Host among them, and others reject the request.
  server.maxHeadersCount = 0;
  const connections = new Connections(server);
  limitConnections(server, connections, config.maxConnections, observe);
  limitPipelining(server, connections, observe);
  endStalled(server, answerTimeoutMs, observe);
  answerHalfClosed(server);
  onClientError(server, connections, observe);
  return server;
}

/**
 * Returns `base` with instances that already have the prototype that Express sets on every request and response. If
 * Express sets it later, V8 drops its inline caches, which doubles the cost of a call.
 */
function withPrototype<Class extends typeof http.IncomingMessage | typeof http.ServerResponse>(
  base: Class,
  prototype: InstanceType<Class>,
): Class {
  // Node's two classes are plain functions, and Reflect.construct would cost five times as much as a call.
  const initialise = base as unknown as (this: object, ...args: unknown[]) => void;
  function Derived(this: object, first: unknown, second: unknown): void {
    initialise.call(this, first, second);
  }
  Derived.prototype = prototype;
  // V8 then makes room for what the base will set, as it does for a subclass.
  Object.setPrototypeOf(Derived, base);
  return Derived as unknown as Class;
}

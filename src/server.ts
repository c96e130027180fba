import http from 'node:http';
import type { Duplex } from 'node:stream';
import type { Express } from 'express';
import proxyAddr from 'proxy-addr';
import type { Config } from './config';
import { ignoreObservations, type LimitName, type Observe } from './ops/observations';
import { limitConnections } from './sockets/connections';
import { inTurn } from './sockets/pipelining';
import { endSilence } from './sockets/silence';

const CONNECTIONS_CHECKING_INTERVAL_MS = 1_000;
/** How long a refused client has to read why, before its socket is closed under it. */
const REFUSED_LINGER_MS = 1_000;

/**
 * The HTTP server around the application, not listening yet. A fixed seam: programs outside hold on to it. An idle connection is kept as long as IIS keeps it,
 * unless set otherwise: longer than .NET's pools keep theirs, so that the two never race.
 */
export function createServer(
  app: Express,
  config: Config,
  observe: Observe = ignoreObservations,
): http.Server {
  const server = http.createServer(
    {
      IncomingMessage: bornWith(http.IncomingMessage, app.request),
      ServerResponse: bornWith<typeof http.ServerResponse>(http.ServerResponse, app.response),
      maxHeaderSize: config.maxHeaderBytes,
      headersTimeout: config.headersTimeoutMs,
      requestTimeout: Math.max(config.requestTimeoutMs, config.headersTimeoutMs),
      connectionsCheckingInterval: CONNECTIONS_CHECKING_INTERVAL_MS,
      keepAliveTimeout: config.keepAliveTimeoutMs,
      insecureHTTPParser: false,
    },
    inTurn(app, config.maxConnections, observe),
  );
  const { maxConnections: max, maxConnectionsPerAddress: maxPerAddress, trustProxy } = config;
  const isTrusted = proxyAddr.compile([...trustProxy]);
  limitConnections(server, { max, maxPerAddress, isProxy: (address) => isTrusted(address, 0) }, observe);
  endSilence(server, config, observe);
  return server.on('clientError', (error, socket) => refuse(error, socket, observe));
}

/** Node's own note of the answer that a connection is at; `null` between two requests. */
type Answering = { readonly _httpMessage?: http.ServerResponse | null };

/**
 * `base` whose instances already have the prototype that Express sets on every request and response. Setting it
 * later makes V8 drop its inline caches, which doubles what a call costs.
 */
function bornWith<Class extends typeof http.IncomingMessage | typeof http.ServerResponse>(
  base: Class,
  prototype: InstanceType<Class>,
): Class {
  // Node's two are functions of the old kind; Reflect.construct would cost five times as much as a plain call.
  const initialise = base as unknown as (this: object, ...args: unknown[]) => void;
  function Born(this: object, first: unknown, second: unknown): void {
    initialise.call(this, first, second);
  }
  Born.prototype = prototype;
  // V8 then makes room for what the base will set, as it does for a subclass.
  Object.setPrototypeOf(Born, base);
  return Born as unknown as Class;
}

/** Answers what is no HTTP (RFC 9112 2.2), too large or too slow; the application never sees such a request. */
function refuse(error: NodeJS.ErrnoException, socket: Duplex & Answering, observe: Observe): void {
  // A second error on a socket that is being refused, or one in the middle of an answer: nothing more can be said.
  if (!socket.writable || socket._httpMessage?.headersSent === true) {
    if (!socket.writableEnded) socket.destroy();
    return;
  }
  const limit = limitOfRefusal(error.code, socket);
  if (limit !== undefined) observe({ kind: 'limit-hit', limit });
  socket.end(`HTTP/1.1 ${refusalStatus(error.code)}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  // Closing while the client still sends would reset the connection, and the answer could be lost with it.
  const timer = setTimeout(() => socket.destroy(), REFUSED_LINGER_MS).unref();
  socket.once('close', () => clearTimeout(timer));
}

function refusalStatus(code: string | undefined): string {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return '431 Request Header Fields Too Large';
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return '413 Content Too Large';
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return '408 Request Timeout';
    default:
      return '400 Bad Request';
  }
}

function limitOfRefusal(code: string | undefined, socket: Answering): LimitName | undefined {
  if (code === 'HPE_HEADER_OVERFLOW') return 'header-bytes';
  if (code !== 'ERR_HTTP_REQUEST_TIMEOUT') return undefined;
  // There is an answer to write as soon as the headers have come.
  return socket._httpMessage ? 'request-time' : 'headers-time';
}

import http from 'node:http';
import type { Duplex } from 'node:stream';
import type { Express } from 'express';
import type { Config } from './config';

/** Slow headers and slow bodies are cut off; Node's defaults let them live for minutes. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
const CONNECTIONS_CHECKING_INTERVAL_MS = 1_000;
/** IIS's own; longer than the 60 s and 100 s after which .NET's pools drop an idle connection, so they never race. */
const KEEP_ALIVE_TIMEOUT_MS = 120_000;
/** How long a refused client has to read why, before its socket is closed under it. */
const REFUSED_LINGER_MS = 1_000;

/** The HTTP server around the application, not listening yet. */
export function createServer(app: Express, _config: Config): http.Server {
  const server = http.createServer(
    {
      IncomingMessage: bornWith(http.IncomingMessage, app.request),
      ServerResponse: bornWith<typeof http.ServerResponse>(http.ServerResponse, app.response),
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: CONNECTIONS_CHECKING_INTERVAL_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      insecureHTTPParser: false,
    },
    app,
  );
  return server.on('clientError', refuse);
}

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
  return Born as unknown as Class;
}

/** Answers what is no HTTP (RFC 9112 2.2), too large or too slow; the application never sees such a request. */
function refuse(error: NodeJS.ErrnoException, socket: Duplex & { _httpMessage?: http.ServerResponse }): void {
  // A second error on a socket that is being refused, or one in the middle of an answer: nothing more can be said.
  if (!socket.writable || socket._httpMessage?.headersSent === true) {
    if (!socket.writableEnded) socket.destroy();
    return;
  }
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

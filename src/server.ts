import http from 'node:http';
import type { Express } from 'express';
import proxyAddr from 'proxy-addr';
import type { Config } from './config';
import { ignoreObservations, type Observe } from './ops/observations';
import { limitConnections } from './sockets/connections';
import { inTurn } from './sockets/pipelining';
import { refuseBadHttp } from './sockets/refusals';
import { endSilence } from './sockets/silence';

const CONNECTIONS_CHECKING_INTERVAL_MS = 1_000;

/**
 * The HTTP server around the application, not listening yet. A fixed seam: programs outside hold on to it. An idle
 * connection is kept as long as IIS keeps it, unless set otherwise: longer than .NET's pools keep theirs, so that the
 * two never race.
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
  refuseBadHttp(server, observe);
  return server;
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
  // V8 then makes room for what the base will set, as it does for a subclass.
  Object.setPrototypeOf(Born, base);
  return Born as unknown as Class;
}

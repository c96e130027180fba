/** Describes a rejected request for the log: its client, its path and its id. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import proxyAddr from 'proxy-addr';
import type { Config } from '../config';

export interface ClientRequest {
  readonly method: string;
  /** The path has no query and is cut at 260 characters, because ASP.NET takes none that is longer. */
  readonly path: string;
  /** This is the address that the last trusted proxy reports, or else the connection's. */
  readonly client: string;
  readonly requestId?: string;
}

/** ASP.NET takes no longer path. */
const MAX_PATH = 260;

/** Returns the path of a URL as logs show it: without the query, which may hold secrets. */
export function pathShown(url: string): string {
  return (url.split('?', 1)[0] ?? '').slice(0, MAX_PATH);
}

/** Makes the function that describes a request. */
export function clientRequests(
  config: Pick<Config, 'trustProxy'>,
): (request: IncomingMessage) => ClientRequest {
  const clientOf = clientAddresses(config);
  return (request) => {
    const { method = '', url = '', headers } = request;
    const requestId = requestIdOf(headers);
    return {
      method,
      path: pathShown(url),
      client: clientOf(request),
      ...(requestId === undefined ? {} : { requestId }),
    };
  };
}

/**
 * Makes the function that returns a client's address. Behind trusted proxies it is the nearest address of
 * X-Forwarded-For that is no trusted proxy's, or the farthest if all are.
 */
export function clientAddresses({
  trustProxy,
}: Pick<Config, 'trustProxy'>): (request: IncomingMessage) => string {
  const trusts = proxyAddr.compile([...trustProxy]);
  return (request) => {
    const reported = proxyAddr(request, trusts);
    // A proxy may pass on what a client made up. Only what looks like an address gets into a log.
    return /^[0-9A-Fa-f.:]{2,45}$/.test(reported) ? reported : (request.socket.remoteAddress ?? 'unknown');
  };
}

/** Returns the X-Request-Id header, or the trace's id (W3C traceparent), where one is well-formed. */
export function requestIdOf(headers: IncomingHttpHeaders): string | undefined {
  const given = /^[\w.:-]{1,128}$/.exec(String(headers['x-request-id'] ?? ''))?.[0];
  return given ?? /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-/.exec(String(headers.traceparent ?? ''))?.[1];
}

/** Describes a rejected request for the log: its client, its path and its id. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import proxyAddr from 'proxy-addr';
import type { Config } from '../config';
import { MAX_PATH } from '../contract/bindings';

/** Returns the path of a URL for logs. The query is left out, because it may contain secrets. */
export function pathForLogs(url: string): string {
  return (url.split('?', 1)[0] ?? '').slice(0, MAX_PATH);
}

export function createRequestDescriber(config: Pick<Config, 'trustProxy'>) {
  const clientOf = createClientAddressOf(config);
  return (request: IncomingMessage) => {
    const { method = '', url = '', headers } = request;
    return { method, path: pathForLogs(url), client: clientOf(request), requestId: requestIdOf(headers) };
  };
}

/**
 * Makes the function that returns a client's address. Behind trusted proxies this is the last address in
 * X-Forwarded-For that belongs to no trusted proxy, or the first address if all belong to trusted proxies.
 */
export function createClientAddressOf({
  trustProxy,
}: Pick<Config, 'trustProxy'>): (request: IncomingMessage) => string {
  const trusts = proxyAddr.compile([...trustProxy]);
  return (request) => {
    const reported = proxyAddr(request, trusts);
    // A proxy may pass on what a client invented, so only text that looks like an address is logged.
    return /^[0-9A-Fa-f.:]{2,45}$/.test(reported) ? reported : (request.socket.remoteAddress ?? 'unknown');
  };
}

/** Returns a well-formed X-Request-Id, else the trace id of a well-formed traceparent (W3C), else `undefined`. */
export function requestIdOf(headers: IncomingHttpHeaders): string | undefined {
  const given = /^[\w.:-]{1,128}$/.exec(String(headers['x-request-id'] ?? ''))?.[0];
  return given ?? /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-/.exec(String(headers.traceparent ?? ''))?.[1];
}

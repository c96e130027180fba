import type { IncomingMessage, ServerResponse } from 'node:http';

/** A page may send these headers: media type and action of SOAP, the header of jQuery, and request ids for logs. */
const HEADERS = 'Content-Type, SOAPAction, X-Requested-With, X-Request-Id, Traceparent';
/** A browser may keep the answer to a preflight for so many seconds. */
const MAX_AGE = '600';

/** Sets the CORS headers, and answers the preflight of an allowed page. */
export type Cors = (request: IncomingMessage, response: ServerResponse) => 'answered' | 'goes on';

/**
 * Lets only pages of `origins` read the answers (CORS of the Fetch standard). With an empty list no header is set. A
 * preflight of another page is handled as any OPTIONS. Credentials are not allowed, because the service has none.
 */
export function allowOrigins(origins: readonly string[]): Cors {
  if (origins.length === 0) return () => 'goes on';
  const allowed = new Set(origins);
  return (request, response) => {
    // The header is also set without an Origin, because a cache must not give that answer to a page.
    response.appendHeader('Vary', 'Origin');
    const { origin } = request.headers;
    if (origin === undefined || !allowed.has(origin)) return 'goes on';
    response.setHeader('Access-Control-Allow-Origin', origin);
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) {
      response.setHeader('Access-Control-Expose-Headers', 'Retry-After');
      return 'goes on';
    }
    response.setHeader('Access-Control-Allow-Methods', 'GET, HEAD, POST');
    response.setHeader('Access-Control-Allow-Headers', HEADERS);
    response.setHeader('Access-Control-Max-Age', MAX_AGE);
    response.writeHead(204).end();
    return 'answered';
  };
}

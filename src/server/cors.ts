import type { IncomingMessage, ServerResponse } from 'node:http';

/** A page may send these headers: SOAP's media type and action, jQuery's header, and request ids for logs. */
const HEADERS = 'Content-Type, SOAPAction, X-Requested-With, X-Request-Id, Traceparent';
/** A browser may cache the answer to a preflight for this many seconds. */
const MAX_AGE = '600';

/**
 * Sets the CORS headers, and answers the preflight of an allowed page. Returns `goes on` if another handler must answer
 * the request.
 */
export type Cors = (request: IncomingMessage, response: ServerResponse) => 'answered' | 'goes on';

/**
 * Allows only pages of `origins` to read the answers (CORS in the Fetch standard). With an empty list no header is set.
 * A preflight of any other page is handled like any OPTIONS request. Credentials are not allowed, because the service
 * uses none.
 */
export function allowOrigins(origins: readonly string[]): Cors {
  if (origins.length === 0) return () => 'goes on';
  const allowed = new Set(origins);
  return (request, response) => {
    // Vary is set even if the request has no Origin. Its answer allows no page, and a cache must not give this answer
    // to a page.
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

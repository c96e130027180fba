import type { RequestHandler } from 'express';

/**
 * What a page may send along: the media type and action of SOAP, what jQuery adds, and the names of a request in logs.
 */
const HEADERS = 'Content-Type, SOAPAction, X-Requested-With, X-Request-Id, Traceparent';
/** Seconds that a browser may keep the answer to a preflight. */
const MAX_AGE = '600';

/**
 * Lets the pages of `origins`, and of no other, read the answers (CORS of the Fetch standard). Preflights of these are
 * answered here; another's goes on as the OPTIONS that it is. Cookies and passwords stay at home: there is nothing here
 * that they would open.
 */
export function allowOrigins(origins: readonly string[]): RequestHandler {
  const allowed = new Set(origins);
  return (request, response, next) => {
    // Also where no origin is named: a cache must not give that answer to a page.
    response.vary('Origin');
    const { origin } = request.headers;
    if (origin === undefined || !allowed.has(origin)) {
      next();
      return;
    }
    response.setHeader('Access-Control-Allow-Origin', origin);
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) {
      response.setHeader('Access-Control-Expose-Headers', 'Retry-After');
      next();
      return;
    }
    response.setHeader('Access-Control-Allow-Methods', 'GET, HEAD, POST');
    response.setHeader('Access-Control-Allow-Headers', HEADERS);
    response.setHeader('Access-Control-Max-Age', MAX_AGE);
    response.status(204).end();
  };
}

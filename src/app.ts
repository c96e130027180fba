import compression from 'compression';
import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler } from 'express';
import { IncompleteBodyError } from './bindings/body';
import type { Config } from './config';
import { ENDPOINT } from './contract/endpoint';
import { errorOnServer } from './contract/messages';
import type { EventsPortType } from './contract/operations';
import type { RefusalReason } from './contract/refusals';
import { BadHostError, endpointOf, outsideAddresses } from './discovery/address';
import { clientRequests } from './discovery/client';
import { createEndpoint } from './endpoint';
import { BytesInFlight } from './ops/bytes-in-flight';
import { ignoreObservations, type Observe } from './ops/observations';
import { assetsRouter } from './pages/assets';
import { calendarRouter } from './pages/calendar';
import { PAGE_HEADERS } from './pages/layout';
import { renderNotFound } from './pages/not-found';

export interface AppOptions {
  /** What all four bindings call. */
  readonly service: EventsPortType;
  readonly config: Config;
  /** The calendar page's feed: a service whose lists are FullCalendar's JSON. Without one there is no calendar. */
  readonly calendar?: EventsPortType;
  readonly observe?: Observe;
  /** Shared with the store, which asks nothing more of its database while this is full. */
  readonly bytes?: BytesInFlight;
}

/**
 * Puts the Express application together, step by step as a request takes them; the service's own path is one of them,
 * endpoint.ts. A fixed seam: programs outside put services of their own behind it.
 */
export function createApp({
  service,
  config,
  calendar,
  observe = ignoreObservations,
  bytes = new BytesInFlight(config.maxBytesInFlight, observe),
}: AppOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);

  app.use(requireOneHost);
  if (config.compression) app.use(compression({ threshold: 1024 }));
  app.use(createEndpoint({ service, config, observe, bytes }));
  app.use('/assets', assetsRouter());
  app.use(calendarRouter({ feed: calendar, config, endpointOf: endpointFinder(config), observe }));
  const tellRefused = refusalTeller(config, observe);
  app.use(notFound(tellRefused));
  app.use(failures(observe, tellRefused));
  return app;
}

function endpointFinder(config: Config): (request: Request) => string {
  const addressOf = outsideAddresses(config);
  return (request) => endpointOf(addressOf(request), ENDPOINT);
}

/** Two Host headers: a proxy in front may have gone by the other one (RFC 9112 3.2). */
const requireOneHost: RequestHandler = ({ rawHeaders }, _response, next) => {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  next(hosts > 1 ? new BadHostError('The request has more than one Host header.') : undefined);
};

type TellRefused = (request: Request, status: number, reason: RefusalReason) => void;

function refusalTeller(config: Config, observe: Observe): TellRefused {
  const describeRequest = clientRequests(config);
  return (request, status, reason) =>
    observe({ kind: 'refused', reason, status, ...describeRequest(request) });
}

const notFound =
  (tellRefused: TellRefused): RequestHandler =>
  (request, response) => {
    tellRefused(request, 404, 'not-found');
    const wantsHtml = request.accepts('text', 'html') === 'html';
    const { contentType, body } = renderNotFound({ path: request.path, wantsHtml });
    response.status(404).set({ 'Content-Type': contentType, 'Cache-Control': 'no-store', ...PAGE_HEADERS });
    response.send(body);
  };

/** What no step answered: a host that is none, a client that went away, and the last resort for a bug. */
function failures(observe: Observe, tellRefused: TellRefused): ErrorRequestHandler {
  return (error, request, response, _next) => {
    if (error instanceof IncompleteBodyError || response.headersSent) {
      response.destroy();
      return;
    }
    const mistake = mistakeOf(error);
    if (mistake === undefined) observe({ kind: 'unexpected-error', where: 'request', error });
    else tellRefused(request, 400, mistake.reason);
    response
      .status(mistake === undefined ? 500 : 400)
      .set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' })
      .type('text/plain')
      .send(`${(mistake ?? errorOnServer).message}\r\n`);
  };
}

/** What the client did wrong; `undefined` for a bug. */
function mistakeOf(error: unknown): { readonly reason: RefusalReason; readonly message: string } | undefined {
  if (error instanceof BadHostError) return { reason: 'host', message: error.message };
  // Express's own decoding of a path, for routes and files.
  if (error instanceof URIError)
    return { reason: 'path', message: 'The path holds a percent sign that begins no escape.' };
  return undefined;
}

import type { IncomingMessage } from 'node:http';
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import { IncompleteBodyError } from './bindings/body';
import type { FeedServices } from './bindings/calendar/binding';
import { EncodedAnswers } from './bindings/encoded-answers';
import type { AroundCall } from './bindings/observe-call';
import { createCalendar } from './calendar';
import type { Config } from './config';
import { errorOnServer } from './contract/messages';
import type { EventsPortType } from './contract/operations';
import type { RefusalReason } from './contract/refusals';
import { BadHostError, outsideAddresses } from './discovery/address';
import { createEndpoint } from './endpoint';
import { ignoreObservations, type Observe } from './ops/observations';
import { assetsRouter } from './pages/assets';
import { PAGE_HEADERS } from './pages/layout';
import { renderNotFound } from './pages/not-found';
import { type FindExample, proposals } from './pages/proposal';
import { type AtRefusal, createSend, type Send } from './send';
import { BytesInFlight } from './sockets/bytes-in-flight';

/** What stands around everything that clients ask. */
export interface Intercept {
  /** Stands around each request, and has it answered by `next` or does it itself. */
  readonly request: (request: Request, response: Response, next: () => void) => void;
  readonly call: AroundCall;
  readonly refused: AtRefusal;
}

export interface AppOptions {
  /** What all four bindings call. */
  readonly service: EventsPortType;
  readonly config: Config;
  /** What the calendar and its feeds call. Without it there is none. */
  readonly feeds?: FeedServices;
  /** What the pages propose and lead to. */
  readonly findExample?: FindExample;
  readonly observe?: Observe;
  /** Shared with the store, which asks nothing more of its database while this is full. */
  readonly bytes?: BytesInFlight;
  /** Shared by all that answer within one CACHE_BYTES. */
  readonly encoded?: EncodedAnswers;
  readonly intercept?: Intercept;
}

/**
 * Puts the Express application together, step by step as a request takes them; the service's own path is one of them,
 * endpoint.ts. A fixed seam: programs outside put services of their own behind it.
 */
export function createApp({
  service,
  config,
  feeds,
  findExample = async () => undefined,
  observe = ignoreObservations,
  bytes = new BytesInFlight(config.memoryBudgetBytes, observe),
  encoded = EncodedAnswers.halfOf(config.cacheBytes),
  intercept,
}: AppOptions): Express {
  const send = createSend({ config, observe, bytes, encoded, refused: intercept?.refused });
  const addressOf = outsideAddresses(config);
  const propose = proposals(findExample, config.timeZone);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);

  if (intercept !== undefined) app.use(intercept.request);
  app.use((request, _response, next) => {
    if (request.httpVersionMajor !== 1) throw new HttpVersionError();
    requireOneHost(request);
    if (request.url.length > config.maxUrlBytes) throw new UrlTooLongError(config.maxUrlBytes);
    next();
  });
  app.use(
    createEndpoint({ service, config, observe, bytes, addressOf, propose, send, around: intercept?.call }),
  );
  app.use('/assets', assetsRouter());
  if (feeds !== undefined) app.use(createCalendar({ feeds, findExample, config, observe, addressOf, send }));
  app.use(notFound(send));
  app.use(failures(observe, send));
  app.use(neverByExpress);
  return app;
}

/** Refused before anything else: pages repeat the path in every link. */
class UrlTooLongError extends Error {
  override readonly name = 'UrlTooLongError';

  constructor(maxBytes: number) {
    super(`The path and query of the request are longer than ${maxBytes} bytes.`);
  }
}

/** RFC 9110 15.6.6. Node's parser takes the line of any version. */
class HttpVersionError extends Error {
  override readonly name = 'HttpVersionError';

  constructor() {
    super('Only HTTP/1.1 and HTTP/1.0 are spoken here.');
  }
}

/** @throws BadHostError for two Host headers: a proxy in front may have gone by the other one (RFC 9112 3.2) */
function requireOneHost({ rawHeaders }: IncomingMessage): void {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  if (hosts > 1) throw new BadHostError('The request has more than one Host header.');
}

const notFound =
  (send: Send): RequestHandler =>
  (request, response) => {
    const wantsHtml = request.accepts('text', 'html') === 'html';
    return send(request, response, {
      ...renderNotFound({ path: request.path, wantsHtml }),
      status: 404,
      cacheControl: 'no-store',
      headers: PAGE_HEADERS,
      refused: { reason: 'not-found' },
    });
  };

/** What no step answered: a host that is none, a client that went away, and the last resort for a bug. */
function failures(observe: Observe, send: Send): ErrorRequestHandler {
  return (error, request, response, _next) => {
    if (error instanceof IncompleteBodyError || response.headersSent) {
      response.destroy();
      return undefined;
    }
    const mistake = mistakeOf(error);
    if (mistake === undefined) observe({ kind: 'unexpected-error', where: 'request', error });
    return send(request, response, {
      status: mistake?.status ?? 500,
      contentType: 'text/plain; charset=utf-8',
      cacheControl: 'no-store',
      headers: { 'X-Content-Type-Options': 'nosniff' },
      body: `${(mistake ?? errorOnServer).message}\r\n`,
      ...(mistake === undefined ? {} : { refused: { reason: mistake.reason } }),
    });
  };
}

/** What fails even there: Express's own answer would show the stack. */
const neverByExpress: ErrorRequestHandler = (_error, _request, response, _next) => {
  response.destroy();
};

interface Mistake {
  readonly status: 400 | 414 | 505;
  readonly reason: RefusalReason;
  readonly message: string;
}

/** What the client did wrong; `undefined` for a bug. */
function mistakeOf(error: unknown): Mistake | undefined {
  if (error instanceof BadHostError) return { status: 400, reason: 'host', message: error.message };
  if (error instanceof UrlTooLongError) return { status: 414, reason: 'url-length', message: error.message };
  if (error instanceof HttpVersionError) return { status: 505, reason: 'http', message: error.message };
  // Express's own decoding of a path, for routes and files.
  if (error instanceof URIError)
    return { status: 400, reason: 'path', message: 'The path holds a percent sign that begins no escape.' };
  return undefined;
}

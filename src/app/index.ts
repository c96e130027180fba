import type { IncomingMessage } from 'node:http';
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import { IncompleteBodyError } from '../bindings/body';
import type { CallInterceptor } from '../bindings/perform-call';
import { createSend, type Send } from '../bindings/reply';
import type { Config } from '../config';
import { clientFault, RequestRejected } from '../contract/fault';
import { errorOnServer } from '../contract/messages';
import type { EventsService } from '../contract/operations';
import type { RejectionReason } from '../contract/rejections';
import { ignoreObservations, type Observe } from '../ops/observations';
import { assetsRouter } from '../pages/assets';
import { PAGE_HEADERS } from '../pages/layout';
import { renderNotFound } from '../pages/not-found';
import { createProposer, type FindExample } from '../pages/proposal';
import { MAX_HEADERS } from '../server';
import { MemoryBudget } from '../server/memory-budget';
import { badHost, createAddressOf } from '../server/public-address';
import { createCalendar, type FeedServices } from './calendar';
import { createEndpoint } from './endpoint';

/**
 * The path and query of a URL may have at most this many bytes. A longer URL is answered with status 414, because pages
 * repeat the path in every link. `request.url` has one character for each byte. ASMX has a lower limit for its own
 * path.
 */
const MAX_URL_BYTES = 8_192;
const TOO_MANY_HEADERS = `The request has more than ${MAX_HEADERS} headers.`;
const URL_TOO_LONG = `The path and query of the request are longer than ${MAX_URL_BYTES} bytes.`;

/** An interceptor sees every request, and may answer it instead of the application. */
export interface Interceptor {
  /** Answers the request, or calls `next` so that the application answers it. */
  readonly request: (request: Request, response: Response, next: () => void) => void;
  readonly call: CallInterceptor;
  /** Wraps the function that sends replies, so that another reply can be sent instead. */
  readonly send: (send: Send) => Send;
}

export interface AppOptions {
  readonly service: EventsService;
  readonly config: Config;
  /** These services answer the calendar's feeds. If they are undefined, the application has no calendar. */
  readonly feeds?: FeedServices;
  readonly findExample?: FindExample;
  readonly observe?: Observe;
  /** The store must use the same memory budget, so that it sends no queries while the budget is used up. */
  readonly bytes?: MemoryBudget;
  readonly interceptor?: Interceptor;
}

/**
 * Builds the Express application. A request passes the handlers in the order in which they are added here. endpoint.ts
 * handles the service's own path. This is a public interface: programs outside the repository pass their own services.
 */
export function createApp({
  service,
  config,
  feeds,
  findExample = async () => undefined,
  observe = ignoreObservations,
  bytes = new MemoryBudget(config.memoryBudgetBytes, observe),
  interceptor,
}: AppOptions): Express {
  const send = createSend({ config, observe, bytes, interceptSend: interceptor?.send });
  const parts = { config, observe, bytes, addressOf: createAddressOf(config), send };
  const propose = createProposer(findExample, config.timeZone);
  const app = express();
  app.disable('x-powered-by');

  if (interceptor !== undefined) app.use(interceptor.request);
  app.use((request, response, next) => {
    if (request.httpVersionMajor !== 1)
      throw rejection('http', 505, 'Only HTTP/1.1 and HTTP/1.0 are supported.');
    // `rawHeaders` has two items for each header: its name and its value.
    if (request.rawHeaders.length > 2 * MAX_HEADERS) {
      response.setHeader('Connection', 'close');
      throw rejection('http', 431, TOO_MANY_HEADERS);
    }
    requireOneHost(request);
    if (request.url.length > MAX_URL_BYTES) throw rejection('url-length', 414, URL_TOO_LONG);
    next();
  });
  app.use(createEndpoint({ ...parts, service, propose, interceptCall: interceptor?.call }));
  app.use('/assets', assetsRouter());
  if (feeds !== undefined) app.use(createCalendar({ ...parts, feeds, findExample }));
  app.use(notFound(send));
  app.use(failures(observe, send));
  app.use(neverByExpress);
  return app;
}

/**
 * Checks that the request has exactly one Host header, or in HTTP/1.0 at most one (RFC 9112 3.2).
 * @throws RequestRejected if there are two headers, because a proxy may have used the other header, or if HTTP/1.1 has
 *   none
 */
function requireOneHost({ rawHeaders, httpVersionMinor }: IncomingMessage): void {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  if (hosts > 1) throw badHost('The request has more than one Host header.');
  if (hosts === 0 && httpVersionMinor > 0) throw badHost('The request has no Host header.');
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
      rejected: { reason: 'not-found' },
    });
  };

/** Handles errors that no other handler has answered: an invalid Host, a client that has disconnected, and bugs. */
function failures(observe: Observe, send: Send): ErrorRequestHandler {
  return (error, request, response, _next) => {
    if (error instanceof IncompleteBodyError) return undefined;
    const rejected = rejectionOf(error);
    if (rejected === undefined) observe({ kind: 'unexpected-error', where: 'request', error });
    return send(request, response, {
      status: rejected?.status ?? 500,
      contentType: 'text/plain; charset=utf-8',
      cacheControl: 'no-store',
      headers: { 'X-Content-Type-Options': 'nosniff' },
      body: `${(rejected ?? errorOnServer).message}\r\n`,
      rejected: rejected && { reason: rejected.reason },
    });
  };
}

/**
 * Closes the connection if `failures` fails too, or if an answer has already begun. Express's own handler would send
 * the stack to the client.
 */
const neverByExpress: ErrorRequestHandler = (_error, _request, response, _next) => {
  response.destroy();
};

/** Returns the rejection if the error is the client's, or `undefined` if it is a bug. */
function rejectionOf(error: unknown): RequestRejected | undefined {
  if (error instanceof RequestRejected) return error;
  // Express throws a URIError if it can't decode the path of a route or a file.
  if (error instanceof URIError)
    return rejection(
      'path',
      400,
      'The path contains a % that is not followed by two hexadecimal digits, or bytes that are not UTF-8.',
    );
  return undefined;
}

function rejection(reason: RejectionReason, status: number, sentence: string): RequestRejected {
  return new RequestRejected(reason, clientFault({ type: '', message: sentence }), status);
}

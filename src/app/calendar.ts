/**
 * Serves the calendar page at `/`, and its data below `/calendar`, also to widgets on other pages. A feed answers like
 * SelectEventsRanged, but takes the parameters of one widget, and answers in this widget's JSON. The WSDL does not
 * contain feeds.
 */
import { type Request, type Response, Router } from 'express';
import { performCall } from '../bindings/perform-call';
import { CACHE_CONTROL, type Reply, type Send, wrapResult } from '../bindings/reply';
import { resultEncoder, withoutEscaping } from '../bindings/result-encoder';
import type { Config } from '../config';
import { ENDPOINT } from '../contract/bindings';
import { ServiceUnavailableError } from '../contract/errors';
import { exceptionChain, formatChain, isClientVisible, RequestRejected } from '../contract/fault';
import type { EventsService } from '../contract/operations';
import { parseValues, type ValueCollection } from '../contract/value-collection';
import { knownZone, type TimeZone } from '../lib/time/zones';
import type { Observe } from '../ops/observations';
import { renderCalendarPage } from '../pages/calendar-page';
import { PAGE_HEADERS } from '../pages/layout';
import type { FindExample } from '../pages/proposal';
import { disconnectSignal } from '../server/connections';
import { allowOrigins } from '../server/cors';
import type { MemoryBudget } from '../server/memory-budget';
import { type AddressOf, endpointOf } from '../server/public-address';
import { type FeedRange, readIsoRange, readMillisecondRange, readMonth } from './feed-range';

const CALENDAR = '/calendar';

interface Feed {
  /** This is the last segment of the feed's path. */
  readonly name: 'events' | 'bootstrap';
  readRange(query: ValueCollection, zone: TimeZone): FeedRange;
  /** Returns an error in the form that the feed's widget reads. */
  readonly errorBody: (message: string) => object;
}

const FEEDS: readonly Feed[] = [
  { name: 'events', readRange: readIsoRange, errorBody: (error) => ({ error }) },
  { name: 'bootstrap', readRange: readMillisecondRange, errorBody: (error) => ({ success: 0, error }) },
];

/**
 * Maps the name of each feed to its service. The service takes ranges in Unix milliseconds, and returns lists in the
 * format that the feed's widget reads.
 */
export type FeedServices = Readonly<Record<Feed['name'], EventsService>>;

export interface CalendarOptions {
  readonly feeds: FeedServices;
  readonly findExample: FindExample;
  readonly config: Config;
  readonly observe: Observe;
  readonly addressOf: AddressOf;
  readonly bytes: MemoryBudget;
  readonly send: Send;
}

export function createCalendar(options: CalendarOptions): Router {
  const { feeds, findExample, config, observe, addressOf, bytes, send } = options;
  const { timeZone } = config;
  const zone = knownZone(timeZone);
  const encode = resultEncoder(bytes, withoutEscaping);
  const router = Router();
  const cors = allowOrigins(config.corsOrigins);
  router.use(CALENDAR, (request, response, next) => {
    if (cors(request, response) === 'goes on') next();
  });
  router.get('/', (request, response) => {
    const endpoint = endpointOf(addressOf(request), ENDPOINT);
    return send(request, response, {
      status: 200,
      contentType: 'text/html; charset=utf-8',
      cacheControl: CACHE_CONTROL.success,
      headers: PAGE_HEADERS,
      body: renderCalendarPage({ timeZone, endpoint }),
    });
  });

  /** Serves JSON at a path. An error is sent in the form of `errorBody`. */
  const serveJson = (
    name: string,
    errorBody: Feed['errorBody'],
    body: (query: ValueCollection, response: Response) => Promise<Reply['body']>,
  ) =>
    router.get(`${CALENDAR}/${name}`, async (request, response) => {
      const answered = (async () => body(queryOf(request), response))();
      const reply = await answered.then(jsonReply, (error: unknown) => errorReply(error, errorBody));
      return send(request, response, reply);
    });
  for (const { name, readRange, errorBody } of FEEDS) {
    const context = { service: feeds[name], observe, encode };
    serveJson(name, errorBody, async (query, response) => {
      const call = { operation: 'SelectEventsRanged', args: readRange(query, zone) } as const;
      const result = await performCall(context, 'calendar', call, response);
      return result === null ? 'null' : wrapResult('', result, '');
    });
  }
  // The calendar page requests `nearest` if the month that it shows has no events.
  serveJson(
    'nearest',
    (error) => ({ error }),
    async (query, response) => {
      try {
        const found = await findExample(readMonth(query), disconnectSignal(response));
        return JSON.stringify(found === undefined ? null : { month: yearAndMonth(found) });
      } catch (error) {
        if (!(error instanceof ServiceUnavailableError) && !isClientVisible(error))
          observe({ kind: 'unexpected-error', where: 'nearest', error });
        throw error;
      }
    },
  );
  return router;
}

/**
 * Returns the names and values in the query. Node's URLSearchParams is not used, because it throws and catches an error
 * for each pair that is not UTF-8, and so takes ten times as long.
 */
function queryOf({ url }: Request): ValueCollection {
  return parseValues(url.replace(/^[^?]*\??/, ''));
}

function yearAndMonth({ year, month }: { readonly year: number; readonly month: number }): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`;
}

function jsonReply(body: Reply['body']): Reply {
  return {
    status: 200,
    contentType: 'application/json; charset=utf-8',
    cacheControl: 'no-store',
    headers: { 'X-Content-Type-Options': 'nosniff' },
    body,
  };
}

/** Returns a reply for an error, with the same text that the bindings show to clients. */
function errorReply(error: unknown, errorBody: Feed['errorBody']): Reply {
  const isTemporary = error instanceof ServiceUnavailableError;
  const reply = jsonReply(JSON.stringify(errorBody(formatChain(exceptionChain(error), 'short'))));
  return {
    ...reply,
    status: isTemporary ? 503 : statusOf(error),
    headers: { ...reply.headers, ...(isTemporary ? { 'Retry-After': '1' } : {}) },
    rejected: error instanceof RequestRejected ? { reason: error.reason, binding: 'calendar' } : undefined,
  };
}

function statusOf(error: unknown): number {
  if (error instanceof RequestRejected) return error.status;
  return isClientVisible(error) ? 422 : 500;
}

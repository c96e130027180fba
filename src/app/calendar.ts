/** Serves the calendar: its page at `/`, and below `/calendar` its data, also for widgets on other pages. */
import { type Request, Router } from 'express';
import {
  createFeeds,
  FEED_NAMES,
  type FeedServices,
  jsonErrorReply,
  jsonReply,
} from '../bindings/calendar/binding';
import { readMonth } from '../bindings/calendar/range';
import { CACHE_CONTROL, type Send } from '../bindings/reply';
import { resultEncoder, withoutEscaping } from '../bindings/result-encoder';
import type { Config } from '../config';
import { ENDPOINT } from '../contract/bindings';
import { ServiceUnavailableError } from '../contract/errors';
import { isClientVisible } from '../contract/fault';
import type { Observe } from '../ops/observations';
import { renderCalendarPage } from '../pages/calendar-page';
import { PAGE_HEADERS } from '../pages/layout';
import type { FindExample } from '../pages/proposal';
import { disconnectSignal } from '../server/connections';
import { allowOrigins } from '../server/cors';
import type { MemoryBudget } from '../server/memory-budget';
import { type AddressOf, endpointOf } from '../server/public-address';

const CALENDAR = '/calendar';

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
  const answerFeed = createFeeds({ feeds, timeZone, observe, encode: resultEncoder(bytes, withoutEscaping) });
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
  for (const name of FEED_NAMES) {
    router.get(`${CALENDAR}/${name}`, async (request, response) =>
      send(request, response, await answerFeed(name, queryOf(request), response)),
    );
  }
  // The page requests this if the shown month has no events.
  router.get(`${CALENDAR}/nearest`, async (request, response) => {
    const nearest = async () => {
      const found = await findExample(readMonth(queryOf(request)), disconnectSignal(response));
      return jsonReply(JSON.stringify(found === undefined ? null : { month: yearAndMonth(found) }));
    };
    const failed = (error: unknown) => {
      if (!(error instanceof ServiceUnavailableError) && !isClientVisible(error))
        observe({ kind: 'unexpected-error', where: 'nearest', error });
      return jsonErrorReply(error);
    };
    return send(request, response, await nearest().catch(failed));
  });
  return router;
}

function queryOf(request: Request): URLSearchParams {
  return new URLSearchParams(request.url.replace(/^[^?]*/, ''));
}

function yearAndMonth({ year, month }: { readonly year: number; readonly month: number }): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`;
}

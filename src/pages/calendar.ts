/** The calendar page and the feed that it reads. */
import { type Request, type Response, Router } from 'express';
import type { Config } from '../config';
import { ServiceUnavailableError } from '../contract/errors';
import { bareChain, chainText, isForClients } from '../contract/fault';
import type { EventsPortType } from '../contract/operations';
import { ignoreObservations, type Observe } from '../ops/observations';
import { knownZone } from '../time/zones';
import { renderCalendarPage, renderStartPage } from './calendar-page';
import { FeedRangeError, readFeedRange } from './feed-range';
import { PAGE_HEADERS } from './layout';

export interface CalendarOptions {
  /** A service whose ranges are Unix milliseconds and whose lists are FullCalendar's JSON. Without one, no calendar. */
  readonly feed?: EventsPortType | undefined;
  readonly config: Config;
  /** Absolute outside address of the service, for the calls that the page shows. */
  readonly endpointOf: (request: Request) => string;
  readonly observe?: Observe;
}

/** `GET /`, and with a feed `GET /calendar/events?start=…&end=…`. */
export function calendarRouter(options: CalendarOptions): Router {
  const { feed, config, endpointOf, observe = ignoreObservations } = options;
  const router = Router();
  router.get('/', (request, response) => {
    response.set({
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'private, max-age=0',
      ...PAGE_HEADERS,
    });
    response.send(
      feed === undefined
        ? renderStartPage()
        : renderCalendarPage({ timeZone: config.timeZone, endpoint: endpointOf(request) }),
    );
  });
  if (feed !== undefined) {
    const zone = knownZone(config.timeZone);
    router.get('/calendar/events', async (request, response) => {
      try {
        const query = new URLSearchParams(request.url.split('?')[1]);
        const { from, to } = readFeedRange(query, zone);
        sendJson(response, 200, (await feed.selectEventsRanged(from, to)) ?? '[]');
      } catch (error) {
        const { status, message } = describe(error);
        if (status === 500) observe({ kind: 'unexpected-error', where: 'calendar feed', error });
        sendJson(response, status, JSON.stringify({ error: message }));
      }
    });
  }
  return router;
}

function sendJson(response: Response, status: number, json: string): void {
  response.status(status).set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
  response.type('application/json').send(json);
}

/** The status and the sentence of an error, as far as a client may see it: the sentence is every binding's. */
function describe(error: unknown): { readonly status: number; readonly message: string } {
  if (error instanceof FeedRangeError) return { status: 400, message: error.message };
  const message = chainText(bareChain(error), 'short');
  if (error instanceof ServiceUnavailableError) return { status: 503, message };
  return { status: isForClients(error) ? 422 : 500, message };
}

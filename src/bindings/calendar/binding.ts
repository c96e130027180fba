/**
 * Serves the calendar's feeds: SelectEventsRanged for widgets that ask in their own way and read JSON. This binding is
 * for pages, and no WSDL names it.
 */
import type { ServerResponse } from 'node:http';
import { ServiceUnavailableError } from '../../contract/errors';
import { exceptionChain, formatChain, isClientVisible, RequestRejected } from '../../contract/fault';
import type { EventsService } from '../../contract/operations';
import { knownZone, type OffsetAt } from '../../lib/time/zones';
import type { Observe } from '../../ops/observations';
import { performCall } from '../perform-call';
import { bodyAround, type Reply } from '../reply';
import type { ResultEncoder } from '../result-encoder';
import { type FeedRange, readIsoRange, readMillisecondRange } from './range';

interface Feed {
  readRange(query: URLSearchParams, zone: OffsetAt): FeedRange;
  /** Returns an error in the form that the widget of the feed reads. */
  readonly errorBody: (message: string) => object;
}

/** Has each feed under the last segment of its path. */
const FEEDS = {
  events: { readRange: readIsoRange, errorBody: (error) => ({ error }) },
  bootstrap: { readRange: readMillisecondRange, errorBody: (error) => ({ success: 0, error }) },
} as const satisfies Readonly<Record<string, Feed>>;

export type FeedName = keyof typeof FEEDS;

export const FEED_NAMES = Object.keys(FEEDS) as readonly FeedName[];

/**
 * Has the service of each feed. Its ranges are Unix milliseconds, and its lists are in the format that the widget
 * reads.
 */
export type FeedServices = Readonly<Record<FeedName, EventsService>>;

export interface CalendarOptions {
  readonly feeds: FeedServices;
  readonly timeZone: string;
  readonly observe: Observe;
  readonly encoder: ResultEncoder;
}

export type AnswerFeed = (
  name: FeedName,
  query: URLSearchParams,
  response?: ServerResponse,
) => Promise<Reply>;

export function createFeeds({ feeds, timeZone, observe, encoder }: CalendarOptions): AnswerFeed {
  const zone = knownZone(timeZone);
  return async (name, query, response) => {
    const { readRange, errorBody } = FEEDS[name];
    try {
      const call = { operation: 'SelectEventsRanged', args: readRange(query, zone) } as const;
      const result = await performCall(
        { service: feeds[name], observe, encoder },
        'calendar',
        call,
        response,
      );
      return jsonReply(result === null ? 'null' : bodyAround('', result, ''));
    } catch (error) {
      return jsonErrorReply(error, errorBody);
    }
  };
}

export function jsonReply(body: Reply['body']): Reply {
  return {
    status: 200,
    contentType: 'application/json; charset=utf-8',
    cacheControl: 'no-store',
    headers: { 'X-Content-Type-Options': 'nosniff' },
    body,
  };
}

/**
 * Returns the status and the sentence of an error, as far as a client may see it. All bindings send the same sentence.
 */
export function jsonErrorReply(error: unknown, bodyOf: Feed['errorBody'] = FEEDS.events.errorBody): Reply {
  const isPassing = error instanceof ServiceUnavailableError;
  const reply = jsonReply(JSON.stringify(bodyOf(formatChain(exceptionChain(error), 'short'))));
  return {
    ...reply,
    status: isPassing ? 503 : statusOf(error),
    headers: { ...reply.headers, ...(isPassing ? { 'Retry-After': '1' } : {}) },
    rejected: error instanceof RequestRejected ? { reason: error.reason, binding: 'calendar' } : undefined,
  };
}

function statusOf(error: unknown): number {
  if (error instanceof RequestRejected) return error.status;
  return isClientVisible(error) ? 422 : 500;
}

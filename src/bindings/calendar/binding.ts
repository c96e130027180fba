/**
 * Serves the calendar's feeds: SelectEventsRanged for calendar widgets, which have their own parameters and read JSON.
 * The WSDL does not contain this binding.
 */
import type { ServerResponse } from 'node:http';
import { ServiceUnavailableError } from '../../contract/errors';
import { exceptionChain, formatChain, isClientVisible, RequestRejected } from '../../contract/fault';
import type { EventsService } from '../../contract/operations';
import { knownZone, type TimeZone } from '../../lib/time/zones';
import type { Observe } from '../../ops/observations';
import { performCall } from '../perform-call';
import { bodyAround, type Reply } from '../reply';
import type { EncodeResult } from '../result-encoder';
import { type FeedRange, readIsoRange, readMillisecondRange } from './range';

interface Feed {
  readRange(query: URLSearchParams, zone: TimeZone): FeedRange;
  /** Returns an error in the form that the feed's widget reads. */
  readonly errorBody: (message: string) => object;
}

/** Maps the last segment of each feed's path to the feed. */
const FEEDS = {
  events: { readRange: readIsoRange, errorBody: (error) => ({ error }) },
  bootstrap: { readRange: readMillisecondRange, errorBody: (error) => ({ success: 0, error }) },
} as const satisfies Readonly<Record<string, Feed>>;

export type FeedName = keyof typeof FEEDS;

export const FEED_NAMES = Object.keys(FEEDS) as readonly FeedName[];

/**
 * Maps feeds to services. A feed's service takes ranges in Unix milliseconds, and returns lists in the format that the
 * widget reads.
 */
export type FeedServices = Readonly<Record<FeedName, EventsService>>;

export interface CalendarOptions {
  readonly feeds: FeedServices;
  readonly timeZone: string;
  readonly observe: Observe;
  readonly encode: EncodeResult;
}

export type AnswerFeed = (name: FeedName, query: URLSearchParams, response: ServerResponse) => Promise<Reply>;

/** Makes the function that answers requests of feeds. Errors become JSON in the form of the feed. */
export function createFeeds({ feeds, timeZone, observe, encode }: CalendarOptions): AnswerFeed {
  const zone = knownZone(timeZone);
  return async (name, query, response) => {
    const { readRange, errorBody } = FEEDS[name];
    try {
      const call = { operation: 'SelectEventsRanged', args: readRange(query, zone) } as const;
      const result = await performCall({ service: feeds[name], observe, encode }, 'calendar', call, response);
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
 * Returns a reply for an error, with the same text that the other bindings show to clients.
 */
export function jsonErrorReply(error: unknown, bodyOf: Feed['errorBody'] = FEEDS.events.errorBody): Reply {
  const isTemporary = error instanceof ServiceUnavailableError;
  const reply = jsonReply(JSON.stringify(bodyOf(formatChain(exceptionChain(error), 'short'))));
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

/** Requests months and single events from another service, one call at a time and at a limited rate. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Call } from '../contract/operations';
import { codeOf, networkFailure, UserError } from '../lib/errors';
import { escapeControls } from '../lib/text/escape-controls';
import { utcMidnight } from '../lib/time/dates';
import { fromUnixMs, type RangeUnit } from '../lib/time/range-unit';
import type { RecordingsFolder } from './folder';
import { callText } from './recording';
import type { RemoteService } from './upstream';

/** Months count from 1 to 12, and years from 1 to 9999. */
export interface CalendarMonth {
  readonly year: number;
  readonly month: number;
}

/** Returns a call of SelectEvents for every month from `first` to `last`, both included. */
export function monthCalls(first: CalendarMonth, last: CalendarMonth): Call[] {
  return monthsBetween(first, last).map((args) => ({ operation: 'SelectEvents', args }));
}

/** Returns calls of SelectEventsRanged for the same months in UTC. Their ranges are in `unit`. */
export function rangeCalls(first: CalendarMonth, last: CalendarMonth, unit: RangeUnit): Call[] {
  return monthsBetween(first, last).map(({ month, year }) => {
    const from = BigInt(fromUnixMs(utcMidnight(year, month), unit));
    const to = BigInt(fromUnixMs(utcMidnight(year, month + 1), unit));
    return { operation: 'SelectEventsRanged', args: { from, to } };
  });
}

function monthsBetween(first: CalendarMonth, last: CalendarMonth): CalendarMonth[] {
  const start = first.year * 12 + first.month - 1;
  const count = Math.max(0, last.year * 12 + last.month - start);
  return Array.from({ length: count }, (_, index) => ({
    month: ((start + index) % 12) + 1,
    year: Math.floor((start + index) / 12),
  }));
}

/** Returns the calls of SelectEvent for these events, as JSON and as text. */
export function eventCalls(ids: readonly number[]): Call[] {
  return ids.flatMap((intEventID): Call[] =>
    [true, false].map((bolAsJSON) => ({ operation: 'SelectEvent', args: { intEventID, bolAsJSON } })),
  );
}

/** Waits until the rate limit allows the next call. */
export type RateLimit = () => Promise<void>;

/** @param wait sleeps for a number of milliseconds; tests replace it */
export function rateLimit(
  callsPerSecond: number,
  wait: (milliseconds: number) => Promise<unknown> = sleep,
): RateLimit {
  let isFirst = true;
  return async () => {
    if (!isFirst) await wait(1000 / callsPerSecond);
    isFirst = false;
  };
}

/** Calls that fail with these errors are retried, because the service may restart or be overloaded. */
const TRANSIENT_ERRORS = ['ECONNRESET', 'ECONNREFUSED', 'EPIPE'];
const RETRIES = 2;
/** Before a retry the client waits as long as this many calls take at the rate limit. */
const RETRY_PAUSE = 10;

/** Makes calls to another service, one after the other. */
export class Client {
  /** This is the number of calls that were made, including retries. */
  calls = 0;

  constructor(
    private readonly service: RemoteService,
    private readonly limit: RateLimit,
    /** Retries count towards this limit, too. */
    readonly maxCalls = Number.POSITIVE_INFINITY,
  ) {}

  /** Makes a call, and returns its result. @throws UserError that names the call if it faults or gets no answer */
  async request(call: Call): Promise<string | null> {
    for (let tries = 1; ; tries++) {
      await this.limit();
      this.calls += 1;
      const { failure, isTransient, answer } = await this.#try(call);
      if (answer !== undefined && 'result' in answer) return answer.result;
      if (answer !== undefined)
        throw new UserError(
          `${callText(call)} was answered with a fault: ${escapeControls(answer.fault.text)}`,
        );
      if (!isTransient || tries > RETRIES || this.calls >= this.maxCalls) {
        const often = tries === 1 ? '' : ` after ${tries} tries`;
        throw new UserError(`${callText(call)} was not answered${often}: ${failure}.`);
      }
      for (let waited = 1; waited < RETRY_PAUSE; waited++) await this.limit();
    }
  }

  async #try(call: Call) {
    try {
      const { raw, answer } = await this.service.call(call);
      const failure = `${this.service} answered ${call.operation} with ${raw.status} and no envelope`;
      return { failure, isTransient: raw.status === 503, answer };
    } catch (error) {
      return {
        failure: networkFailure(error),
        isTransient: TRANSIENT_ERRORS.includes(codeOf(error)),
        answer: undefined,
      };
    }
  }
}

/**
 * Makes the calls that have no answer in the folder yet, and saves each answer at once.
 * @throws UserError that names the call if it faults or gets no answer
 */
export async function recordCalls(
  client: Client,
  calls: readonly Call[],
  folder: RecordingsFolder,
  progress: (done: number, all: number) => void,
): Promise<void> {
  const open = calls.filter((call) => !folder.has(call));
  if (open.length > client.maxCalls) {
    throw new UserError(
      `${open.length} calls would be needed, more than --max-calls ${client.maxCalls} allows: ask for fewer months or allow more.`,
    );
  }
  for (const [index, call] of open.entries()) {
    progress(calls.length - open.length + index, calls.length);
    const result = await client.request(call);
    await folder.keep({ call, bindings: ['soap11'], answer: { result } });
  }
}

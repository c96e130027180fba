/** Requests months and single events from another service, one call at a time and at a limited rate. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Call } from '../contract/operations';
import { networkFailure, UserError } from '../lib/errors';
import { escapeControls } from '../lib/text/messages';
import { utcMidnight } from '../lib/time/dates';
import { fromUnixMs, type RangeUnit } from '../lib/time/range-unit';
import type { RecordingsFolder } from './folder';
import { describeAnswer } from './read-answer';
import { callText, type RecordedAnswer } from './recording';
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

/** Returns two calls of SelectEvent for each event, as JSON and as text. An id that is given twice counts once. */
export function eventCalls(ids: readonly number[]): Call[] {
  return [...new Set(ids)].flatMap((intEventID): Call[] =>
    [true, false].map((bolAsJSON) => ({ operation: 'SelectEvent', args: { intEventID, bolAsJSON } })),
  );
}

export type RateLimit = () => Promise<void>;

/**
 * Returns a function that waits before each call except the first, so that no more than `callsPerSecond` calls are made
 * in a second.
 */
export function rateLimit(callsPerSecond: number): RateLimit {
  let isFirst = true;
  return async () => {
    if (!isFirst) await sleep(1000 / callsPerSecond);
    isFirst = false;
  };
}

/** Returns the answer to a call. @throws UserError that names the call if there is no answer */
async function answerTo(service: RemoteService, call: Call): Promise<RecordedAnswer> {
  const unanswered = (why: string) => new UserError(`${callText(call)} was not answered: ${why}.`);
  const { raw, answer } = await service.call(call).catch((error: unknown) => {
    throw unanswered(networkFailure(error));
  });
  if (answer !== undefined) return answer;
  throw unanswered(
    `${service} answered with ${describeAnswer(raw)} and no result or fault that clients can read`,
  );
}

/** Makes a call, and returns its result. @throws UserError that names the call if it faults or has no answer */
export async function requestResult(service: RemoteService, call: Call): Promise<string | null> {
  const answer = await answerTo(service, call);
  if ('result' in answer) return answer.result;
  throw new UserError(`${callText(call)} was answered with a fault: ${escapeControls(answer.fault.text)}`);
}

export interface CallsMade {
  readonly count: number;
  /** These calls of SelectEvent were answered with a fault. */
  readonly faulted: readonly Call[];
}

/**
 * Makes the calls that have no answer in the folder yet, and saves each answer at once. A fault of SelectEvent is an
 * answer, because a service may fault for an event that does not exist.
 * @throws UserError if more than `maxCalls` calls are needed; or that names the call if a list faults, or a call has no
 *   answer
 */
export async function recordCalls(
  service: RemoteService,
  calls: readonly Call[],
  folder: RecordingsFolder,
  { limit, maxCalls }: { readonly limit: RateLimit; readonly maxCalls: number },
  progress: (done: number, all: number) => void,
): Promise<CallsMade> {
  const open = calls.filter((call) => !folder.has(call));
  if (open.length > maxCalls) {
    throw new UserError(
      `${open.length} calls would be needed, more than --max-calls ${maxCalls} allows: ask for fewer months, or raise --max-calls.`,
    );
  }
  const faulted: Call[] = [];
  if (open.length > 0) await folder.setUnfinished(true);
  for (const [index, call] of open.entries()) {
    progress(calls.length - open.length + index, calls.length);
    await limit();
    const isSingle = call.operation === 'SelectEvent';
    const answer = isSingle ? await answerTo(service, call) : { result: await requestResult(service, call) };
    await folder.keep({ call, bindings: ['soap11'], answer });
    if ('fault' in answer) faulted.push(call);
  }
  await folder.setUnfinished(false);
  return { count: open.length, faulted };
}

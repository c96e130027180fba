/** Reads the range in a feed's request. Each widget has its own parameters for the range. */
import { clientFault, RequestRejected } from '../contract/fault';
import type { ValueCollection } from '../contract/value-collection';
import { readTime } from '../lib/time/iso';
import type { TimeZone } from '../lib/time/zones';

/** A half-open range, `[from, to)`, in Unix milliseconds. `from` is before `to`. */
export interface FeedRange {
  readonly from: bigint;
  readonly to: bigint;
}

/**
 * Reads FullCalendar's `start` and `end`: ISO 8601 dates or times, in `zone` if they have no offset.
 * @throws RequestRejected if `start` or `end` is missing, repeated or not a time, or if `start` is not before `end`
 */
export function readIsoRange(query: ValueCollection, zone: TimeZone): FeedRange {
  return rangeOf(query, ['start', 'end'], (text, name) => {
    // A plus sign that was not percent-encoded arrives as a space.
    const time = readTime(text.replace(' ', '+'));
    if (time === undefined)
      throw rejection(`${name} must be a date or time of ISO 8601 such as 2026-03-01T00:00:00Z.`);
    if (time.kind === 'instant') return BigInt(time.instant);
    // FullCalendar writes the midnight of a day as a time. So if a local time occurs twice, the last is taken, as for
    // dates.
    return BigInt(zone.startOfDay(time.kind === 'date' ? time.midnight : time.localTime));
  });
}

/**
 * Reads bootstrap-calendar's `from` and `to`, which are Unix milliseconds.
 * @throws RequestRejected if `from` or `to` is missing, repeated or not a number, or if `from` is not before `to`
 */
export function readMillisecondRange(query: ValueCollection): FeedRange {
  return rangeOf(query, ['from', 'to'], (text, name) => {
    if (!/^-?\d{1,15}$/.test(text))
      throw rejection(`${name} must be Unix time in milliseconds such as 1772323200000.`);
    return BigInt(text);
  });
}

/**
 * Reads the calendar page's `month`, such as `2026-03`.
 * @returns an instant that is in this month in every zone
 * @throws RequestRejected if `month` is missing, repeated or not a month
 */
export function readMonth(query: ValueCollection): Date {
  const time = readTime(`${onlyValue(query, 'month')}-15`);
  if (time?.kind !== 'date' || new Date(time.midnight).getUTCFullYear() === 0)
    throw rejection('month must be a year and a month such as 2026-03.');
  return new Date(time.midnight);
}

function rangeOf(
  query: ValueCollection,
  [first, second]: readonly [string, string],
  read: (text: string, name: string) => bigint,
): FeedRange {
  const from = read(onlyValue(query, first), first);
  const to = read(onlyValue(query, second), second);
  if (from >= to) throw rejection(`${first} must be before ${second}.`);
  return { from, to };
}

function onlyValue(query: ValueCollection, name: string): string {
  const [text, ...more] = query.getAll(name);
  if (text === undefined || more.length > 0) throw rejection(`${name} must be given once.`);
  return text;
}

function rejection(message: string): RequestRejected {
  return new RequestRejected('parameter', clientFault({ type: '', message }), 400);
}

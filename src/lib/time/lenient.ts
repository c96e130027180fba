/** Reads times in files of other programs: ISO 8601, forms that people and databases write, and Unix milliseconds. */
import { isDeepStrictEqual } from 'node:util';
import { DAY, inYears1To9999, midnightBefore } from './dates';
import { readTime, type Time } from './iso';
import { type DateOrder, readHumanDate, readTimeOfDay } from './written';
import type { TimeZone } from './zones';

const DIGITS = /^-?\d{1,16}$/;
/** Matches times without separators: `202603010900` and `20260301090000`. */
const COMPACT = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d)?$/;
const YEAR_MS = 365 * DAY;
const JSON_DATE = /^\\?\/Date\((-?\d{1,16})(?:[+-]\d{4})?\)\\?\/$/;
const FINER = /\d:\d\d[.,]\d{3}\d*[1-9]/;

/**
 * Reads a date or a time. Returns `undefined` if the text is neither.
 * @param order the order of day and month in 3/4/2026; if it is `undefined`, a text of this form is not a date
 */
export function readLenient(value: unknown, order: DateOrder | undefined): Time | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const text = String(value).trim();
  if (DIGITS.test(text)) {
    // A number of fewer milliseconds than a year has is more likely to mean seconds, or something else.
    const isMs = !COMPACT.test(text) && Math.abs(Number(text)) >= YEAR_MS;
    return isMs ? { kind: 'instant', instant: Number(text) } : undefined;
  }
  return readJsonDate(text) ?? readTime(text) ?? readHumanDate(text, order);
}

/**
 * Reads `/Date(1772355600000)/`, and returns `undefined` for any other text. WCF adds its local offset, which does not
 * change the instant.
 */
export function readJsonDate(text: string): Time | undefined {
  const match = JSON_DATE.exec(text);
  return match === null ? undefined : { kind: 'instant', instant: Number(match[1]) };
}

/** Returns true for a date or a time in either order of day and month. */
export function isTime(value: unknown): boolean {
  return (readLenient(value, 'day') ?? readLenient(value, 'month')) !== undefined;
}

/** Returns true for a time that is finer than milliseconds: the store does not keep its last digits. */
export function isFinerThanMs(value: unknown): boolean {
  return typeof value === 'string' && FINER.test(value);
}

const MINUTE = 60_000;

/** OData 2 writes a time of day in this form: `PT18H30M00S`. */
const DURATION = /^PT(\d{1,2})H(?:(\d{1,2})M)?(?:(\d{1,2})(?:\.\d+)?S)?$/;
/** Access, OLE Automation, SQL Server, Unix programs and .NET write these dates for a time of day without a date. */
const PLACEHOLDER_DATES = ['1899-12-30', '1900-01-01', '1970-01-01', '0001-01-01'].map(Date.parse);

/**
 * Joins a date and a time of day from two columns. The date may also be a time at midnight, as databases write dates.
 * @param zone the zone in which an instant may be midnight
 * @returns `time` itself if it already has a time of day; `undefined` if both contradict each other, or if `clock` is
 *   neither a time of day nor the same time
 */
export function joinTimeOfDay(
  time: Time,
  clock: unknown,
  zone: TimeZone,
  order: DateOrder | undefined,
): Time | undefined {
  const sinceMidnight = typeof clock === 'string' ? timeOfDay(clock.trim(), order) : undefined;
  const midnight = midnightOf(time, zone);
  if (midnight !== undefined)
    return sinceMidnight === undefined ? undefined : { kind: 'local', localTime: midnight + sinceMidnight };
  const isSame =
    sinceMidnight === undefined
      ? isDeepStrictEqual(time, readLenient(clock, order))
      : time.kind !== 'local' || isSameMinute(time.localTime, sinceMidnight);
  return isSame ? time : undefined;
}

/** Returns true for a time of day without a date. Access and OLE Automation write it with the date 1899-12-30. */
export function isTimeOfDay(time: Time): time is Extract<Time, { readonly kind: 'local' }> {
  return time.kind === 'local' && midnightBefore(time.localTime) === PLACEHOLDER_DATES[0];
}

/**
 * Returns the midnight of a date, or of a time that is midnight, as a local time. Returns `undefined` for any other
 * time.
 */
function midnightOf(time: Time, zone: TimeZone): number | undefined {
  switch (time.kind) {
    case 'date':
      return time.midnight;
    case 'local':
      return sinceMidnightOf(time.localTime) === 0 ? time.localTime : undefined;
    case 'instant':
      // Offsets of a zone can't be computed outside the range of Date.
      return [time.instant, inYears1To9999(time.instant) ? zone.localTimeOf(time.instant) : Number.NaN].find(
        (localTime) => sinceMidnightOf(localTime) === 0,
      );
  }
}

export const sinceMidnightOf = (localTime: number): number => localTime - midnightBefore(localTime);

const isSameMinute = (localTime: number, sinceMidnight: number): boolean =>
  Math.floor(sinceMidnightOf(localTime) / MINUTE) === Math.floor(sinceMidnight / MINUTE);

/** Returns milliseconds since midnight, or `undefined` if the text is not a time of day. */
function timeOfDay(text: string, order: DateOrder | undefined): number | undefined {
  const [, hours, minutes = '0', seconds = '0'] = DURATION.exec(text) ?? [];
  if (hours !== undefined)
    return readTimeOfDay(`${hours}:${minutes.padStart(2, '0')}:${seconds.padStart(2, '0')}`);
  const clock = readTimeOfDay(text);
  if (clock !== undefined) return clock;
  const time = readTime(text) ?? readHumanDate(text, order ?? 'month');
  if (time === undefined || time.kind === 'date') return undefined;
  const localTime = time.kind === 'local' ? time.localTime : time.instant;
  return PLACEHOLDER_DATES.includes(midnightBefore(localTime)) ? sinceMidnightOf(localTime) : undefined;
}

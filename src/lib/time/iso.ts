/** Reads dates and times in the forms of ISO 8601 that files and requests use. */
import { utcMidnight } from './dates';

/**
 * Represents a date, a local time without a known zone, or an instant, in milliseconds. Dates and local times are
 * stored as if they were in UTC.
 */
export type Time =
  | { readonly kind: 'date'; readonly midnight: number }
  | { readonly kind: 'local'; readonly localTime: number }
  | { readonly kind: 'instant'; readonly instant: number };

const PATTERN =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/**
 * Reads a date or time of the years 0 to 9999, and drops digits after the milliseconds. Returns `undefined` for any
 * other text.
 */
export function readTime(text: string): Time | undefined {
  const match = PATTERN.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second = 0, fraction, offset] = match;
  const midnight = existingDate(Number(year), Number(month), Number(day));
  if (midnight === undefined) return undefined;
  if (hour === undefined) return { kind: 'date', midnight };
  const sinceMidnight = timeOfDayMs(Number(hour), Number(minute), Number(second), fraction);
  if (sinceMidnight === undefined) return undefined;
  const localTime = midnight + sinceMidnight;
  if (offset === undefined) return { kind: 'local', localTime };
  const shift = offsetMs(offset);
  return shift === undefined ? undefined : { kind: 'instant', instant: localTime - shift };
}

/** Returns the UTC midnight of a date, or `undefined` if the date does not exist. */
export function existingDate(year: number, month: number, day: number): number | undefined {
  const midnight = utcMidnight(year, month, day);
  const date = new Date(midnight);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? midnight : undefined;
}

/**
 * Returns milliseconds since midnight, or `undefined` if there is no such time. Leap seconds and 24:00 are not
 * accepted.
 * @param fraction the digits after the seconds; digits after milliseconds are dropped
 */
export function timeOfDayMs(hour: number, minute: number, second: number, fraction = ''): number | undefined {
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const milliseconds = fraction === '' ? 0 : Number(fraction.slice(0, 3).padEnd(3, '0'));
  return ((hour * 60 + minute) * 60 + second) * 1000 + milliseconds;
}

/**
 * Converts an hour of a 12-hour clock to 24 hours; 12 AM is 0. Returns `undefined` for any hour but 1 to 12.
 * @param amPm begins with `a` or `p`, in any case
 */
export function hourOf(hour12: number, amPm: string): number | undefined {
  if (hour12 < 1 || hour12 > 12) return undefined;
  return (hour12 % 12) + (/^p/i.test(amPm) ? 12 : 0);
}

/**
 * Reads an offset such as `Z`, `+01`, `+0100` or `+01:00`. Returns milliseconds, positive to the east, or `undefined`
 * if no zone can have this offset.
 */
export function offsetMs(offset: string): number | undefined {
  if (!/^[+-]/.test(offset)) return 0;
  const hours = Number(offset.slice(1, 3));
  const minutes = Number(offset.slice(3).replace(':', ''));
  if (hours > 23 || minutes > 59) return undefined;
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

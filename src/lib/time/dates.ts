/**
 * Computes dates of the proleptic Gregorian calendar. A date is written as its midnight in UTC, in milliseconds since
 * 1970.
 */

export const DAY = 86_400_000;

/** Returns the midnight at the beginning of a local time's day. */
export function midnightBefore(localTime: number): number {
  return Math.floor(localTime / DAY) * DAY;
}

/**
 * Returns the UTC midnight of a date. `Date.UTC` would read the years 0 to 99 as 1900 to 1999.
 * @param month counts from 1; it may overflow like `day`: 13 is the next January, and day 0 is the last of the month
 *   before
 */
export function utcMidnight(year: number, month: number, day = 1): number {
  return new Date(0).setUTCFullYear(year, month - 1, day);
}

export const MONTH_NAMES: readonly string[] = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** The names are in the order of `Date.getUTCDay`. */
export const DAY_NAMES: readonly string[] = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
];

const FIRST = utcMidnight(1, 1);
const AFTER_LAST = utcMidnight(10_000, 1);

/** Returns true for an instant in the years 1 to 9999, to which events are limited. */
export function inYears1To9999(instant: number): boolean {
  return instant >= FIRST && instant < AFTER_LAST;
}

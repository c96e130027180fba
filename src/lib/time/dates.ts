/** Computes days of the proleptic Gregorian calendar, as the milliseconds of their midnights in UTC. */

export const DAY = 86_400_000;

/**
 * Returns the UTC midnight of a date. `Date.UTC` would read the years 0 to 99 as 1900 to 1999.
 * @param month from 1; like `day` it may run over: 13 is the next January, day 0 the last of the month before
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

/** Is in the order of `Date.getUTCDay`. */
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

/** Returns true for an instant in the years 1 to 9999, which is where events may lie. */
export function inYears1To9999(instant: number): boolean {
  return instant >= FIRST && instant < AFTER_LAST;
}

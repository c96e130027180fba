/** Computes days of the proleptic Gregorian calendar, as the milliseconds of their midnights in UTC. */

export const DAY = 86_400_000;

/** This many days lie between the last day of February of the year 0 and 1970. */
const DAYS_TO_1970 = 719_469;

/**
 * Returns the UTC midnight of a date. `Date.UTC` would read the years 0 to 99 as 1900 to 1999.
 * @param month from 1; like `day` it may run over: 13 is the next January, day 0 the last of the month before
 */
export function utcMidnight(year: number, month: number, day = 1): number {
  // Years begin in March here, so that a leap day is their last day; five months from March on have 153 days.
  const sinceMarch = month - 3;
  const marches = year + Math.floor(sinceMarch / 12);
  const months = sinceMarch - 12 * (marches - year);
  const leapDays = Math.floor(marches / 4) - Math.floor(marches / 100) + Math.floor(marches / 400);
  const days = 365 * marches + leapDays + Math.floor((153 * months + 2) / 5) + day - DAYS_TO_1970;
  return DAY * days;
}

const FIRST = utcMidnight(1, 1);
const AFTER_LAST = utcMidnight(10_000, 1);

/** Returns true for an instant in the years 1 to 9999, which is where events may lie. */
export function inYears1To9999(instant: number): boolean {
  return instant >= FIRST && instant < AFTER_LAST;
}

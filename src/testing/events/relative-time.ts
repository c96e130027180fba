/** Reads times relative to now: `now+30m`, `today-1dT09:00`, `month-start+1mo`. */
import { DAY, inYears1To9999, utcMidnight } from '../../lib/time/dates';
import type { TimeZone } from '../../lib/time/zones';

/** Maps the units of fixed length to milliseconds. The length of the other units depends on the calendar. */
const CLOCK_UNITS = new Map(Object.entries({ s: 1_000, m: 60_000, h: 3_600_000 }));
const DAYS = new Map(Object.entries({ d: 1, w: 7 }));
const MONTHS = new Map(Object.entries({ mo: 1, y: 12 }));

const FORM =
  /^(now|today|month-start|year-start)((?:[+-]\d{1,6}(?:mo|[smhdwy]))*)(?:T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?)?$/;

export const RELATIVE_FORMS =
  'now, today, month-start or year-start, each with any of +45s, +30m, +2h, -1d, +3w, +1mo, -1y; a day can have T09:00 at its end';

/**
 * Returns the date (`2026-03-01`) or time (`2026-03-01T09:00:00.000Z`) that a text means, or `undefined` if it is not a
 * relative time or outside the years 1 to 9999. Hours, minutes and seconds have a fixed length; all other units are
 * added in the calendar, so `now+1d` is the same local time tomorrow, and `+1mo` from the 31st is the last day of a
 * shorter month. A date with hours added becomes a time.
 */
export function resolveRelative(text: string, now: number, zone: TimeZone): string | undefined {
  const match = FORM.exec(text);
  if (match === null) return undefined;
  const [, base = '', shifts = '', hour, minute = '0', second = '0'] = match;
  const isNow = base === 'now';
  if (isNow && hour !== undefined) return undefined;
  let localTime = localTimeAt(base, zone.localTimeOf(now));
  let passed: number | undefined;
  for (const [, count, unit = ''] of shifts.matchAll(/([+-]\d+)(mo|[smhdwy])/g)) {
    const amount = Number(count);
    const length = CLOCK_UNITS.get(unit);
    if (length !== undefined) passed = (passed ?? 0) + amount * length;
    localTime = addMonths(localTime + amount * (DAYS.get(unit) ?? 0) * DAY, amount * (MONTHS.get(unit) ?? 0));
  }
  if (!isNow && hour === undefined && passed === undefined) return written(localTime, 10);
  localTime += (Number(hour ?? 0) * 60 + Number(minute)) * 60_000 + Number(second) * 1000;
  // A time zone has no offset for a time that is not a date of JavaScript.
  if (!inYears1To9999(localTime)) return undefined;
  // Without days or months the instant itself is used, because local time is ambiguous in the hour that clocks repeat.
  const unmoved = isNow && localTime === zone.localTimeOf(now);
  const instant = unmoved
    ? now
    : hour === undefined && !isNow
      ? zone.startOfDay(localTime)
      : zone.instantOf(localTime);
  return written(instant + (passed ?? 0));
}

function localTimeAt(base: string, localTime: number): number {
  if (base === 'now') return localTime;
  const date = new Date(localTime);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
  if (base === 'today') return utcMidnight(year, month, day);
  return utcMidnight(year, base === 'year-start' ? 1 : month);
}

function addMonths(localTime: number, count: number): number {
  const date = new Date(localTime);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1 + count];
  const days = new Date(utcMidnight(year, month + 1, 0)).getUTCDate();
  const midnight = utcMidnight(year, month, Math.min(date.getUTCDate(), days));
  return midnight + (((localTime % DAY) + DAY) % DAY);
}

function written(time: number, length?: number): string | undefined {
  return inYears1To9999(time) ? new Date(time).toISOString().slice(0, length) : undefined;
}

/**
 * Converts local times to instants. A local time is a number of milliseconds as if it were in UTC, so calendar
 * arithmetic on it needs no zone.
 */

import { findIana } from 'windows-iana';
import { memoize } from '../memoize';
import { DAY, utcMidnight } from './dates';

/** Returns the offset from UTC at an instant. Both are in milliseconds, and offsets to the east are positive. */
export type OffsetAt = (instant: number) => number;

export function ianaZone(name: string): OffsetAt | undefined {
  if (name === 'UTC') return () => 0;
  // Some versions of Node accept offsets such as +02:00. They are refused, because they have no daylight saving time.
  if (!/^[A-Za-z]/.test(name)) return undefined;
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
  } catch {
    return undefined;
  }
  return dayByDay((instant) => {
    const match = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(format.format(instant));
    if (match === null) throw new Error(`no offset in ${format.format(instant)}`);
    const [, sign, hours = 0, minutes = 0, seconds = 0] = match;
    const size = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
    return sign === '-' ? -size : size;
  });
}

/** This many days are cached, which is more than any calendar shows. */
const MAX_DAYS = 10_000;

/**
 * Caches offsets by UTC day, because Intl takes longer than reading or writing an event. If a day begins and ends with
 * the same offset, the offset is the same all day, because no zone of the tz database has changed twice in one day.
 */
function dayByDay(ask: OffsetAt): OffsetAt {
  const ofDay = memoize((day) => {
    const first = ask(day * DAY);
    return ask((day + 1) * DAY) === first ? first : Number.NaN;
  }, MAX_DAYS);
  return (instant) => {
    const offset = ofDay(Math.floor(instant / DAY));
    return Number.isNaN(offset) ? ask(instant) : offset;
  };
}

/** Returns the IANA name for a Windows name such as `W. Europe Standard Time`, by CLDR's table. */
export function ianaNameOf(name: string): string | undefined {
  const iana = findIana(name)[0] ?? name;
  return ianaZone(iana) === undefined ? undefined : iana;
}

/** Returns the zone of an IANA name or a Windows name. */
export function namedZone(name: string): OffsetAt | undefined {
  return ianaZone(findIana(name)[0] ?? name);
}

/**
 * Returns the zone of a name that was validated before.
 * @throws RangeError if there is no such zone
 */
export function knownZone(name: string): OffsetAt {
  const zone = ianaZone(name);
  if (zone === undefined) throw new RangeError(`There is no time zone ${JSON.stringify(name)}.`);
  return zone;
}

/**
 * Returns the instant of a local time. A time that is skipped when clocks go forward is read with the offset before the
 * gap (RFC 5545 3.3.5, and Postgres).
 * @param repeated chooses the instant of a local time that occurs twice when clocks go back: the first (RFC 5545), or
 * the last, as in Postgres for the beginning of months and all-day events
 */
export function instantOf(
  localTime: number,
  offsetAt: OffsetAt,
  repeated: 'first' | 'last' = 'first',
): number {
  const [before, after] = [offsetAt(localTime - DAY), offsetAt(localTime + DAY)];
  const fitting = [before, after].filter((offset) => offsetAt(localTime - offset) === offset);
  return localTime - ((repeated === 'first' ? fitting.at(0) : fitting.at(-1)) ?? before);
}

/** Returns the instant at which a day begins in the zone, as the store's queries compute it. */
export function startOfDay(midnight: number, offsetAt: OffsetAt): number {
  return instantOf(midnight, offsetAt, 'last');
}

/** Returns the local time of an instant, in milliseconds as if it were UTC. */
export function localTimeOf(instant: number, offsetAt: OffsetAt): number {
  return instant + offsetAt(instant);
}

/** Returns the calendar month of an instant (from 1), its first instant, and the first instant of the next month. */
export function monthOf(instant: number, offsetAt: OffsetAt) {
  const localTime = new Date(localTimeOf(instant, offsetAt));
  const [year, month] = [localTime.getUTCFullYear(), localTime.getUTCMonth() + 1];
  return { year, month, ...spanOfMonth(year, month, offsetAt) };
}

/** Returns the first instant of a month (from 1), and the first instant of the next month. */
export function spanOfMonth(year: number, month: number, offsetAt: OffsetAt) {
  return {
    start: startOfDay(utcMidnight(year, month), offsetAt),
    end: startOfDay(utcMidnight(year, month + 1), offsetAt),
  };
}

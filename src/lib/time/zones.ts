/**
 * Converts between local times and instants. A local time is written as milliseconds since 1970, as if it were in UTC,
 * so calendar arithmetic on it needs no zone.
 */

import { findIana } from 'windows-iana';
import { memoize } from '../memoize';
import { DAY, utcMidnight } from './dates';

/**
 * Converts between instants and local times of a time zone. All values are milliseconds, and offsets to the east are
 * positive.
 */
export interface TimeZone {
  offsetAt(instant: number): number;
  localTimeOf(instant: number): number;
  /**
   * Returns the instant of a local time. A time that is skipped when clocks go forward is read with the offset before
   * the gap. If a time occurs twice when clocks go back, the first is taken (RFC 5545 3.3.5).
   */
  instantOf(localTime: number): number;
  /**
   * Returns the instant at which a date, given as its UTC midnight, begins. If a midnight occurs twice, the last is
   * taken, as Postgres does in the store's queries.
   */
  startOfDay(midnight: number): number;
}

export function timeZone(offsetAt: TimeZone['offsetAt']): TimeZone {
  const instantOf = (localTime: number, repeated: 'first' | 'last') => {
    const [before, after] = [offsetAt(localTime - DAY), offsetAt(localTime + DAY)];
    const fitting = [before, after].filter((offset) => offsetAt(localTime - offset) === offset);
    return localTime - ((repeated === 'first' ? fitting.at(0) : fitting.at(-1)) ?? before);
  };
  return {
    offsetAt,
    localTimeOf: (instant) => instant + offsetAt(instant),
    instantOf: (localTime) => instantOf(localTime, 'first'),
    startOfDay: (midnight) => instantOf(midnight, 'last'),
  };
}

const unchanged = (time: number) => time;

export const UTC: TimeZone = {
  offsetAt: () => 0,
  localTimeOf: unchanged,
  instantOf: unchanged,
  startOfDay: unchanged,
};

/** No zone has a name with more characters than this. */
const MAX_NAME = 40;

/** This many zones are cached. More zones are not used at once, and each zone also caches its offsets. */
const MAX_ZONES = 100;

/**
 * Zones are cached, because many rows of a file name a zone, and Intl takes longer to find a zone than the import of a
 * row takes.
 */
const cached = memoize((name: string) => ({ zone: openZone(name) }), MAX_ZONES);

/** Returns the zone of an IANA name, or `undefined` if there is none. */
export function ianaZone(name: string): TimeZone | undefined {
  return name.length > MAX_NAME ? undefined : cached(name).zone;
}

/**
 * These are all names of three letters in the tz database. Intl also accepts others, such as IST for Asia/Kolkata and BST
 * for Asia/Dhaka. They are refused, because most people and Postgres mean other zones by them.
 */
const THREE_LETTERS = /^(?:CET|EET|EST|GMT|HST|MET|MST|PRC|ROC|ROK|UCT|UTC|WET)$/i;

function openZone(name: string): TimeZone | undefined {
  if (name === 'UTC') return UTC;
  if (name.length === 3 && !THREE_LETTERS.test(name)) return undefined;
  // Some versions of Node accept offsets such as +02:00. They are refused, because they have no daylight saving time.
  if (!/^[A-Za-z]/.test(name)) return undefined;
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
  } catch {
    return undefined;
  }
  const offsetAt = dayByDay((instant) => {
    const match = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(format.format(instant));
    if (match === null) throw new Error(`no offset in ${format.format(instant)}`);
    const [, sign, hours = 0, minutes = 0, seconds = 0] = match;
    const magnitude = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
    return sign === '-' ? -magnitude : magnitude;
  });
  return timeZone(offsetAt);
}

/** This many days are cached, which is more than any calendar shows. */
const MAX_DAYS = 10_000;

/**
 * Caches offsets by UTC day, because Intl takes longer than reading or writing an event. If a day begins and ends with
 * the same offset, the offset is the same all day, because no zone of the tz database has changed twice in one day.
 */
function dayByDay(ask: TimeZone['offsetAt']): TimeZone['offsetAt'] {
  const ofDay = memoize((day) => {
    const first = ask(day * DAY);
    return ask((day + 1) * DAY) === first ? first : Number.NaN;
  }, MAX_DAYS);
  return (instant) => {
    const offset = ofDay(Math.floor(instant / DAY));
    return Number.isNaN(offset) ? ask(instant) : offset;
  };
}

/**
 * Names are cached, because the library searches its whole table for a name, and many rows of a file name the same
 * zone.
 */
const ianaOf = memoize((name: string) => findIana(name)[0] ?? name, MAX_ZONES);

/**
 * Returns the IANA name for a Windows name such as `W. Europe Standard Time`, by CLDR's table, or for an IANA name.
 * Returns `undefined` for any other name.
 */
export function ianaNameOf(name: string): string | undefined {
  const iana = ianaOf(name);
  return ianaZone(iana) === undefined ? undefined : iana;
}

/** Returns the zone of an IANA name or a Windows name, or `undefined` if there is none. */
export function namedZone(name: string): TimeZone | undefined {
  return name.length > MAX_NAME ? undefined : ianaZone(ianaOf(name));
}

/**
 * Returns the zone of a name that was validated before.
 * @throws RangeError if there is no such zone
 */
export function knownZone(name: string): TimeZone {
  const zone = ianaZone(name);
  if (zone === undefined) throw new RangeError(`There is no time zone ${JSON.stringify(name)}.`);
  return zone;
}

/** Returns the calendar month of an instant (from 1), its first instant, and the first instant of the next month. */
export function monthOf(instant: number, zone: TimeZone) {
  const localTime = new Date(zone.localTimeOf(instant));
  const [year, month] = [localTime.getUTCFullYear(), localTime.getUTCMonth() + 1];
  return { year, month, ...spanOfMonth(year, month, zone) };
}

/** Returns the first instant of a month (from 1), and the first instant of the next month. */
export function spanOfMonth(year: number, month: number, { startOfDay }: TimeZone) {
  return {
    start: startOfDay(utcMidnight(year, month)),
    end: startOfDay(utcMidnight(year, month + 1)),
  };
}

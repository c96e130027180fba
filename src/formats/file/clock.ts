import { remembering } from '../../memory/remembering';
import { DAY } from '../../time/dates';
import { instantOf, knownZone, startOfDay } from '../../time/zones';
import type { Clock } from './time-forms';

/** More days than a calendar shows. */
const MAX_DAYS = 10_000;

/**
 * The wall clock of a time zone.
 * @param timeZone an IANA name that was checked
 */
export function clockOf(timeZone: string): Clock {
  const zone = knownZone(timeZone);
  // Asking Intl costs more than writing a whole event. A UTC day that begins and ends with one offset has no other.
  const ofDay = remembering((day) => {
    const first = zone(day * DAY);
    return zone((day + 1) * DAY) === first ? first : Number.NaN;
  }, MAX_DAYS);
  const offsetAt = (instant: number): number => {
    const offset = ofDay(Math.floor(instant / DAY));
    return Number.isNaN(offset) ? zone(instant) : offset;
  };
  return {
    offsetAt,
    startOfDay: remembering((midnight) => startOfDay(midnight, offsetAt), MAX_DAYS),
    instantOf: (wall) => instantOf(wall, offsetAt),
  };
}

import { DAY } from '../../time/dates';
import { instantOf, knownZone, startOfDay } from '../../time/zones';
import type { Clock } from './time-forms';

/** More days than a calendar shows: then they are forgotten. */
const MAX_DAYS = 10_000;

/**
 * The wall clock of a time zone.
 * @param timeZone an IANA name that was checked
 */
export function clockOf(timeZone: string): Clock {
  const zone = knownZone(timeZone);
  // Asking Intl costs more than writing a whole event. A UTC day that begins and ends with one offset has no other.
  const days = new Map<number, number | undefined>();
  const ofDay = (day: number): number | undefined => {
    const first = zone(day * DAY);
    const offset = zone((day + 1) * DAY) === first ? first : undefined;
    if (days.size >= MAX_DAYS) days.clear();
    days.set(day, offset);
    return offset;
  };
  const offsetAt = (instant: number): number => {
    const day = Math.floor(instant / DAY);
    return (days.has(day) ? days.get(day) : ofDay(day)) ?? zone(instant);
  };
  return {
    offsetAt,
    startOfDay: (midnight) => startOfDay(midnight, offsetAt),
    instantOf: (wall) => instantOf(wall, offsetAt),
  };
}

import { remembering } from '../../memory/remembering';
import { instantOf, knownZone, startOfDay } from '../../time/zones';
import type { Clock } from './time-forms';

/** More days than a calendar shows. */
const MAX_DAYS = 10_000;

/**
 * The wall clock of a time zone.
 * @param timeZone an IANA name that was checked
 */
export function clockOf(timeZone: string): Clock {
  const offsetAt = knownZone(timeZone);
  return {
    offsetAt,
    startOfDay: remembering((midnight) => startOfDay(midnight, offsetAt), MAX_DAYS),
    instantOf: (wall) => instantOf(wall, offsetAt),
  };
}

import { instantOf, knownZone, type OffsetAt, startOfDay } from './zones';

/**
 * Converts between instants and the local time of a time zone. Instants and offsets are milliseconds, east positive.
 */
export interface Clock {
  offsetAt(instant: number): number;
  /** Returns the instant at which a date, given as its UTC midnight, begins. */
  startOfDay(midnight: number): number;
  /** @param localTime the local time as if it were UTC */
  instantOf(localTime: number): number;
}

/** Returns the clock of a time zone. @param timeZone an IANA name that was checked */
export function clockOf(timeZone: string): Clock {
  return clockIn(knownZone(timeZone));
}

/** Returns the clock of a zone that is known by its offsets. */
export function clockIn(offsetAt: OffsetAt): Clock {
  return {
    offsetAt,
    startOfDay: (midnight) => startOfDay(midnight, offsetAt),
    instantOf: (localTime) => instantOf(localTime, offsetAt),
  };
}

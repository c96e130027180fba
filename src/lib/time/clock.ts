import { instantOf, knownZone, type OffsetAt, startOfDay } from './zones';

/**
 * Converts between instants and local times of a time zone. All values are milliseconds; offsets to the east are
 * positive.
 */
export interface Clock {
  offsetAt(instant: number): number;
  /** Returns the instant at which a date, given as its UTC midnight, begins. */
  startOfDay(midnight: number): number;
  /** Returns the instant of a local time. @param localTime milliseconds as if it were UTC */
  instantOf(localTime: number): number;
}

/** Returns the clock of a time zone. @param timeZone a valid IANA name */
export function clockOf(timeZone: string): Clock {
  return clockIn(knownZone(timeZone));
}

/** Returns the clock of a zone that is defined by its offsets. */
export function clockIn(offsetAt: OffsetAt): Clock {
  return {
    offsetAt,
    startOfDay: (midnight) => startOfDay(midnight, offsetAt),
    instantOf: (localTime) => instantOf(localTime, offsetAt),
  };
}

/** Computes the events that the service should select from all events, without SQL. */
import { Temporal } from 'temporal-polyfill';
import { memoize } from '../../src/lib/memoize';

export interface OracleEvent {
  readonly id: number;
  /** Times are milliseconds. The times of an all-day event are the UTC midnights of its dates. */
  readonly start: number;
  readonly end: number;
  readonly allDay: boolean;
}

/** Returns the ids of the events that overlap `[from, to)`, ordered by start, then id. */
export function overlapping(events: readonly OracleEvent[], from: number, to: number, zone: Zone): number[] {
  const instant = (time: number, allDay: boolean) => (allDay ? zone.instantOf(time) : time);
  return events
    .map(({ id, start, end, allDay }) => ({ id, start: instant(start, allDay), end: instant(end, allDay) }))
    .filter(({ start, end }) => start < to && (end > from || (start === end && start >= from)))
    .sort((a, b) => a.start - b.start || a.id - b.id)
    .map(({ id }) => id);
}

/** Represents a time zone. A local time is a number of milliseconds, as if the local time were in UTC. */
export class Zone {
  constructor(readonly name: string) {}

  /**
   * If a local time occurs twice, the second instant is returned. A skipped local time has the offset before the
   * change. The results are cached, because every query of a test needs the same thousands of instants.
   */
  readonly instantOf = memoize((localTime) => {
    const local = zonedTime(localTime, 'UTC').toPlainDateTime();
    return local.toZonedDateTime(this.name, { disambiguation: 'later' }).epochMilliseconds;
  }, 100_000);

  /** Returns the offset in milliseconds, which is positive in the east. */
  offsetAt(instant: number): number {
    return zonedTime(instant, this.name).offsetNanoseconds / 1_000_000;
  }
}

const zonedTime = (instant: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);

/** Returns the first moment of a month as a local time. Months after 12 belong to later years. */
export function monthStart(year: number, month: number): number {
  const localTime = new Date(0);
  localTime.setUTCFullYear(year, month - 1, 1);
  return localTime.getTime();
}

/** Computes the events that the service should select from all events, without SQL. */

export interface OracleEvent {
  readonly id: number;
  /** Times are milliseconds. The times of an all-day event are the UTC midnights of its dates. */
  readonly start: number;
  readonly end: number;
  readonly allDay: boolean;
}

const DAY = 86_400_000;

/** Returns the ids of the events that overlap `[from, to)`, ordered by start, then id. */
export function overlapping(events: readonly OracleEvent[], from: number, to: number, zone: Zone): number[] {
  const instant = (time: number, allDay: boolean) => (allDay ? zone.instantOf(time) : time);
  return events
    .map(({ id, start, end, allDay }) => ({ id, start: instant(start, allDay), end: instant(end, allDay) }))
    .filter(({ start, end }) => start < to && (end > from || (start === end && start >= from)))
    .sort((a, b) => a.start - b.start || a.id - b.id)
    .map(({ id }) => id);
}

/**
 * Represents a time zone with the data of this Node. A local time is a number of milliseconds, as if the local time
 * were in UTC.
 */
export class Zone {
  private readonly format: Intl.DateTimeFormat;
  private readonly known = new Map<number, number>();

  constructor(readonly name: string) {
    this.format = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  }

  /**
   * If a local time occurs twice, the second instant is returned. A skipped local time has the offset before the
   * change.
   */
  instantOf(localTime: number): number {
    const cached = this.known.get(localTime);
    if (cached !== undefined) return cached;
    const [before, after] = [
      localTime - this.offsetAt(localTime - DAY),
      localTime - this.offsetAt(localTime + DAY),
    ];
    const isAfterValid = after + this.offsetAt(after) === localTime;
    const isBeforeValid = before + this.offsetAt(before) === localTime;
    const instant = isAfterValid ? after : isBeforeValid || before >= after ? before : after;
    this.known.set(localTime, instant);
    return instant;
  }

  /** Returns the offset in milliseconds, which is positive in the east. */
  offsetAt(instant: number): number {
    const parts = new Map(this.format.formatToParts(instant).map(({ type, value }) => [type, value]));
    const field = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type));
    const year = parts.get('era') === 'BC' ? 1 - field('year') : field('year');
    const localTime = new Date(0);
    localTime.setUTCFullYear(year, field('month') - 1, field('day'));
    localTime.setUTCHours(field('hour'), field('minute'), field('second'));
    return localTime.getTime() - Math.floor(instant / 1000) * 1000;
  }
}

/** Returns the first moment of a month as a local time. Months after 12 belong to later years. */
export function monthStart(year: number, month: number): number {
  const localTime = new Date(0);
  localTime.setUTCFullYear(year, month - 1, 1);
  return localTime.getTime();
}

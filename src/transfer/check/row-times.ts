import type { Field } from '../../event/fields';
import { DAY, inYears1To9999 } from '../../time/dates';
import type { Time } from '../../time/iso';
import { LENGTH_UNITS_TOLD, type Length } from '../../time/lengths';
import { readClock, readSpan } from '../../time/written';
import { instantOf, type OffsetAt, wallOf } from '../../time/zones';
import type { Column } from '../columns/columns';
import { mapOption } from '../survey/proposals';
import type { TimeReader } from '../times/times';
import type { RowFields } from './row-fields';

export const TIMES_ALLOWED =
  'a date (2026-03-01) or a time (2026-03-01T09:00:00, with Z or an offset such as +01:00 or without) in the years 1 to 9999';

const LENGTHS_ALLOWED = 'how long the event lasts (90 min, 1:30 in hours and minutes, PT1H30M)';

/** .NET's DateTime that nobody has set, as its serializers write it. */
const UNSET = /^(?:0001-01-01T00:00:00(?:\.0+)?Z?|\/Date\(-62135596800000\)\/)$/;

/** A time whose zone is known. */
export type ZonedTime = Exclude<Time, { readonly kind: 'wall' }>;

/** Reads when one row's event starts and ends, each by itself. */
export class RowTimes {
  /** Where the end stands, and what stands there: looked for once a row. */
  private readonly endColumn: Column | undefined;
  private readonly endValue: unknown;

  constructor(
    private readonly fields: RowFields,
    private readonly zone: OffsetAt,
    private readonly times: TimeReader,
  ) {
    this.endColumn = fields.columnOf('end');
    this.endValue = fields.held(this.endColumn?.path);
  }

  start(allDay: boolean | undefined): ZonedTime | undefined {
    const time = this.time('start');
    return time === undefined || allDay !== true ? this.zoned(time) : (this.day(time, 0) ?? this.zoned(time));
  }

  /** An end that is a time of day alone is of the day on which the event starts. */
  end(start: ZonedTime, allDay: boolean | undefined): ZonedTime | undefined {
    if (!this.holdsEnd()) return this.endOfSpan(start);
    if (this.isLength()) return this.endAfter(start);
    const value = this.endValue;
    const clock = typeof value === 'string' ? readClock(value) : undefined;
    if (clock !== undefined && start.kind === 'instant') return this.onDayOf(start.instant, clock);
    const time = this.time('end');
    // The last minute of a day, by which some programs end it.
    return time === undefined || allDay !== true
      ? this.zoned(time)
      : (this.day(time, 60_000) ?? this.zoned(time));
  }

  /** Where the start's time of day is `19:00-21:00`; one that ends before it begins ends on the next day. */
  private endOfSpan(start: ZonedTime): ZonedTime | undefined {
    const clock = this.fields.held(this.fields.columnOf('start')?.clock);
    const span = typeof clock === 'string' ? readSpan(clock) : undefined;
    if (span === undefined || start.kind !== 'instant') return undefined;
    return this.onDayOf(start.instant, span.to < span.from ? span.to + DAY : span.to);
  }

  private onDayOf(instant: number, sinceMidnight: number): ZonedTime {
    const wall = wallOf(instant, this.zone);
    return this.zoned({ kind: 'wall', wall: Math.floor(wall / DAY) * DAY + sinceMidnight });
  }

  /** What stands for the end is how long after the start it is. */
  isLength(): boolean {
    return this.endColumn?.isLength === true;
  }

  private endAfter(start: ZonedTime): ZonedTime | undefined {
    const value = this.endValue;
    const length = this.times.length(value, this.fields.nameOf('end'));
    if (length === undefined) {
      const advice = Number.isFinite(Number(value))
        ? `; --length-unit ${LENGTH_UNITS_TOLD} says what it counts`
        : '';
      throw this.fields.refusal('end', `must be ${LENGTHS_ALLOWED}`, advice);
    }
    if (start.kind === 'date') {
      const { days, ms } = length;
      if (ms % DAY !== 0) throw this.fields.refusal('end', 'must be whole days because start is a date');
      return days + ms === 0 ? undefined : { kind: 'date', midnight: start.midnight + days * DAY + ms };
    }
    const instant = instantAfter(start.instant, length, this.zone);
    if (instant === undefined) throw this.fields.refusal('end', 'must end in the years 1 to 9999');
    return { kind: 'instant', instant };
  }

  holdsEnd(): boolean {
    const value = this.endValue;
    return value !== undefined && !(typeof value === 'string' && UNSET.test(value));
  }

  /** A date alone, under a name of another program's: there it may be the last day. */
  endMayBeLastDay(): boolean {
    if (this.isLength()) return false;
    const value = this.endValue;
    const isDate =
      typeof value === 'string' && !value.includes(':') && !this.fields.held(this.endColumn?.clock);
    return isDate && !this.fields.isNamed && this.fields.nameOf('end') !== 'end';
  }

  private time(field: Field): Time | undefined {
    const column = this.fields.columnOf(field);
    const value = this.fields.held(column?.path);
    if (value === undefined) return undefined;
    const clock = this.fields.held(column?.clock);
    const time = this.times.read(value, clock, this.zone);
    const zoned = this.zoned(time);
    if (zoned !== undefined && inYears1To9999(zoned.kind === 'date' ? zoned.midnight : zoned.instant))
      return time;
    throw this.fields.refusal(
      field,
      `must be ${TIMES_ALLOWED}`,
      this.fields.adviceOn(field) || this.wholeBeside(field, column) || this.times.advice(value),
    );
  }

  /** What stands where a time of day was expected may be all of the time. */
  private wholeBeside(field: Field, column: Column | undefined): string {
    const path = column?.guessed ? column.clock : undefined;
    if (path === undefined || this.times.read(this.fields.held(path), undefined, this.zone) === undefined)
      return '';
    return `; ${mapOption([field, path.join('.')])} takes that alone`;
  }

  /** The date, if the time is midnight in the zone or at most `short` ms before it. */
  private day(time: Time, short: number): ZonedTime | undefined {
    if (time.kind === 'date') return time;
    const wall = time.kind === 'wall' ? time.wall : wallOf(time.instant, this.zone);
    const missing = (DAY - (((wall % DAY) + DAY) % DAY)) % DAY;
    return missing <= short ? { kind: 'date', midnight: wall + missing } : undefined;
  }

  private zoned(time: Time): ZonedTime;
  private zoned(time: Time | undefined): ZonedTime | undefined;
  private zoned(time: Time | undefined): ZonedTime | undefined {
    if (time?.kind !== 'wall') return time;
    return { kind: 'instant', instant: instantOf(time.wall, this.zone) };
  }
}

/** Days are those of the zone's calendar, hours are as long as they are; `undefined` after the year 9999. */
function instantAfter(instant: number, { days, ms }: Length, zone: OffsetAt): number | undefined {
  const wall = wallOf(instant, zone) + days * DAY;
  if (!inYears1To9999(wall)) return undefined;
  const end = (days === 0 ? instant : instantOf(wall, zone)) + ms;
  return inYears1To9999(end) ? end : undefined;
}

import type { DraftTime } from '../../formats/draft';
import { DAY, inYears1To9999 } from '../../lib/time/dates';
import type { Time } from '../../lib/time/iso';
import { isDayless, isFinerThanMs, joinClock, readLenient } from '../../lib/time/lenient';
import { type DateOrder, numbersOf, readClock, readSpan } from '../../lib/time/written';
import { instantOf, localTimeOf, namedZone, type OffsetAt } from '../../lib/time/zones';
import type { Advice } from '../errors';
import type { ReadRules } from '../import-options';
import type { Notes } from '../notes';
import { TIMES_ALLOWED } from './draft';
import type { RowFields } from './rows';

/** .NET's DateTime that nobody has set, as its serializers write it. */
const UNSET = /^(?:0001-01-01T00:00:00(?:\.0+)?Z?|\/Date\(-62135596800000\)\/)$/;
const MINUTE = 60_000;

type TimeField = 'start' | 'end';

/** Rules by which the times of a source's rows are read. */
export interface TimeRules extends Pick<ReadRules, 'zone' | 'zoneName' | 'zoneGiven' | 'endDates'> {
  /** Which number of 3/4/2026 comes first; `undefined`: no row tells. */
  readonly order: DateOrder | undefined;
  readonly notes: Notes;
}

/** A time whose zone is known. */
type ZonedTime = Exclude<Time, { readonly kind: 'local' }>;

/**
 * When a row's event starts and ends.
 * @throws RowRefusal
 */
export function readTimes(
  fields: RowFields,
  rules: TimeRules,
  allDay: boolean | undefined,
): { readonly start: DraftTime | undefined; readonly end: DraftTime | undefined } {
  const times = new RowTimes(fields, rules, allDay === true);
  const start = times.start();
  const end = start && times.end(start);
  return { start: start && draftTime(start), end: end && draftTime(end) };
}

class RowTimes {
  constructor(
    private readonly fields: RowFields,
    private readonly rules: TimeRules,
    private readonly allDay: boolean,
  ) {}

  start(): ZonedTime | undefined {
    const time = this.time('start');
    if (time === undefined) return undefined;
    if (isDayless(time))
      throw this.fields.refusal(
        'start',
        'must have its day: 1899-12-30 is what Access writes with a time of day alone',
        { option: 'map', effect: 'start=DAY+TIME takes two columns' },
      );
    return (this.allDay ? dayOf(time, this.rules.zone) : undefined) ?? this.zoned(time, 'start');
  }

  end(start: ZonedTime): ZonedTime | undefined {
    const value = this.fields.valueOf('end');
    if (value === undefined || (typeof value === 'string' && UNSET.test(value))) return this.endOfSpan(start);
    // A time of day alone is of the day on which the event starts.
    const clock = typeof value === 'string' ? readClock(value) : undefined;
    if (clock !== undefined && start.kind === 'instant') return this.onDayOf(start.instant, clock);
    const time = this.time('end');
    if (time === undefined) return undefined;
    const day = this.allDay ? dayOf(time, this.rules.zone) : time.kind === 'date' ? time : undefined;
    if (day !== undefined) return this.endOfDays(start, day.midnight);
    return (this.allDay ? lastMinute(time, this.rules.zone) : undefined) ?? this.zoned(time, 'end');
  }

  private endOfDays(start: ZonedTime, midnight: number): ZonedTime {
    const { endDates, notes } = this.rules;
    if (endDates === 'inclusive') return { kind: 'date', midnight: midnight + DAY };
    if (start.kind === 'date' && midnight === start.midnight)
      throw this.fields.refusal(
        'end',
        'must be a date after start: the first that is no longer part of the event',
        { option: 'end-dates', effect: 'inclusive reads it as the last' },
      );
    if (endDates === undefined && !this.fields.columns.isExport) notes.dateEnds += 1;
    return { kind: 'date', midnight };
  }

  /** Reads the end from a start such as `19:00-21:00`; a span that ends before it begins ends on the next day. */
  private endOfSpan(start: ZonedTime): ZonedTime | undefined {
    const clock = this.fields.held(this.fields.columnOf('start')?.clock);
    const span = typeof clock === 'string' ? readSpan(clock) : undefined;
    if (span === undefined || start.kind !== 'instant') return undefined;
    return this.onDayOf(start.instant, span.to < span.from ? span.to + DAY : span.to);
  }

  private onDayOf(instant: number, sinceMidnight: number): ZonedTime {
    const { zone } = this.rules;
    const midnight = Math.floor(localTimeOf(instant, zone) / DAY) * DAY;
    return { kind: 'instant', instant: instantOf(midnight + sinceMidnight, zone) };
  }

  private time(field: TimeField): Time | undefined {
    const { order, zone, notes } = this.rules;
    const column = this.fields.columnOf(field);
    const value = this.fields.held(column?.path);
    if (value === undefined) return undefined;
    const clock = this.fields.held(column?.clock);
    const day = readLenient(value, order);
    const time = day && clock !== undefined ? joinClock(day, clock, zone, order) : day;
    if (time === undefined) throw this.fields.refusal(field, TIMES_ALLOWED, adviceOn(value, order));
    if (!inYears1To9999(numberOf(time))) throw this.fields.refusal(field, 'must be in the years 1 to 9999');
    notes.hasFineTimes ||= isFinerThanMs(value) || isFinerThanMs(clock);
    return time;
  }

  private zoned(time: Time, field: TimeField): ZonedTime {
    if (time.kind !== 'local') return time;
    const { zone, zoneGiven, notes } = this.rules;
    if (zoneGiven === undefined) this.refuseOtherZone(time.localTime, field);
    notes.floating += 1;
    return { kind: 'instant', instant: instantOf(time.localTime, zone) };
  }

  /** Hours off without a word is the worst that an import can do. */
  private refuseOtherZone(localTime: number, field: TimeField): void {
    const beside = this.fields.zoneBeside(field);
    if (beside === undefined) return;
    const { zone, zoneName } = this.rules;
    const own = namedZone(beside.says);
    if (own !== undefined && instantOf(localTime, own) === instantOf(localTime, zone)) return;
    throw this.fields.refusal(
      field,
      `must have an offset, for ${beside.name} says ${JSON.stringify(beside.says.slice(0, 40))}`,
      { option: 'zone', effect: `names the zone of times without one, else ${zoneName}` },
    );
  }
}

function adviceOn(value: unknown, order: DateOrder | undefined): Advice | undefined {
  return order === undefined && typeof value === 'string' && numbersOf(value) !== undefined
    ? {
        option: 'format',
        effect: 'file:PATH says which number is the month, for no row tells (docs/events.md)',
      }
    : undefined;
}

function numberOf(time: Time): number {
  if (time.kind === 'date') return time.midnight;
  return time.kind === 'local' ? time.localTime : time.instant;
}

/** The day of a date, or of a midnight in the zone. */
function dayOf(time: Time, zone: OffsetAt): { kind: 'date'; midnight: number } | undefined {
  const localTime = time.kind === 'instant' ? localTimeOf(time.instant, zone) : numberOf(time);
  return localTime % DAY === 0 ? { kind: 'date', midnight: localTime } : undefined;
}

/** The day after a time in the last minute of one, by which some programs end what lasts all day. */
function lastMinute(time: Time, zone: OffsetAt): ZonedTime | undefined {
  const localTime = time.kind === 'instant' ? localTimeOf(time.instant, zone) : numberOf(time);
  const missing = DAY - (((localTime % DAY) + DAY) % DAY);
  return missing <= MINUTE ? { kind: 'date', midnight: localTime + missing } : undefined;
}

function draftTime(time: ZonedTime): DraftTime {
  if (time.kind === 'instant') return { kind: 'instant', ms: time.instant };
  return { kind: 'day', day: new Date(time.midnight).toISOString().slice(0, 10) };
}

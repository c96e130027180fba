/** Reads the times of a row from its columns. */
import { TIMES_ALLOWED } from '../../formats/draft';
import type { TimeReading } from '../../formats/time-forms';
import { quoted } from '../../lib/text/messages';
import { partsOf } from '../../lib/time/date-pattern';
import type { Time } from '../../lib/time/iso';
import {
  isFinerThanMs,
  isTimeOfDay,
  joinTimeOfDay,
  readLenient,
  sinceMidnightOf,
} from '../../lib/time/lenient';
import { type DateOrder, firstTwoNumbers, readTimeOfDay } from '../../lib/time/written';
import { namedZone } from '../../lib/time/zones';
import type { Advice } from '../errors';
import type { ReadOptions } from '../read/source';
import type { InferredRules } from './infer';
import type { RowFields } from './row-fields';

/** .NET's serializers write these texts for a DateTime that was never set. */
const UNSET = /^(?:0001-01-01T00:00:00(?:\.0+)?Z?|\/Date\(-62135596800000\)\/)$/;

/** Matches a midnight with its offset. If it is no midnight in the zone of the import, a time of day can't be added. */
const OTHER_MIDNIGHT = /[T ]00:00(?::00(?:\.0+)?)? ?[+-]\d\d:?\d\d$/;

const ISO_DATE = /^\d{4}-\d\d-\d\d/;

const OTHER_ZONE: Advice = { option: 'zone', effect: 'names another zone' };

const TWO_COLUMNS: Advice = { option: 'map', effect: 'start=DAY+TIME joins two columns' };

type TimeField = 'start' | 'end';

export interface TimeRules
  extends Pick<ReadOptions, 'zone' | 'notes' | 'resolveTime'>,
    Pick<InferredRules, 'order'> {}

/** Returns the start, or `undefined` if the row has none. A value that is not a time is refused. */
export function readStart(fields: RowFields, rules: TimeRules): Time | undefined {
  const time = timeIn(fields, 'start', rules);
  if (time === undefined || !isTimeOfDay(time)) return time;
  return fields.refuse(
    'start',
    'must have its date: Access writes 1899-12-30 for a time of day alone',
    TWO_COLUMNS,
  );
}

/** Returns the end like `readStart`. An end may also be a time of day without a date. */
export function readEnd(fields: RowFields, rules: TimeRules): TimeReading | undefined {
  const [day, clock] = fields.valuesOf('end');
  const value = day ?? clock;
  if (typeof value === 'string' && UNSET.test(value)) return undefined;
  const sinceMidnight = typeof value === 'string' ? readTimeOfDay(value) : undefined;
  const time = sinceMidnight === undefined ? timeIn(fields, 'end', rules) : undefined;
  const timeOfDay = time && isTimeOfDay(time) ? sinceMidnightOf(time.localTime) : sinceMidnight;
  return timeOfDay === undefined ? time : { kind: 'parts', parts: partsOf(timeOfDay, 'clock') };
}

function timeIn(
  fields: RowFields,
  field: TimeField,
  { order, zone, notes, resolveTime }: TimeRules,
): Time | undefined {
  const [day, clock] = fields.valuesOf(field);
  const value = day ?? clock;
  if (value === undefined) return undefined;
  const read = readLenient(resolveTime(value), order);
  const isSplit = day !== undefined && clock !== undefined;
  const time = read && isSplit ? joinTimeOfDay(read, clock, zone, order) : read;
  if (time === undefined) {
    const isWhole = isSplit && readLenient(clock, order) !== undefined;
    const advice = isWhole
      ? { option: 'map', effect: `${field}=NAME reads one column` }
      : adviceOn(day, order);
    return fields.refuse(field, TIMES_ALLOWED, advice);
  }
  if (isSplit && time.kind === 'instant' && OTHER_MIDNIGHT.test(String(day)))
    return fields.refuse(field, `must be a midnight in ${zone.name}`, OTHER_ZONE);
  if (isFinerThanMs(day) || isFinerThanMs(clock))
    notes.add('times finer than milliseconds were rounded down');
  return time;
}

/** Returns advice for a value that is not read: a time of day alone, or a date in an unknown form. */
function adviceOn(value: unknown, order: DateOrder | undefined): Advice | undefined {
  if (typeof value !== 'string') return undefined;
  if (readTimeOfDay(value) !== undefined) return TWO_COLUMNS;
  if (order === undefined && firstTwoNumbers(value) !== undefined)
    return {
      option: 'format',
      effect: 'file:PATH says which number is the month, because no row shows it (docs/events.md)',
    };
  const isNumber = !Number.isNaN(Number(value));
  return isNumber || !/\d.*\d/.test(value) || ISO_DATE.test(value)
    ? undefined
    : { option: 'format', effect: 'file:PATH reads times in other forms (docs/events.md)' };
}

/** Refuses a local time if a column names another zone than the import's, because the event would be wrong by hours. */
export function refuseOtherZone(
  fields: RowFields,
  field: TimeField,
  localTime: number,
  { zone }: TimeRules,
): void {
  const beside = zone.isChosen ? undefined : fields.zoneBeside(field);
  if (beside === undefined) return;
  if (namedZone(beside.zone)?.instantOf(localTime) === zone.instantOf(localTime)) return;
  fields.refuse(field, `must have an offset (${beside.column} has the zone ${quoted(beside.zone, 40)})`, {
    option: 'zone',
    effect: `names the zone of times without an offset, which otherwise is ${zone.name}`,
  });
}

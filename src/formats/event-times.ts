/**
 * Combines the start and the end of an event from values that may each hold only a part, such as a date or a duration.
 */
import { type DateTimeParts, partsOf, timeOfParts } from '../lib/time/date-pattern';
import { DAY, inYears1To9999, midnightBefore } from '../lib/time/dates';
import type { Time } from '../lib/time/iso';
import { type TimeZone, UTC } from '../lib/time/zones';
import { type DraftTime, type EventDraft, endAllowed, millisecondsOf, NOT_BEFORE_START } from './draft';
import type { TimeReading } from './time-forms';

/** `endInclusive` is the last day of an event, and `end` is the first day or instant after it. */
export type TimeField = 'start' | 'end' | 'endInclusive';

/** Represents a time, or a part of a time, from one place of the text. */
export interface TimePart {
  readonly reading: TimeReading;
  /** If this is true, a time without an offset is in the configured zone; otherwise it is in UTC. */
  readonly local: boolean;
}

export interface TimeParts extends Readonly<Partial<Record<TimeField, readonly TimePart[]>>> {
  /** The event lasts this many milliseconds. */
  readonly duration?: number | undefined;
}

/** Reports a field that breaks a rule. `allowed` states the rule. */
type RefuseTime = (field: 'start' | 'end' | 'duration', allowed: string) => void;

/**
 * Returns the start and the end of an event.
 * @param saysAllDay whether the text says that the event lasts all day; `undefined` if the text says nothing, and then
 * a date without a time of day means all day
 * @returns the times; a refused time is `undefined` or unusable
 */
export function eventTimes(
  parts: TimeParts,
  saysAllDay: boolean | undefined,
  zone: TimeZone,
  refuse: RefuseTime,
): Pick<EventDraft, 'start' | 'end' | 'allDay'> {
  const readings = parts.start ?? [];
  if (readings.length === 0) return { start: undefined, end: undefined, allDay: saysAllDay };
  const hasBareDate = [parts.start, parts.end, parts.endInclusive].some((all) =>
    all?.some(({ reading }) => reading.kind === 'date'),
  );
  const start = timeOf('start', readings, saysAllDay ?? (hasBareDate || undefined), zone);
  if (start === undefined) refuse('start', NO_TIME);
  if (start?.kind === 'instant' && saysAllDay) refuse('start', midnightAllowed(readings));
  const allDay = saysAllDay ?? (start?.kind === 'date' || undefined);
  // Time zones have no offsets outside the years 1 to 9999, so no end is read for a start there. `boundsOf` refuses
  // this start.
  const isStart = start !== undefined && inYears1To9999(millisecondsOf(start));
  const end = isStart ? endOf(start, parts, saysAllDay, zone, refuse) : undefined;
  return { start, end, allDay };
}

const NO_TIME = 'must be an existing date with an existing time of day';

function midnightAllowed(readings: readonly TimePart[]): string {
  const zone = isLocal(readings) ? 'the time zone' : 'UTC, because the format does not say @local,';
  return `must be a date, or a midnight in ${zone} when allDay is true`;
}

const isLocal = (readings: readonly TimePart[]): boolean => readings.some(({ local }) => local);

const zoneOf = (readings: readonly TimePart[], zone: TimeZone) => (isLocal(readings) ? zone : UTC);

function endOf(
  start: DraftTime,
  { end = [], endInclusive: last = [], duration }: TimeParts,
  allDay: boolean | undefined,
  zone: TimeZone,
  refuse: RefuseTime,
): DraftTime | undefined {
  // One value may hold the date of the end, and another its time of day.
  const field = end.some(tellsDate) ? 'end' : 'endInclusive';
  const readings = field === 'end' ? [...end, ...last.filter((one) => !tellsDate(one))] : [...last, ...end];
  if (readings.length === 0) return durationEnd(start, duration, refuse);
  if (!readings.some(tellsDate)) {
    const midnight = dayOf(start, zoneOf(readings, zone));
    readings.push({ reading: { kind: 'date', midnight }, local: isLocal(readings) });
    const time = joined(readings);
    // Beside a start without a time of day, an end without a date is ignored if the event lasts all day or the end is
    // at 00:00.
    const saysNothing = allDay === true || (time?.kind === 'local' && time.localTime % DAY === 0);
    if (start.kind === 'date' && !saysNothing) refuse('end', endAllowed(start));
    if (start.kind === 'date') return undefined;
  }
  // Services write the date of the start as the end of an event without an end, so this date is ignored if the start
  // has a time.
  const written = joined(readings);
  const isSameDay = written?.kind === 'date' && written.midnight === dayOf(start, zoneOf(readings, zone));
  if (isSameDay && start.kind === 'instant') return undefined;
  const time = timeOf(field, readings, allDay ?? (start.kind === 'date' || undefined), zone);
  if (time === undefined) refuse('end', NO_TIME);
  if (time?.kind !== 'date' || field === 'end') return time;
  // Without this check the day after the end could be the start, and `boundsOf` would say that the end must be later.
  if (start.kind === 'date' && time.midnight < start.midnight) refuse('end', NOT_BEFORE_START);
  return { ...time, midnight: time.midnight + DAY };
}

/** Returns the midnight of the day on which an event begins. */
function dayOf(start: DraftTime, zone: TimeZone): number {
  return midnightBefore(start.kind === 'instant' ? zone.localTimeOf(start.instant) : start.midnight);
}

/**
 * Returns the end of an event from its duration. In an all-day event 24 hours are one calendar day.
 * @param duration in milliseconds
 * @returns `undefined` if there is no duration, or if an all-day event has a duration of 0
 */
function durationEnd(
  start: DraftTime,
  duration: number | undefined,
  refuse: RefuseTime,
): DraftTime | undefined {
  if (duration === undefined) return undefined;
  if (start.kind === 'instant') return { kind: 'instant', instant: start.instant + duration };
  if (duration % DAY !== 0) refuse('duration', 'must be whole days if the event lasts all day');
  return duration === 0 ? undefined : { kind: 'date', midnight: start.midnight + duration };
}

function tellsDate({ reading }: TimePart): boolean {
  return reading.kind !== 'parts' || reading.parts.day !== undefined;
}

/**
 * Returns the time of a field.
 * @param allDay whether the event lasts all day; `undefined` if the text says nothing, and then a date without a time
 * of day means all day
 */
function timeOf(
  field: TimeField,
  readings: readonly TimePart[],
  allDay: boolean | undefined,
  configuredZone: TimeZone,
): DraftTime | undefined {
  const zone = zoneOf(readings, configuredZone);
  const time = joined(readings);
  if (time === undefined) return undefined;
  // A date in a pattern may lack its time of day, so it does not contradict `allDay: false`. Only an ISO date does.
  const isBare = readings.some(({ reading }) => reading.kind === 'date');
  if (time.kind === 'date' && (allDay !== false || isBare)) return time;
  if (allDay) {
    const midnight = midnightOf(field, writtenTime(readings), zone) ?? midnightOf(field, time, zone);
    if (midnight !== undefined) return { kind: 'date', midnight };
  }
  if (time.kind === 'instant') return time;
  const localTime = time.kind === 'date' ? time.midnight : time.localTime;
  return { kind: 'instant', instant: zone.instantOf(localTime), isFloating: isLocal(readings) };
}

/**
 * Returns the date on which an all-day event starts or ends, as its midnight in UTC, or `undefined` if the time is not
 * at a boundary of a day. Some programs write the last minute of a day as the end.
 */
function midnightOf(field: TimeField, time: Time | undefined, zone: TimeZone): number | undefined {
  if (time === undefined || time.kind === 'date') return time?.midnight;
  if (time.kind === 'instant' && !inYears1To9999(time.instant)) return undefined;
  const localTime = time.kind === 'instant' ? zone.localTimeOf(time.instant) : time.localTime;
  const midnight = midnightBefore(localTime);
  const since = localTime - midnight;
  if (since === 0) return midnight;
  if (field !== 'start' && since >= DAY - 60_000) return field === 'end' ? midnight + DAY : midnight;
  // Where the clocks skip midnight, the first instant of the day is later.
  const isFirst = time.kind === 'instant' && zone.startOfDay(midnight) === time.instant;
  return isFirst ? midnight : undefined;
}

/** Joins the parts of a time. An instant needs no other part. If a part occurs twice, the first one is used. */
function joined(readings: readonly TimePart[]): Time | undefined {
  const instant = readings.find(({ reading }) => reading.kind === 'instant')?.reading;
  if (instant?.kind === 'instant') return instant;
  return timeOfParts(partsIn(readings));
}

/** Returns the date and the time of day that are written before an offset, or `undefined` if there is no offset. */
function writtenTime(readings: readonly TimePart[]): Time | undefined {
  const { offset, ...shown } = partsIn(readings);
  return offset === undefined ? undefined : timeOfParts(shown);
}

function partsIn(readings: readonly TimePart[]): DateTimeParts {
  const parts: DateTimeParts = {};
  for (const { reading } of [...readings].reverse()) {
    if (reading.kind === 'parts') Object.assign(parts, reading.parts);
    if (reading.kind === 'date') Object.assign(parts, partsOf(reading.midnight, 'date'));
    if (reading.kind === 'local') Object.assign(parts, partsOf(reading.localTime, 'local'));
  }
  return parts;
}

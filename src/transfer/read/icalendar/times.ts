import ICAL from 'ical.js';
import type { DraftTime } from '../../../formats/draft';
import { quoted } from '../../../lib/text/messages';
import { DAY } from '../../../lib/time/dates';
import { readTime } from '../../../lib/time/iso';
import type { TimeZone } from '../../../lib/time/zones';
import { CalendarError } from './component';
import { localTimeIn, type OccurrenceLength } from './recurrence';
import type { CalendarZones } from './zones';

/** A longer duration is refused, because the event would end after the year 9999. */
const MAX_DURATION_MS = 10_000 * 366 * DAY;

/** Represents a DTSTART, DTEND or RECURRENCE-ID, or an occurrence computed from them. */
export interface CalendarTime {
  readonly isDate: boolean;
  readonly localTime: number;
  readonly zone: TimeZone;
  /** An occurrence that is a period has this length. */
  readonly length?: OccurrenceLength | undefined;
}

/**
 * Returns the time with milliseconds that an export has written, or `undefined` if there is none.
 * @throws CalendarError if the property is not a time with an offset
 */
export function exportedTime(component: ICAL.Component, name: string): DraftTime | undefined {
  const text = textOf(component, name);
  if (text === '') return undefined;
  const time = readTime(text);
  if (time?.kind === 'instant') return time;
  throw new CalendarError(name.toUpperCase(), `must be a time with Z or an offset, not ${quoted(text)}`);
}

/**
 * Returns the end of the occurrence that begins at `start`. With DTEND all occurrences have the same exact length. With
 * DURATION its days are added as calendar days, and then its hours are added (3.3.6, 3.8.5.3).
 * @throws CalendarError if the duration is not allowed, or a time is in an unknown zone
 */
export function endOf(
  component: ICAL.Component,
  start: CalendarTime,
  zones: CalendarZones,
): DraftTime | undefined {
  if (start.length !== undefined) return endAfter(start, start.length);
  const first = timeOf(component, 'dtstart', zones);
  const end = timeOf(component, 'dtend', zones);
  if (first !== undefined && end !== undefined) {
    if (first.isDate !== end.isDate) return toDraftTime(end);
    // RFC 5545 3.6.1 requires a later DTEND, but many programs write the same date for an event of one day.
    if (first.isDate && first.localTime === end.localTime) return undefined;
    return draftTime(instantOfTime(start) + instantOfTime(end) - instantOfTime(first), start.isDate);
  }
  const duration = component.getFirstPropertyValue('duration');
  return duration instanceof ICAL.Duration ? endAfter(start, duration) : undefined;
}

function endAfter(start: CalendarTime, duration: OccurrenceLength): DraftTime | undefined {
  if (typeof duration === 'number') return draftTime(instantOfTime(start) + duration, start.isDate);
  const sign = duration.isNegative ? -1 : 1;
  const days = sign * (duration.weeks * 7 + duration.days) * DAY;
  const clock = sign * ((duration.hours * 60 + duration.minutes) * 60 + duration.seconds) * 1000;
  if (Math.abs(days) + Math.abs(clock) > MAX_DURATION_MS)
    throw new CalendarError('DURATION', `must be at most 10,000 years long, not "${duration.toString()}"`);
  if (start.isDate && clock % DAY !== 0)
    throw new CalendarError(
      'DURATION',
      `must be whole days because DTSTART is a date, not ${quoted(duration.toString())}`,
    );
  if (days + clock === 0) return undefined;
  return draftTime(instantOfTime({ ...start, localTime: start.localTime + days }) + clock, start.isDate);
}

/** Returns the time of a property. Returns `undefined` if the component does not have it or its value is not a time. */
export function timeOf(
  component: ICAL.Component,
  name: string,
  zones: CalendarZones,
): CalendarTime | undefined {
  const property = component.getFirstProperty(name);
  const time = property?.getFirstValue();
  if (!property || !(time instanceof ICAL.Time)) return undefined;
  const isDate = time.isDate || lastsAllDay(component);
  return { isDate, localTime: localTimeIn(time), zone: zones.zoneOf(property, time) };
}

/**
 * Returns true for an all-day event as Exchange may write it: its times are midnights instead of dates, and a property
 * says that it lasts all day (MS-OXCICAL).
 */
function lastsAllDay(component: ICAL.Component): boolean {
  if (!/^true$/i.test(textOf(component, 'x-microsoft-cdo-alldayevent'))) return false;
  return ['dtstart', 'dtend', 'recurrence-id'].every((name) => {
    const time = component.getFirstPropertyValue(name);
    return !(time instanceof ICAL.Time) || localTimeIn(time) % DAY === 0;
  });
}

function instantOfTime({ isDate, localTime, zone }: CalendarTime): number {
  return isDate ? localTime : zone.instantOf(localTime);
}

/** Moves `other` as far as `occurrence` was moved, in local time. */
export function shifted(other: CalendarTime, occurrence: CalendarTime, moved: CalendarTime): CalendarTime {
  const areTimes = !occurrence.isDate && !moved.isDate;
  const { zone } = areTimes ? occurrence : moved;
  const localTime = areTimes ? zone.localTimeOf(instantOfTime(moved)) : moved.localTime;
  const shift = localTime - occurrence.localTime;
  return { isDate: moved.isDate, zone, localTime: other.localTime + shift };
}

export function toDraftTime(time: CalendarTime): DraftTime {
  return draftTime(instantOfTime(time), time.isDate);
}

function draftTime(ms: number, isDate: boolean): DraftTime {
  return isDate ? { kind: 'date', midnight: ms } : { kind: 'instant', instant: ms };
}

/** Returns a time as `20260301` or `20260301T090000Z`. In UTC it is the same, whichever zone the calendar writes. */
export function recurrenceId(time: CalendarTime): string {
  const text = new Date(instantOfTime(time)).toISOString().replace(/[-:]|\.000/g, '');
  return time.isDate ? text.slice(0, 8) : text;
}

/**
 * Returns the first value of a property as text, or an empty text.
 * @param name the name of the property in lower case
 */
export function textOf(component: ICAL.Component, name: string): string {
  return String(component.getFirstPropertyValue(name) ?? '');
}

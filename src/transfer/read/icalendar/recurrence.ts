import ICAL from 'ical.js';
import { DAY } from '../../../time/dates';
import { existingDate } from '../../../time/iso';
import { instantOf, type OffsetAt, wallOf } from '../../../time/zones';
import { quoted } from '../../errors';
import { RecurrenceError, type RuleTime } from './rule-time';

/** More occurrences of one event are refused: a rule by the second would fill the store. */
const MAX_OCCURRENCES = 100_000;
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
/** The least that lies between two periods of a rule, in milliseconds. */
const SHORTEST_PERIOD: Readonly<Record<string, number>> = {
  SECONDLY: 1_000,
  MINUTELY: 60_000,
  HOURLY: 3_600_000,
  DAILY: DAY,
  WEEKLY: 7 * DAY,
  MONTHLY: 28 * DAY,
  YEARLY: 365 * DAY,
};
const LONGEST_MONTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

export interface RecurrenceContext {
  /** The zone of DTSTART, which the rule's clock runs in. */
  readonly offsetAt: OffsetAt;
  readonly zoneOf: (property: ICAL.Property, time: ICAL.Time) => OffsetAt;
  /** Wall clock reading that the occurrences stop before. */
  readonly before: number;
  readonly ruleTime: RuleTime;
}

/** What an occurrence lasts that is a period (RFC 5545 3.8.5.2): to an end, milliseconds, or a duration. */
export type Length = number | ICAL.Duration;

export interface Occurrence {
  /** When it begins, on DTSTART's clock. */
  readonly wall: number;
  /** `undefined`: what the event lasts. */
  readonly length: Length | undefined;
}

type Walls = Map<number, Length | undefined>;

/**
 * The wall clock reading of a time, in milliseconds as if it were UTC.
 * @throws RecurrenceError for a day that its month doesn't have
 */
export function wallOfTime(time: ICAL.Time): number {
  const midnight = existingDate(time.year, time.month, time.day);
  if (midnight === undefined) throw new RecurrenceError(`dates must exist, not ${time.toString()}`);
  return time.isDate ? midnight : new Date(midnight).setUTCHours(time.hour, time.minute, time.second);
}

/**
 * The recurrence set of a component (RFC 5545 3.8.5): DTSTART, RRULE and RDATE without EXDATE, as wall clock
 * readings in DTSTART's zone, in order. Rules run on floating times, where no daylight saving disturbs them.
 * @throws RecurrenceError
 */
export function occurrences(component: ICAL.Component, context: RecurrenceContext): Occurrence[] {
  const start = component.getFirstPropertyValue('dtstart');
  if (!(start instanceof ICAL.Time)) return [];
  const walls: Walls = new Map([[wallOfTime(start), undefined]]);
  for (const rule of component.getAllProperties('rrule')) {
    const value = rule.getFirstValue();
    if (value instanceof ICAL.Recur) addRule(walls, value, start, context);
  }
  for (const date of dates(component, 'rdate'))
    walls.set(toWall(date, start, context), lengthOf(date, context));
  for (const date of dates(component, 'exdate')) exclude(walls, date, start, context);
  return Array.from(walls, ([wall, length]) => ({ wall, length }))
    .filter(({ wall }) => wall < context.before)
    .sort((a, b) => a.wall - b.wall);
}

/** True for a rule that names neither a count nor a last day. */
export function isEndless(component: ICAL.Component): boolean {
  return component.getAllProperties('rrule').some((property) => {
    const rule = property.getFirstValue();
    return rule instanceof ICAL.Recur && !rule.count && !rule.until;
  });
}

/**
 * ical.js is not trusted with days that a month doesn't have (it yields 1 March for 30 February or looks for it for
 * ever), so not with COUNT either, nor with BYWEEKNO (it yields other weeks), nor with the days and months of a rule by
 * the day or shorter (it may find none, and looks on).
 */
function addRule(walls: Walls, given: ICAL.Recur, start: ICAL.Time, context: RecurrenceContext): void {
  const rule = withDayOfStart(given, start);
  if (parts(rule, 'BYWEEKNO').length > 0)
    throw new RecurrenceError('RRULE must not have BYWEEKNO, which is not supported');
  if (
    !/^(MONTHLY|YEARLY)$/.test(rule.freq) &&
    rule.getComponent('BYDAY').some((day) => /\d/.test(String(day)))
  ) {
    // RFC 5545 3.3.10
    throw new RecurrenceError('RRULE must not number the days of BYDAY unless it is MONTHLY or YEARLY');
  }
  if (neverMatches(rule)) return;
  const last = rule.until ? untilWall(rule.until, start, context) : Number.POSITIVE_INFINITY;
  const endless = rule.clone();
  endless.count = null;
  endless.until = null;
  // ical.js counts an interval day by day, or second by second, beyond what anybody asks for too.
  const periods = (context.before - wallOfTime(start)) / (SHORTEST_PERIOD[rule.freq] ?? 1);
  endless.interval = Math.max(1, Math.min(rule.interval, Math.ceil(periods) + 1));
  if (isByDayOrShorter(rule)) {
    delete endless.parts.BYMONTH;
    delete endless.parts.BYMONTHDAY;
    delete endless.parts.BYDAY;
  }
  const floating = start.clone();
  floating.zone = ICAL.Timezone.localTimezone;
  context.ruleTime.spend(() => addOccurrences(walls, rule, endless, floating, last, context.before));
}

/**
 * The rule with the day and month that a yearly one takes from DTSTART written out (3.3.10): ical.js alone makes 1
 * March of 29 February in the years that have none, where the date is to be left out, and not to be counted.
 */
function withDayOfStart(rule: ICAL.Recur, { month, day }: ICAL.Time): ICAL.Recur {
  const isTold = (['BYMONTHDAY', 'BYYEARDAY', 'BYDAY'] as const).some((name) => parts(rule, name).length > 0);
  if (rule.freq !== 'YEARLY' || day <= 28 || isTold) return rule;
  const explicit = rule.clone();
  explicit.setComponent('BYMONTHDAY', [day]);
  if (parts(rule, 'BYMONTH').length === 0) explicit.setComponent('BYMONTH', [month]);
  return explicit;
}

function addOccurrences(
  walls: Walls,
  rule: ICAL.Recur,
  endless: ICAL.Recur,
  start: ICAL.Time,
  last: number,
  before: number,
): void {
  let left = rule.count ?? Number.POSITIVE_INFINITY;
  if (left <= 0) return;
  for (const time of timesOf(endless, start)) {
    const wall = wallOfTime(time);
    if (wall > last || wall >= before) return;
    if (!matchesDay(rule, time) || (isByDayOrShorter(rule) && !matchesWeekday(rule, time))) continue;
    walls.set(wall, undefined);
    left -= 1;
    if (left === 0) return;
    if (walls.size > MAX_OCCURRENCES) {
      throw new RecurrenceError(
        `RRULE must make at most ${MAX_OCCURRENCES} occurrences; --until cuts them off`,
      );
    }
  }
}

/** The iterator checks a rule when it is made, and at times only when it is on its way. */
function* timesOf(rule: ICAL.Recur, start: ICAL.Time): Generator<ICAL.Time> {
  let iterator: ICAL.RecurIterator | undefined;
  for (;;) {
    let time: ICAL.Time | undefined;
    try {
      iterator ??= rule.iterator(start);
      time = iterator.next() ?? undefined;
    } catch (error) {
      throw new RecurrenceError(`RRULE must be as RFC 5545 describes it, not ${quoted(rule.toString())}`, {
        cause: error,
      });
    }
    if (time === undefined) return;
    yield time;
  }
}

function neverMatches(rule: ICAL.Recur): boolean {
  const months = parts(rule, 'BYMONTH');
  const days = parts(rule, 'BYMONTHDAY');
  if (months.length === 0 || days.length === 0) return false;
  return months.every((month) => days.every((day) => Math.abs(day) > (LONGEST_MONTHS[month - 1] ?? 0)));
}

/** BYMONTHDAY counts from 1, or from -1 backwards. */
function matchesDay(rule: ICAL.Recur, { year, month, day }: ICAL.Time): boolean {
  const months = parts(rule, 'BYMONTH');
  const days = parts(rule, 'BYMONTHDAY');
  const fromEnd = day - ICAL.Time.daysInMonth(month, year) - 1;
  return (
    (months.length === 0 || months.includes(month)) &&
    (days.length === 0 || days.includes(day) || days.includes(fromEnd))
  );
}

/** BYMONTH, BYMONTHDAY and BYDAY then only leave days out (3.3.10). */
function isByDayOrShorter({ freq }: ICAL.Recur): boolean {
  return /^(DAILY|HOURLY|MINUTELY|SECONDLY)$/.test(freq);
}

function matchesWeekday(rule: ICAL.Recur, time: ICAL.Time): boolean {
  const days = (rule.getComponent('BYDAY') as unknown[]).map(String);
  // ical.js counts from Sunday, which is 1.
  return days.length === 0 || days.includes(WEEKDAYS[time.dayOfWeek() - 1] ?? '');
}

function parts(
  rule: ICAL.Recur,
  name: 'BYMONTH' | 'BYMONTHDAY' | 'BYYEARDAY' | 'BYDAY' | 'BYWEEKNO',
): number[] {
  return (rule.getComponent(name) as unknown[]).map(Number);
}

/** UNTIL is in UTC when DTSTART has a zone, else a date or a time like DTSTART (3.3.10). */
function untilWall(until: ICAL.Time, start: ICAL.Time, context: RecurrenceContext): number {
  const wall = wallOfTime(until);
  if (until.isDate) return start.isDate ? wall : wall + DAY - 1;
  return isUtc(until) ? wallOf(wall, context.offsetAt) : wall;
}

interface DateValue {
  readonly property: ICAL.Property;
  readonly time: ICAL.Time;
  readonly period: ICAL.Period | undefined;
}

/** The values of all RDATE or EXDATE properties; of a period its start. */
function dates(component: ICAL.Component, name: 'rdate' | 'exdate'): DateValue[] {
  return component.getAllProperties(name).flatMap((property) =>
    property.getValues().flatMap((value: unknown) => {
      const period = value instanceof ICAL.Period ? value : undefined;
      const time = period?.start ?? value;
      return time instanceof ICAL.Time ? [{ property, time, period }] : [];
    }),
  );
}

function toWall({ property, time }: DateValue, start: ICAL.Time, context: RecurrenceContext): number {
  const wall = wallOfTime(time);
  if (time.isDate || start.isDate) return wall;
  return wallOf(instantOf(wall, context.zoneOf(property, time)), context.offsetAt);
}

function lengthOf({ property, time, period }: DateValue, context: RecurrenceContext): Length | undefined {
  if (period === undefined) return undefined;
  // ical.js leaves the one of the two that is not given null.
  const end: ICAL.Time | null = period.end;
  if (!end) return period.duration;
  const instant = (one: ICAL.Time) => instantOf(wallOfTime(one), context.zoneOf(property, one));
  return instant(end) - instant(time);
}

/** An EXDATE that is a date takes away the whole day of a timed event, as calendar programs write it. */
function exclude(walls: Walls, date: DateValue, start: ICAL.Time, context: RecurrenceContext): void {
  const excluded = toWall(date, start, context);
  if (!date.time.isDate || start.isDate) {
    walls.delete(excluded);
    return;
  }
  for (const wall of walls.keys()) if (wall >= excluded && wall < excluded + DAY) walls.delete(wall);
}

export function isUtc(time: ICAL.Time): boolean {
  return time.zone === ICAL.Timezone.utcTimezone;
}

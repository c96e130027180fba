import ICAL from 'ical.js';
import { pluralize, quoted } from '../../../lib/text/messages';
import { DAY, midnightBefore, utcMidnight } from '../../../lib/time/dates';
import type { TimeZone } from '../../../lib/time/zones';
import { CalendarError } from './component';

/** Limits the occurrences of one event, because a rule with FREQ=SECONDLY would fill the store. */
const MAX_OCCURRENCES = 100_000;
const CUT_OFF = { option: 'until', effect: 'leaves out later occurrences' };
/** Limits the times of day in BYHOUR, BYMINUTE and BYSECOND, because the library keeps the times of a whole year. */
const MAX_TIMES_A_DAY = 100;
/** All rules of a file share this limit, because many slow rules could otherwise take hours. */
const MAX_FILE_MS = 60_000;

/** Represents the time that is left for the rules of one file. */
export class RuleTime {
  #spent = 0;

  constructor(private readonly milliseconds = MAX_FILE_MS) {}

  /** Runs `work` and subtracts its time. @throws CalendarError if no time is left */
  spend<Result>(work: () => Result): Result {
    if (this.#spent >= this.milliseconds)
      throw new CalendarError(
        'RRULE',
        `must be simpler: all rules of a file together may take ${pluralize(this.milliseconds / 1000, 'second')}`,
        { advice: CUT_OFF },
      );
    const began = performance.now();
    try {
      return work();
    } finally {
      this.#spent += performance.now() - began;
    }
  }
}

export interface RecurrenceContext {
  /** This is the zone of DTSTART, in which the rule is expanded. */
  readonly zone: TimeZone;
  readonly zoneOf: (property: ICAL.Property, time: ICAL.Time) => TimeZone;
  /** Rules are expanded up to this local time, in milliseconds as if the zone were UTC. */
  readonly before: number;
  readonly ruleTime: RuleTime;
}

/** Represents the length of an occurrence from a period of RDATE (RFC 5545 3.8.5.2): milliseconds, or a duration. */
export type OccurrenceLength = number | ICAL.Duration;

export interface Occurrence {
  /** The occurrence begins at this local time in DTSTART's zone, in milliseconds as if the zone were UTC. */
  readonly localTime: number;
  /** This is `undefined` if the occurrence is as long as the event. */
  readonly length: OccurrenceLength | undefined;
}

interface Series extends RecurrenceContext {
  /** This is the value of DTSTART, at which the series begins. */
  readonly start: ICAL.Time;
}

/** Returns a local time in milliseconds since 1970, as if its zone were UTC. */
export function localTimeIn(time: ICAL.Time): number {
  const midnight = utcMidnight(time.year, time.month, time.day);
  return time.isDate ? midnight : new Date(midnight).setUTCHours(time.hour, time.minute, time.second);
}

/**
 * Returns the recurrence set of a component (RFC 5545 3.8.5): DTSTART, RRULE and RDATE without EXDATE, as sorted local
 * times in DTSTART's zone. Rules are expanded in local time, which has no daylight saving.
 * @throws CalendarError if a rule can't be expanded, or a date is in an unknown zone
 */
export function occurrences(component: ICAL.Component, context: RecurrenceContext): Occurrence[] {
  const start = component.getFirstPropertyValue('dtstart');
  if (!(start instanceof ICAL.Time)) return [];
  const series: Series = { ...context, start };
  const localTimes = new Map<number, OccurrenceLength | undefined>([[localTimeIn(start), undefined]]);
  for (const rule of component.getAllProperties('rrule'))
    for (const localTime of localTimesOf(rule.getFirstValue(), series)) localTimes.set(localTime, undefined);
  for (const { localTime, length } of dates(component, 'rdate', series)) localTimes.set(localTime, length);
  // An EXDATE that is a date removes all occurrences of that day, as in other calendar programs.
  const days = new Set<number>();
  const times = new Set<number>();
  for (const { localTime, isDay } of dates(component, 'exdate', series))
    (isDay ? days : times).add(localTime);
  const { zone } = context;
  // A rule may name a local time that clocks skip. EXDATE was read as the time that the clocks show instead.
  const shown = (localTime: number) =>
    start.isDate ? localTime : zone.localTimeOf(zone.instantOf(localTime));
  return Array.from(localTimes, ([localTime, length]) => ({ localTime, length }))
    .filter(({ localTime }) => !times.has(shown(localTime)) && !days.has(midnightBefore(localTime)))
    .sort((a, b) => a.localTime - b.localTime);
}

/** Returns true for a rule with neither COUNT nor UNTIL. */
export function isEndless(component: ICAL.Component): boolean {
  return component.getAllProperties('rrule').some((property) => {
    const rule = property.getFirstValue();
    return rule instanceof ICAL.Recur && !rule.count && !rule.until;
  });
}

/** A rule without an end is expanded until this time. */
const LAST = Date.UTC(9999, 11, 31, 23, 59, 59);

function localTimesOf(rule: unknown, series: Series): readonly number[] {
  if (!(rule instanceof ICAL.Recur)) return [];
  refuseRule(rule);
  // `clone` would parse UNTIL again, which fails for an impossible date such as 99999999.
  const { until: _until, ...parts } = rule.toJSON();
  const bare = ICAL.Recur.fromData(parts).toString();
  const until = rule.until ? untilLocalTime(rule.until, series) : LAST;
  const last = Math.min(until, series.before, LAST);
  return series.ruleTime.spend(() => expanded(bare, localTimeIn(series.start), last));
}

/**
 * Beside the first part of an entry, the library ignores the other parts in YEARLY rules, and would make too many
 * occurrences.
 */
const NOT_LIMITED = [
  ['BYYEARDAY', ['BYDAY', 'BYMONTH', 'BYMONTHDAY', 'BYWEEKNO']],
  ['BYWEEKNO', ['BYMONTHDAY']],
] as const;

/** Refuses rules that RFC 5545 3.3.10 forbids, or that the library would misread or expand for hours. */
function refuseRule(rule: ICAL.Recur): void {
  const has = (name: string) => rule.getComponent(name).length > 0;
  const days = rule.getComponent('BYDAY').map(String);
  if (days.some((day) => /\d/.test(day))) {
    if (!/^(MONTHLY|YEARLY)$/.test(rule.freq))
      throw new CalendarError('RRULE', 'must not have numbers in BYDAY unless FREQ is MONTHLY or YEARLY');
    // Without BYMONTH, numbered days are counted in the year. Then the library ignores BYWEEKNO, BYMONTHDAY and days
    // without a number, and takes the first Monday of the next year for the 53rd of this year.
    const misread =
      rule.freq === 'YEARLY' &&
      !has('BYMONTH') &&
      (['BYWEEKNO', 'BYMONTHDAY'].find(has) ?? days.find((day) => /^[A-Z]|53/.test(day)));
    if (misread)
      throw new CalendarError(
        'RRULE',
        `must not have ${misread} beside numbers in BYDAY that count days of the year`,
      );
  }
  if (rule.freq === 'MONTHLY' && has('BYYEARDAY'))
    throw new CalendarError('RRULE', 'must not have BYYEARDAY when FREQ is MONTHLY');
  for (const [name, others] of rule.freq === 'YEARLY' ? NOT_LIMITED : []) {
    const ignored = has(name) ? others.find(has) : undefined;
    if (ignored !== undefined)
      throw new CalendarError('RRULE', `must not have ${ignored} beside ${name} when FREQ is YEARLY`);
  }
  const times = ['BYHOUR', 'BYMINUTE', 'BYSECOND'].map((name) => rule.getComponent(name).length || 1);
  if (times.reduce((product, count) => product * count) > MAX_TIMES_A_DAY)
    throw new CalendarError(
      'RRULE',
      `must name at most ${MAX_TIMES_A_DAY} times of day by BYHOUR, BYMINUTE and BYSECOND`,
    );
}

function expanded(rule: string, first: number, last: number): number[] {
  // The library takes 40 ms to load, so it is loaded only when a calendar has a rule.
  const { RRuleTemporal } = require('rrule-temporal') as typeof import('rrule-temporal');
  const rruleString = `DTSTART:${compact(first)}\nRRULE:${rule}`;
  try {
    const temporal = new RRuleTemporal({ rruleString, maxIterations: MAX_OCCURRENCES });
    return temporal.between(new Date(first), new Date(last), true).map((time) => time.epochMilliseconds);
  } catch (error) {
    const isTooLong = error instanceof Error && error.message.startsWith('Maximum iterations');
    const options = { cause: error, ...(isTooLong && { advice: CUT_OFF }) };
    const allowed = isTooLong
      ? `must make at most ${MAX_OCCURRENCES} occurrences`
      : `must be as RFC 5545 describes it, not ${quoted(rule)}`;
    throw new CalendarError('RRULE', allowed, options);
  }
}

const compact = (localTime: number): string => new Date(localTime).toISOString().replace(/[-:]|\.\d+/g, '');

/** Returns UNTIL as a local time. If DTSTART has a zone, UNTIL is in UTC; otherwise it has DTSTART's type (3.3.10). */
function untilLocalTime(until: ICAL.Time, series: Series): number {
  if (series.start.isDate) return dayOf(until, series);
  const localTime = localTimeIn(until);
  if (until.isDate) return localTime + DAY - 1;
  return isUtc(until) ? series.zone.localTimeOf(localTime) : localTime;
}

/**
 * Returns the midnight of the day that a time means if DTSTART is a date. Some programs write the UTC time at which the
 * day begins in the zone.
 */
function dayOf(time: ICAL.Time, { zone }: RecurrenceContext): number {
  const localTime = localTimeIn(time);
  const inZone = isUtc(time) ? zone.localTimeOf(localTime) : localTime;
  return inZone % DAY === 0 ? inZone : midnightBefore(localTime);
}

interface DateValue extends Occurrence {
  /** This is true for a date in a series of times. */
  readonly isDay: boolean;
}

/** Returns the values of all RDATE or EXDATE properties, in DTSTART's zone. */
function dates(component: ICAL.Component, name: 'rdate' | 'exdate', series: Series): DateValue[] {
  return component.getAllProperties(name).flatMap((property) => {
    const instant = (time: ICAL.Time) => series.zoneOf(property, time).instantOf(localTimeIn(time));
    return property.getValues().flatMap((value: unknown): DateValue[] => {
      const period = value instanceof ICAL.Period ? value : undefined;
      const time = period?.start ?? value;
      if (!(time instanceof ICAL.Time)) return [];
      if (series.start.isDate) return [{ localTime: dayOf(time, series), isDay: false, length: undefined }];
      const localTime = time.isDate ? localTimeIn(time) : series.zone.localTimeOf(instant(time));
      // In ical.js either the end or the duration of a period is null.
      const end: ICAL.Time | null | undefined = period?.end;
      return [
        { localTime, isDay: time.isDate, length: end ? instant(end) - instant(time) : period?.duration },
      ];
    });
  });
}

export function isUtc(time: ICAL.Time): boolean {
  return time.zone === ICAL.Timezone.utcTimezone;
}

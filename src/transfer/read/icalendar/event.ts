import ICAL from 'ical.js';
import type { DraftTime } from '../../../formats/draft';
import { FIELDS, TEXT_FIELDS, type TextField } from '../../../formats/event-fields';
import { quoted } from '../../../lib/text/quoted';
import { DAY } from '../../../lib/time/dates';
import { readTime } from '../../../lib/time/iso';
import { instantOf, type OffsetAt } from '../../../lib/time/zones';
import { ID_ALLOWED } from '../../check/draft';
import { idOf } from '../../check/rows';
import { isSafeAddress } from '../../check/values';
import { RowRefusal } from '../../errors';
import type { DraftRow, Place } from '../../event-record';
import type { Notes } from '../../notes';
import type { ReadOptions } from '../source';
import { CalendarError, extraOf } from './component';
import { isEndless, type Length, localTimeIn, occurrences, type RuleTime } from './recurrence';
import type { CalendarZones } from './zones';

/** Beyond it there are no dates to be told. */
const LONGEST = 10_000 * 366 * DAY;

/** Totals over the events of a file. */
export interface Tally {
  endless: number;
  /** URLs that no page may link to, such as Apple's message://. */
  otherAddresses: number;
  readonly keepCancelled: boolean;
  readonly notes: Notes;
  readonly ruleTime: RuleTime;
}

export interface VEvent {
  readonly component: ICAL.Component;
  readonly place: Place;
}

/** Represents a DTSTART, DTEND or RECURRENCE-ID, or an occurrence computed from them. */
interface CalendarTime {
  readonly isDate: boolean;
  readonly localTime: number;
  readonly offsetAt: OffsetAt;
  /** An occurrence that is a period has this length. */
  readonly length?: Length | undefined;
}

/** True for an event that recurs or is one occurrence of another that does. */
export function isRecurring(component: ICAL.Component): boolean {
  return ['rrule', 'rdate', 'recurrence-id'].some((name) => component.hasProperty(name));
}

/**
 * Yields the occurrences of one UID. `events` are its components, recurring or not, and those that replace single
 * occurrences (RECURRENCE-ID). A component that can't be read is a refusal.
 */
export function* eventRows(
  events: readonly VEvent[],
  zones: CalendarZones,
  until: ReadOptions['until'],
  tally: Tally,
): Generator<DraftRow | RowRefusal> {
  const replaced = new Map<string, VEvent>();
  const masters: VEvent[] = [];
  for (const event of events) {
    try {
      const replaces = timeOf(event.component, 'recurrence-id', zones);
      if (replaces === undefined) masters.push(event);
      else replaced.set(recurrenceId(replaces), event);
    } catch (error) {
      yield refusalOf(event, error);
    }
  }
  const expansion = { zones, until, tally, replaced };
  for (const event of masters) yield* attempt(event, () => masterRows(event, expansion));
  const before = endOfSeries(masters, until);
  for (const event of replaced.values()) yield* attempt(event, () => loneRows(event, expansion, before));
}

interface Expansion {
  readonly zones: CalendarZones;
  readonly until: ReadOptions['until'];
  readonly tally: Tally;
  /** Maps RECURRENCE-IDs to their components. Those that an occurrence has taken are gone. */
  readonly replaced: Map<string, VEvent>;
}

function* attempt(event: VEvent, rows: () => DraftRow[]): Generator<DraftRow | RowRefusal> {
  try {
    yield* rows();
  } catch (error) {
    yield refusalOf(event, error);
  }
}

/** Returns the local time before which occurrences start. */
function endOfSeries(masters: readonly VEvent[], until: ReadOptions['until']): number {
  const isBounded = until.given || masters.some(({ component }) => isEndless(component));
  return isBounded ? until.localTime : Number.POSITIVE_INFINITY;
}

function masterRows(event: VEvent, { zones, until, tally, replaced }: Expansion): DraftRow[] {
  const { component } = event;
  if (leavesOut(component, tally)) return [];
  const start = timeOf(component, 'dtstart', zones);
  if (start === undefined || !isRecurring(component))
    return [rowOf(event, start, undefined, { zones, tally })];

  if (isEndless(component)) tally.endless += 1;
  const before = endOfSeries([event], until);
  const found = occurrences(component, {
    offsetAt: start.offsetAt,
    zoneOf: (property, time) => zones.zoneOf(property, time),
    before,
    ruleTime: tally.ruleTime,
  });
  const seen = new Set<string>();
  let following: { readonly event: VEvent; readonly shift: number } | undefined;
  const rows: DraftRow[] = [];
  for (const { localTime, length } of found) {
    const occurrence: CalendarTime = { ...start, localTime, length };
    const id = recurrenceId(occurrence);
    // Where clocks go forward, two local times are one instant.
    if (seen.has(id)) continue;
    seen.add(id);
    const replacement = takeReplacement(replaced, occurrence);
    const moved = replacement && (timeOf(replacement.component, 'dtstart', zones) ?? occurrence);
    if (replacement !== undefined && moved !== undefined && isThisAndFuture(replacement.component))
      following = { event: replacement, shift: moved.localTime - localTime };
    const source = replacement ?? following?.event ?? event;
    const begins = moved ?? { ...occurrence, localTime: localTime + (following?.shift ?? 0) };
    if (begins.localTime >= before) continue;
    // With an occurrence that is called off THISANDFUTURE, all that follow are (RFC 5546 3.2.5).
    if (source !== event && leavesOut(source.component, tally)) continue;
    rows.push(rowOf(source, begins, occurrence, { zones, tally }));
  }
  return rows;
}

/** Finds the replacement of an occurrence. Some programs write a date for a time, or a midnight for a date. */
function takeReplacement(replaced: Map<string, VEvent>, occurrence: CalendarTime): VEvent | undefined {
  if (replaced.size === 0) return undefined;
  for (const isDate of [occurrence.isDate, !occurrence.isDate]) {
    const id = recurrenceId({ ...occurrence, isDate });
    const found = replaced.get(id);
    if (found !== undefined && replaced.delete(id)) return found;
  }
  return undefined;
}

/** A replacement whose occurrence its calendar doesn't have is an event of its own, unless it was cut off. */
function loneRows(event: VEvent, { zones, tally }: Expansion, before: number): DraftRow[] {
  const start = timeOf(event.component, 'dtstart', zones);
  if (start !== undefined && start.localTime >= before) return [];
  if (leavesOut(event.component, tally)) return [];
  return [rowOf(event, start, timeOf(event.component, 'recurrence-id', zones), { zones, tally })];
}

function rowOf(
  { component, place }: VEvent,
  start: CalendarTime | undefined,
  occurrence: CalendarTime | undefined,
  { zones, tally }: Pick<Expansion, 'zones' | 'tally'>,
): DraftRow {
  const { url, uid, ...texts } = textsOf(component);
  const isAddress = isSafeAddress(url);
  if (!isAddress) tally.otherAddresses += 1;
  const id = textOf(component, 'x-events-query-id');
  const begins = exactTime(component, 'x-events-query-start') ?? (start && written(start));
  const ends = exactTime(component, 'x-events-query-end') ?? (start && endOf(component, start, zones));
  return {
    place,
    draft: {
      ...texts,
      url: isAddress ? url : '',
      uid: occurrence === undefined || uid === '' ? uid : `${uid}/${recurrenceId(occurrence)}`,
      ...(id !== '' && { id: idIn(id) }),
      ...(start && { allDay: start.isDate }),
      ...(begins && { start: begins }),
      ...(ends && { end: ends }),
      extra: isAddress ? extraOf(component) : { ...extraOf(component), URL: url },
    },
  };
}

/** @throws CalendarError */
function idIn(text: string): number {
  const id = idOf(text);
  if (id !== undefined) return id;
  throw new CalendarError('X-EVENTS-QUERY-ID', `${ID_ALLOWED}, not ${quoted(text)}`);
}

/**
 * Reads the time with milliseconds that an export wrote.
 * @throws CalendarError
 */
function exactTime(component: ICAL.Component, name: string): DraftTime | undefined {
  const text = textOf(component, name);
  if (text === '') return undefined;
  const time = readTime(text);
  if (time?.kind === 'instant') return time;
  throw new CalendarError(name.toUpperCase(), `must be a time with Z or an offset, not ${quoted(text)}`);
}

/**
 * The end of the occurrence that begins at `start`. DTEND gives each the same exact length, DURATION the same
 * days on the clock and then its hours (3.3.6, 3.8.5.3).
 */
function endOf(component: ICAL.Component, start: CalendarTime, zones: CalendarZones): DraftTime | undefined {
  if (start.length !== undefined) return endAfter(start, start.length);
  const first = timeOf(component, 'dtstart', zones);
  const end = timeOf(component, 'dtend', zones);
  if (first !== undefined && end !== undefined) {
    if (first.isDate !== end.isDate) return written(end);
    // RFC 5545 3.6.1 wants it later, and so many programs write one day so that it is read as they mean it.
    if (first.isDate && first.localTime === end.localTime) return undefined;
    return draftTime(instantOfTime(start) + instantOfTime(end) - instantOfTime(first), start.isDate);
  }
  const duration = component.getFirstPropertyValue('duration');
  return duration instanceof ICAL.Duration ? endAfter(start, duration) : undefined;
}

function endAfter(start: CalendarTime, duration: Length): DraftTime | undefined {
  if (typeof duration === 'number') return draftTime(instantOfTime(start) + duration, start.isDate);
  const sign = duration.isNegative ? -1 : 1;
  const days = sign * (duration.weeks * 7 + duration.days) * DAY;
  const clock = sign * ((duration.hours * 60 + duration.minutes) * 60 + duration.seconds) * 1000;
  if (Math.abs(days) + Math.abs(clock) > LONGEST) {
    throw new CalendarError('DURATION', `must be of 10,000 years at most, not "${duration.toString()}"`);
  }
  if (start.isDate && clock % DAY !== 0)
    throw new CalendarError(
      'DURATION',
      `must be of whole days because DTSTART is a date, not ${quoted(duration.toString())}`,
    );
  if (start.isDate && days + clock === 0) return undefined;
  return draftTime(instantOfTime({ ...start, localTime: start.localTime + days }) + clock, start.isDate);
}

function timeOf(component: ICAL.Component, name: string, zones: CalendarZones): CalendarTime | undefined {
  const property = component.getFirstProperty(name);
  const time = property?.getFirstValue();
  if (!property || !(time instanceof ICAL.Time)) return undefined;
  const isDate = time.isDate || lastsAllDay(component);
  return { isDate, localTime: localTimeIn(time), offsetAt: zones.zoneOf(property, time) };
}

/** Exchange writes some days from midnight to midnight, and says that they are days (MS-OXCICAL). */
function lastsAllDay(component: ICAL.Component): boolean {
  if (!/^true$/i.test(textOf(component, 'x-microsoft-cdo-alldayevent'))) return false;
  return ['dtstart', 'dtend', 'recurrence-id'].every((name) => {
    const time = component.getFirstPropertyValue(name);
    return !(time instanceof ICAL.Time) || localTimeIn(time) % DAY === 0;
  });
}

function instantOfTime({ isDate, localTime, offsetAt }: CalendarTime): number {
  return isDate ? localTime : instantOf(localTime, offsetAt);
}

function written(time: CalendarTime): DraftTime {
  return draftTime(instantOfTime(time), time.isDate);
}

function draftTime(ms: number, isDate: boolean): DraftTime {
  return isDate ? { kind: 'date', midnight: ms } : { kind: 'instant', instant: ms };
}

/** Writes `20260301` or `20260301T090000Z`, which is the same whatever zone the calendar writes it in. */
function recurrenceId(time: CalendarTime): string {
  const text = new Date(instantOfTime(time)).toISOString().replace(/[-:]|\.000/g, '');
  return time.isDate ? text.slice(0, 8) : text;
}

function textOf(component: ICAL.Component, name: string): string {
  return String(component.getFirstPropertyValue(name) ?? '');
}

/** Returns texts by their properties, and all of CATEGORIES, which may come more than once. */
function textsOf(component: ICAL.Component): Record<TextField, string> {
  const text = (field: TextField) =>
    field === 'category' ? categories(component) : textOf(component, FIELDS[field].property);
  return Object.fromEntries(TEXT_FIELDS.map((field) => [field, text(field)])) as Record<TextField, string>;
}

function categories(component: ICAL.Component): string {
  return component
    .getAllProperties(FIELDS.category.property)
    .flatMap((property) => property.getValues())
    .join(',');
}

/** Counts it, where it does. */
function leavesOut(component: ICAL.Component, tally: Tally): boolean {
  if (tally.keepCancelled || textOf(component, 'status').toUpperCase() !== 'CANCELLED') return false;
  tally.notes.cancelled += 1;
  return true;
}

function isThisAndFuture(component: ICAL.Component): boolean {
  return component.getFirstProperty('recurrence-id')?.getParameter('range') === 'THISANDFUTURE';
}

function refusalOf({ place }: VEvent, error: unknown): RowRefusal {
  if (error instanceof CalendarError)
    return new RowRefusal(place, error.message, { field: error.property, advice: error.advice });
  // A mistake of ours must not be told as one of the file.
  throw error;
}

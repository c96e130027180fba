import type ICAL from 'ical.js';
import { FIELDS, idOf, TEXT_FIELDS, type TextField } from '../../../formats/event-fields';
import { lazy } from '../../../lib/memoize';
import { quoted } from '../../../lib/text/messages';
import { ID_ALLOWED } from '../../check/draft';
import { isSafeAddress } from '../../check/values';
import { RowRefusal } from '../../errors';
import type { DraftRow, Place } from '../../event-record';
import type { ReadOptions } from '../source';
import { CalendarError, extraFields } from './component';
import { isEndless, occurrences, type RuleTime } from './recurrence';
import {
  type CalendarTime,
  endOf,
  exportedTime,
  recurrenceId,
  shifted,
  textOf,
  timeOf,
  toDraftTime,
} from './times';
import type { CalendarZones } from './zones';

/** Adds the time that all rules of a file share to the options of reading. */
interface CalendarOptions extends ReadOptions {
  readonly ruleTime: RuleTime;
}

/**
 * Makes the event of a VEVENT. An event may have thousands of occurrences and thousands of properties, so `fields` reads
 * only once what all occurrences share. `fields` throws a CalendarError if a field is wrong.
 */
export function eventOf(component: ICAL.Component, place: Place) {
  return { component, place, fields: lazy(() => readFields(component)) };
}

export type VEvent = ReturnType<typeof eventOf>;

/** Returns true for a recurring event, and for a component that replaces one occurrence of it. */
export function isRecurring(component: ICAL.Component): boolean {
  return ['rrule', 'rdate', 'recurrence-id'].some((name) => component.hasProperty(name));
}

/**
 * Yields the occurrences of the events with one UID.
 * @param events the components with this UID, including those that replace one occurrence (RECURRENCE-ID)
 * @returns rows, and refusals of the components that can't be read
 */
export function* eventRows(
  events: readonly VEvent[],
  zones: CalendarZones,
  options: CalendarOptions,
): Generator<DraftRow | RowRefusal> {
  const replaced = new Map<string, VEvent>();
  const masters: VEvent[] = [];
  for (const event of events) {
    yield* rowsOrRefusal(event.place, () => {
      const replaces = timeOf(event.component, 'recurrence-id', zones);
      const id = replaces && recurrenceId(replaces);
      const other = id === undefined ? undefined : replaced.get(id)?.place.number;
      if (other !== undefined)
        throw new CalendarError('RECURRENCE-ID', `must differ from that of the event in line ${other}`);
      if (id === undefined) masters.push(event);
      else replaced.set(id, event);
      return [];
    });
  }
  const expansion = { zones, options, replaced };
  for (const event of masters) yield* rowsOrRefusal(event.place, () => masterRows(event, expansion));
  const before = endOfSeries(masters, options);
  for (const event of replaced.values())
    yield* rowsOrRefusal(event.place, () => loneRows(event, expansion, before));
}

/**
 * Yields the rows of a component, or its refusal if it can't be read.
 * @param what the beginning of the refusal's reason
 */
export function* rowsOrRefusal(
  place: Place,
  rows: () => Iterable<DraftRow | RowRefusal>,
  what = '',
): Generator<DraftRow | RowRefusal> {
  try {
    yield* rows();
  } catch (error) {
    // Any other error is a bug, and must not be reported as a mistake in the file.
    if (!(error instanceof CalendarError)) throw error;
    yield new RowRefusal(place, what + error.message, { field: error.property, advice: error.advice });
  }
}

interface Expansion {
  readonly zones: CalendarZones;
  readonly options: CalendarOptions;
  /** Maps RECURRENCE-IDs to their components. A component is removed when its occurrence was found. */
  readonly replaced: Map<string, VEvent>;
}

/** Returns the local time before which all occurrences must start. */
function endOfSeries(masters: readonly VEvent[], { until }: ReadOptions): number {
  const isBounded = until.isChosen || masters.some(({ component }) => isEndless(component));
  return isBounded ? until.localTime : Number.POSITIVE_INFINITY;
}

/** Represents a component that replaces the occurrence `first`, or this occurrence and all that follow it. */
interface Change {
  readonly event: VEvent;
  readonly first: CalendarTime;
}

function masterRows(event: VEvent, expansion: Expansion): (DraftRow | RowRefusal)[] {
  const { zones, options, replaced } = expansion;
  const { component } = event;
  if (leavesOut(component, options)) return [];
  const start = timeOf(component, 'dtstart', zones);
  if (start === undefined || !isRecurring(component)) return [rowOf(event, start, undefined, expansion)];

  const before = endOfSeries([event], options);
  if (isEndless(component)) options.notes.count('endless', new Date(before - 1).toISOString().slice(0, 10));
  const found = occurrences(component, {
    zone: start.zone,
    zoneOf: (property, time) => zones.zoneOf(property, time),
    before,
    ruleTime: options.ruleTime,
  });
  const seen = new Set<string>();
  let following: Change | undefined;
  const rows: (DraftRow | RowRefusal)[] = [];
  for (const { localTime, length } of found) {
    const occurrence: CalendarTime = { ...start, localTime, length };
    const id = recurrenceId(occurrence);
    // When clocks go forward, two local times can mean the same instant.
    if (seen.has(id)) continue;
    seen.add(id);
    const replacement = takeReplacement(replaced, occurrence);
    const range = replacement?.component.getFirstProperty('recurrence-id')?.getParameter('range');
    const change = replacement === undefined ? following : { event: replacement, first: occurrence };
    if (range === 'THISANDFUTURE') following = change;
    // A mistake in another component is refused in the place of that component, and the rest of the series is imported.
    if (change !== undefined)
      rows.push(
        ...rowsOrRefusal(change.event.place, () => changedRows(change, occurrence, expansion, before)),
      );
    else if (localTime < before) rows.push(rowOf(event, occurrence, occurrence, expansion));
  }
  return rows;
}

/**
 * Returns the changed rows of an occurrence. If an occurrence is cancelled with THISANDFUTURE, all later occurrences
 * are cancelled, too (RFC 5546 3.2.5).
 */
function changedRows(
  { event, first }: Change,
  occurrence: CalendarTime,
  expansion: Expansion,
  before: number,
): DraftRow[] {
  const moved = timeOf(event.component, 'dtstart', expansion.zones) ?? first;
  const begins = occurrence === first ? moved : shifted(occurrence, first, moved);
  if (begins.localTime >= before || leavesOut(event.component, expansion.options)) return [];
  return [rowOf(event, begins, occurrence, expansion)];
}

/**
 * Removes the replacement of an occurrence from the map, and returns it. Some programs write a date for a time, or
 * midnight for a date.
 */
function takeReplacement(replaced: Map<string, VEvent>, occurrence: CalendarTime): VEvent | undefined {
  for (const isDate of [occurrence.isDate, !occurrence.isDate]) {
    const id = recurrenceId({ ...occurrence, isDate });
    const found = replaced.get(id);
    if (replaced.delete(id)) return found;
  }
  return undefined;
}

/** Returns a replacement that matches no occurrence as a single event, unless it starts after the end of the series. */
function loneRows(event: VEvent, expansion: Expansion, before: number): DraftRow[] {
  const { zones, options } = expansion;
  const start = timeOf(event.component, 'dtstart', zones);
  if (start !== undefined && start.localTime >= before) return [];
  if (leavesOut(event.component, options)) return [];
  return [rowOf(event, start, timeOf(event.component, 'recurrence-id', zones), expansion)];
}

function rowOf(
  event: VEvent,
  start: CalendarTime | undefined,
  occurrence: CalendarTime | undefined,
  { zones, options }: Expansion,
): DraftRow {
  const { component, place } = event;
  const { uid, isAddress, begins, ends, ...fields } = event.fields();
  if (!isAddress) options.notes.count('otherAddresses');
  return {
    place,
    draft: {
      ...fields,
      uid: occurrence === undefined || uid === '' ? uid : `${uid}/${recurrenceId(occurrence)}`,
      allDay: start?.isDate,
      start: begins ?? (start && toDraftTime(start)),
      end: ends ?? (start && endOf(component, start, zones)),
    },
  };
}

function readFields(component: ICAL.Component) {
  const { url, ...texts } = textsOf(component);
  const isAddress = isSafeAddress(url);
  const ownId = textOf(component, 'x-events-query-id');
  const id = idOf(ownId);
  if (ownId !== '' && id === undefined)
    throw new CalendarError('X-EVENTS-QUERY-ID', `${ID_ALLOWED}, not ${quoted(ownId)}`);
  const unread = [...(isAddress ? [] : ['url']), ...(component.hasProperty('dtend') ? ['duration'] : [])];
  return {
    ...texts,
    url: isAddress ? url : '',
    id,
    isAddress,
    begins: exportedTime(component, 'x-events-query-start'),
    ends: exportedTime(component, 'x-events-query-end'),
    extra: extraFields(component, unread),
  };
}

/** Returns the text fields. CATEGORIES may occur several times, so its values are joined. */
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

/** Returns true for a cancelled event that must be left out, and adds it to the notes. */
function leavesOut(component: ICAL.Component, { keepCancelled, notes }: ReadOptions): boolean {
  if (keepCancelled || textOf(component, 'status').toUpperCase() !== 'CANCELLED') return false;
  notes.count('cancelled');
  return true;
}

import type { JsonValue } from '../lib/json';
import { quoted } from '../lib/text/messages';
import { DAY, inYears1To9999 } from '../lib/time/dates';
import type { Time } from '../lib/time/iso';
import type { EventValues, FIELDS, Field } from './event-fields';

/** Represents a time that was read: an instant, or a date as the midnight in UTC at which it begins. */
export type DraftTime = Exclude<Time, { readonly kind: 'local' }> & {
  /** This is true for an instant without an offset in the text, which was read in the configured zone. */
  readonly isFloating?: boolean;
};

/** Returns milliseconds since 1970; a date counts as its UTC midnight. */
export function millisecondsOf(time: DraftTime): number {
  return time.kind === 'date' ? time.midnight : time.instant;
}

/** Represents an event that was read but not checked yet. A field that the text does not have is missing. */
export type EventDraft = {
  readonly [F in Field]?:
    | ((typeof FIELDS)[F]['kind'] extends 'time' ? DraftTime : EventValues[F])
    | undefined;
} & {
  /** Maps the names of the values that belong to no field, as the text has them, to these values. */
  readonly extra: Readonly<Record<string, JsonValue>>;
};

/** Contains the name that the text has for a field, and its values there. Messages quote them. */
export interface SourceValue {
  readonly name: string;
  /** This is empty if the text has no value. A date and its time of day may be two values. */
  readonly values: readonly unknown[];
}

/** Returns the reason why a field is rejected: `Titel must be …, not ""`, or `Titel is missing: it must be …`. */
export function refusalReason({ name, values }: SourceValue, allowed: string): string {
  if (values.length === 0) return `${name} is missing: it ${allowed}`;
  return `${name} ${allowed}, not ${values.map((value) => quoted(value)).join(' with ')}`;
}

export const TIMES_ALLOWED = 'must be a date or a time such as 2026-03-01 or 2026-03-01T09:00';

export const DATE_AFTER_START = 'must be a date after start: the day after the last day of the event';

export const NOT_BEFORE_START = 'must not be before start';

const YEARS_ALLOWED = 'must be in the years 1 to 9999';

/**
 * Contains the start and the end of an event in Unix milliseconds. Days begin at midnight in UTC, and the end is
 * exclusive.
 */
export type Bounds = Pick<EventValues, 'start' | 'end' | 'allDay'>;

interface Broken {
  readonly field: 'start' | 'end';
  readonly allowed: string;
}

/** Returns the bounds of an event, or the first rule that they break. */
export function boundsOf({ start: from, end: to, allDay }: EventDraft): Bounds | Broken {
  const broken = (field: Broken['field'], allowed: string): Broken => ({ field, allowed });
  if (from === undefined) return broken('start', TIMES_ALLOWED);
  const start = millisecondsOf(from);
  if (!inYears1To9999(start)) return broken('start', YEARS_ALLOWED);
  const isDay = from.kind === 'date';
  if (isDay && allDay === false) return broken('start', 'must have a time of day when allDay is false');
  if (to !== undefined && to.kind !== from.kind) return broken('end', endAllowed(from));
  const end = to && millisecondsOf(to);
  if (end !== undefined && !inYears1To9999(end)) return broken('end', YEARS_ALLOWED);
  if (end !== undefined && end < start) return broken('end', NOT_BEFORE_START);
  if (!isDay) return { start, end: end ?? start, allDay: allDay ?? false };
  if (end === start) return broken('end', DATE_AFTER_START);
  const endsAt = end ?? start + DAY;
  if (!inYears1To9999(endsAt))
    return broken('start', 'must be 9999-12-30 or earlier, because the event ends on the next day');
  return { start, end: endsAt, allDay: true };
}

/** Returns what the end of an event must be: a date if the start is a date, and a time if the start is a time. */
export function endAllowed(start: DraftTime): string {
  const kind = start.kind === 'date' ? 'date' : 'time';
  return `must be a ${kind} because start is a ${kind}`;
}

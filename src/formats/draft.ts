import type { JsonValue } from '../lib/json';
import { quoted } from '../lib/text/quoted';
import type { Time } from '../lib/time/iso';
import type { EventValues, FIELDS, Field } from './event-fields';

/** Represents a time that was read: an instant, or a date as its UTC midnight. */
export type DraftTime = Exclude<Time, { readonly kind: 'local' }>;

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
  /** Other values, under the names that the text gives them. */
  readonly extra: Readonly<Record<string, JsonValue>>;
};

/** Represents the name and the values that the text has for a field, as a refusal quotes them. */
export interface SourceValue {
  readonly name: string;
  /** It is empty if the text has no value. A date and its time of day may be two values. */
  readonly values: readonly unknown[];
}

/** Says why a field is rejected: `Titel must be …, not ""`, or `Titel is missing: it must be …`. */
export function refusalReason({ name, values }: SourceValue, allowed: string): string {
  if (values.length === 0) return `${name} is missing: it ${allowed}`;
  return `${name} ${allowed}, not ${values.map((value) => quoted(value)).join(' with ')}`;
}

/** An end must be a date if its start is one, and a time if its start is one. */
export function endAllowed(start: DraftTime): string {
  return `must be a ${start.kind === 'date' ? 'date' : 'time'} because start is one`;
}

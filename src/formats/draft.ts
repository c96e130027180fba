import type { JsonValue } from '../lib/json';
import { quoted } from '../lib/text/quoted';
import type { Time } from '../lib/time/iso';

/** A time as a reader understood it: an instant, or a date of the calendar as its UTC midnight. */
export type DraftTime = Exclude<Time, { readonly kind: 'local' }>;

/** Milliseconds since 1970, of a date those of its UTC midnight. */
export function millisecondsOf(time: DraftTime): number {
  return time.kind === 'date' ? time.midnight : time.instant;
}

/** An event as it was read from somebody's text, before it is checked. What the text does not carry is missing. */
export interface EventDraft {
  readonly id?: number;
  readonly uid?: string;
  readonly title?: string;
  readonly description?: string;
  readonly location?: string;
  readonly url?: string;
  readonly category?: string;
  readonly start?: DraftTime;
  /** Exclusive. */
  readonly end?: DraftTime;
  readonly allDay?: boolean;
  /** Values of JSON by the names that they came with. */
  readonly extra: Readonly<Record<string, JsonValue>>;
}

/** A field as the text itself has it. */
export interface Told {
  /** The text's own name of it. */
  readonly name: string;
  /** None where the text has no value; a date and its time of day may be two. */
  readonly values: readonly unknown[];
}

/** `Titel must be …, not ""`, or `Titel is missing: it must be …`. */
export function refusalReason({ name, values }: Told, allowed: string): string {
  if (values.length === 0) return `${name} is missing: it ${allowed}`;
  return `${name} ${allowed}, not ${values.map((value) => quoted(value)).join(' with ')}`;
}

/** An end is of the kind of its start. */
export function endAllowed(start: DraftTime): string {
  return `must be a ${start.kind === 'date' ? 'date' : 'time'} because start is one`;
}

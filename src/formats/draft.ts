import type { JsonValue } from '../lib/json';

/** A time as a reader understood it: an instant in Unix milliseconds, or a day of the calendar (`2026-03-01`). */
export type DraftTime =
  | { readonly kind: 'instant'; readonly ms: number }
  | { readonly kind: 'day'; readonly day: string };

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

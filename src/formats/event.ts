import { type EventValues, type ExtraFields, FIELD_NAMES, FIELDS, type Field } from './event-fields';

export interface EventRow extends EventValues {
  readonly extra?: ExtraFields;
}

type JsonField = Exclude<Field, 'uid'>;

/**
 * Lists the fields of the default formats in their order. `uid`, by which imports recognise an event, is not among
 * them.
 */
export const JSON_FIELDS = FIELD_NAMES.filter((field): field is JsonField => field !== 'uid');

/** Writes an event as the store's generated column holds it, byte for byte: `{"id":7,"title":"…",…,"allDay":false}`. */
export function eventJson(event: EventValues): string {
  return JSON.stringify(Object.fromEntries(JSON_FIELDS.map((field) => [field, writtenValue(event, field)])));
}

/** A row of the store has the members of the event's JSON, its uid, and its extra fields if it has any. */
type JsonRow = Omit<EventRow, 'start' | 'end'> & { readonly start: string; readonly end: string };

/**
 * Returns the rows of the store, with times in milliseconds since 1970.
 * @param text the JSON array of rows that the store returned
 */
export function eventRows(text: string): readonly EventRow[] {
  const rows = JSON.parse(text) as readonly JsonRow[];
  // If the event lasts all day, these are dates. JavaScript reads a date without a time of day as its midnight in UTC.
  return rows.map((row) => ({ ...row, start: Date.parse(row.start), end: Date.parse(row.end) }));
}

/** Returns a field's value as files and formats write it: a time as ISO 8601, a date if the event lasts all day. */
export function writtenValue(event: EventValues, field: Field): string | number | boolean {
  const value = event[field];
  if (FIELDS[field].kind !== 'time' || typeof value !== 'number') return value;
  return event.allDay ? isoDate(value) : isoInstant(value);
}

/**
 * Returns an instant in the years 1 to 9999 as `2026-03-01T09:00:00Z`, with `.123` if the milliseconds are not zero.
 */
export function isoInstant(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('.000Z', 'Z');
}

/** Returns the date of an instant in UTC, such as `2026-03-01`. */
export function isoDate(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}

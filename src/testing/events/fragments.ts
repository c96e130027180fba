/** An event as the store's generated columns hold it, byte for byte: what the default formats put together. */
import { escapeXmlText } from '../../contract/escape';
import { type EventValues, FIELD_NAMES, FIELDS, type Field } from '../../event/fields';
import { isoDate, isoInstant } from '../../formats/event';

/** The default formats show every field but the one by which imports recognise an event. */
const SHOWN = FIELD_NAMES.filter((field) => field !== 'uid');

/** `{"id":7,"title":"…",…,"allDay":false}` */
export function jsonFragment(event: EventValues): string {
  return JSON.stringify(Object.fromEntries(SHOWN.map((field) => [field, shown(event, field)])));
}

/** `<event><id>7</id><title>…</title>…</event>` */
export function xmlFragment(event: EventValues): string {
  const elements = SHOWN.map((field) => `<${field}>${escapeXmlText(String(shown(event, field)))}</${field}>`);
  return `<event>${elements.join('')}</event>`;
}

/** A field's value as files and formats write it: a time as ISO 8601, a date when the event lasts all day. */
export function shown(event: EventValues, field: Field): string | number | boolean {
  const value = event[field];
  if (FIELDS[field].kind !== 'time' || typeof value !== 'number') return value;
  return event.allDay ? isoDate(value) : isoInstant(value);
}

import type ICAL from 'ical.js';
import { FIELDS, TEXT_FIELDS } from '../../../formats/event-fields';
import { isObject, type JsonValue, parseJson } from '../../../lib/json';

const EXPORTED = 'x-events-query-extra';

/** Properties that the event's own fields are read from, and DTSTAMP: it tells of the file, not of the event. */
const READ: ReadonlySet<string> = new Set([
  ...TEXT_FIELDS.map((field): string => FIELDS[field].property),
  'x-events-query-id',
  'x-events-query-start',
  'x-events-query-end',
  EXPORTED,
  'dtstart',
  'dtend',
  'duration',
  'rrule',
  'rdate',
  'exdate',
  'recurrence-id',
  'dtstamp',
]);

/** What a VEVENT holds beyond the fields: properties by their names in capitals as text, and what an export kept. */
export function extraOf(component: ICAL.Component): Record<string, JsonValue> {
  const extra = new Map<string, string | string[]>();
  for (const property of component.getAllProperties()) {
    if (READ.has(property.name)) continue;
    const name = property.name.toUpperCase();
    const found = extra.get(name);
    const text = textOf(property);
    if (Array.isArray(found)) found.push(text);
    else extra.set(name, found === undefined ? text : [found, text]);
  }
  return { ...Object.fromEntries(extra), ...exported(component) };
}

/** As the file holds it: reading the value of a broken property throws, and nobody asked for this one. */
function textOf(property: ICAL.Property): string {
  const [, , type, ...values] = property.jCal as [string, unknown, string, ...unknown[]];
  const text = values.map(partText).join(',');
  return type === 'unknown' ? unescaped(text) : text;
}

function partText(value: unknown): string {
  if (Array.isArray(value)) return value.join(';');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function exported(component: ICAL.Component): Record<string, JsonValue> {
  const property = component.getFirstProperty(EXPORTED);
  const value = property ? parseJson(textOf(property)) : undefined;
  return isObject(value) ? (value as Record<string, JsonValue>) : {};
}

/** TEXT (RFC 5545 3.3.11), which nothing says of a property that is not known. */
function unescaped(text: string): string {
  return text.replace(/\\([\\;,nN])/g, (_, character: string) => (/n/i.test(character) ? '\n' : character));
}

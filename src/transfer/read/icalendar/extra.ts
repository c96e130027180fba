import type ICAL from 'ical.js';
import { type ExtraFields, FIELDS, TEXT_FIELDS } from '../../../event/fields';
import { isObject } from '../../../json';

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
export function extraOf(component: ICAL.Component): ExtraFields {
  const extra = new Map<string, string | string[]>();
  for (const property of component.getAllProperties()) {
    if (READ.has(property.name)) continue;
    const name = property.name.toUpperCase();
    const found = extra.get(name);
    const text = textOf(property);
    extra.set(name, found === undefined ? text : [...[found].flat(), text]);
  }
  return { ...Object.fromEntries(extra), ...exported(component) };
}

/** As the file holds it: reading the value of a broken property throws, and nobody asked for this one. */
function textOf(property: ICAL.Property): string {
  const [, , type, ...values] = property.jCal as [string, unknown, string, ...unknown[]];
  const text = values.map((value) => (Array.isArray(value) ? value.join(';') : String(value))).join(',');
  return type === 'unknown' ? unescaped(text) : text;
}

function exported(component: ICAL.Component): ExtraFields {
  const property = component.getFirstProperty(EXPORTED);
  if (!property) return {};
  try {
    const value: unknown = JSON.parse(textOf(property));
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** TEXT (RFC 5545 3.3.11), which nothing says of a property that is not known. */
function unescaped(text: string): string {
  return text.replace(/\\([\\;,nN])/g, (_, character: string) => (/n/i.test(character) ? '\n' : character));
}

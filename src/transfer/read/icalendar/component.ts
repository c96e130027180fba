import ICAL from 'ical.js';
import { FIELDS, TEXT_FIELDS } from '../../../formats/event-fields';
import { isObject, type JsonValue, parseJson } from '../../../lib/json';
import { quoted, shortened } from '../../../lib/text/messages';
import { existingDate } from '../../../lib/time/iso';
import type { Advice } from '../../errors';

/** This error is thrown if a component can't be read. It names the property and the rule that the property breaks. */
export class CalendarError extends Error {
  override readonly name = 'CalendarError';
  readonly advice: Advice | undefined;

  constructor(
    readonly property: string,
    rule: string,
    { advice, cause }: { readonly advice?: Advice; readonly cause?: unknown } = {},
  ) {
    super(`${property} ${rule}`, { cause });
    this.advice = advice;
  }
}

const MAX_NAME = 40;

/** Returns the error for a line whose value ical.js rejects or would misread, such as the digits of a time. */
function lineError(line: string, cause?: unknown): CalendarError {
  const [, name = '', value] = /^([^;:]*)(?:;(?:"[^"]*"|[^":])*)?(?::(.*))?$/.exec(line) ?? [];
  const property = shortened(name.toUpperCase(), MAX_NAME);
  return new CalendarError(property, `must be as RFC 5545 describes it, not ${quoted(value ?? line)}`, {
    cause,
  });
}

/** Matches dates without the parameter VALUE=DATE. RFC 5545 requires this parameter, but many programs omit it. */
const BARE_DATES =
  /^(DTSTART|DTEND|RECURRENCE-ID|EXDATE|RDATE)((?:;(?!VALUE=)(?:"[^"\r\n]*"|[^":;\r\n])*)*):(?=\d{8}(?:,\d{8})*[ \t]*$)/gim;
const STARTS_ON_DATE = /^DTSTART(?:;(?:"[^"\r\n]*"|[^":\r\n])*)?:\d{8}[ \t]*$/im;

/** Adds VALUE=DATE to dates if the event starts on a date. In other events eight digits may be a truncated time. */
function withDates(unfolded: string): string {
  return STARTS_ON_DATE.test(unfolded) ? unfolded.replace(BARE_DATES, '$1;VALUE=DATE$2:') : unfolded;
}

/** A leap second is read as the second before it (RFC 5545 3.3.12). ical.js would read it as the second after it. */
const LEAP_SECOND = /(?<=\d{8}T\d{4})60/g;

/**
 * Properties that match are refused, because ical.js misreads or ignores them, or needs time that grows with the square
 * of their number. EXRULE is no longer part of RFC 5545. If `property` is missing, the first group matches it.
 */
const REFUSED: readonly (readonly [pattern: RegExp, rule: string, property?: string])[] = [
  [/^([^;:"\r\n]*)(?:;(?:"[^"\r\n]*"|[^";:\r\n])*){1001}/m, 'must have at most 1000 parameters'],
  [/^RRULE[;:](?:.*[;:])?(?:RSCALE|SKIP)=/m, 'must not have RSCALE or SKIP (RFC 7529)', 'RRULE'],
  [/^EXRULE[;:]/m, 'is not allowed: RFC 5545 has EXDATE instead', 'EXRULE'],
];

const TIME = /^(\d{4})(\d\d)(\d\d)(?:T(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d|60)Z?)?\s*$/;
const DURATION = /^[+-]?P(?=\d|T\d)(?:\d+W)?(?:\d+D)?(?:T(?:\d+H)?(?:\d+M)?(?:\d+S)?)?\s*$/;
const OFFSET = /^[+-](?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d)?\s*$/;
const POSITIVE = /^0*[1-9]\d*$/;
const NUMBERS = /^[+-]?\d+(?:,[+-]?\d+)*$/;
const NOT_ZERO = /^(?:[+-]?0*[1-9]\d*(?:,|$))+$/;

/** Maps the parts of a rule to the forms of their values. ical.js would read `2.5` as 2, and `0x2` as 0. */
const RULE_PARTS: Readonly<Record<string, RegExp>> = {
  COUNT: POSITIVE,
  INTERVAL: POSITIVE,
  BYMONTH: NOT_ZERO,
  BYMONTHDAY: NOT_ZERO,
  BYYEARDAY: NOT_ZERO,
  BYWEEKNO: NOT_ZERO,
  BYSETPOS: NOT_ZERO,
  BYHOUR: NUMBERS,
  BYMINUTE: NUMBERS,
  BYSECOND: NUMBERS,
};

/**
 * Matches the names of the parts whose values are checked later, and of parts that other programs add. ical.js ignores
 * any other part, so a rule with a misspelt COUNT would have no end.
 */
const OTHER_PARTS = /^(?:FREQ|WKST|BYDAY|RSCALE|SKIP|X-.*|)$/;

/** Returns false for a rule without FREQ, or with a part that occurs twice, or that ical.js would misread. */
function isRule(text: string): boolean {
  const parts = text
    .trimEnd()
    .split(';')
    .map((part) => part.split('='));
  const isRight = ([name = '', value = '']: readonly string[]) => {
    // Some programs write 99999999 for a rule without an end.
    if (name === 'UNTIL') return value.startsWith('9999') || isTime(value);
    return RULE_PARTS[name]?.test(value) ?? OTHER_PARTS.test(name);
  };
  const names = new Set(parts.map(([name]) => name));
  return parts.every(isRight) && names.size === parts.length && names.has('FREQ');
}

function isTime(text: string): boolean {
  const [, ...date] = TIME.exec(text) ?? [];
  const [year = 0, month = 0, day = 0] = date.map(Number);
  return existingDate(year, month, day) !== undefined;
}

const isDuration = (text: string): boolean => DURATION.test(text);
const isOffset = (text: string): boolean => OFFSET.test(text);

/** Returns true for times and periods. A period is two times, or a time and a duration, with a slash between them. */
function areTimes(text: string): boolean {
  return text.split(/[,/]/).every((part) => (part.startsWith('P') ? isDuration(part) : isTime(part)));
}

type Class = new (...parts: never) => unknown;

interface Value {
  /** Refuses what ical.js misreads: 30 February as 2 March, `PT1.5H` as an hour, and the offset `0100` as -1000. */
  readonly hasForm: (text: string) => boolean;
  /** A value must have one of these types. If VALUE names another type, ical.js returns a value of that type. */
  readonly types: readonly Class[];
}

/** Maps the names of the properties from which times are computed to the rules for their values. */
const VALUES: Readonly<Record<string, Value>> = {
  dtstart: { hasForm: isTime, types: [ICAL.Time] },
  dtend: { hasForm: isTime, types: [ICAL.Time] },
  'recurrence-id': { hasForm: isTime, types: [ICAL.Time] },
  exdate: { hasForm: areTimes, types: [ICAL.Time] },
  rdate: { hasForm: areTimes, types: [ICAL.Time, ICAL.Period] },
  duration: { hasForm: isDuration, types: [ICAL.Duration] },
  rrule: { hasForm: isRule, types: [ICAL.Recur] },
  tzoffsetfrom: { hasForm: isOffset, types: [ICAL.UtcOffset] },
  tzoffsetto: { hasForm: isOffset, types: [ICAL.UtcOffset] },
};

/**
 * If an event repeats one of these, its first value is the field, and others are extra fields. CATEGORIES are joined.
 */
const FIRST_IS_FIELD = new Set(
  TEXT_FIELDS.filter((field) => field !== 'category').map((field): string => FIELDS[field].property),
);

/** The values of these properties are read. If another property is broken, it is ignored. */
const READ: ReadonlySet<string> = new Set([
  ...Object.keys(VALUES),
  ...FIRST_IS_FIELD,
  FIELDS.category.property,
  ...['id', 'start', 'end'].map((name) => `x-events-query-${name}`),
]);

/** RFC 5545 3.6.1 allows each of these only once. */
const ONCE = ['uid', 'dtstart', 'dtend', 'duration', 'recurrence-id'];

const VALUE = new RegExp(
  `^(${Object.keys(VALUES).join('|')})(?:;(?:"[^"\\r\\n]*"|[^":\\r\\n])*)?:(.*)$`,
  'gim',
);

/**
 * Parses a component and reads every value that is used later. ical.js parses a value when it is first read, so after
 * this an error of ical.js is a bug and not a mistake in the file.
 * @param text the unfolded component
 * @throws CalendarError naming the property
 */
export function componentOf(text: string): ICAL.Component {
  const unfolded = withDates(text)
    .replace(/^(?:EX|R)RULE[;:].*$/gim, (rule) => rule.toUpperCase())
    .replace(VALUE, (line, name: string, value: string) => {
      if (VALUES[name.toLowerCase()]?.hasForm(value) === false) throw lineError(line);
      return line.replace(LEAP_SECOND, '59');
    });
  for (const [pattern, rule, property] of REFUSED) {
    const [whole, name = ''] = pattern.exec(unfolded) ?? [];
    if (whole === undefined) continue;
    throw new CalendarError(property ?? shortened(name.toUpperCase(), MAX_NAME), rule);
  }
  let component: ICAL.Component;
  try {
    component = new ICAL.Component(ICAL.parse(unfolded) as unknown[]);
    for (const one of [component, ...component.getAllSubcomponents()]) {
      for (const property of one.getAllProperties()) if (!isWhole(property)) throw new Error(property.name);
    }
  } catch (error) {
    const lines = unfolded.split('\r\n');
    throw lineError(lines.find(isBroken) ?? lines[0] ?? '', error);
  }
  const twice = ONCE.find((name) => component.getAllProperties(name).length > 1);
  if (twice !== undefined) throw new CalendarError(twice.toUpperCase(), 'must not occur twice');
  return component;
}

function isWhole(property: ICAL.Property): boolean {
  if (!READ.has(property.name)) return true;
  // Quoted-printable remains from vCalendar 1.0. RFC 5545 3.2.7 does not have it, so the text would stay encoded.
  if (/^quoted-printable$/i.test(String(property.getParameter('encoding')))) return false;
  const types = VALUES[property.name]?.types;
  const values = property.getValues() as unknown[];
  return types === undefined || values.every((value) => types.some((type) => value instanceof type));
}

function isBroken(line: string): boolean {
  if (line === '' || /^(BEGIN|END):/i.test(line)) return false;
  try {
    return !isWhole(new ICAL.Property(ICAL.parse.property(line) as unknown as unknown[]));
  } catch {
    return true;
  }
}

const EXPORTED = 'x-events-query-extra';

/** These properties don't become extra fields, because they are read already or describe the file (DTSTAMP). */
const NO_EXTRA: ReadonlySet<string> = new Set([...READ, EXPORTED, 'dtstamp']);

/**
 * Returns the properties that are no fields, as text with names in capitals, and the extra fields that an export wrote.
 * @param unread names of properties that did not become a field, although they usually do
 */
export function extraFields(component: ICAL.Component, unread: readonly string[]): Record<string, JsonValue> {
  const extra = new Map<string, string | string[]>();
  const fields = new Set([...NO_EXTRA].filter((name) => !unread.includes(name)));
  for (const property of component.getAllProperties()) {
    const isField = fields.has(property.name);
    if (FIRST_IS_FIELD.has(property.name)) fields.delete(property.name);
    if (isField) continue;
    const name = property.name.toUpperCase();
    const found = extra.get(name);
    const text = textOf(property);
    if (Array.isArray(found)) found.push(text);
    else extra.set(name, found === undefined ? text : [found, text]);
  }
  return { ...Object.fromEntries(extra), ...exported(component) };
}

/** Returns the value as it is in the file, because ical.js throws if the value of a broken property is read. */
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

/** Removes the escapes of TEXT (RFC 5545 3.3.11), which is the default type of an unknown property. */
function unescaped(text: string): string {
  return text.replace(/\\([\\;,nN])/g, (_, character: string) => (/n/i.test(character) ? '\n' : character));
}

/** Checks values against schemas. Each mistake names the field and what is allowed there. */
import { XmlReader } from '../../bindings/soap/xml/reader';
import { isObject } from '../../lib/json';
import { linearRegExp } from '../../lib/text/regexp';
import { readTime } from '../../lib/time/iso';
import { ianaZone } from '../../lib/time/zones';
import type { Mistake } from './journal';
import type { JsonType, Schema } from './schema';

/**
 * Returns the valid part of a value. Wrong members and lists with wrong items are left out, so that the rest can be
 * checked further and all mistakes are reported at once.
 * @param field the JSON Pointer of the value, or the name of a parameter
 * @param mistakes collects the violations
 */
export function validPart(schema: Schema, value: unknown, field: string, mistakes: Mistake[]): unknown {
  // The alternatives differ in type. The mistakes in the alternative of the value's type say more than a mistake in the
  // union.
  const meant = schema.anyOf?.find(({ type }) => isOfType(type, value));
  if (meant !== undefined) return validPart(meant, value, field, mistakes);
  if (schema.anyOf !== undefined || !fits(schema, value)) {
    mistakes.push(mistake(field, value, allowedBy(schema)));
    return undefined;
  }
  if (Array.isArray(value)) {
    const before = mistakes.length;
    const { items = {} } = schema;
    const sound = value.map((item, index) => validPart(items, item, `${field}/${index}`, mistakes));
    return mistakes.length === before ? sound : undefined;
  }
  return isObject(value) ? validMembers(schema, value, field, mistakes) : value;
}

function validMembers(
  schema: Schema,
  value: Readonly<Record<string, unknown>>,
  field: string,
  mistakes: Mistake[],
): unknown {
  const { properties = {}, required = [], additionalProperties = true, propertyNames = {} } = schema;
  const sound = new Map<string, unknown>();
  for (const [name, member] of Object.entries(value)) {
    const place = `${field}/${pointerPart(name)}`;
    const known = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    if (known === false) mistakes.push(unknownName(place, Object.keys(properties)));
    else if (!fits(propertyNames, name)) mistakes.push(mistake(place, name, allowedBy(propertyNames)));
    const part = typeof known === 'object' ? validPart(known, member, place, mistakes) : member;
    if (known !== false && part !== undefined) sound.set(name, part);
  }
  for (const name of required) {
    if (Object.hasOwn(value, name)) continue;
    mistakes.push(mistake(`${field}/${name}`, undefined, allowedBy(properties[name] ?? {})));
  }
  const { dependentRequired = {}, exclusive = [] } = schema;
  for (const [name, needed] of Object.entries(dependentRequired)) {
    if (Object.hasOwn(value, name) && !needed.every((one) => Object.hasOwn(value, one)))
      mistakes.push(
        contradiction(`${field}/${name}`, `The member is allowed only with ${needed.join(' and ')}`),
      );
  }
  const [first, ...more] = exclusive.filter((name) => Object.hasOwn(value, name));
  for (const name of more)
    mistakes.push(contradiction(`${field}/${name}`, `Only one of ${first} and ${name} is possible`));
  return Object.fromEntries(sound);
}

/** Describes a name that is not allowed. @param field the JSON Pointer of the member, or the name of a parameter */
export function unknownName(field: string, allowed: readonly string[]): Mistake {
  const others =
    allowed.length === 0 ? 'there are no known names' : `the known names are ${allowed.join(', ')}`;
  return { field, detail: `${field} is not known here; ${others}.`, allowed };
}

const isInstant = (text: string) => readTime(text)?.kind === 'instant';

/** Returns a check for whole numbers of so many bits. The length is checked first, because long numbers take seconds. */
const isWhole = (bits: number) => (text: string) =>
  text.length <= 20 && String(BigInt.asIntN(bits, BigInt(text))) === text;

/**
 * Maps the names of formats to checks. A check throws or returns something falsy if the text does not have the format.
 */
const FORMATS = new Map<string, (text: string) => unknown>([
  ['regex', linearRegExp],
  ['xml', isContent],
  ['int32', isWhole(32)],
  ['int64', isWhole(64)],
  ['date-time', isInstant],
  ['id-or-date-time', (text) => /^\d{1,15}$/.test(text) || isInstant(text)],
  ['time-zone', ianaZone],
]);

/**
 * Returns true if an element may contain the text. The reader of requests is used, because the time of a usual parser
 * grows with the square of the depth.
 */
function isContent(text: string): boolean {
  const element = `<a>${text}</a>`;
  const reader = new XmlReader({ text: element });
  reader.read();
  const hasEntity = reader.skip();
  return !hasEntity && reader.node.offset === element.length;
}

function hasFormat(value: string | number, format: string): boolean {
  const check = FORMATS.get(format);
  try {
    return check === undefined || Boolean(check(String(value)));
  } catch {
    return false;
  }
}

function fits(schema: Schema, value: unknown): boolean {
  if (!isOfType(schema.type, value)) return false;
  if (schema.enum !== undefined && !schema.enum.some((one) => one === value)) return false;
  const { minimum = -Infinity, maximum = Infinity, format = '' } = schema;
  if (typeof value === 'number') return value >= minimum && value <= maximum && hasFormat(value, format);
  if (typeof value === 'string') {
    const { maxLength = Infinity, pattern } = schema;
    if (value.length > maxLength) return false;
    if (pattern !== undefined && !new RegExp(pattern, 'u').test(value)) return false;
    return hasFormat(value, format);
  }
  if (Array.isArray(value)) {
    const { minItems = 0, maxItems = Infinity } = schema;
    return value.length >= minItems && value.length <= maxItems;
  }
  if (isObject(value)) {
    const { minProperties = 0, maxProperties = Infinity } = schema;
    const count = Object.keys(value).length;
    return count >= minProperties && count <= maxProperties;
  }
  return true;
}

function isOfType(type: Schema['type'], value: unknown): boolean {
  return type === undefined || [type].flat().some((one) => isOfOneType(one, value));
}

function isOfOneType(type: JsonType, value: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    case 'integer':
      return Number.isSafeInteger(value);
    default:
      return typeof value === type;
  }
}

function allowedBy(schema: Schema): string | readonly string[] {
  const { type, minimum, maximum } = schema;
  // After a semicolon, the description only says what the value means.
  const description = schema.description?.replace(/;.*/, '');
  if (schema.enum !== undefined) return schema.enum.map(String);
  const form = schema.pattern ?? schema.format;
  if (form !== undefined && description !== undefined) return description;
  const from = minimum === undefined ? '' : ` from ${minimum}`;
  const to = maximum === undefined ? '' : ` to ${maximum}`;
  switch (type) {
    case 'integer':
      return `a whole number${from}${to}`;
    case 'number':
      return `a number${from}${to}`;
    case 'string':
      return schema.maxLength === undefined ? 'text' : `text of at most ${schema.maxLength} characters`;
    case 'boolean':
      return 'true or false';
    case 'array':
      return `a list, each item ${words(allowedBy(schema.items ?? {}))}`;
    case 'object': {
      const names = Object.keys(schema.properties ?? {});
      return names.length === 0
        ? (description ?? 'an object')
        : `an object with the members ${names.join(', ')}`;
    }
    default:
      return description ?? [type].flat().join(' or ');
  }
}

function words(allowed: string | readonly string[]): string {
  const all = [allowed].flat();
  return all.length === 1 ? `${all[0]}` : `one of ${all.join(', ')}`;
}

/**
 * Describes a value that is not allowed.
 * @param field the JSON Pointer of the member, or the name of a parameter; it is empty for the whole body
 * @param allowed a phrase that follows "must be", or the allowed values
 */
export function mistake(field: string, value: unknown, allowed: string | readonly string[]): Mistake {
  const what = field === '' ? 'The body' : field;
  const detail = `${what} must be ${words(allowed)}, not ${shown(value)}.`;
  return { field, detail, allowed: [allowed].flat() };
}

/** Returns a scalar as text, or the type of any other value, which may be nested too deeply for JSON.stringify. */
function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (isObject(value)) return Object.keys(value).length === 0 ? 'an empty object' : 'an object';
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}

/** Escapes a member's name for a JSON Pointer (RFC 6901 3). */
export function pointerPart(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Describes a value that contradicts another, or that no request could match. */
export function contradiction(field: string, sentence: string): Mistake {
  return { field, detail: `${field}: ${sentence}.` };
}

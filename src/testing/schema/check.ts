/** Holds values against schemas; what is wrong is said with its place and what is allowed there. */
import { SaxesParser } from 'saxes';
import { isObject } from '../../lib/json';
import { Problem } from '../problem';
import type { Mistake } from './journal';
import type { JsonType, Schema } from './schema';

/** A refusal lists no more than these. */
const MOST_MISTAKES = 100;

/** @throws Problem where there is a mistake */
export function refuse(mistakes: readonly Mistake[]): void {
  const [first] = mistakes;
  if (first === undefined) return;
  const { detail, ...place } = first;
  throw new Problem('wrong-value', detail, { ...place, errors: mistakes.slice(0, MOST_MISTAKES) });
}

/** @param field JSON Pointer of the value, or the name of a parameter */
export function mistakesIn(schema: Schema, value: unknown, field = ''): readonly Mistake[] {
  if (schema.anyOf !== undefined) return mistakesInAnyOf(schema, schema.anyOf, value, field);
  if (!fits(schema, value)) return [mistake(field, value, allowedBy(schema))];
  if (Array.isArray(value))
    return value.flatMap((item, index) => mistakesIn(schema.items ?? {}, item, `${field}/${index}`));
  return isObject(value) ? mistakesInMembers(schema, value, field) : [];
}

function mistakesInMembers(
  schema: Schema,
  value: Readonly<Record<string, unknown>>,
  field: string,
): readonly Mistake[] {
  const { properties = {}, required = [], additionalProperties = true, propertyNames = {} } = schema;
  const inMembers = Object.keys(value).flatMap((name) => {
    const place = `${field}/${pointerPart(name)}`;
    const known = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    if (known === false) return [unknownMember(place, Object.keys(properties))];
    const wrongName = fits(propertyNames, name) ? [] : [mistake(place, name, allowedBy(propertyNames))];
    return typeof known === 'object' ? [...wrongName, ...mistakesIn(known, value[name], place)] : wrongName;
  });
  const missing = required
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => mistake(`${field}/${name}`, undefined, allowedBy(properties[name] ?? {})));
  const alone = Object.entries(schema.dependentRequired ?? {})
    .filter(
      ([name, needed]) => Object.hasOwn(value, name) && !needed.every((one) => Object.hasOwn(value, one)),
    )
    .map(([name, needed]) => contradiction(`${field}/${name}`, `It goes with ${needed.join(' and ')} only`));
  return [...inMembers, ...missing, ...alone];
}

function unknownMember(field: string, allowed: readonly string[]): Mistake {
  return { field, detail: `${field} is not known; there are ${allowed.join(', ')}.`, allowed };
}

/** The alternative that is of the value's type tells best what is wrong. */
function mistakesInAnyOf(
  schema: Schema,
  alternatives: readonly Schema[],
  value: unknown,
  field: string,
): readonly Mistake[] {
  const alike = alternatives.filter(({ type, anyOf }) => anyOf !== undefined || isOfType(type, value));
  const [only] = alike;
  if (only !== undefined && alike.length === 1) return mistakesIn(only, value, field);
  const isFitting = alike.some((one) => mistakesIn(one, value, field).length === 0);
  return isFitting ? [] : [mistake(field, value, allowedBy(schema))];
}

const FORMATS: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['regex', isRegularExpression],
  ['xml', isXml],
]);

function isRegularExpression(text: string): boolean {
  try {
    new RegExp(text, 'u');
    return true;
  } catch {
    return false;
  }
}

function isXml(text: string): boolean {
  let isWellFormed = true;
  const parser = new SaxesParser({ xmlns: true, fragment: true });
  parser.on('error', () => {
    isWellFormed = false;
  });
  parser.write(text).close();
  return isWellFormed;
}

function fits(schema: Schema, value: unknown): boolean {
  if (!isOfType(schema.type, value)) return false;
  if (schema.enum !== undefined && !schema.enum.some((one) => one === value)) return false;
  const { minimum = -Infinity, maximum = Infinity } = schema;
  if (typeof value === 'number') return value >= minimum && value <= maximum;
  if (typeof value === 'string') {
    const { minLength = 0, maxLength = Infinity, pattern, format = '' } = schema;
    if (value.length < minLength || value.length > maxLength) return false;
    if (pattern !== undefined && !new RegExp(pattern, 'u').test(value)) return false;
    return FORMATS.get(format)?.(value) ?? true;
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

/** A sentence's part that says which values a schema allows; a list where it is one of some values. */
function allowedBy(schema: Schema): string | readonly string[] {
  const { type, description, minimum, maximum } = schema;
  if (schema.enum !== undefined) return schema.enum.map(String);
  const isSpecial = schema.anyOf ?? schema.pattern ?? schema.format;
  if ((isSpecial !== undefined || Array.isArray(type)) && description !== undefined) return description;
  if (schema.anyOf !== undefined) return schema.anyOf.map((one) => words(allowedBy(one))).join(', or ');
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
      return names.length === 0 ? 'an object' : `an object of ${names.join(', ')}`;
    }
    default:
      return [type ?? 'anything'].flat().join(' or ');
  }
}

function words(allowed: string | readonly string[]): string {
  return typeof allowed === 'string' ? allowed : `one of ${allowed.join(', ')}`;
}

/** @param allowed in words, or the values */
export function mistake(field: string, value: unknown, allowed: string | readonly string[]): Mistake {
  const what = field === '' ? 'The body' : field;
  const given = value === undefined ? 'nothing' : shortened(JSON.stringify(value) ?? String(value));
  return { field, detail: `${what} must be ${words(allowed)}, not ${given}.`, allowed };
}

/** A problem of one mistake. */
export function wrong(field: string, value: unknown, allowed: string | readonly string[]): Problem {
  const { detail, ...place } = mistake(field, value, allowed);
  return new Problem('wrong-value', detail, { ...place, errors: [{ detail, ...place }] });
}

function shortened(text: string): string {
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}

/** A member's name inside a JSON Pointer (RFC 6901 3). */
export function pointerPart(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** A mistake of a value that contradicts another, or that nothing could ever match. */
export function contradiction(field: string, sentence: string): Mistake {
  return { field, detail: `${field}: ${sentence}.` };
}

import { isObject } from '../../json';
import { Problem } from '../problem';
import type { JsonType, Schema } from './schema';

/**
 * Holds a value against a schema.
 * @param field JSON Pointer of the value
 * @throws Problem with the field, what is there and what is allowed, for the first thing that is wrong
 */
export function check(schema: Schema, value: unknown, field = ''): void {
  if (schema.anyOf !== undefined) {
    checkAnyOf(schema, schema.anyOf, value, field);
    return;
  }
  if (!fits(schema, value)) throw wrong(field, value, allowedBy(schema));
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) check(schema.items ?? {}, item, `${field}/${index}`);
  } else if (isObject(value)) {
    checkMembers(schema, value, field);
  }
}

function checkMembers(schema: Schema, value: Readonly<Record<string, unknown>>, field: string): void {
  const { properties = {}, required = [], additionalProperties } = schema;
  for (const name of Object.keys(value)) {
    const known = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    const place = `${field}/${pointerPart(name)}`;
    if (known === false) {
      const allowed = Object.keys(properties);
      throw new Problem('wrong-value', `${place} is not known; there are ${allowed.join(', ')}.`, {
        field: place,
        allowed,
      });
    }
    if (known !== undefined) check(known, value[name], place);
  }
  const missing = required.find((name) => !Object.hasOwn(value, name));
  if (missing === undefined) return;
  const place = `${field}/${missing}`;
  throw wrong(place, undefined, allowedBy(properties[missing] ?? {}));
}

/** The alternative that is of the value's type tells best what is wrong. */
function checkAnyOf(schema: Schema, alternatives: readonly Schema[], value: unknown, field: string): void {
  const alike = alternatives.filter(({ type, anyOf }) => anyOf !== undefined || isOfType(type, value));
  const [only] = alike;
  if (only !== undefined && alike.length === 1) {
    check(only, value, field);
    return;
  }
  const fitting = alike.some((one) => {
    try {
      check(one, value, field);
      return true;
    } catch {
      return false;
    }
  });
  if (!fitting) throw wrong(field, value, allowedBy(schema));
}

function fits(schema: Schema, value: unknown): boolean {
  if (!isOfType(schema.type, value)) return false;
  if (schema.enum !== undefined && !schema.enum.some((one) => one === value)) return false;
  const { minimum = -Infinity, maximum = Infinity } = schema;
  if (typeof value === 'number') return value >= minimum && value <= maximum;
  if (typeof value === 'string') {
    const { minLength = 0, maxLength = Infinity, pattern } = schema;
    return (
      value.length >= minLength &&
      value.length <= maxLength &&
      (pattern === undefined || new RegExp(pattern, 'u').test(value))
    );
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

function isOfType(type: JsonType | undefined, value: unknown): boolean {
  switch (type) {
    case undefined:
      return true;
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

/** What a schema allows, in words; a list where it is one of some values. */
function allowedBy(schema: Schema): string | readonly string[] {
  if (schema.description !== undefined) return schema.description;
  if (schema.enum !== undefined) return schema.enum.map(String);
  if (schema.anyOf !== undefined) return schema.anyOf.map((one) => words(allowedBy(one))).join(', or ');
  const { minimum, maximum } = schema;
  const from = minimum === undefined ? '' : ` from ${minimum}`;
  const to = maximum === undefined ? '' : ` to ${maximum}`;
  switch (schema.type) {
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
      return schema.type ?? 'anything';
  }
}

function words(allowed: string | readonly string[]): string {
  return typeof allowed === 'string' ? allowed : `one of ${allowed.join(', ')}`;
}

/** @param allowed in words, or the values */
export function wrong(field: string, value: unknown, allowed: string | readonly string[]): Problem {
  const what = field === '' ? 'The body' : field;
  const given = value === undefined ? 'nothing' : shortened(JSON.stringify(value) ?? String(value));
  return new Problem('wrong-value', `${what} must be ${words(allowed)}, not ${given}.`, { field, allowed });
}

function shortened(text: string): string {
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}

/** A member's name inside a JSON Pointer (RFC 6901 3). */
export function pointerPart(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

import type { IncomingMessage } from 'node:http';
import { readWithin } from '../../lib/async-iterables';
import { repeatedMember } from '../../lib/json';
import { Problem } from '../problem';
import { contradiction, mistake, pointerPart, unknownName, validPart } from '../schema/check';
import type { Mistake } from '../schema/journal';
import type { Members, Schema } from '../schema/schema';

/** These limits of bodies are in bytes. A JSON body can be long, because a rule can contain a long answer. */
const MAX_JSON = 32 * 1024 * 1024;
const MAX_FILE = 64 * 1024 * 1024;

/**
 * Returns the valid part of a JSON body, or `undefined` if all of it is wrong.
 * @param mistakes collects the violations of the schema
 * @throws Problem if the body is too long, of another media type, or not JSON
 */
export async function readJsonBody(
  schema: Schema,
  request: IncomingMessage,
  mistakes: Mistake[],
): Promise<unknown> {
  const bytes = await readBytes(request, MAX_JSON);
  const isEmpty = bytes.length === 0 && (schema.required ?? []).length === 0;
  if (isEmpty) return validPart(schema, {}, '', mistakes);
  // Only this type is accepted, because a page of another site could send other types without a CORS preflight.
  mediaTypeOf(request, ['application/json']);
  const { text, value } = parse(bytes);
  const repeated = repeatedMember(text)?.map((step) => `/${pointerPart(String(step))}`);
  if (repeated !== undefined) mistakes.push(contradiction(repeated.join(''), 'The member is given twice'));
  return validPart(schema, value, '', mistakes);
}

/** Reads the body of an upload. @throws Problem if the body is too long, or has none of these media types */
export async function readFile<Type extends string>(
  request: IncomingMessage,
  allowed: readonly Type[],
): Promise<{ readonly type: Type; readonly bytes: Buffer }> {
  return { type: mediaTypeOf(request, allowed), bytes: await readBytes(request, MAX_FILE) };
}

/** @throws Problem if the body has none of these media types */
function mediaTypeOf<Type extends string>(request: IncomingMessage, allowed: readonly Type[]): Type {
  const given = request.headers['content-type'];
  const [base = ''] = (given ?? '').split(';');
  const known = allowed.find((type) => type === base.trim().toLowerCase());
  if (known !== undefined) return known;
  throw new Problem('media-type', [mistake('Content-Type', given, allowed)]);
}

function parse(bytes: Buffer): { readonly text: string; readonly value: unknown } {
  try {
    // The decoder removes a byte order mark.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { text, value: JSON.parse(text) };
  } catch (error) {
    // The message of JSON.parse quotes the body, which may have line breaks.
    const reason = String((error as Error).message).replaceAll(/\s+/g, ' ');
    throw new Problem('not-json', [{ field: '', detail: `The body must be JSON in UTF-8: ${reason}.` }]);
  }
}

/** @throws Problem if the body is compressed or has more than `most` bytes */
async function readBytes(request: IncomingMessage, most: number): Promise<Buffer> {
  const { 'content-encoding': coding = 'identity', 'content-length': length = 0 } = request.headers;
  if (coding.toLowerCase() !== 'identity')
    throw new Problem('media-type', [mistake('Content-Encoding', coding, 'identity, or left out')]);
  const isLong = Number(length) > most;
  // The connection stays open while Node discards the rest, because most clients send the whole body before they read.
  const bytes = isLong ? undefined : await readWithin(most, request);
  if (bytes !== undefined) return bytes;
  throw new Problem('too-large', [
    {
      field: '',
      detail: `The body must be at most ${most} bytes long.`,
      allowed: [`at most ${most} bytes`],
    },
  ]);
}

/**
 * Returns the parameters of a query, read by their schemas. A list is separated by commas, or repeats the name.
 * @param mistakes collects the violations of the schemas
 */
export function readQuery(
  members: Members,
  given: URLSearchParams,
  mistakes: Mistake[],
): Readonly<Record<string, unknown>> {
  const values = new Map<string, unknown>();
  for (const name of new Set(given.keys())) {
    const schema = Object.hasOwn(members, name) ? members[name] : undefined;
    if (schema === undefined) mistakes.push(unknownName(name, Object.keys(members)));
    else {
      const { type, items } = schema;
      const texts = given.getAll(name).flatMap((text) => (type === 'array' ? text.split(',') : text));
      const parts = texts.map((text) => validPart(items ?? schema, readValue(type, text), name, mistakes));
      if (!parts.includes(undefined)) values.set(name, type === 'array' ? parts : parts[0]);
      if (type !== 'array' && texts.length > 1)
        mistakes.push(contradiction(name, 'The parameter is given twice'));
    }
  }
  return Object.fromEntries(values);
}

/** Converts a text to a type. If that is not possible, the value stays a text, which is then a violation. */
function readValue(type: Schema['type'], text: string): unknown {
  if (type === 'integer' && /^\d{1,15}$/.test(text)) return Number(text);
  return type === 'boolean' && /^(?:true|false)$/.test(text) ? text === 'true' : text;
}

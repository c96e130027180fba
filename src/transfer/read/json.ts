import { jsonProblem } from '../../formats/json-read';
import { hasTooManyMembers, isObject, MAX_MEMBERS, parseJson, splitAtStrings } from '../../lib/json';
import { quoted, quotedList, shortened } from '../../lib/text/messages';
import { isEvent } from '../columns/columns';
import { EXTENDED_PROPS } from '../columns/extra-names';
import { placeText, RowRefusal, TransferError } from '../errors';
import type { Place, RawFields, RawRow } from '../event-record';
import type { Notes } from '../notes';
import { jsonElements } from './json-elements';
import { lines, oneChunk, wholeText } from './text';

type Rows = AsyncGenerator<RawRow | RowRefusal>;
type Options = { readonly notes: Notes };

/**
 * Yields the rows of a JSON array of objects, with one element in memory at a time.
 * @throws TransferError if the text is not a JSON array
 */
export async function* readJsonArray(text: AsyncIterable<string>, file: string, { notes }: Options): Rows {
  let number = 0;
  for await (const element of jsonElements(text, file)) {
    number += 1;
    const place: Place = { file, unit: 'element', number };
    notePrecision(element, notes);
    yield textRow(element, parse(element, placeText(place)), place);
  }
}

/** Yields the rows of JSON Lines, which has one object on each line. Empty lines are skipped. */
export async function* readJsonLines(text: AsyncIterable<string>, file: string, { notes }: Options): Rows {
  for await (const line of lines(text, file)) {
    if (line.text.trim() === '') continue;
    const place: Place = { file, unit: 'line', number: line.number };
    notePrecision(line.text, notes);
    const value = parseJson(line.text);
    yield isObject(value)
      ? textRow(line.text, value, place)
      : new RowRefusal(place, `must be a JSON object on one line, not ${quoted(line.text)}`);
  }
}

/**
 * Yields rows of text that begins with an object: JSON Lines, or one document (on one line or on several) whose only
 * list has the events.
 */
export async function* readJsonObjects(text: AsyncIterable<string>, file: string, options: Options): Rows {
  const whole = await wholeText(text, file, 'JSON Lines by --format jsonl');
  const shown = whole.trim();
  const [line = ''] = shown.split('\n', 1);
  // If the first line is a complete object and other lines follow, the text is JSON Lines. A document can't continue
  // after its object.
  const areLines = line !== shown && isObject(parseJson(line));
  yield* areLines ? readJsonLines(oneChunk(whole), file, options) : readJsonDocument(whole, file, options);
}

/**
 * Yields the rows of a JSON document. The document is an array, an object with one list of objects, or a single event.
 * @throws TransferError if it is not JSON, or has several lists
 */
export async function* readJsonDocument(json: string, file: string, { notes }: Options): Rows {
  const document = documentIn(json, file, notes);
  for (const [index, event] of eventsOf(document, file).entries())
    yield elementRow(event, { file, unit: 'element', number: index + 1 });
}

/** Parses a document. ASP.NET's script services put it into the member `d`, sometimes as JSON text. */
function documentIn(json: string, file: string, notes: Notes): unknown {
  const value = parse(json, file);
  const problem = jsonProblem(json);
  if (problem !== undefined) throw new TransferError(`${file} ${problem}.`);
  notePrecision(json, notes);
  const { d, ...others } = isObject(value) ? value : {};
  const isQuoted = typeof d === 'string' && Object.keys(others).length === 0 && parseJson(d) !== undefined;
  return isQuoted ? documentIn(d, file, notes) : value;
}

function parse(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message.split(/,? (?:\.{3})?"|\n/)[0] : '';
    throw new TransferError(`${what} is not valid JSON: ${reason}.`, { cause: error });
  }
}

function textRow(json: string, element: unknown, place: Place): RawRow | RowRefusal {
  const problem = jsonProblem(json);
  return problem === undefined ? elementRow(element, place) : new RowRefusal(place, problem);
}

/**
 * Returns the row of an element. The members of `extendedProps` become members of the event, except those with the name
 * of another member.
 */
function elementRow(element: unknown, place: Place): RawRow | RowRefusal {
  if (!isObject(element)) return new RowRefusal(place, 'must be a JSON object');
  if (hasTooManyMembers(element)) {
    const count = Object.keys(element).length;
    return new RowRefusal(place, `must have at most ${MAX_MEMBERS} members, not ${count}`);
  }
  const { [EXTENDED_PROPS]: extendedProps, ...members } = element;
  if (!isObject(extendedProps)) return { place, fields: element };
  const kept = Object.entries(extendedProps).filter(([name]) => Object.hasOwn(members, name));
  const rest = kept.length === 0 ? {} : { [EXTENDED_PROPS]: Object.fromEntries(kept) };
  return { place, fields: { ...extendedProps, ...members, ...rest } };
}

function eventsOf(value: unknown, file: string): readonly unknown[] {
  if (value === null) return [];
  if (Array.isArray(value)) return value;
  if (!isObject(value)) throw new TransferError(`${file} must contain events, not ${quoted(value)}.`);
  if (hasTooManyMembers(value) || isEvent(value)) return [value];
  const lists = listsIn(value);
  const full = lists.filter(({ list }) => list.length > 0);
  const likely = full.filter(({ list }) => list.slice(0, 1).some(isEvent));
  const [found, ...others] = likely.length === 1 ? likely : full;
  if (found === undefined) return lists.length > 0 ? [] : [value];
  if (others.length === 0) return found.list;
  const paths = quotedList([found, ...others].map(({ path }) => path.join('.')));
  throw new TransferError(
    `${file} has several lists: ${paths}. Use a format file whose member list says which of them has the events (docs/events.md).`,
  );
}

/** The search reaches this depth, because GraphQL answers `{"data":{"group":{"events":{"edges":[…]}}}}`. */
const MAX_DEPTH = 6;

interface List {
  readonly path: readonly string[];
  readonly list: readonly RawFields[];
}

/** Finds the lists that are empty or have only objects. */
function listsIn(value: Readonly<Record<string, unknown>>, path: readonly string[] = []): readonly List[] {
  return Object.entries(value).flatMap(([name, member]): readonly List[] => {
    const inside = [...path, name];
    if (Array.isArray(member)) return member.every(isObject) ? [{ path: inside, list: member }] : [];
    return isObject(member) && inside.length < MAX_DEPTH ? listsIn(member, inside) : [];
  });
}

/**
 * Matches numbers that may change when they are parsed. Numbers of up to 15 digits do not change if their exponent has
 * fewer than three digits (IEEE 754, binary64).
 */
const SUSPECT = /[\d.]{16}|\de\+?\d{3}/i;

/**
 * Adds a note if JSON has a number that a JavaScript number can't hold.
 * @param keepsValue returns true if a number, given as text, keeps its value as a JavaScript number
 */
export function notePrecision(json: string, notes: Notes, keepsValue = isExact): void {
  if (!SUSPECT.test(json)) return;
  const found = splitAtStrings(json)
    .flatMap((part, index) => (index % 2 === 0 ? (part.match(/-?\d[\d.e+-]*/gi) ?? []) : []))
    .find((number) => !keepsValue(number));
  if (found !== undefined) notes.count('rounded', shortened(found, 40));
}

function isExact(number: string): boolean {
  const value = Number(number);
  // JavaScript writes 2^63 as 9223372036854776000, so an export writes and reads this text unchanged.
  if (String(value) === number) return true;
  if (/^-?\d+$/.test(number) || !Number.isFinite(value)) return false;
  // A fraction that another program wrote from a binary64 number has at most 17 digits (IEEE 754, 5.12.2).
  const digits = number.replace(/e.*$/i, '').replace(/\D/g, '').replace(/^0+/, '');
  return digits.length <= 17;
}

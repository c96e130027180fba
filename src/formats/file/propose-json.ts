import { isObject } from '../../json';
import { type Guesses, guessField } from './guess-field';
import { FormatError } from './problems';

/** Events past this many tell nothing new about the shape. */
export const SAMPLE = 100;

export type Json = Readonly<Record<string, unknown>>;

/** @throws FormatError when there are no events in the text */
export function proposeJson(text: string, guesses: Guesses): Json {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new FormatError('The answer is neither JSON nor XML: a format can only be proposed for those.');
  }
  const list = findEvents(answer);
  const events = list?.events ?? (isObject(answer) ? [answer] : []);
  const event = proposeObject(events.slice(0, SAMPLE), [], guesses);
  // An object alone is an event only if it looks like one: an old service's errors are objects, too.
  if (list === undefined && !guesses.found('title') && !guesses.found('start'))
    throw new FormatError('The answer holds no array of events that a format could be made from.');
  if (list === undefined || list.path.length === 0) return { kind: 'json', event };
  return { kind: 'json', event, list: replaceAt(answer, list.path, '{events}') };
}

interface FoundList {
  readonly path: readonly string[];
  readonly events: readonly Json[];
}

/** The first array of objects, outer before inner. */
function findEvents(answer: unknown): FoundList | undefined {
  const waiting: { value: unknown; path: readonly string[] }[] = [{ value: answer, path: [] }];
  for (const { value, path } of waiting) {
    if (Array.isArray(value)) {
      const events = value.filter(isObject);
      if (events.length > 0 && events.length === value.length) return { path, events };
    } else if (isObject(value)) {
      waiting.push(
        ...Object.entries(value).map(([name, inner]) => ({ value: inner, path: [...path, name] })),
      );
    }
  }
  return undefined;
}

/** An event's own members are guessed before those of the objects in it, which may have the same names. */
function proposeObject(events: readonly Json[], path: readonly string[], guesses: Guesses): Json {
  const names = [...new Set(events.flatMap((event) => Object.keys(event)))];
  const members = names.map((name) => {
    const values = events.map((event) => (Object.hasOwn(event, name) ? event[name] : undefined));
    const objects = values.filter(isObject);
    return { name, values, objects, isOwn: objects.length < values.length || !holdsField(objects) };
  });
  const proposed = new Map<string, unknown>();
  for (const { name, values } of members.filter(({ isOwn }) => isOwn))
    proposed.set(name, guesses.placeholder([...path, name], values) ?? null);
  for (const { name, objects } of members.filter(({ isOwn }) => !isOwn))
    proposed.set(name, proposeObject(objects, [...path, name], guesses));
  return Object.fromEntries(names.map((name) => [escapeBraces(name), proposed.get(name)]));
}

function holdsField(objects: readonly Json[]): boolean {
  return objects.some((one) => Object.keys(one).some((name) => guessField(name) !== undefined));
}

/** What stands around the events, word for word. */
function replaceAt(value: unknown, [step, ...rest]: readonly string[], slot: string): unknown {
  if (step === undefined) return slot;
  if (!isObject(value)) return literal(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      escapeBraces(name),
      name === step ? replaceAt(inner, rest, slot) : literal(inner),
    ]),
  );
}

function literal(value: unknown): unknown {
  if (typeof value === 'string') return escapeBraces(value);
  if (Array.isArray(value)) return value.map(literal);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [escapeBraces(name), literal(inner)]),
  );
}

export const escapeBraces = (text: string) => text.replace(/[{}]/g, '$&$&');

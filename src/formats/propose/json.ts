import type { Field } from '../../event/fields';
import { isObject } from '../../json';
import { FormatError } from '../document';
import { guessField, guessFieldAt, likelyField } from './guess-field';
import type { Guesses } from './guesses';
import { inOrder } from './in-order';

/** Events past this many tell nothing new about the shape. */
export const SAMPLE = 10_000;

/** What leads on where a sample doesn't show what an event is. */
export const MORE_EVENTS = 'save one with two events or more: what comes again shows what an event is';

export const NEITHER = 'The answer is neither JSON nor XML: a format can only be proposed for those.';

export type Json = Readonly<Record<string, unknown>>;

/** @throws FormatError when there are no events in the text */
export function proposeJson(text: string, guesses: Guesses): Json {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new FormatError(NEITHER);
  }
  const list = findEvents(answer);
  const found = list ?? eventAlone(answer);
  if (found === undefined)
    throw new FormatError(
      `The answer holds no array of events that a format could be made from; ${MORE_EVENTS}.`,
    );
  const { events, path } = found;
  const event = proposeObject(events.slice(0, SAMPLE), [], guesses);
  if (path.length === 0) return { kind: 'json', event };
  return list === undefined
    ? { kind: 'json', event, single: replaceAt(answer, path, '{event}') }
    : { kind: 'json', event, list: replaceAt(answer, path, '{events}') };
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

/**
 * The first object with two fields of an event, outer before inner; else all of the answer, where it has a title or a
 * start. Others are none: an old service's errors are objects, too.
 */
function eventAlone(answer: unknown): FoundList | undefined {
  if (!isObject(answer)) return undefined;
  const waiting: { value: Json; path: readonly string[] }[] = [{ value: answer, path: [] }];
  for (const { value, path } of waiting) {
    if (fieldsIn(value).size > 1) return { path, events: [value] };
    for (const [name, inner] of Object.entries(value)) {
      if (isObject(inner)) waiting.push({ value: inner, path: [...path, name] });
    }
  }
  const fields = fieldsIn(answer);
  return fields.has('title') || fields.has('start') ? { path: [], events: [answer] } : undefined;
}

function fieldsIn(value: Json): ReadonlySet<Field | undefined> {
  return new Set(Object.keys(value).map(likelyField).filter(Boolean));
}

/** An event's own members are guessed before those of the objects in it, which may have the same names. */
function proposeObject(events: readonly Json[], path: readonly string[], guesses: Guesses): Json {
  const names = inOrder(events.map((event) => Object.keys(event)));
  const members = names.map((name) => {
    const values = events.map((event) => (Object.hasOwn(event, name) ? event[name] : undefined));
    const objects = values.filter(isObject);
    const inside = [...path, name];
    const isMissing = objects.length < values.length && !isTimeObject(name, values);
    return { name, values, objects, isOwn: isMissing || !holdsField(objects, inside) };
  });
  const proposed = new Map<string, unknown>();
  const filled = ({ values }: { readonly values: readonly unknown[] }) => values.filter(isGiven).length;
  // Of two members that could be the same field, the one that more events have is.
  for (const { name, values } of members.filter(({ isOwn }) => isOwn).sort((a, b) => filled(b) - filled(a)))
    proposed.set(name, guesses.placeholder([...path, name], values) ?? null);
  for (const { name, objects } of members.filter(({ isOwn }) => !isOwn))
    proposed.set(name, proposeObject(objects, [...path, name], guesses));
  return Object.fromEntries(names.map((name) => [escapeBraces(name), proposed.get(name)]));
}

function holdsField(objects: readonly Json[], path: readonly string[]): boolean {
  return objects.some((one) => Object.keys(one).some((name) => guessFieldAt([...path, name]) !== undefined));
}

/** An event without it can't be read either way, and as one value its time would be read of none. */
function isTimeObject(name: string, values: readonly unknown[]): boolean {
  const field = guessField(name);
  return (field === 'start' || field === 'end') && values.filter(isGiven).every(isObject);
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
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

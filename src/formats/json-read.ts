/** Finds the events in a JSON answer, and reads their values. */

import { isDeepStrictEqual } from 'node:util';
import { flawIn, isObject, MAX_OPEN, parseJson, valueAt } from '../lib/json';
import { quoted } from '../lib/text/messages';
import type { TimeZone } from '../lib/time/zones';
import { MAX_DEPTH } from './document';
import { compactJson } from './json-spelling';
import type { Leaf } from './leaf';
import type { Placeholder } from './placeholder';
import { type CompiledReader, NO_EVENTS, type ReadEvent, readEvent, readLeaves } from './read';
import { jsonTree, nodeAt, type TreeNode } from './tree';
import { compareWrapperValues, EMPTY_HINT, type WrapperValues } from './wrapper';
import { MAX_ANSWER_DEPTH } from './xml-tree';

/** A path leads to a value in JSON by names of members and indexes of elements from 0. */
export type Path = readonly (string | number)[];

/** Writes a path as `extendedProps.location` or `tags[0]`. */
export function pathText(path: Path): string {
  const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`));
  return steps.join('').replace(/^\./, '');
}

/** Returns the end of a sentence if JSON has a member twice or is nested too deeply, or else `undefined`. */
export function jsonProblem(json: string): string | undefined {
  const flaw = flawIn(json);
  if (flaw === 'depth') return `is nested deeper than ${MAX_OPEN} levels`;
  return flaw && `has the member ${quoted(pathText(flaw))} twice`;
}

export type JsonLeaf = Leaf<Path>;

/** Represents the value around the events of a list, or around a single event. */
export interface JsonWrapper {
  /** The template is JSON without white space. It contains `EVENTS_MARK` and `COUNT_MARK` as placeholders. */
  readonly template: string;
  readonly path: Path;
  /** If the events are members of an object, this placeholder writes and reads the names of the members. */
  readonly key?: Placeholder | undefined;
  readonly values: WrapperValues;
}

export interface JsonShape {
  readonly leaves: readonly JsonLeaf[];
  /**
   * Maps the path of each member of the event, as `pathText` writes it, to the value that all events have there, or to
   * `undefined`.
   */
  readonly names: ReadonlyMap<string, unknown>;
  readonly list: JsonWrapper;
  readonly single: JsonWrapper;
  readonly none: string;
  readonly saysNone: boolean;
  readonly zone: TimeZone;
}

interface FoundEvent {
  readonly value: unknown;
  /** This is the event as it is written in the answer. Only placeholders with `:raw` need it. */
  readonly node: TreeNode | undefined;
  /** If the events are members of an object, this is the member's name. */
  readonly key?: string;
}

export function jsonReader(shape: JsonShape): CompiledReader {
  const { list, single } = shape;
  const none = parseJson(shape.none);
  const hasRaw = shape.leaves.some(({ only }) => only?.isRaw);
  // If a list is an object whose members are events, and a single event is at the same path, the single event looks
  // like a list of one event.
  const isInList = isDeepStrictEqual(single.path.slice(0, list.path.length), list.path);
  const isEither = list.key !== undefined && isInList;
  return {
    wrapper: list.values,
    find(given) {
      const text = given.trim();
      const answer = parseJson(text);
      if (answer === undefined && text !== shape.none)
        return `it is ${text === '' ? 'empty' : `not JSON: ${quoted(text)}`}${EMPTY_HINT}`;
      const root = hasRaw && answer !== undefined ? jsonTree(text, MAX_ANSWER_DEPTH) : undefined;
      if (root !== undefined && 'problem' in root) return `it ${root.problem}`;
      const problem = jsonProblem(text);
      if (problem !== undefined) return `it ${problem}`;
      if (isDeepStrictEqual(answer, none)) return { ...NO_EVENTS, isList: shape.saysNone };
      const listed = listIn(answer, list, root);
      const only = valueAt(answer, single.path);
      const fitting = listed?.filter(({ value }) => fitsEvent(shape, value)).length ?? 0;
      const isSingle = fitsEvent(shape, only);
      const mayBeList = fitting > 0 || listed?.length === 0;
      const isList = mayBeList && (!isSingle || (fitting === listed?.length && !isEither));
      const events: readonly FoundEvent[] = isList
        ? (listed ?? [])
        : [{ value: only, node: nodeAt(root, single.path) }];
      const { values, path } = isList || !isSingle ? list : single;
      const varying = compareWrapperValues(values, valuesAround(answer, path), events.length);
      if (typeof varying === 'string') return isList || isSingle ? varying : varying + EMPTY_HINT;
      if (!isList && !isSingle) {
        const place = list.path.length === 0 ? 'there is no array' : `${pathText(list.path)} is not an array`;
        return `${place} of events${EMPTY_HINT}`;
      }
      const ignored = new Set<string>();
      for (const { value } of events) addIgnored(value, [], shape.names, ignored);
      return {
        events: events.map((one) => eventOf(shape, one)),
        ignored: [...ignored],
        varying,
        isList,
      };
    },
  };
}

function eventOf(shape: JsonShape, { key, value: event, node }: FoundEvent): ReadEvent {
  const { captures, unread } = readLeaves(shape.leaves, ({ path, only }) => {
    const value = valueAt(event, path);
    const raw = only?.isRaw && value !== null ? nodeAt(node, path) : undefined;
    return raw === undefined ? value : compactJson(raw.text.slice(raw.valueStart, raw.valueEnd));
  });
  if (key !== undefined && shape.list.key !== undefined)
    captures.push({
      placeholder: shape.list.key,
      value: key,
      isAlone: true,
      name: shape.list.key.field,
    });
  if (!fitsEvent(shape, event)) unread.push('the event does not have the shape of the event in the format');
  return readEvent({ captures, unread }, shape.zone);
}

/**
 * Adds the members that an import ignores to `ignored`: the format does not name them, or has a constant with another
 * value there. Only objects whose members the format names are searched.
 */
function addIgnored(value: unknown, path: Path, names: JsonShape['names'], ignored: Set<string>): void {
  if (!isObject(value)) return;
  for (const [name, member] of Object.entries(value)) {
    const inside = [...path, name];
    const shown = pathText(inside);
    const constant = names.get(shown);
    if (!names.has(shown) || (constant !== undefined && !isDeepStrictEqual(member, constant)))
      ignored.add(shown);
    else if ([...names.keys()].some((one) => one.startsWith(`${shown}.`)))
      addIgnored(member, inside, names, ignored);
  }
}

/**
 * Returns the events of a list, or `undefined` if the answer has no list at the path.
 * @param root the answer as it is written, or `undefined` if no placeholder needs it
 */
function listIn(
  answer: unknown,
  { path, key }: JsonWrapper,
  root: TreeNode | undefined,
): readonly FoundEvent[] | undefined {
  const value = valueAt(answer, path);
  if (key === undefined ? !Array.isArray(value) : !isObject(value)) return undefined;
  const children = nodeAt(root, path)?.children ?? [];
  const nodes = new Map(children.map((node, index) => [key ? node.name : String(index), node]));
  return Object.entries(value as object).map(([name, event]) => ({
    value: event,
    node: nodes.get(name),
    ...(key && { key: name }),
  }));
}

/**
 * Collects the values outside the events that are neither an object nor an array. A value at a greater depth than
 * format files may have is collected whole.
 */
export function valuesAround(answer: unknown, events: Path): WrapperValues {
  const found = new Map<string, unknown>();
  const eventsName = pathText(events);
  const visit = (value: unknown, path: Path): void => {
    const name = pathText(path);
    if (name === eventsName) return;
    if (typeof value !== 'object' || value === null || path.length === MAX_DEPTH) found.set(name, value);
    else if (Array.isArray(value)) for (const [index, one] of value.entries()) visit(one, [...path, index]);
    else for (const [member, one] of Object.entries(value)) visit(one, [...path, member]);
  };
  visit(answer, []);
  return found;
}

/** Returns true if a value has the type of the format's event; an object must share a member with it. */
function fitsEvent({ leaves: [leaf], names }: JsonShape, value: unknown): boolean {
  const step = leaf?.path[0];
  if (typeof step === 'number') return Array.isArray(value);
  if (typeof step === 'string')
    return isObject(value) && Object.keys(value).some((name) => names.has(pathText([name])));
  return value !== undefined && typeof value !== 'object';
}

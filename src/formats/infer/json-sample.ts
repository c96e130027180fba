import { hasTooManyMembers, isObject } from '../../lib/json';
import {
  COUNT_NAME,
  type Column,
  escapeBraces,
  mergeNames,
  type PlaceholderChoice,
  type Sample,
} from './sample';

type Json = Readonly<Record<string, unknown>>;

export interface JsonAnswer {
  readonly source: string;
  readonly value: unknown;
}

interface Group extends Pick<Sample, 'path' | 'isList'> {
  isInEach: boolean;
  key?: 'id' | 'uid';
  /** These are the lists and objects that hold the events. */
  readonly holders: Holder[];
}

interface Holder extends JsonAnswer {
  /** This path, with the indexes of elements, leads from the top of this answer to the list or object. */
  readonly place: readonly string[];
  readonly events: readonly Json[];
}

/** Returns a sample for each place in the answers that may have events. An outer object precedes the objects in it. */
export function jsonSamples(answers: readonly JsonAnswer[]): readonly Sample[] {
  const groups = new Map<string, Group>();
  for (const answer of answers) addGroups(answer, groups);
  return [...groups.values()].map(sampleOf);
}

function addGroups(answer: JsonAnswer, groups: Map<string, Group>): void {
  const visit = (value: unknown, path: readonly string[], place: readonly string[], isInEach: boolean) => {
    if (path.length > MAX_DEPTH || typeof value !== 'object' || value === null) return;
    const key = Array.isArray(value) ? undefined : keyOf(Object.entries(value));
    const isList = Array.isArray(value) || key !== undefined;
    const members: [string, unknown][] = isList ? Object.entries(value) : [['', value]];
    const objects = members.filter((one): one is [string, Json] => isEvent(one[1]));
    if (objects.length === 0) return;
    const name = JSON.stringify([isList, path]);
    const group = groups.get(name) ?? { path, isList, isInEach, holders: [] };
    groups.set(name, group);
    group.isInEach ||= isInEach;
    // The names of the members are ids only if they are numbers in every answer.
    if (key !== undefined && group.key !== 'uid') group.key = key;
    group.holders.push({ ...answer, place, events: objects.map(([, object]) => object) });
    for (const [step, object] of objects) {
      const inside = isList ? [...place, step] : place;
      for (const [member, inner] of Object.entries(object))
        visit(inner, [...path, member], [...inside, member], isInEach || objects.length > 1);
    }
  };
  visit(answer.value, [], [], false);
}

/** Returns true for an object that may be an event. An object without members means that there is no event. */
function isEvent(value: unknown): boolean {
  return isObject(value) && !hasTooManyMembers(value) && Object.keys(value).length > 0;
}

/**
 * Returns the field that the names of an object's members hold, if all members are events. Whole numbers are ids. Other
 * names are uids if there are at least two members and all have the same names inside.
 */
function keyOf(members: readonly [string, unknown][]): Sample['key'] {
  const events = members.map(([, value]) => value).filter(isObject);
  if (events.length < members.length) return undefined;
  if (members.every(([name]) => /^[1-9]\d{0,9}$/.test(name))) return 'id';
  const shapes = new Set(events.map((event) => Object.keys(event).sort().join()));
  return members.length > 1 && shapes.size === 1 ? 'uid' : undefined;
}

function sampleOf({ holders, ...found }: Group): Sample {
  const { isList, key } = found;
  const sorted = holders.toSorted((one, other) => other.events.length - one.events.length);
  const events = sorted.flatMap((holder) => holder.events);
  const members = membersOf(events, []);
  const [{ value, place, events: own } = { value: undefined, place: [], events: [] }] = sorted;
  return {
    kind: 'json',
    ...found,
    columns: columnsIn(members),
    count: events.length,
    answers: [...new Set(sorted.map(({ source }) => source))],
    name: found.path.join('.') || 'its top level',
    file(choice, answerKind) {
      const isSingle = !isList || (answerKind === 'events' && key === undefined);
      const inside = isList && isSingle ? [...place, '0'] : place;
      const events = key === undefined ? '{events}' : { [`{${key}}`]: '{events}' };
      const around = isSingle
        ? { single: copyJson(value, inside, '{event}') }
        : { list: copyJson(value, inside, events, own.length) };
      const isBare = inside.length === 0 && key === undefined;
      return { kind: 'json', event: eventOf(members, choice), ...(!isBare && around) };
    },
  };
}

interface Member {
  readonly name: string;
  readonly column: Column;
  readonly members: readonly Member[];
}

function membersOf(events: readonly Json[], path: readonly string[]): readonly Member[] {
  return mergeNames(events.map(Object.keys)).map((name) => {
    const inside = [...path, name];
    const values = events.map((event) => (Object.hasOwn(event, name) ? event[name] : undefined));
    // If the value in every event is an object, its members become columns.
    const members = inside.length <= MAX_DEPTH && values.every(isObject) ? membersOf(values, inside) : [];
    return { name, column: { path: inside, values }, members };
  });
}

function columnsIn(members: readonly Member[]): readonly Column[] {
  return members.flatMap(({ column, members: inner }) => (inner.length === 0 ? [column] : columnsIn(inner)));
}

/** Returns the event as the format file has it. An object that contains no field becomes one extra field. */
function eventOf(members: readonly Member[], choice: PlaceholderChoice): Json {
  const shown = members.flatMap(({ name, column, members: inner }) => {
    const value = columnsIn(inner).some(choice.isField) ? eventOf(inner, choice) : choice.placeholder(column);
    return value === undefined ? [] : [[escapeBraces(name), value] as const];
  });
  return Object.fromEntries(shown);
}

/**
 * Copies the objects around the events. `{count}` replaces the number of events, also in an object beside them.
 * @param path leads to the events, which `placeholder` replaces; `undefined` if the value does not contain them
 * @param count `undefined` if the value can't contain the number of events
 */
function copyJson(value: unknown, path?: readonly string[], placeholder?: unknown, count?: number): unknown {
  if (path?.length === 0) return placeholder;
  if (typeof value === 'string') return escapeBraces(value);
  const inside = (name: string) => (name === path?.[0] ? path.slice(1) : undefined);
  if (Array.isArray(value))
    return value.map((one, index) => {
      const rest = inside(String(index));
      return copyJson(one, rest, placeholder, rest && count);
    });
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, inner]) => {
    const isCount =
      count !== undefined && (inner === count || inner === String(count)) && COUNT_NAME.test(name);
    const form = typeof inner === 'string' ? ':text' : '';
    return [
      escapeBraces(name),
      isCount ? `{count${form}}` : copyJson(inner, inside(name), placeholder, count),
    ];
  });
  return Object.fromEntries(members);
}

/** Below this depth a value is not split into columns, and no events are searched for in it. */
const MAX_DEPTH = 6;

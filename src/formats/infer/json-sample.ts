import { isObject } from '../../lib/json';
import { listsIn } from '../locate';
import { COUNT_NAME, type Column, escapeBraces, type Fill, inOrder, type Sample } from './sample';

type Json = Readonly<Record<string, unknown>>;

/** Finds the samples in an answer: each of its lists of objects, or its only event. */
export function jsonSamples(answer: unknown): readonly Sample[] {
  const lists = Array.isArray(answer)
    ? [{ path: [], list: answer }]
    : isObject(answer)
      ? listsIn(answer)
      : [];
  const full: Found[] = lists.flatMap(({ path, list }) => {
    const events = list.filter(isObject);
    return events.length > 0 && events.length === list.length ? [{ path, events }] : [];
  });
  const objects = full.length > 0 || !isObject(answer) ? [] : objectsIn(answer);
  const keyed = objects.flatMap(({ path, event }) => keyedEvents(path, event));
  const found = [...full, ...keyed];
  if (found.length > 0) return found.map((list) => sampleOf(answer, 'list', list));
  return objects.map(({ path, event }) => sampleOf(answer, 'single', { path, events: [event] }));
}

interface Found {
  readonly path: readonly string[];
  readonly events: readonly Json[];
  readonly key?: 'id' | 'uid';
}

/** Finds an object whose members are events under their ids: whole numbers, or names of two or more alike objects. */
function keyedEvents(path: readonly string[], value: Json): readonly Found[] {
  const names = Object.keys(value);
  const events = Object.values(value).filter(isObject);
  if (names.length === 0 || events.length < names.length) return [];
  if (names.every((name) => /^[1-9]\d{0,9}$/.test(name))) return [{ path, events, key: 'id' }];
  const shapes = new Set(events.map((event) => Object.keys(event).sort().join()));
  return names.length > 1 && shapes.size === 1 ? [{ path, events, key: 'uid' }] : [];
}

function sampleOf(answer: unknown, kind: 'list' | 'single', { path, events, key }: Found): Sample {
  const members = membersOf(events, []);
  const isList = kind === 'list';
  const placeholder = key !== undefined ? { [`{${key}}`]: '{events}' } : isList ? '{events}' : '{event}';
  const count = isList ? events.length : undefined;
  return {
    kind: 'json',
    columns: columnsIn(members),
    count: events.length,
    place: path.join('.'),
    isList,
    ...(key && { key }),
    file: (fill) => ({
      kind: 'json',
      event: eventOf(members, fill),
      ...((path.length > 0 || key) && { [kind]: copied(answer, path, placeholder, count) }),
    }),
  };
}

/** Returns the columns of a member: itself, or the members of its objects. */
interface Member {
  readonly name: string;
  readonly column: Column;
  readonly members: readonly Member[];
}

function membersOf(events: readonly Json[], path: readonly string[]): readonly Member[] {
  return inOrder(events.map(Object.keys)).map((name) => {
    const inside = [...path, name];
    const values = events.map((event) => (Object.hasOwn(event, name) ? event[name] : undefined));
    const members = isLookedInto(values, inside) ? membersOf(values, inside) : [];
    return { name, column: { path: inside, values }, members };
  });
}

function columnsIn(members: readonly Member[]): readonly Column[] {
  return members.flatMap(({ column, members: inner }) => (inner.length === 0 ? [column] : columnsIn(inner)));
}

/** Keeps an object whole if it holds no field. */
function eventOf(members: readonly Member[], fill: Fill): Json {
  const shown = members.flatMap(({ name, column, members: inner }) => {
    const holdsField = columnsIn(inner).some((one) => fill.field(one) !== undefined);
    const value = holdsField ? eventOf(inner, fill) : (fill.field(column) ?? fill.extra(column));
    return value === undefined ? [] : [[escapeBraces(name), value] as const];
  });
  return Object.fromEntries(shown);
}

/**
 * Copies the objects around the events, with {count} for the number of events.
 * @param path leads to the events, which `placeholder` replaces; `undefined` if they are elsewhere
 */
function copied(value: unknown, path?: readonly string[], placeholder?: unknown, count?: number): unknown {
  if (path?.length === 0) return placeholder;
  if (typeof value === 'string') return escapeBraces(value);
  if (Array.isArray(value)) return value.map((one) => copied(one));
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, inner]) => {
    const isCount = path !== undefined && count !== undefined && inner === count && COUNT_NAME.test(name);
    const inside = name === path?.[0] ? path.slice(1) : undefined;
    return [escapeBraces(name), isCount ? '{count}' : copied(inner, inside, placeholder, count)];
  });
  return Object.fromEntries(members);
}

/** Returns the objects of an answer without lists, each before the objects inside it. */
function objectsIn(answer: Json): readonly { path: readonly string[]; event: Json }[] {
  const found: { path: readonly string[]; event: Json }[] = [{ path: [], event: answer }];
  for (const { path, event } of found) {
    for (const [name, inner] of Object.entries(event))
      if (isObject(inner) && path.length < MAX_DEPTH) found.push({ path: [...path, name], event: inner });
  }
  return found;
}

/** Members below this depth are kept as one value. */
const MAX_DEPTH = 6;

/** True for a member that is an object in every event. Its members become columns. */
function isLookedInto(values: readonly unknown[], path: readonly string[]): values is readonly Json[] {
  return path.length <= MAX_DEPTH && values.every((one) => isObject(one) && Object.keys(one).length > 0);
}

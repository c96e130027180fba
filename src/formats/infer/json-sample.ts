import { isObject } from '../../lib/json';
import { listsIn } from '../locate';
import { COUNT_NAME, type Column, escapeBraces, type Fill, inOrder, type Sample } from './sample';

type Json = Readonly<Record<string, unknown>>;

/** The lists of objects in an answer, each as a sample, or the one event that it is or holds. */
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

/** An object whose members are events by their ids: whole numbers, or the names of two or more of one shape. */
function keyedEvents(path: readonly string[], value: Json): readonly Found[] {
  const names = Object.keys(value);
  const events = Object.values(value).filter(isObject);
  if (names.length === 0 || events.length < names.length) return [];
  if (names.every((name) => /^[1-9]\d{0,9}$/.test(name))) return [{ path, events, key: 'id' }];
  const shapes = new Set(events.map((event) => Object.keys(event).sort().join()));
  return names.length > 1 && shapes.size === 1 ? [{ path, events, key: 'uid' }] : [];
}

function sampleOf(answer: unknown, kind: 'list' | 'single', { path, events, key }: Found): Sample {
  const columns = columnsIn(events, []);
  const isList = kind === 'list';
  const placeholder = key !== undefined ? { [`{${key}}`]: '{events}' } : isList ? '{events}' : '{event}';
  const count = isList ? events.length : undefined;
  return {
    kind: 'json',
    columns,
    count: events.length,
    place: path.join('.'),
    isList,
    ...(key && { key }),
    file: (fill) => ({
      kind: 'json',
      event: eventOf(events, [], columns, fill),
      ...((path.length > 0 || key) && { [kind]: copied(answer, path, placeholder, count) }),
    }),
  };
}

/** An object that holds no field is kept whole. */
function eventOf(
  events: readonly Json[],
  path: readonly string[],
  columns: readonly Column[],
  fill: Fill,
): Json {
  const members = membersOf(events, path).flatMap(({ name, inside, values }) => {
    const within = columns.filter((column) => inside.every((step, index) => column.path[index] === step));
    const [own] = within;
    const holdsField = within.some((column) => fill.field(column) !== undefined);
    const shown =
      holdsField && own !== undefined && own.path.length > inside.length && isLookedInto(values, inside)
        ? eventOf(values, inside, columns, fill)
        : (holdsField && own && fill.field(own)) || fill.extra({ path: inside, values });
    return shown === undefined ? [] : [[escapeBraces(name), shown] as const];
  });
  return Object.fromEntries(members);
}

/**
 * Copies what stands around the events, with {count} for their number.
 * @param path leads to the events, in whose place `placeholder` stands; `undefined`: they are elsewhere
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

/** The objects of an answer without lists, outer before inner. */
function objectsIn(answer: Json): readonly { path: readonly string[]; event: Json }[] {
  const found: { path: readonly string[]; event: Json }[] = [{ path: [], event: answer }];
  for (const { path, event } of found) {
    for (const [name, inner] of Object.entries(event))
      if (isObject(inner) && path.length < MAX_DEPTH) found.push({ path: [...path, name], event: inner });
  }
  return found;
}

/** Members that lie deeper are kept as one value. */
const MAX_DEPTH = 6;

/** An object that every event has is looked into; others are one value. */
function isLookedInto(values: readonly unknown[], path: readonly string[]): values is readonly Json[] {
  return path.length <= MAX_DEPTH && values.every((one) => isObject(one) && Object.keys(one).length > 0);
}

function membersOf(events: readonly Json[], path: readonly string[]) {
  return inOrder(events.map(Object.keys)).map((name) => ({
    name,
    inside: [...path, name],
    values: events.map((event) => (Object.hasOwn(event, name) ? event[name] : undefined)),
  }));
}

function columnsIn(events: readonly Json[], path: readonly string[]): readonly Column[] {
  return membersOf(events, path).flatMap(({ inside, values }): readonly Column[] =>
    isLookedInto(values, inside) ? columnsIn(values, inside) : [{ path: inside, values }],
  );
}

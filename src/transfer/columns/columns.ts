import { FIELD_NAMES, type Field } from '../../event/fields';
import { isObject } from '../../json';
import { type CallsOff, callsOff } from './cancelled';
import { DATE_COLUMNS, normalized, SYNONYMS } from './names';
import { tellsOfRecurring } from './recurring';

/** Where a value stands in a row: a member, or by a path a member of a member. */
export type Path = readonly string[];

/** Where a field stands: one member, or a date in one and the time of day in another. */
export interface Column {
  readonly path: Path;
  readonly clock?: Path;
  /** It holds no end, but how long after the start the end is. */
  readonly isLength?: boolean;
  /** Matched by a synonym: a value that doesn't fit the field is an extra one. */
  readonly guessed: boolean;
}

/** Where rows of one kind have their fields. */
export interface Columns {
  /** A field's columns; the first that holds a value counts. */
  readonly of: ReadonlyMap<Field, readonly Column[]>;
  /** What may tell that the event was called off, and is no field of it. */
  readonly cancelling: readonly { readonly name: string; readonly callsOff: CallsOff }[];
  /** The objects in which the title or the start stands. */
  readonly around: readonly Path[];
  /** What may tell that the event recurs, and is no field of it. */
  readonly recurring: readonly string[];
  /** Nothing in these rows can be anything but a field. */
  readonly areAll: boolean;
}

/** What `--map` gives as names: a member, a dotted path, `date+time`, `+length`, and several of them as `one|other`. */
export type Mapping = ReadonlyMap<Field, string>;

/** Finds the fields among a row's names: as they are mapped, by their own names, else by the usual synonyms. */
export function findColumns(names: readonly string[], mapping: Mapping): Columns {
  const columns = new Map<Field, readonly Column[]>();
  const free = new Set(names);
  const take = (field: Field, found: readonly Column[]) => {
    columns.set(field, found);
    for (const { path, clock } of found) for (const one of [path, clock]) free.delete(one?.[0] ?? '');
  };
  for (const [field, name] of mapping) take(field, mapped(name, free));
  const rest = FIELD_NAMES.filter((field) => !columns.has(field));
  for (const field of rest) if (free.has(field)) take(field, [{ path: [field], guessed: false }]);
  const byNormalized = new Map([...free].reverse().map((name) => [normalized(name), name]));
  const named = (name: string | undefined) => {
    const found = name === undefined ? undefined : byNormalized.get(name);
    return found !== undefined && free.has(found) ? found : undefined;
  };
  for (const field of rest) {
    const name = columns.has(field) ? undefined : named(normalized(field));
    if (name !== undefined) take(field, [{ path: [name], guessed: false }]);
  }
  for (const field of rest) {
    const column = columns.has(field) ? undefined : (dateColumn(field, named) ?? synonym(field, named));
    if (column !== undefined) take(field, [column]);
  }
  const cancelling = [...free].flatMap((name) => {
    const how = callsOff(normalized(name));
    return how === undefined ? [] : [{ name, callsOff: how }];
  });
  const recurring = [...free].filter((name) => tellsOfRecurring(normalized(name)));
  return {
    of: columns,
    cancelling,
    around: [...objectsAround(columns, 'title'), ...objectsAround(columns, 'start')],
    recurring,
    areAll: free.size === 0 && [...columns.values()].flat().every(isWhole),
  };
}

function objectsAround(columns: ReadonlyMap<Field, readonly Column[]>, field: Field): Path[] {
  const paths = columns.get(field)?.map(({ path }) => path) ?? [];
  return paths.flatMap((path) => path.slice(1).map((_, index) => path.slice(0, index + 1)));
}

/** A member of the row that is the field's, whatever it holds. */
function isWhole({ path, guessed }: Column): boolean {
  return path.length === 1 && !guessed;
}

type Named = (name: string | undefined) => string | undefined;

function dateColumn(field: Field, named: Named): Column | undefined {
  for (const [date, clocks] of DATE_COLUMNS.get(field) ?? []) {
    const path = named(date);
    if (path === undefined) continue;
    const clock = clocks.map(named).find((name) => name !== undefined);
    return { path: [path], ...(clock !== undefined && { clock: [clock] }), guessed: true };
  }
  return undefined;
}

function synonym(field: Field, named: Named): Column | undefined {
  const name = SYNONYMS[field].map(named).find((found) => found !== undefined);
  return name === undefined ? undefined : { path: [name], guessed: true };
}

/** A name that the row has as it is means that; else the signs between names count. */
function mapped(name: string, names: ReadonlySet<string>): readonly Column[] {
  if (names.has(name)) return [{ path: [name], guessed: false }];
  return name.split('|').map((one) => {
    const [date = '', clock] = names.has(one) ? [one] : one.split('+').map((part) => part.trim());
    if (date === '' && clock !== undefined)
      return { path: pathOf(clock, names), isLength: true, guessed: false };
    const path = pathOf(date, names);
    return { path, ...(clock !== undefined && { clock: pathOf(clock, names) }), guessed: false };
  });
}

function pathOf(name: string, names: ReadonlySet<string>): Path {
  if (names.has(name)) return [name];
  const same = [...names].find((one) => normalized(one) === normalized(name));
  return same === undefined ? name.split('.') : [same];
}

/** The value at a path, or `undefined`. */
export function valueAt(fields: unknown, path: Path): unknown {
  let value = fields;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = Reflect.get(value, step);
  }
  return value;
}

/** The fields without what stands at the paths, and without objects that held nothing else. */
export function without(
  fields: Readonly<Record<string, unknown>>,
  paths: readonly Path[],
): [string, unknown][] {
  const inside = new Map<string, Path[]>();
  for (const [name = '', ...path] of paths) inside.set(name, [...(inside.get(name) ?? []), path]);
  return Object.entries(fields).flatMap(([name, value]): [string, unknown][] => {
    const taken = inside.get(name);
    if (value === undefined) return [];
    if (taken === undefined) return [[name, value]];
    if (taken.some((path) => path.length === 0)) return [];
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[name, value]];
    const rest = without(value as Readonly<Record<string, unknown>>, taken);
    return rest.length === 0 ? [] : [[name, Object.fromEntries(rest)]];
  });
}

/** Whether a value of JSON has what an event must have, by names that are known. */
export function isEvent(value: unknown): boolean {
  if (!isObject(value)) return false;
  const columns = findColumns(Object.keys(value), new Map()).of;
  return columns.has('title') && columns.has('start');
}

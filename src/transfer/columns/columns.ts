import { FIELD_NAMES, FIELDS, type Field, REQUIRED_FIELDS } from '../../formats/event-fields';
import { knownNames, normalized } from '../../formats/names';
import { isObject, valueAt } from '../../lib/json';
import { memoize } from '../../lib/memoize';
import { quoted, quotedList } from '../../lib/text/messages';
import { TransferError } from '../errors';
import type { RawFields, Row } from '../event-record';
import { mayCancel, mayRecur } from './cancelled';

/** A path leads to a value in a row by the names of members. */
export type Path = readonly string[];

/** Represents the place of a field: one member, or two if the date and the time of day are separate. */
export interface Column {
  readonly path: Path;
  readonly clock?: Path;
  /**
   * This is true if the column has another known name of the field. A value of the wrong type then becomes an extra
   * field.
   */
  readonly isGuessed: boolean;
}

/** Describes where rows that have the same names have their fields. */
export interface Columns {
  /** Maps each field to its columns. The first column with a value is used. */
  readonly byField: ReadonlyMap<Field, readonly Column[]>;
  /** The columns in these lists may say that the event is cancelled, or that it recurs. */
  readonly cancelling: readonly string[];
  readonly recurring: readonly string[];
  /** These are the paths of the objects that contain the title or the start. */
  readonly wrappers: readonly Path[];
  /** This is true if all fields have their own names, as in an export of this service. */
  readonly isExport: boolean;
}

/** Maps fields to their names from `--map`: a member, a dotted path, `day+time`, or alternatives as `one|other`. */
export type Mapping = ReadonlyMap<Field, string>;

/**
 * Finds the columns of the fields: first by `--map`, then by the fields' own names, then by the table of known names.
 * @param other normalized names that mean something else in these rows
 */
function findColumns(names: readonly string[], mapping: Mapping, other: ReadonlySet<string>): Columns {
  const columns = new Map<Field, readonly Column[]>();
  const all: ReadonlySet<string> = new Set(names);
  const free = new Set(names);
  const take = (field: Field, found: readonly Column[]) => {
    if (found.length > 0) columns.set(field, found);
    for (const [first = ''] of found.flatMap(pathsOf)) free.delete(first);
  };
  for (const [field, name] of mapping) take(field, mapped(field, name, all));
  const rest = FIELD_NAMES.filter((field) => !columns.has(field));
  const byNormalized = new Map([...free].reverse().map((name) => [normalized(name), name]));
  for (const field of rest) if (free.has(field)) byNormalized.set(normalized(field), field);
  const named = (name: string): Path | undefined => {
    const plain = normalized(name);
    const found = other.has(plain) ? undefined : byNormalized.get(plain);
    return found !== undefined && free.has(found) ? [found] : undefined;
  };
  for (const field of rest) take(field, firstColumn([field], named, false));
  for (const field of rest) if (!columns.has(field)) take(field, firstColumn(knownNames(field), named, true));
  const wrappers = REQUIRED_FIELDS.flatMap((field) => wrappersOf(columns.get(field)));
  return {
    byField: columns,
    cancelling: [...free].filter(mayCancel),
    recurring: [...free].filter(mayRecur),
    wrappers,
    isExport: FIELD_NAMES.every((field) => names.includes(field)),
  };
}

/** Returns the column of the first name that is found, or no column. For `A+B` both parts must be found. */
function firstColumn(
  names: readonly string[],
  find: (name: string) => Path | undefined,
  isGuessed: boolean,
): readonly Column[] {
  for (const name of names) {
    const paths = name.split('+').map(find);
    const [path, clock] = paths;
    if (path !== undefined && !paths.includes(undefined))
      return [{ path, ...(clock !== undefined && { clock }), isGuessed }];
  }
  return [];
}

function wrappersOf(columns: readonly Column[] = []): Path[] {
  return columns.flatMap(({ path }) => path.slice(1).map((_, index) => path.slice(0, index + 1)));
}

/**
 * Returns the columns for a name of `--map`. A member with this whole name is used, even if the name contains `|`, `+`
 * or `.`. Several fields may have the same column.
 */
function mapped(field: Field, name: string, names: ReadonlySet<string>): readonly Column[] {
  const alternatives = names.has(name) ? [name] : name.split('|');
  return alternatives.map((one) => {
    if (names.has(one)) return { path: [one], isGuessed: false };
    const [day = '', clock, ...others] = one.split('+').map((part) => part.trim());
    if (clock === undefined || others.length > 0 || FIELDS[field].kind !== 'time')
      return { path: pathOf(one.trim(), names), isGuessed: false };
    return { path: pathOf(day, names), clock: pathOf(clock, names), isGuessed: false };
  });
}

function pathOf(name: string, names: ReadonlySet<string>): Path {
  if (names.has(name)) return [name];
  const same = [...names].find((one) => normalized(one) === normalized(name));
  return same === undefined ? name.split('.') : [same];
}

/** Returns the fields without the values at the paths, and without objects that are then empty. */
export function withoutPaths(fields: RawFields, paths: readonly Path[]): [string, unknown][] {
  return Object.entries(fields).flatMap(([name, value]): [string, unknown][] => {
    const taken = paths.filter(([first]) => first === name).map((path) => path.slice(1));
    if (value === undefined || taken.some((path) => path.length === 0)) return [];
    if (taken.length === 0 || !isObject(value)) return [[name, value]];
    const inside = withoutPaths(value, taken);
    return inside.length === 0 ? [] : [[name, Object.fromEntries(inside)]];
  });
}

/** Returns the paths of a column: one, or two if the time of day is separate. */
export function pathsOf({ path, clock }: Column): readonly Path[] {
  return clock === undefined ? [path] : [path, clock];
}

/** Returns true for an object with a title and a start under known names. */
export function isEvent(value: RawFields): boolean {
  const { byField } = findColumns(Object.keys(value), new Map(), new Set());
  return REQUIRED_FIELDS.every((field) => byField.has(field));
}

/** If rows have more different sets of names than this, the cache is cleared. */
const MAX_KINDS = 1000;

export type ColumnFinder = (fields: RawFields) => Columns;

/**
 * Returns a function that finds the columns of a row. Columns are cached by the names of the row, because most rows of
 * a file have the same names.
 */
export function columnFinder(mapping: Mapping, other: ReadonlySet<string>): ColumnFinder {
  const find = (names: string) => findColumns(JSON.parse(names) as readonly string[], mapping, other);
  const ofNames = memoize(find, MAX_KINDS);
  return (fields) => ofNames(JSON.stringify(Object.keys(fields)));
}

/** Only this many names are kept for a message, because it shows fewer. */
const MAX_NAMES = 31;

/** Finds names in `--map` that no row has. A mistake in a name would leave the field empty in every event. */
export class UnusedMappings {
  /** Contains the mapped fields for which no row has had a column yet. */
  readonly #unused: Set<Field>;
  readonly #names = new Set<string>();
  #rows = 0;

  constructor(private readonly mapping: Mapping) {
    this.#unused = new Set(mapping.keys());
  }

  /**
   * Removes the mapped fields that have a column in this row from the unused fields.
   * @param columns finds the columns of the row
   */
  noteUses(row: Row, columns: ColumnFinder): void {
    this.#rows += 1;
    if ('draft' in row || this.#unused.size === 0) return;
    const { byField } = columns(row.fields);
    for (const field of this.#unused)
      if (byField.get(field)?.some((column) => pathsOf(column).every((path) => isIn(row.fields, path))))
        this.#unused.delete(field);
    for (const name of Object.keys(row.fields)) if (this.#names.size < MAX_NAMES) this.#names.add(name);
  }

  /** @throws TransferError if there were rows, but none has the name that `--map` gives for a field */
  refuse(files: string): void {
    const [field] = this.#unused;
    if (field === undefined || this.#rows === 0) return;
    const given = quoted(`${field}=${this.mapping.get(field)}`, 80);
    const reason =
      this.#names.size === 0
        ? `can't be used for ${files}: calendars and format files name the fields themselves`
        : `names a column that no row of ${files} has; the columns are ${quotedList([...this.#names])}`;
    throw new TransferError(`${given} ${reason}.`, { option: 'map' });
  }
}

/** Returns true if the object at the parent path has the member, even if the member is empty. */
function isIn(fields: RawFields, path: Path): boolean {
  const parent = valueAt(fields, path.slice(0, -1));
  return typeof parent === 'object' && parent !== null && Object.hasOwn(parent, path.at(-1) ?? '');
}

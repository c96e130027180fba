import type { Field } from '../../event/fields';
import { guessField } from '../../formats/file/guess-field';
import { type DateOrder, numbersOf, readClock } from '../../time/written';
import { quoted, shown, TransferError } from '../errors';
import type { RawRow } from '../event-record';
import { findColumns, type Path, valueAt } from './columns';
import type { RowRules } from './row';
import { TimeReader } from './times';

/** Names past this many are not listed. */
const MAX_LISTED = 30;
/** Characters of a name that are told. */
const MAX_NAME = 40;
/** How deep objects are looked into for names. */
const MAX_DEPTH = 3;

const NEEDED = ['title', 'start'] as const;

/** What the first rows of a source tell about all of them. */
export interface Survey {
  /** Which number of 3/4/2026 comes first; `undefined`: nothing tells. */
  readonly order: DateOrder | undefined;
  /** No date tells: they are read as those programs write them that write AM and PM. */
  readonly orderAssumed: boolean;
}

/**
 * Looks at the first rows of a source.
 * @throws TransferError when none of them has a title, or none a start: it lists what they have, and a way
 */
export function survey(rows: readonly RawRow[], rules: RowRules, file: string): Survey {
  const own = rows.filter(({ isNamed }) => !isNamed).map(({ fields }) => fields);
  refuseNameless(own, rules, file);
  const texts = own.flatMap((fields) => {
    const columns = findColumns(Object.keys(fields), rules.names).of;
    return (['start', 'end'] as const).flatMap((field) =>
      (columns.get(field) ?? []).flatMap(({ path, clock }) =>
        [valueAt(fields, path), clock && valueAt(fields, clock)].filter((value) => typeof value === 'string'),
      ),
    );
  });
  const pairs = texts.map(numbersOf).filter((pair) => pair !== undefined);
  const firstPast12 = pairs.some(([first]) => first > 12);
  const secondPast12 = pairs.some(([, second]) => second > 12);
  const half = pairs.length > 0 && texts.some((text) => /\d\s?[ap]\.?m\b/i.test(text));
  if (firstPast12 !== secondPast12) return { order: firstPast12 ? 'day' : 'month', orderAssumed: false };
  const assumed = half && !firstPast12;
  return { order: assumed ? 'month' : undefined, orderAssumed: assumed };
}

type Fields = RawRow['fields'];

function refuseNameless(rows: readonly Fields[], rules: RowRules, file: string): void {
  const [first] = rows;
  if (first === undefined) return;
  const missing = NEEDED.filter((field) => rows.every((fields) => !has(fields, field, rules)));
  if (missing.length === 0) return;
  const paths = pathsOf(rows);
  const names = paths.slice(0, MAX_LISTED).map((path) => quoted(path.join('.'), MAX_NAME));
  const more = paths.length > MAX_LISTED ? ' and others' : '';
  const guesses = guess(rows, paths, missing, rules);
  throw new TransferError(
    `${file} has nothing that is called ${missing.join(' or ')}, but ${names.join(', ')}${more}; ` +
      `tell which it is: ${guesses.map(([field, name]) => `--map ${shellWord(`${field}=${name}`)}`).join(' ')}.`,
  );
}

function has(fields: Fields, field: Field, { names }: RowRules): boolean {
  const columns = findColumns(Object.keys(fields), names).of.get(field) ?? [];
  if (names.has(field)) return columns.some(({ path }) => valueAt(fields, path) !== undefined);
  return columns.some(({ path }) => Object.hasOwn(fields, path[0] ?? '') && !isObject(valueAt(fields, path)));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function pathsOf(rows: readonly Fields[]): Path[] {
  const found = new Map<string, Path>();
  const add = (value: object, path: Path): void => {
    for (const [name, member] of Object.entries(value)) {
      const inside = [...path, name];
      if (isObject(member) && inside.length < MAX_DEPTH) add(member, inside);
      else found.set(inside.join('.'), inside);
    }
  };
  for (const row of rows.slice(0, 20)) add(row, []);
  return [...found.values()];
}

const HINTS = {
  title: /titl|titel|titre|subject|name|summary|betreff|asunto|oggetto|what|event/i,
  start: /start|begin|from|date|datum|when|début|debut|inicio|inizio/i,
} as const;

/** For each needed field the name that is probably its, or `NAME`. */
function guess(
  rows: readonly Fields[],
  paths: readonly Path[],
  missing: readonly (typeof NEEDED)[number][],
  rules: RowRules,
): (readonly [string, string])[] {
  const times = new TimeReader(rules, 'month');
  const sampleOf = (path: Path) =>
    rows
      .map((row) => valueAt(row, path))
      .find((value) => value !== undefined && value !== null && value !== '');
  const isTime = (path: Path) => {
    const value = sampleOf(path);
    return (
      (typeof value === 'string' || typeof value === 'number') && times.read(value, undefined) !== undefined
    );
  };
  const isText = (path: Path) =>
    typeof sampleOf(path) === 'string' && !isTime(path) && readClock(String(sampleOf(path))) === undefined;
  return missing.map((field) => {
    const suitable = paths.filter(isTellable).filter(field === 'start' ? isTime : isText);
    const found =
      suitable.find((path) => path.some((name) => guessField(name) === field)) ??
      suitable.find((path) => HINTS[field].test(path.join('.'))) ??
      suitable[0];
    if (found === undefined) return [field, 'NAME'];
    const next = paths[paths.indexOf(found) + 1];
    const clock = field === 'start' && next !== undefined && readClock(String(sampleOf(next))) !== undefined;
    return [field, clock ? `${found.join('.')}+${next.join('.')}` : found.join('.')];
  });
}

/** Whether a name can be proposed as it is, to be pasted into a terminal. */
function isTellable(path: Path): boolean {
  const name = path.join('.');
  return name === shown(name) && name.length <= 2 * MAX_NAME;
}

function shellWord(word: string): string {
  return /^[\w=.:/@-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

import { isObject } from '../../json';
import { flagOf } from '../../text/flags';
import type { Time } from '../../time/iso';
import { readClock, readSpan } from '../../time/written';
import { type Path, valueAt } from '../columns/columns';
import type { Fields } from '../event-record';
import type { TimeReader } from '../times/times';

/** How deep objects are looked into for names. */
const MAX_DEPTH = 3;
/** Rows whose names are looked at; values are looked for in all. */
const MAX_ROWS = 20;

/** The first rows of a source: what they have, by its path, and what it looks like. */
export class Sample {
  readonly paths: readonly Path[];

  constructor(
    readonly rows: readonly Fields[],
    private readonly times: TimeReader,
  ) {
    this.paths = pathsOf(rows);
  }

  /** The first value that there is. */
  valueOf(path: Path): unknown {
    const row = this.rows.find((fields) => this.holds(fields, path));
    return row && valueAt(row, path);
  }

  holds(row: Fields, path: Path): boolean {
    const value = valueAt(row, path);
    return value !== undefined && value !== null && value !== '';
  }

  /** What kind of time it is, where it is one. */
  timeOf(path: Path): 'instant' | 'wall' | 'date' | undefined {
    const value = this.valueOf(path);
    if (typeof value !== 'string' && typeof value !== 'number') return undefined;
    return this.times.kindOf(value);
  }

  /** What a row's value is in milliseconds, as a clock of UTC shows it, where it is a time. */
  readAt(row: Fields, path: Path): { readonly kind: Time['kind']; readonly ms: number } | undefined {
    const value = valueAt(row, path);
    const isTime = typeof value === 'string' || typeof value === 'number';
    const time = isTime ? this.times.read(value, undefined, () => 0) : undefined;
    if (time === undefined) return undefined;
    const ms = time.kind === 'date' ? time.midnight : time.kind === 'wall' ? time.wall : time.instant;
    return { kind: time.kind, ms };
  }

  /** Every row has it. */
  isFilled(path: Path): boolean {
    return this.rows.every((row) => this.holds(row, path));
  }

  /** The rows have not all the same. */
  isVarying(path: Path): boolean {
    const [first, ...others] = this.rows;
    return others.some((row) => valueAt(row, path) !== valueAt(first, path));
  }

  isClock(path: Path): boolean {
    const value = this.valueOf(path);
    return typeof value === 'string' && (readClock(value) ?? readSpan(value)) !== undefined;
  }

  isFlag(path: Path): boolean {
    return flagOf(this.valueOf(path)) !== undefined;
  }

  isText(path: Path): boolean {
    return typeof this.valueOf(path) === 'string' && this.timeOf(path) === undefined && !this.isClock(path);
  }
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
  for (const row of rows.slice(0, MAX_ROWS)) add(row, []);
  return [...found.values()];
}

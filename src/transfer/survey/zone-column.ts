import { flagOf } from '../../text/flags';
import { DAY } from '../../time/dates';
import type { Time } from '../../time/iso';
import { instantOf, namedZone, type OffsetAt } from '../../time/zones';
import type { ColumnFinder } from '../columns/column-finder';
import { type Path, valueAt } from '../columns/columns';
import { present } from '../columns/values';
import type { Fields } from '../event-record';
import type { TimeReader } from '../times/times';
import { saysUtc } from './likeness';
import type { Sample } from './sample';

/** `timezone`, `tz`, `timeZoneId`, `StartTimeZone`, as the last name of a path. */
const NAME = /^(start|event)?(timezone|tz)(id|name)?$/;
const MAX_TOLD = 3;

/** Clock times without an offset in a zone that stands beside them, and that an import would not read them in. */
export interface OtherZone {
  /** The columns of the times and of their zone. */
  readonly start: Path;
  readonly column: Path;
  /** What it says, where it is another; no more than are told. */
  readonly zones: readonly string[];
  /** Of two rows the times are in different zones: no one zone is right for all. */
  readonly areSeveral: boolean;
}

/** The zone that stands beside the starts of the first rows, where an import would read them in another. */
export function zoneBeside(
  sample: Sample,
  columns: ColumnFinder,
  times: TimeReader,
  { zone }: { readonly zone: OffsetAt },
): OtherZone | undefined {
  const lookout = new ZoneLookout(sample.paths, zone);
  for (const row of sample.rows) {
    const { of } = columns.of(row);
    const isAllDay = of.get('allDay')?.some(({ path }) => flagOf(valueAt(row, path)) === true);
    for (const { path, clock } of of.get('start') ?? []) {
      const time = times.read(valueAt(row, path) ?? '', clock && present(valueAt(row, clock)), zone);
      // A day is the same in each zone.
      if (!isAllDay || time?.kind !== 'wall' || time.wall % DAY !== 0) lookout.look(row, path, time);
    }
  }
  return lookout.found;
}

/** Finds out of the first rows whether their own zone is another than the import's. */
class ZoneLookout {
  readonly #zones = new Map<string, ReturnType<typeof namedZone>>();
  readonly #others = new Set<string>();
  /** There are times in the import's own zone, too. */
  #areSome = false;
  #found: Pick<OtherZone, 'start' | 'column'> | undefined;

  constructor(
    private readonly paths: readonly Path[],
    private readonly zone: OffsetAt,
  ) {}

  look(row: Fields, start: Path, time: Time | undefined): void {
    if (time?.kind !== 'wall' || saysUtc(start)) return;
    const column = this.paths.find((path) => isZoneOf(path, start));
    const name = column && valueAt(row, column);
    if (column === undefined || typeof name !== 'string' || name === '') return;
    if (!this.#zones.has(name)) this.#zones.set(name, namedZone(name));
    const zone = this.#zones.get(name);
    if (zone !== undefined && instantOf(time.wall, zone) === instantOf(time.wall, this.zone)) {
      this.#areSome = true;
      return;
    }
    this.#found ??= { start, column };
    if (this.#others.size < MAX_TOLD) this.#others.add(name);
  }

  get found(): OtherZone | undefined {
    const areSeveral = this.#others.size > 1 || this.#areSome;
    return this.#found && { ...this.#found, zones: [...this.#others], areSeveral };
  }
}

/** It stands beside the start, or further out: the zone of somebody or something else is further in. */
function isZoneOf(path: Path, start: Path): boolean {
  const parent = path.slice(0, -1);
  const name = path.at(-1) ?? '';
  return (
    NAME.test(name.toLowerCase().replace(/[^a-z]/g, '')) &&
    parent.every((step, index) => start[index] === step)
  );
}

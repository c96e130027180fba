import type { Time } from '../../time/iso';
import { instantOf, namedZone, type OffsetAt } from '../../time/zones';
import type { ColumnFinder } from './column-finder';
import { type Path, valueAt } from './columns';
import { saysUtc } from './likeness';
import type { Fields, Sample } from './sample';
import type { TimeReader } from './times';

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
    for (const { path, clock } of columns.of(row).of.get('start') ?? []) {
      lookout.look(row, path, times.read(valueAt(row, path) ?? '', clock && valueAt(row, clock)));
    }
  }
  return lookout.found;
}

/** Finds out of the first rows whether their own zone is another than the import's. */
class ZoneLookout {
  readonly #zones = new Map<string, ReturnType<typeof namedZone>>();
  readonly #others = new Set<string>();
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
    if (zone !== undefined && instantOf(time.wall, zone) === instantOf(time.wall, this.zone)) return;
    this.#found ??= { start, column };
    if (this.#others.size < MAX_TOLD) this.#others.add(name);
  }

  get found(): OtherZone | undefined {
    return this.#found && { ...this.#found, zones: [...this.#others] };
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

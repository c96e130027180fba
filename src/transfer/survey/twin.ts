import { isOtherTime } from '../../formats/propose/field-words';
import type { Path } from '../columns/columns';
import type { Sample } from './sample';

/**
 * A column of times whose name is the start's with another number, or with one at all: `date1` and `date2`, `Datum` and
 * `Datum 2`, `field_date` and `field_date_1`. It is an end where it stands behind the start and no row says otherwise.
 */
export function twinOf(start: Path, sample: Sample): Path | undefined {
  const stem = stemOf(start);
  const behind = sample.paths.slice(sample.paths.indexOf(start) + 1);
  return behind.find(
    (path) =>
      path.length === start.length &&
      stemOf(path) === stem &&
      !isOtherTime(path) &&
      follows(start, path, sample),
  );
}

function stemOf(path: Path): string {
  return path.map((name) => name.toLowerCase().replace(/[\s_-]*\d+$/, '')).join('.');
}

/** In no row it is before the start, or a time of another kind, and in some it is there. */
function follows(start: Path, end: Path, sample: Sample): boolean {
  const pairs = sample.rows.filter((row) => sample.holds(row, start) && sample.holds(row, end));
  return (
    pairs.length > 0 &&
    pairs.every((row) => {
      const [first, last] = [sample.readAt(row, start), sample.readAt(row, end)];
      return first !== undefined && last !== undefined && first.kind === last.kind && first.ms <= last.ms;
    })
  );
}

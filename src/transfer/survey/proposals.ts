import type { Field } from '../../event/fields';
import { isOtherTime, type Proposed } from '../../formats/propose/field-words';
import { guessField } from '../../formats/propose/guess-field';
import { withoutControls } from '../../text/foreign';
import { shellWord } from '../../text/shell';
import type { Path } from '../columns/columns';
import { rank, saysUtc } from './likeness';
import type { Sample } from './sample';
import { twinOf } from './twin';

/** Characters of a name that a proposal may hold. */
const MAX_NAME = 80;
/** Behind every rank that a name can have. */
const NAMELESS = 9;

/** What a `--map` says of a field: the field, and the name or names that it is in. */
export type Proposal = readonly [field: Field, name: string];

/** A field's columns among those of a sample, as `--map` names them; `undefined` where none looks like it. */
export function propose(field: Proposed, sample: Sample): string | undefined {
  const [best = endByNumber(field, sample), ...others] = candidates(field, sample);
  if (best === undefined) return undefined;
  const fallback =
    field === 'title' && !sample.isFilled(best) ? others.find((path) => isTitle(path, sample)) : undefined;
  const names = [
    best,
    ...alternatives(best, others, sample),
    ...(fallback === undefined ? [] : [fallback]),
  ].map((path) => nameOf(field, path, sample));
  return names.join('|');
}

/** The best first. A title and a start there must be, so what is called nothing like one is better than none. */
export function candidates(field: Proposed, sample: Sample): Path[] {
  const needed = field === 'title' || field === 'start';
  const ranked = sample.paths
    .filter((path) => isTellable(path) && suits(field, path, sample))
    .map((path) => ({ path, rank: rank(field, path) ?? (needed ? NAMELESS : undefined) }))
    .filter((one): one is { path: Path; rank: number } => one.rank !== undefined);
  const order = (one: { path: Path; rank: number }) => one.rank * 10 + unsureness(field, one.path, sample);
  return ranked.sort((a, b) => order(a) - order(b)).map(({ path }) => path);
}

function suits(field: Proposed, path: Path, sample: Sample): boolean {
  if (field === 'allDay') return sample.isFlag(path);
  if (field === 'location' || field === 'description' || field === 'category') return sample.isText(path);
  if (field === 'title') return sample.isText(path) && !/^https?:/.test(String(sample.valueOf(path)));
  if (isOtherTime(path)) return false;
  if (field === 'start') return sample.timeOf(path) !== undefined && rank('end', path) === undefined;
  return sample.timeOf(path) !== undefined || sample.isClock(path);
}

/** No word says it, but the number behind the start's name does. */
function endByNumber(field: Proposed, sample: Sample): Path | undefined {
  const [start] = field === 'end' ? candidates('start', sample) : [];
  return start && twinOf(start, sample);
}

/** What may stand in for a title in the rows that have none: text of each row, called like nothing else. */
function isTitle(path: Path, sample: Sample): boolean {
  const others = ['location', 'description', 'category'] as const;
  if (guessField(path.at(-1) ?? '') !== undefined || others.some((field) => rank(field, path) !== undefined))
    return false;
  return sample.isFilled(path) && sample.isVarying(path);
}

/** Behind what is called a title and is in each row, and before what is called like nothing. */
const GAPS = 50;

/**
 * A title is surer where each row has it. Of times with the same name that which is the same everywhere is surer: a
 * local clock needs its zone.
 */
function unsureness(field: Proposed, path: Path, sample: Sample): number {
  if (field === 'title') return sample.isFilled(path) ? 0 : GAPS;
  if (field !== 'start' && field !== 'end') return 0;
  const kind = sample.timeOf(path);
  if (kind === undefined) return 3;
  if (kind === 'instant' || (kind === 'wall' && saysUtc(path))) return 0;
  return kind === 'wall' || clockAfter(path, sample) !== undefined ? 1 : 2;
}

/** Members of the same object that hold it in the rows where the best doesn't: `start.date` beside `start.dateTime`. */
function alternatives(best: Path, others: readonly Path[], sample: Sample): Path[] {
  const parent = best.slice(0, -1).join('.');
  let without = sample.rows.filter((row) => !sample.holds(row, best));
  return others
    .filter((path) => parent !== '' && path.slice(0, -1).join('.') === parent)
    .filter((path) => {
      const before = without.length;
      without = without.filter((row) => !sample.holds(row, path));
      return without.length < before;
    });
}

/** With the time of day that stands in the next column. */
function nameOf(field: Proposed, path: Path, sample: Sample): string {
  const clock = field === 'start' || field === 'end' ? clockAfter(path, sample) : undefined;
  return clock === undefined ? path.join('.') : `${path.join('.')}+${clock.join('.')}`;
}

function clockAfter(path: Path, sample: Sample): Path | undefined {
  const next = sample.paths[sample.paths.indexOf(path) + 1];
  const isDate = sample.timeOf(path) === 'date';
  return isDate && next !== undefined && isTellable(next) && sample.isClock(next) ? next : undefined;
}

/** Whether a name can be proposed as it is, to be pasted into a terminal. */
export function isTellable(path: Path): boolean {
  const name = path.join('.');
  return name === withoutControls(name) && name.length <= MAX_NAME;
}

/** As it is typed. */
export function mapOption([field, name]: Proposal): string {
  return `--map ${shellWord(`${field}=${name}`)}`;
}

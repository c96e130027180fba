import type { Field } from '../../event/fields';
import type { Column } from '../columns/columns';
import { normalized } from '../columns/names';
import { candidates, isTellable, mapOption, type Proposal } from './proposals';
import type { Sample } from './sample';

/** What times of day are called that stand beside their day. */
const CLOCKS: readonly (readonly [field: 'start' | 'end', names: readonly string[]])[] = [
  ['start', ['starttime', 'time', 'eventtime', 'begintime']],
  ['end', ['endtime', 'finishtime']],
];

/**
 * The `--map` for a start that was found by its name and holds times of day, where another column holds their days. An
 * end that is a time of day needs none: it is of the day on which its event starts.
 */
export function clockStart(sample: Sample, columns: readonly Column[]): Proposal | undefined {
  const [{ path, clock } = { path: [] }, ...others] = columns;
  if (clock !== undefined || others.length > 0 || !sample.isClock(path)) return undefined;
  const day = candidates('start', sample).find((one) => sample.timeOf(one) === 'date');
  return day === undefined ? undefined : ['start', `${day.join('.')}+${path.join('.')}`];
}

/**
 * The `--map`s for fields that were found by their names and hold days, where another column may hold their times of
 * day: under a field's own name a day is all of it, and such a column is an extra field until somebody says otherwise.
 * @param columnsOf where a field was found by its name
 */
export function clocksBeside(sample: Sample, columnsOf: (field: Field) => readonly Column[]): Proposal[] {
  const found: Proposal[] = [];
  for (const [field, names] of CLOCKS) {
    const [{ path, clock } = { path: [] }, ...others] = columnsOf(field);
    if (clock !== undefined || others.length > 0 || sample.timeOf(path) !== 'date') continue;
    const clocks = sample.paths.filter((one) => isTellable(one) && sample.isClock(one));
    const [beside] = names.flatMap((name) => clocks.filter((one) => normalized(one.join('.')) === name));
    if (beside !== undefined) found.push([field, `${path.join('.')}+${beside.join('.')}`]);
  }
  return found;
}

/** For whoever imports days whose times of day may stand beside them. */
export function unreadClocks(proposals: readonly Proposal[]): string {
  const names = proposals.map(([, name]) => JSON.stringify(name.slice(name.indexOf('+') + 1)));
  return `${names.join(' and ')} ${names.length === 1 ? 'is' : 'are'} not read as times of day; ${proposals.map((one) => mapOption(one)).join(' ')} adds them to their days`;
}

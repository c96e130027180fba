import type { Column } from '../columns/columns';
import { candidates, type Proposal } from './proposals';
import type { Sample } from './sample';

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

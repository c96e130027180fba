import type { Field } from '../../event/fields';
import { readClock } from '../../time/written';
import type { Path } from '../columns/columns';
import { alsoNeeded, misfit, misfitIn } from './misfits';
import { mapOption, type Proposal } from './proposals';

/**
 * What would take a value that its field can't be, with what else its file will need; empty where nothing would.
 * @param path where the value stands
 * @param misfits what the first rows of the file need
 */
export function adviceOn(field: Field, path: Path, value: unknown, misfits: readonly Proposal[]): string {
  const alone = misfit(field, path, value);
  const own = alone === undefined ? withClock(field, path, value, misfits) : misfitIn(misfits, alone);
  if (own === undefined) return '';
  const others = misfits.filter((one) => mapOption(one) !== mapOption(own));
  return `; ${mapOption(own)} ${alone === undefined ? effectOnClock(field, value, own) : effectOn(field)}${alsoNeeded(others)}`;
}

function effectOn(field: Field): string {
  return field === 'id' ? 'recognises the event by it' : 'looks into it';
}

function effectOnClock(field: Field, value: unknown, [other]: Proposal): string {
  if (!isClock(value)) return 'adds the time of day that stands beside it';
  return other === field ? 'adds it to its day' : 'has the events start at a time of day';
}

/**
 * Of a time of day whose day stands in another column, or a day whose time of day does. An end that is a time of day
 * needs a start that has one.
 */
function withClock(
  field: Field,
  path: Path,
  value: unknown,
  misfits: readonly Proposal[],
): Proposal | undefined {
  const joined = misfits.filter(([, name]) => name.includes('+'));
  const own = joined.find(([other]) => other === field);
  if (isClock(value))
    return own ?? (field === 'end' ? joined.find(([other]) => other === 'start') : undefined);
  return own?.[1].startsWith(`${path.join('.')}+`) ? own : undefined;
}

const isClock = (value: unknown) => typeof value === 'string' && readClock(value) !== undefined;

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
  const own = alone === undefined ? withDay(field, value, misfits) : misfitIn(misfits, alone);
  if (own === undefined) return '';
  const others = misfits.filter((one) => mapOption(one) !== mapOption(own));
  return `; ${mapOption(own)} ${effectOn(field, alone)}${alsoNeeded(others)}`;
}

function effectOn(field: Field, alone: Proposal | undefined): string {
  if (alone === undefined) return 'adds it to its day';
  return field === 'id' ? 'recognises the event by it' : 'looks into it';
}

/** Of a time of day whose day stands in another column. */
function withDay(field: Field, value: unknown, misfits: readonly Proposal[]): Proposal | undefined {
  if (typeof value !== 'string' || readClock(value) === undefined) return undefined;
  return misfits.find(([other, name]) => other === field && name.includes('+'));
}

import { LENGTH_UNITS_TOLD, readLength, unitIn } from '../../time/lengths';
import { quoted } from '../errors';
import type { TimeRules } from '../times/times';
import { isTellable, mapOption, propose } from './proposals';
import type { Sample } from './sample';

const LENGTHS = /duration|dauer|dur[ée]e|duraci[óo]n|durata|dura[çc][ãa]o|^duur/i;

/** To be told where no event has an end: what looks like one, or like how long events last. */
export function endLikeIn(sample: Sample, rules: TimeRules): string | undefined {
  const end = propose('end', sample);
  if (end !== undefined) return `no event has an end; ${mapOption(['end', end])} takes what looks like one`;
  const length = lengthIn(sample, rules);
  if (length === undefined) return undefined;
  const { name, option, isOfAnyUnit } = length;
  if (option === undefined)
    return `no event has an end: ${quoted(name, 60)} is not read as how long they last`;
  const unit = isOfAnyUnit ? ` with --length-unit ${LENGTH_UNITS_TOLD}` : '';
  return `no event has an end; ${option}${unit} takes what looks like how long they last`;
}

/** A column that is called like how long events last; what takes it, where it can be read. */
interface LengthColumn {
  readonly name: string;
  readonly option: string | undefined;
  /** It holds numbers, of which only whoever imports them knows what they count. */
  readonly isOfAnyUnit: boolean;
}

export function lengthIn(sample: Sample, { lengthUnit }: TimeRules): LengthColumn | undefined {
  const path = sample.paths.find((one) => one.some((name) => LENGTHS.test(name)));
  if (path === undefined) return undefined;
  const name = path.join('.');
  const value = sample.valueOf(path);
  const isReadable = isTellable(path) && readLength(value, 'min') !== undefined;
  return {
    name,
    option: isReadable ? mapOption(['end', `+${name}`]) : undefined,
    isOfAnyUnit: readLength(value, lengthUnit ?? unitIn(name)) === undefined,
  };
}

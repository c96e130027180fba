import { utcMidnight } from '../time/dates';
import { knownZone } from '../time/zones';
import type { ImportOptions } from './import-options';

/** An import's options where the user gives none. `timeZone` is an IANA name, checked before. */
export function defaultOptions(timeZone: string, now = new Date()): ImportOptions {
  return {
    zone: knownZone(timeZone),
    names: new Map(),
    datePatterns: [],
    epoch: undefined,
    lengthUnit: undefined,
    keepCancelled: false,
    dropExtra: false,
    until: { wall: utcMidnight(now.getUTCFullYear() + 6, 1), given: false }, // the end of the fifth year from now
    replace: false,
    allowEmpty: false,
    dryRun: false,
    skipBad: false,
  };
}

import { TransferError } from './errors';
import type { ImportOptions } from './import';
import { ianaZone } from './zones';

/** An import's options where the user gives none. `timeZone` is an IANA name. */
export function defaultOptions(timeZone: string, now = new Date()): ImportOptions {
  const zone = ianaZone(timeZone);
  if (zone === undefined) throw new TransferError(`There is no time zone ${JSON.stringify(timeZone)}.`);
  return {
    zone,
    endDates: 'exclusive',
    names: new Map(),
    until: { wall: Date.UTC(now.getUTCFullYear() + 6, 0), given: false }, // the end of the fifth year from now
    replace: false,
    dryRun: false,
    skipBad: false,
  };
}

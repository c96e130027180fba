import { flagOf } from '../../text/flags';
import { shellWord } from '../../text/shell';
import { namedZone } from '../../time/zones';
import { valueAt } from '../columns/columns';
import { quoted, TransferError } from '../errors';
import type { RowRules } from '../row-rules';
import { saysUtc } from './likeness';
import { alsoNeeded } from './misfits';
import { candidates, mapOption, type Proposal, propose } from './proposals';
import type { Sample } from './sample';
import type { OtherZone } from './zone-column';

/** What was seen of a file's first rows. */
interface Looked {
  readonly sample: Sample;
  readonly misfits: readonly Proposal[];
  readonly file: string;
}

/**
 * What there is to say of times whose own zone is not the import's: a notice where the user named the zone.
 * @throws TransferError where nobody did, because each of them would be hours off
 */
export function otherZone(
  found: OtherZone | undefined,
  { sample, misfits, file }: Looked,
  { zoneGiven }: Pick<RowRules, 'zoneGiven'>,
): string | undefined {
  if (found === undefined) return undefined;
  const [start, column] = [found.start, found.column].map((path) => quoted(path.join('.'), 60));
  const zones = found.zones.map((zone) => quoted(zone, 60)).join(', ');
  if (zoneGiven !== undefined) {
    return `the times in ${start} were read in ${zoneGiven}, as --zone says, though ${column} says ${zones}`;
  }
  const utc = utcWay(sample);
  const needed = alsoNeeded(misfits);
  if (found.areSeveral) {
    const orAll = utc === undefined ? '' : `, or all with ${utc}`;
    throw new TransferError(
      `${file} has times without an offset in ${start}, and their time zone in ${column}, which says ${zones} beside other zones: make a file of the rows of each zone, and import each with its own --zone${orAll + needed}.`,
    );
  }
  const ways = [zoneWay(found), utc].filter((way) => way !== undefined).join(', or with ');
  throw new TransferError(
    `${file} has times without an offset in ${start}, and their time zone in ${column}, which says ${zones} and is not read: import with ${ways + needed}.`,
  );
}

/** One zone for all of them. */
export function zoneWay({ zones: [zone = ''] }: OtherZone): string {
  return namedZone(zone) === undefined
    ? '--zone <the zone that they are meant in>'
    : `--zone ${shellWord(zone)}`;
}

/** The same times where they are told in UTC. */
function utcWay(sample: Sample): string | undefined {
  // A day has no other midnight.
  const flags = candidates('allDay', sample);
  if (sample.rows.some((row) => flags.some((path) => flagOf(valueAt(row, path)) === true))) return undefined;
  const isUtc = (name: string) => saysUtc([name]);
  const [best] = candidates('start', sample);
  const start = best && propose('start', sample);
  if (best === undefined || start === undefined) return undefined;
  const isInstant = sample.timeOf(best) === 'instant';
  if (!isInstant && !isUtc(start)) return undefined;
  const end = propose('end', sample);
  const maps = [mapOption(['start', start]), ...(end === undefined ? [] : [mapOption(['end', end])])];
  return [...maps, ...(isInstant ? [] : ['--zone UTC'])].join(' ');
}

import type { Field } from '../../event/fields';
import { readTime } from '../../time/iso';
import { readWritten } from '../../time/written';
import { listed, quoted, TransferError } from '../errors';
import type { Place } from '../event-record';
import { keyedIn, listProgram } from './keyed';
import type { Proposed } from './likeness';
import { mapOption, propose, shellWord } from './proposals';
import type { Sample } from './sample';

const MAX_KEYS = 3;

const NEEDED = ['title', 'start'] as const;
const OTHERS = ['end', 'allDay', 'location'] as const;

/**
 * Refuses rows of which none has a title, or none a start.
 * @throws TransferError that lists what they have, and a way to take it: what it proposes is pasted as it is
 */
export function refuseNameless(
  sample: Sample,
  known: ReadonlySet<Field>,
  place: Place | undefined,
  file: string,
): void {
  const missing = NEEDED.filter((field) => !known.has(field));
  if (missing.length === 0) return;
  refuseKeyed(sample, file);
  const names = sample.paths.map((path) => path.join('.'));
  if (missing.length === NEEDED.length && place?.unit === 'line' && names.some(isData)) {
    const found = quoted(names.find(isData), 40);
    throw new TransferError(
      `${file} seems to have no header line: its first line holds ${found}, which names no column. Put a line before it that names the columns, such as title,start,end, and import it again.`,
    );
  }
  throw new TransferError(
    `${file} has nothing that is called ${missing.join(' or ')}, but ${listed(names)}; ` +
      `tell which it is: ${proposals(sample, missing, known)}.`,
  );
}

/** A row that is all of the events, each under its id: a path into one of them would import that one alone. */
function refuseKeyed({ rows: [row, ...others] }: Sample, file: string): void {
  const keyed = row !== undefined && others.length === 0 ? keyedIn(row) : undefined;
  if (keyed === undefined) return;
  throw new TransferError(
    `${file} looks like an object that holds the events by their ids, ${listed(keyed.keys, MAX_KEYS)}, where a list is expected. Make it one, as jq ${shellWord(listProgram(keyed))} does, and import that.`,
  );
}

function proposals(sample: Sample, missing: readonly Proposed[], known: ReadonlySet<Field>): string {
  const fields: readonly Proposed[] = [...missing, ...OTHERS.filter((field) => !known.has(field))];
  return fields
    .flatMap((field) => {
      const name = propose(field, sample);
      if (name !== undefined) return [mapOption([field, name])];
      // No shell takes it as it stands.
      return missing.includes(field) ? [`--map ${field}=<column>`] : [];
    })
    .join(' ');
}

/** A value as a row holds it, and no name. */
function isData(name: string): boolean {
  if (/^[-+]?\d+([.,]\d+)?$/.test(name)) return true;
  return (
    readTime(name) !== undefined ||
    readWritten(name, 'day') !== undefined ||
    readWritten(name, 'month') !== undefined
  );
}

import type { Field } from '../../event/fields';
import type { Proposed } from '../../formats/propose/field-words';
import { shellWord } from '../../text/shell';
import { readTime } from '../../time/iso';
import { readWritten } from '../../time/written';
import { ColumnFinder } from '../columns/column-finder';
import { isEvent, type Mapping } from '../columns/columns';
import { jqPath } from '../columns/jq';
import { listed, quoted, TransferError } from '../errors';
import type { Fields, Place } from '../event-record';
import type { RowRules } from '../row-rules';
import { TimeReader } from '../times/times';
import { lengthIn } from './end-like';
import { keyedIn, listProgram } from './keyed';
import { mapOption, type Proposal, propose } from './proposals';
import type { Sample } from './sample';
import { zoneBeside } from './zone-column';
import { zoneWay } from './zone-sentences';

const MAX_KEYS = 3;

const NEEDED = ['title', 'start'] as const;
const OTHERS = ['end', 'allDay', 'location', 'description', 'category'] as const;

/** What was seen of a file's first rows. */
interface Looked {
  readonly sample: Sample;
  /** The fields that are found by their names. */
  readonly known: ReadonlySet<Field>;
  readonly misfits: readonly Proposal[];
  readonly place: Place | undefined;
  readonly file: string;
}

/**
 * Refuses rows of which none has a title, or none a start.
 * @throws TransferError that lists what they have, and a way to take it: what it proposes is pasted as it is
 */
export function refuseNameless(looked: Looked, rules: RowRules): void {
  const { sample, known, place, file } = looked;
  const missing = NEEDED.filter((field) => !known.has(field));
  if (missing.length === 0) return;
  refuseKeyed(sample, file);
  if (place?.unit === 'element') refuseListed(sample, place, file);
  const names = sample.paths.map((path) => path.join('.'));
  if (missing.length === NEEDED.length && place?.unit === 'line' && names.some(isData)) {
    const found = quoted(names.find(isData), 40);
    throw new TransferError(
      `${file} seems to have no header line: its first line holds ${found}, which names no column. Put a line before it that names the columns, such as title,start,end, and import it again.`,
    );
  }
  throw new TransferError(
    `${file} has nothing that is called ${missing.join(' or ')}, but ${listed(names)}; ` +
      `tell which it is: ${options(looked, missing, rules).join(' ')}.`,
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

/** Elements that are something else beside one that holds the events, as phpMyAdmin exports tables. */
function refuseListed({ rows }: Sample, { list: path = [] }: Place, file: string): void {
  const holding = rows.flatMap((row, index) => {
    const name = Object.keys(row).find((one) => holdsEvents(row, one));
    return name === undefined ? [] : [{ index, name }];
  });
  const [first] = holding;
  if (first === undefined) return;
  const { index, name } = first;
  if (rows.filter((row) => holdsEvents(row, name)).length > 1) {
    // Elements without the list are passed over.
    const isEverywhere = rows.every((row) => Array.isArray(row[name]));
    const program = `[${jqPath(path)}[]${jqPath([name]).replace('.[', '[')}[]${isEverywhere ? '' : '?'}]`;
    throw new TransferError(
      `${file} holds the events in lists, ${quoted(name, 40)}, of several elements. Make them one, as jq ${shellWord(program)} does, and import that.`,
    );
  }
  throw new TransferError(
    `${file} holds the events in a list, ${quoted(name, 40)}, of its element ${index + 1}. Save that list alone, as jq ${shellWord(`${jqPath(path)}[${index}] | ${jqPath([name])}`)} does, and import it.`,
  );
}

function holdsEvents(row: Fields, name: string): boolean {
  const list = row[name];
  return Array.isArray(list) && isEvent(list[0]);
}

/**
 * All that the file needs, together: fields that are not found, those that hold what they can't be, the times' zone.
 */
function options(
  { sample, known, misfits }: Looked,
  missing: readonly Proposed[],
  rules: RowRules,
): string[] {
  const fields: readonly Proposed[] = [...missing, ...OTHERS.filter((field) => !known.has(field))];
  const proposed = fields.flatMap((field): Proposal[] => {
    const name = propose(field, sample);
    return name === undefined ? [] : [[field, name]];
  });
  // Of a field in several members the first rows told more than names do.
  const several = misfits.filter(([, name]) => name.includes('|'));
  const names = new Map<Field, string>([...misfits, ...proposed, ...several]);
  const maps = [...new Set<Field>([...fields, ...names.keys()])].flatMap((field) => {
    const name = names.get(field);
    if (name !== undefined) return [mapOption([field, name])];
    // No shell takes it as it stands.
    return missing.some((one) => one === field) ? [`--map ${field}=<column>`] : [];
  });
  const isEnded = known.has('end') || names.has('end');
  return [...maps, ...(isEnded ? [] : lengthOption(sample, rules)), ...zoneOption(sample, names, rules)];
}

function lengthOption(sample: Sample, rules: RowRules): string[] {
  const length = lengthIn(sample, rules);
  return length?.option === undefined || length.isOfAnyUnit ? [] : [length.option];
}

function zoneOption(sample: Sample, names: Mapping, rules: RowRules): string[] {
  if (rules.zoneGiven !== undefined) return [];
  const columns = new ColumnFinder(new Map([...rules.names, ...names]));
  const found = zoneBeside(sample, columns, new TimeReader(rules, 'month'), rules);
  return found === undefined || found.areSeveral ? [] : [zoneWay(found)];
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

import { basename, extname } from 'node:path';
import { type Field, REQUIRED_FIELDS } from '../../formats/event-fields';
import { AMBIGUOUS_NAMES, normalized } from '../../formats/names';
import { concat, readAhead } from '../../lib/async-iterables';
import { isObject, valueAt } from '../../lib/json';
import { quotedList, shellWord } from '../../lib/text/messages';
import { isTime } from '../../lib/time/lenient';
import { type DateOrder, firstTwoNumbers, provenOrder, readTimeOfDay } from '../../lib/time/written';
import { type ColumnFinder, columnFinder } from '../columns/columns';
import { RowRefusal, TransferError } from '../errors';
import type { RawFields, Row } from '../event-record';
import type { Notes } from '../notes';
import type { ReadOptions } from '../read/source';

export interface InferredRules {
  /** This is the order of day and month in dates such as 3/4/2026, or `undefined` if it is unknown. */
  readonly order: DateOrder | undefined;
  readonly columns: ColumnFinder;
}

/**
 * Finds out how rows are read.
 * @throws TransferError if no row has a title, or no row has a start, unless `missingFieldsIn` is `rows`
 */
export function inferRules(
  rows: readonly RawFields[],
  { names, missingFieldsIn = 'source', notes, resolveTime }: ReadOptions,
  file: string,
): InferredRules {
  const columns = columnFinder(names, placesOf(rows, resolveTime));
  const missing = REQUIRED_FIELDS.filter((field) => !rows.some((row) => holds(row, columns, field)));
  if (missingFieldsIn === 'source' && rows.length > 0 && missing.length > 0)
    throw nameless(file, missing, rows);
  return { order: orderOf(rows, columns, notes), columns };
}

/** Returns the normalized names of columns such as `from` and `to` in which no value is a time. */
function placesOf(rows: readonly RawFields[], resolveTime: ReadOptions['resolveTime']): ReadonlySet<string> {
  const found = new Set<string>();
  const times = new Set<string>();
  for (const row of rows) {
    for (const name of Object.keys(row)) {
      const plain = normalized(name);
      if (!AMBIGUOUS_NAMES.has(plain) || row[name] === undefined || row[name] === '') continue;
      found.add(plain);
      const value = row[name];
      if (isTime(resolveTime(value)) || (typeof value === 'string' && readTimeOfDay(value) !== undefined))
        times.add(plain);
    }
  }
  return new Set([...found].filter((name) => !times.has(name)));
}

function holds(row: RawFields, columns: ColumnFinder, field: Field): boolean {
  return (columns(row).byField.get(field) ?? []).some(({ path }) => {
    const value = valueAt(row, path);
    return value !== undefined && !isObject(value);
  });
}

function nameless(file: string, missing: readonly Field[], rows: readonly RawFields[]): TransferError {
  const members = rows.slice(0, 20).flatMap(Object.entries<unknown>);
  const names = new Set(
    members.flatMap(([name, value]) =>
      isObject(value) ? Object.keys(value).map((inner) => `${name}.${inner}`) : [name],
    ),
  );
  // If the end is an object, it must be mapped, too. Without `--map` this object would become an extra field.
  const hasEnd = missing.includes('start') && rows.some(({ end }) => isObject(end));
  const named = [...missing, ...(hasEnd ? ['end'] : [])].join(' and ');
  const output = `${basename(file, extname(file))}.format.json`;
  const command = `events-query format --from ${shellWord(file)} > ${shellWord(output)}`;
  const found = names.size === 0 ? 'no names' : quotedList([...names]);
  return new TransferError(`${file} has no ${missing.join(' and no ')}; it has ${found}`, {
    advice: {
      option: 'map',
      effect: `FIELD=NAME names ${named}`,
      ...(file !== 'standard input' && { command }),
    },
  });
}

function orderOf(rows: readonly RawFields[], columns: ColumnFinder, notes: Notes): DateOrder | undefined {
  const texts = rows.flatMap((row) => {
    const { byField } = columns(row);
    return (['start', 'end'] as const).flatMap((field) =>
      (byField.get(field) ?? []).flatMap(({ path, clock }) =>
        [valueAt(row, path), clock && valueAt(row, clock)].filter((value) => typeof value === 'string'),
      ),
    );
  });
  const order = provenOrder(texts);
  if (order !== undefined) return order;
  const pairs = texts.map(firstTwoNumbers).filter((pair) => pair !== undefined);
  const isContradicted = pairs.some(([first]) => first > 12);
  const has12Hours = texts.some((text) => /\d\s?[ap]\.?m\b/i.test(text));
  if (pairs.length === 0 || isContradicted || !has12Hours) return undefined;
  notes.add('in dates such as 3/4/2026 the month is read first, as AM and PM suggest');
  return 'month';
}

/** This many rows, or about this many characters, are read to infer the columns. */
const MAX_ROWS = 1000;
const MAX_CHARACTERS = 1_000_000;

/**
 * Reads the beginning of a source, from which the columns are inferred.
 * @returns the fields of the first rows whose columns must be inferred, and an iterator over all rows, so that the
 *   source itself is read only once
 */
export async function lookAhead(
  rows: AsyncIterable<Row | RowRefusal>,
): Promise<{ readonly first: readonly RawFields[]; readonly all: AsyncIterable<Row | RowRefusal> }> {
  const fields: RawFields[] = [];
  let count = 0;
  let characters = 0;
  const { first, rest } = await readAhead(rows, (row) => {
    count += 1;
    if (row instanceof RowRefusal || 'draft' in row) return count >= MAX_ROWS;
    fields.push(row.fields);
    characters += JSON.stringify(row.fields).length;
    return count >= MAX_ROWS || characters >= MAX_CHARACTERS;
  });
  return { first: fields, all: concat(first, rest) };
}

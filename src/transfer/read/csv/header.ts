import { readTime } from '../../../time/iso';
import { readClock, readWritten } from '../../../time/written';
import { quoted, TransferError } from '../../errors';

/** What a CSV's first record says: the names, and of each the columns that have it. */
export interface Header {
  readonly columns: ReadonlyMap<string, readonly number[]>;
  /** Values that each row must have. */
  readonly width: number;
}

/**
 * Reads a header. Outlook calls a date and its time of day the same in some languages: a name may stand twice.
 * @throws TransferError where one stands more often
 */
export function headerOf(record: readonly string[], file: string): Header {
  const columns = new Map<string, number[]>();
  for (const [index, cell] of record.entries()) {
    const name = cell.trim();
    const same = columns.get(name);
    if (same === undefined) columns.set(name, [index]);
    else same.push(index);
  }
  for (const [name, { length }] of columns) if (name !== '' && length > 2) throw twice(file, name);
  return { columns, width: record.length };
}

/**
 * A record's cells by their names, an empty one as `undefined`. A date and the time of day in the other column of its
 * name are one text.
 * @throws TransferError where two columns of a name hold anything else
 */
export function cellsOf(
  { columns }: Header,
  record: readonly string[],
  file: string,
): Record<string, unknown> {
  const cells: [string, unknown][] = [];
  for (const [name, [first = 0, second, ...more]] of columns) {
    const value = record[first] || undefined;
    const other = second === undefined ? undefined : record[second] || undefined;
    if (second === undefined || (name !== '' && other === undefined)) cells.push([name, value]);
    else if (name === '' && [first, second, ...more].every((index) => !record[index])) continue;
    else if (value !== undefined && other !== undefined && isDate(value) && readClock(other) !== undefined)
      cells.push([name, `${value} ${other}`]);
    else throw twice(file, name);
  }
  return Object.fromEntries(cells);
}

function isDate(text: string): boolean {
  const times = [readTime(text), readWritten(text, 'day'), readWritten(text, 'month')];
  return times.some((time) => time?.kind === 'date');
}

function twice(file: string, name: string): TransferError {
  return new TransferError(
    `${file} has two columns of the name ${quoted(name, 60)}, which are one only where they hold a date and its time of day: rename one in its header line.`,
  );
}

import { findColumns } from '../../columns/columns';
import { quoted, TransferError } from '../../errors';

/**
 * A line that rules a table off: `+----+-----+` of mysql, `----+-----` of psql, `---- -----` of sqlcmd, `|---|---|`,
 * `┌──┬──┐`.
 */
const RULE = /^(?=.*(?:--|==|──|══))[-=+|:\s─═┌┬┐├┼┤└┴┘╔╦╗╠╬╣╚╩╝]+$/u;
/** Of the forms in which they give each value its own line. */
const RECORD = /^(?:\*{5,} \d+\. row \*{5,}|-\[ RECORD \d+ \]-*)/;

/**
 * Refuses what is drawn for a screen: nothing stands between its values but blanks and lines, so that each of its lines
 * is one value of CSV.
 * @throws TransferError for one of its first lines
 */
export function refuseDrawn(line: string, file: string): void {
  if (!RULE.test(line) && !RECORD.test(line)) return;
  throw new TransferError(
    `${file} looks like a table that is drawn for a screen; save it as CSV, as psql --csv does, or with tabs, as mysql --batch does, and import that.`,
  );
}

/** More values of the line are not told. */
const MOST_TOLD = 3;

/**
 * Refuses what has a title above its header: a first line of one name can't name a title and a start.
 * @param record the first line that has several values
 * @throws TransferError
 */
export function refuseTitleLine(
  header: readonly string[],
  { record, line }: { readonly record: readonly string[]; readonly line: number },
  file: string,
): void {
  const [title, ...others] = header.map((cell) => cell.trim()).filter((cell) => cell !== '');
  // Between other signs than those of the title the values are one.
  const cells = record.length === 1 ? (record[0] ?? '').split(/[;\t,]/) : record;
  const names = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  if (title === undefined || others.length > 0 || names.length < 2) return;
  if (findColumns([title], new Map()).of.size > 0) return;
  const told = names.slice(0, MOST_TOLD).map((name) => quoted(name, 40));
  throw new TransferError(
    `${file} has one name in its first line, ${quoted(title, 60)}, and in line ${line} there are ${told.join(', ')}: the columns must be named by the first line. Take out what stands before it, as tail -n +${line} does, and import that.`,
  );
}

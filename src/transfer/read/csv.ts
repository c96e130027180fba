import { csvRecords, csvShapeOf, headerProblem } from '../../formats/csv-records';
import { jsonProblem } from '../../formats/json-read';
import { isObject, parseJson } from '../../lib/json';
import { quoted } from '../../lib/text/messages';
import { JSON_COLUMN } from '../columns/extra-names';
import { RowRefusal, TransferError } from '../errors';
import type { Place, RawRow } from '../event-record';

/**
 * Yields rows of CSV (RFC 4180) whose first record names the columns. Rows without any value are skipped.
 * @param head the beginning of the text, which shows the delimiter
 * @throws TransferError if quotes don't match, or the first record is not a header
 */
export async function* readCsv(
  text: AsyncIterable<string>,
  head: string,
  file: string,
): AsyncGenerator<RawRow | RowRefusal> {
  let header: readonly string[] | undefined;
  let isFirst = true;
  const fail = (reason: string, cause: Error) =>
    new TransferError(`${file} is not valid CSV: ${reason}.`, { cause });
  for await (const { cells, line } of csvRecords(text, csvShapeOf(head), fail)) {
    if (header === undefined) {
      header = cells.map((cell) => cell.trim());
      const problem = headerProblem(header);
      if (problem !== undefined) throw new TransferError(`${file} ${problem}`);
      continue;
    }
    if (isFirst) refuseOtherTable(header, cells, file);
    isFirst = false;
    const place: Place = { file, unit: 'line', number: line };
    yield cells.length === header.length
      ? rowOf(header, cells, place)
      : new RowRefusal(
          place,
          `must have ${header.length} values, as many as the header, not ${cells.length}`,
        );
  }
}

/** Refuses a line of dashes under the header, and a title above it. */
function refuseOtherTable(header: readonly string[], record: readonly string[], file: string): void {
  if (record.every((cell) => /^[-=+|\s]*$/.test(cell)))
    throw new TransferError(
      `${file} has a line of dashes under its header, as sqlcmd draws it: remove that line.`,
    );
  if (header.length === 1 && record.length > 1)
    throw new TransferError(
      `${file} has ${record.length} values under one name, ${quoted(header[0], 40)}: remove the lines above its header.`,
    );
}

/**
 * Returns a row, which maps the names of columns to their cells, and to `undefined` for an empty cell. Extra fields that
 * an export put into one cell are included.
 * @throws TransferError if several columns without a name have values
 */
function rowOf(header: readonly string[], record: readonly string[], place: Place): RawRow | RowRefusal {
  const fields: Record<string, string | undefined> = Object.create(null);
  for (const [index, name] of header.entries()) {
    const cell = record[index] || undefined;
    if (name === '' && cell === undefined) continue;
    if (name === '' && '' in fields)
      throw new TransferError(
        `${place.file} has values in two columns without a name: name them in its header line.`,
      );
    fields[name] = cell;
  }
  const { [JSON_COLUMN]: json = '', ...others } = fields;
  const members = json === '' ? undefined : parseJson(json);
  if (!isObject(members)) return { place, fields };
  const problem = jsonProblem(json);
  return problem === undefined
    ? { place, fields: { ...others, ...members } }
    : new RowRefusal(place, `${JSON_COLUMN} ${problem}`, { field: JSON_COLUMN });
}

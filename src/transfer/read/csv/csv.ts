import { pipeline, Readable } from 'node:stream';
import { CsvError, type Info, parse } from 'csv-parse';
import { parse as parseWhole } from 'csv-parse/sync';
import { isObject } from '../../../json';
import { JSON_COLUMN } from '../../columns/extra-names';
import { RowRefusal, shortened, TransferError } from '../../errors';
import type { Place, RawRow } from '../../event-record';
import { isNullCell } from '../../null-cell';
import type { ReadOptions } from '../options';
import { withDelimiter } from './delimiter';
import { refuseDrawn, refuseTitleLine } from './drawn-table';
import { cellsOf, type Header, headerOf } from './header';

const MAX_RECORD = 16 * 1024 * 1024;

/**
 * What `mysql --batch` writes for line ends, tabs and backslashes in texts. Other programs write none of it, so that
 * `C:\new` may be a path: nothing tells which of them wrote a file.
 */
const ESCAPED = /\\[nt\\]/;
const ESCAPED_SENTENCE =
  'texts between tabs hold \\n, \\t or \\\\, as mysql --batch writes line ends, tabs and backslashes: they are kept as they stand';

/** How far down what is no CSV is looked for, and a header below titles. */
const LINES_ABOVE = 6;

/** Of a file, and of one record again. */
const SYNTAX = {
  relax_column_count: true,
  skip_empty_lines: true,
  record_delimiter: ['\r\n', '\n', '\r'],
};

interface CsvRecord {
  readonly record: readonly string[];
  readonly info: Info;
  readonly raw: string;
}

/**
 * Rows of CSV (RFC 4180) whose first record names the columns.
 * @throws TransferError when quotes don't match or two columns of a name are not one
 */
export async function* readCsv(
  text: AsyncIterable<string>,
  file: string,
  options: Pick<ReadOptions, 'delimiter' | 'notice'>,
): AsyncGenerator<RawRow | RowRefusal> {
  const { delimiter, whole } = await withDelimiter(text, options.delimiter);
  const parser = parse({ ...SYNTAX, delimiter, info: true, raw: true, max_record_size: MAX_RECORD });
  pipeline(Readable.from(whole), parser, () => {}); // an error reaches the loop below through the parser
  let header: Header | undefined;
  let names: readonly string[] = [];
  let isEscaped = false;
  try {
    for await (const { record: cells, info, raw } of parser as AsyncIterable<CsvRecord>) {
      if (header === undefined) {
        if (cells.length === 1) refuseDrawn(cells[0] ?? '', file);
        header = headerOf(cells, file);
        names = cells;
        continue;
      }
      const record = cells.some(isNullCell) ? withoutNulls(raw, delimiter) : cells;
      const place: Place = { file, unit: 'line', number: firstLine(record, info) };
      if (!isEscaped && delimiter === '\t' && record.some((cell) => ESCAPED.test(cell))) {
        isEscaped = true;
        options.notice(`${file}: ${ESCAPED_SENTENCE}`);
      }
      if (place.number <= LINES_ABOVE) {
        if (names.length === 1) refuseDrawn(record.join(), file);
        refuseTitleLine(names, { record, line: place.number }, file);
      }
      yield record.length === header.width
        ? { place, fields: withMembers(cellsOf(header, record, file)), isNamed: false }
        : new RowRefusal(place, `must have ${header.width} values as the header has, not ${record.length}`);
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw notCsv(file, error);
  }
}

/** @returns the refusal, with what leads on where quotes stand within a value */
function notCsv(file: string, error: CsvError): TransferError {
  const quotes = error.code === 'CSV_INVALID_CLOSING_QUOTE' || error.code === 'INVALID_OPENING_QUOTE';
  if (quotes)
    return new TransferError(
      `${file} is not valid CSV: in line ${error.lines} a quote stands within a value. CSV writes it twice, as in "Say ""Hi""": export the file again without an escape character, or double its quotes.`,
      { cause: error },
    );
  const reason = shortened(error.message.replace(/\.$/, ''), 200);
  return new TransferError(`${file} is not valid CSV: ${reason}.`, { cause: error });
}

/** Asked of each cell of a file, whether it stands in quotes takes ten times as long as reading it. */
function withoutNulls(raw: string, delimiter: string): readonly string[] {
  const [record = []] = parseWhole(raw, {
    ...SYNTAX,
    delimiter,
    cast: (cell, { quoting }) => (!quoting && isNullCell(cell) ? '' : cell),
  });
  return record;
}

/** The parser tells a record's last line; quoted values may span several. */
function firstLine(record: readonly string[], info: Info): number {
  return info.lines - record.reduce((breaks, value) => breaks + (value.match(/\r\n?|\n/g)?.length ?? 0), 0);
}

/** With the extra fields that an export put into a column of their own. */
function withMembers({ [JSON_COLUMN]: cell, ...cells }: Record<string, unknown>): Record<string, unknown> {
  const members = typeof cell === 'string' ? membersOf(cell) : {};
  return members === undefined ? { ...cells, [JSON_COLUMN]: cell } : { ...cells, ...members };
}

/** The extra fields that an export could not put into cells; `undefined` when an export did not write it. */
function membersOf(cell: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(cell);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

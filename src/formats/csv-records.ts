import { pipeline, Readable } from 'node:stream';
import { CsvError, type Info, type Options, parse } from 'csv-parse';
import { parse as parseWhole, CsvError as WholeCsvError } from 'csv-parse/sync';
import { quoted, quotedList } from '../lib/text/messages';
import { isTime } from '../lib/time/lenient';

export interface CsvShape {
  readonly delimiter: string;
  /** This is the number of lines before the first record. */
  readonly skip: number;
}

export interface CsvRecord {
  /** A cell without a value is empty, even if a database wrote it as an unquoted NULL. */
  readonly cells: readonly string[];
  /** This is the number of the record's first line, from 1. */
  readonly line: number;
}

const SYNTAX = {
  // Records may differ in length. Without this option the parser would make an error for each record of another length,
  // which takes five times as long.
  relax_column_count: true,
  skip_empty_lines: true,
  record_delimiter: ['\r\n', '\n', '\r'],
  max_record_size: 16 * 1024 * 1024,
} satisfies Options;

/**
 * Yields the records of CSV (RFC 4180) while the text arrives. Records without any value are skipped.
 * @param fail makes the error that is thrown if the text is not CSV
 */
export async function* csvRecords(
  text: AsyncIterable<string>,
  shape: CsvShape,
  fail: (reason: string, cause: Error) => Error,
): AsyncGenerator<CsvRecord> {
  const { options, reasonOf } = recordReader(shape);
  const parser = parse(options);
  pipeline(Readable.from(withoutLines(text, shape.skip)), parser, () => {}); // The loop below throws the error.
  try {
    yield* parser as AsyncIterable<CsvRecord>;
  } catch (error) {
    throw error instanceof CsvError ? fail(reasonOf(error), error) : error;
  }
}

/** Returns the records of a whole text, or the end of a sentence if the text is wrong: `is not valid CSV: …`. */
export function csvRecordsOf(text: string, shape: CsvShape): readonly CsvRecord[] | string {
  const { options, reasonOf } = recordReader(shape);
  const rest = text.split(/(?<=\n)/).slice(shape.skip);
  try {
    // A cast is needed, because the parser's types don't know what `on_record` makes of a record.
    return parseWhole(rest.join(''), options) as unknown as readonly CsvRecord[];
  } catch (error) {
    if (error instanceof WholeCsvError) return `is not valid CSV: ${reasonOf(error)}`;
    throw error;
  }
}

/**
 * Returns the options of the parser, which make a `CsvRecord` of each record, and a function that explains the parser's
 * errors.
 */
function recordReader({ delimiter, skip }: CsvShape) {
  // The parser counts each CR LF within quotes as two lines.
  let pairs = 0;
  let lastLine = skip;
  type Parsed = { readonly record: readonly string[]; readonly info: Info; readonly raw: string };
  const on_record = ({ record, info, raw }: Parsed): CsvRecord | undefined => {
    const ends = record.flatMap((cell) => cell.match(/\r\n?|\n/g) ?? []);
    pairs += ends.filter((end) => end.length > 1).length;
    lastLine = skip + info.lines - pairs;
    const cells = record.some(isNull) ? withoutNulls(raw, delimiter) : record;
    // The parser leaves out a record for which this function returns `undefined`.
    if (cells.every((cell) => cell.trim() === '')) return undefined;
    // The parser reports the last line of a record, so the line ends in its quoted values are subtracted.
    return { cells, line: lastLine - ends.length };
  };
  return {
    // A cast is needed, because the parser's types don't know that `info` and `raw` put the record into an object.
    options: { ...SYNTAX, delimiter, info: true, raw: true, on_record } as unknown as Options,
    reasonOf({ code, message, lines }: CsvError | WholeCsvError): string {
      if (code === 'CSV_INVALID_CLOSING_QUOTE' || code === 'INVALID_OPENING_QUOTE')
        return `in line ${skip + Number(lines) - pairs} a quotation mark inside a value is not written twice, as in "Say ""Hi"""`;
      // The parser reports the last line of the text, which may be far from the quote. The message names the last line
      // of the record before the quote.
      if (code === 'CSV_QUOTE_NOT_CLOSED') return `a quotation mark after line ${lastLine} is never closed`;
      return message.slice(0, 200).replace(/\.$/, '');
    },
  };
}

/**
 * Returns true for the texts that databases write for a missing value. They put quotes around a value that looks the
 * same.
 */
function isNull(cell: string): boolean {
  return cell === 'NULL' || cell === '\\N';
}

/**
 * Returns the cells of a record, in which an unquoted NULL becomes an empty cell. The record is parsed again for this,
 * because finding the quotes of all records would take ten times as long.
 */
function withoutNulls(raw: string, delimiter: string): readonly string[] {
  const cast = (cell: string, { quoting }: { readonly quoting: boolean }) =>
    !quoting && isNull(cell) ? '' : cell;
  const [record = []] = parseWhole(raw, { ...SYNTAX, delimiter, cast });
  return record;
}

/** Returns the reason why names can't be the column names of a table, or `undefined` if they can. */
export function headerProblem(names: readonly string[]): string | undefined {
  const seen = new Set<string>();
  for (const name of names) {
    if (name !== '' && seen.has(name))
      return `has two columns of the name ${quoted(name, 60)}: rename one in its header line.`;
    seen.add(name);
  }
  // A time in the first line is a value, because nobody names a column after a day.
  return names.some(isTime)
    ? `has no header: it begins with ${quotedList(names, 3)}. Add a line with the names of the columns, or use a format file with "header": false.`
    : undefined;
}

const DELIMITERS = [',', ';', '\t', '|'] as const;
const MAX_HEADER = 65_536;

/**
 * Returns the delimiter that a first line such as `sep=;` names, which spreadsheets write, and the number of lines to
 * skip. Without this line it returns the delimiter that occurs most often in the first line.
 * @param text the beginning of the table
 */
export function csvShapeOf(text: string): CsvShape {
  const [, blanks = '', separator] = /^(\s*)"?sep=([^\r\n"])"?[,;\t]*(?=\r?\n|$)/i.exec(text) ?? [];
  if (separator !== undefined) return { delimiter: separator, skip: blanks.split('\n').length };
  return { delimiter: mostOf(text.trimStart()), skip: 0 };
}

/** Returns the delimiter that occurs most often in the first line outside quotation marks. */
function mostOf(text: string): string {
  const [line = ''] = text
    .slice(0, MAX_HEADER)
    .replace(/"[^"]*"?/g, '')
    .split(/[\r\n]/, 1);
  const count = (delimiter: string) => line.split(delimiter).length;
  return DELIMITERS.reduce((most, one) => (count(one) > count(most) ? one : most));
}

async function* withoutLines(text: AsyncIterable<string>, count: number): AsyncGenerator<string> {
  let linesLeft = count;
  for await (const chunk of text) {
    let at = 0;
    while (linesLeft > 0 && at < chunk.length) {
      const end = chunk.indexOf('\n', at);
      at = end === -1 ? chunk.length : end + 1;
      if (end !== -1) linesLeft--;
    }
    if (at < chunk.length) yield chunk.slice(at);
  }
}

/** Returns the cell for a value. A value that a reader of CSV would otherwise split or change is put into quotes. */
export function quotedCell(value: string, delimiter: string): string {
  const needsQuotes = isNull(value) || value.includes(delimiter) || /["\r\n]|^\s|\s$/.test(value);
  return needsQuotes ? `"${value.replaceAll('"', '""')}"` : value;
}

import { pipeline, Readable } from 'node:stream';
import { CsvError, type Info, parse } from 'csv-parse';
import { parse as parseWhole } from 'csv-parse/sync';
import { tableHead } from '../../formats/csv-records';
import { isObject, parseJson } from '../../lib/json';
import { readLenient } from '../../lib/time/lenient';
import { isNullCell, JSON_COLUMN } from '../columns/extra-names';
import { listed, quoted, RowRefusal, shortened, TransferError } from '../errors';
import type { Place, RawRow } from '../event-record';
import type { Notes } from '../notes';
import { joinedAgain } from './text';

const MAX_RECORD = 16 * 1024 * 1024;

/**
 * What `mysql --batch` writes for line ends, tabs and backslashes in texts. Other programs write none of it, so that
 * `C:\new` may be a path: nothing tells which of them wrote a file.
 */
const ESCAPED = /\\[nt\\]/;

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
 * Rows of CSV (RFC 4180) whose first record names the columns. Rows without any value are passed over.
 * @throws TransferError when quotes don't match, or the first record is no header
 */
export async function* readCsv(
  text: AsyncIterable<string>,
  file: string,
  { notes }: { readonly notes: Notes },
): AsyncGenerator<RawRow | RowRefusal> {
  const { delimiter, whole } = await withDelimiter(text);
  const parser = parse({ ...SYNTAX, delimiter, info: true, raw: true, max_record_size: MAX_RECORD });
  pipeline(Readable.from(whole), parser, () => {}); // an error reaches the loop below through the parser
  let header: readonly string[] | undefined;
  let rows = 0;
  try {
    for await (const { record: cells, info, raw } of parser as AsyncIterable<CsvRecord>) {
      if (header === undefined) {
        header = headerOf(cells, file);
        continue;
      }
      rows += 1;
      const record = cells.some(isNullCell) ? withoutNulls(raw, delimiter) : cells;
      if (record.every((cell) => cell.trim() === '')) continue;
      if (rows === 1) refuseOtherTable(header, record, file);
      if (delimiter === '\t' && record.some((cell) => ESCAPED.test(cell)))
        notes.add(
          'texts hold \\n, \\t or \\\\, as mysql --batch writes line ends: they are kept as they stand',
        );
      const place: Place = { file, unit: 'line', number: firstLine(record, info) };
      yield record.length === header.length
        ? { place, fields: fieldsOf(header, record, file) }
        : new RowRefusal(place, `must have ${header.length} values as the header has, not ${record.length}`);
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw notCsv(file, error);
  }
}

/** @throws TransferError where a name stands twice, or what stands there are values */
function headerOf(record: readonly string[], file: string): readonly string[] {
  const names = record.map((cell) => cell.trim());
  const seen = new Set<string>();
  for (const name of names) {
    if (name !== '' && seen.has(name))
      throw new TransferError(
        `${file} has two columns of the name ${quoted(name, 60)}: rename one in its header line.`,
      );
    seen.add(name);
  }
  // Nobody calls a column after a day.
  if (names.some((name) => readLenient(name, 'day') ?? readLenient(name, 'month')))
    throw new TransferError(
      `${file} has no header: it begins with ${listed(names, 3)}. Add a line of names, or a format file with "header": false.`,
    );
  return names;
}

/** Refuses `-----,-----` under the header, and a title above it. */
function refuseOtherTable(header: readonly string[], record: readonly string[], file: string): void {
  if (record.every((cell) => /^[-=+|\s]*$/.test(cell)))
    throw new TransferError(
      `${file} has a line of dashes under its header, as sqlcmd draws it: take it out.`,
    );
  if (header.length === 1 && record.length > 1)
    throw new TransferError(
      `${file} has ${record.length} values under one name, ${quoted(header[0], 40)}: take out what stands above its header.`,
    );
}

/**
 * A record's cells by their names, an empty one as `undefined`, with the extra fields that an export put together.
 * @throws TransferError where several columns without a name hold values
 */
function fieldsOf(
  header: readonly string[],
  record: readonly string[],
  file: string,
): Record<string, unknown> {
  const fields: Record<string, unknown> = Object.create(null);
  for (const [index, name] of header.entries()) {
    const cell = record[index] || undefined;
    if (name === '' && cell === undefined) continue;
    if (name === '' && '' in fields)
      throw new TransferError(
        `${file} has values in two columns without a name: name them in its header line.`,
      );
    fields[name] = cell;
  }
  const together = fields[JSON_COLUMN];
  const members = typeof together === 'string' ? parseJson(together) : undefined;
  if (!isObject(members)) return fields;
  delete fields[JSON_COLUMN];
  return { ...fields, ...members };
}

/** @returns the refusal, with what leads on where quotes stand within a value */
function notCsv(file: string, error: CsvError): TransferError {
  const quotes = error.code === 'CSV_INVALID_CLOSING_QUOTE' || error.code === 'INVALID_OPENING_QUOTE';
  if (quotes)
    return new TransferError(
      `${file} is not valid CSV: in line ${error.lines} a quote stands within a value, where CSV writes it twice: "Say ""Hi""".`,
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

/** A header that has not ended by then is none. */
const MAX_HEADER = 1_000_000;

/**
 * The text, and what stands between its values: as a first line `sep=;` says, which spreadsheets write for each other,
 * else what its header has most of.
 */
async function withDelimiter(
  text: AsyncIterable<string>,
): Promise<{ readonly delimiter: string; readonly whole: AsyncIterable<string> }> {
  const iterator = text[Symbol.asyncIterator]();
  let head = '';
  while (head.length < MAX_HEADER && !/[^\r\n][\r\n]+[^\r\n]/.test(head.trimStart())) {
    const next = await iterator.next();
    if (next.done) break;
    head += next.value;
  }
  const { delimiter, told } = tableHead(head);
  // The line that tells it goes, its end stays: lines are counted as they are in the file.
  return { delimiter, whole: joinedAgain(head.slice(told), iterator) };
}

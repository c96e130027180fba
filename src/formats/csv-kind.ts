import { quoted, quotedList } from '../lib/text/messages';
import type { TimeZone } from '../lib/time/zones';
import { type CsvRecord, type CsvShape, csvRecords, csvRecordsOf, quotedCell } from './csv-records';
import { type FormatDocument, FormatError } from './document';
import { Leaf, memberName, readSegments, type Write, writerOf } from './leaf';
import { listWriter } from './list-order';
import {
  type CompiledFormat,
  type CompiledReader,
  NO_EVENTS,
  type ReadEvent,
  readEvent,
  readLeaves,
} from './read';

const LINE_END = '\r\n';

/**
 * Represents the text of one column of a format file. Its path is the trimmed name of the column, or in a table without
 * a header the number of the column, from 1.
 */
type CsvLeaf = Leaf<string>;

interface Table extends CsvShape {
  readonly leaves: readonly CsvLeaf[];
  readonly hasHeader: boolean;
  readonly zone: TimeZone;
}

/** Compiles a format file of the kind `csv`. Mistakes are added to `file.problems`. */
export function compileCsv(file: FormatDocument): CompiledFormat {
  const { encoding, ...options } = optionsOf(file);
  const { hasHeader, delimiter } = options;
  const leaves = leavesOf(file, hasHeader);
  const table: Table = { ...options, leaves, zone: file.zone };
  const row = rowWriter(table);
  const header = hasHeader
    ? leaves.map(({ name }) => quotedCell(name, delimiter)).join(delimiter) + LINE_END
    : '';
  const list = listWriter(file, (rows) => header + rows.map(row).join(''));
  return {
    reader: csvReader(table, file.problems.file),
    encoding,
    placeholders: leaves.flatMap(({ placeholders }) => placeholders),
    format: {
      source: 'rows',
      list,
      event: (event) => (event === undefined ? list([]) : header + row(event)),
    },
  };
}

function leavesOf({ members, zone, problems }: FormatDocument, hasHeader: boolean): readonly CsvLeaf[] {
  const event = members.get('event');
  if (event?.type !== 'object') {
    if (event !== undefined)
      problems.add('event', 'must be an object with a member for each column, such as {"Titel": "{title}"}.');
    return [];
  }
  return event.children.flatMap(({ name: given, type, value = '' }) => {
    const refuse = (problem: string) => problems.add(`event.${given}`, problem);
    const name = memberName(given, refuse);
    if (!hasHeader && !/^[1-9]\d{0,3}$/.test(name))
      refuse('must be the number of a column from 1 to 9999, because header is false.');
    if (type !== 'string') {
      refuse('must be a text, because a cell can have no other value.');
      return [];
    }
    const segments = readSegments(value, zone, (problem) => refuse(`is ${quoted(value)}, which ${problem}.`));
    return [new Leaf(name.trim(), segments, name)];
  });
}

/** Reads the members that only format files of the kind `csv` may have. */
function optionsOf(file: FormatDocument) {
  const isOne = (text: string) => /^[^"\r\n]$/u.test(text);
  const isNumber = (text: string) => /^\d{1,4}$/.test(text);
  return {
    delimiter:
      file.value('delimiter', 'one character, such as ";" or "\\t", but not a quotation mark', isOne) ?? ',',
    encoding: file.value('encoding', 'the name of an encoding such as "windows-1252"', isEncoding),
    skip: Number(file.value('skip', 'a number of lines from 0 to 9999', isNumber, 'number') ?? 0),
    hasHeader: file.value('header', 'true or false', () => true, 'boolean') !== 'false',
  };
}

/** Returns true if `TextDecoder` knows the label, such as `windows-1252`. */
export function isEncoding(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== '';
  } catch {
    return false;
  }
}

function rowWriter({ leaves, hasHeader, delimiter }: Table): Write {
  const cells: (Write | undefined)[] = [];
  for (const [index, leaf] of leaves.entries()) {
    const write = writerOf(leaf.outputs((text) => text));
    cells[hasHeader ? index : Number(leaf.path) - 1] = (event) =>
      leaf.isEmpty(event, 'leaves') || leaf.isEmpty(event, 'null') ? '' : quotedCell(write(event), delimiter);
  }
  // A column that the format file does not name is a hole in the array. `join` writes the hole as an empty cell.
  return (event) => cells.map((cell) => cell?.(event)).join(delimiter) + LINE_END;
}

/** @param name what messages call the format file */
function csvReader(table: Table, name: string): CompiledReader {
  return {
    wrapper: new Map(),
    find(text) {
      const records = csvRecordsOf(text, table);
      if (typeof records === 'string') return `it ${records}`;
      const ignored = new Set<string>();
      const eventOf = eventReader(table, records[0], ignored);
      if (typeof eventOf === 'string') return eventOf;
      const events = records.slice(table.hasHeader ? 1 : 0).map(eventOf);
      return { ...NO_EVENTS, events, ignored: [...ignored] };
    },
    async *rows(text, file, ignored) {
      const fail = (reason: string, cause: Error) =>
        new FormatError(`${file} is not valid CSV: ${reason}.`, { cause });
      const begin = (first?: CsvRecord): EventReader => {
        const found = eventReader(table, first, ignored);
        if (typeof found !== 'string') return found;
        throw new FormatError(`${file} does not have the shape of ${name}: ${found}.`);
      };
      let eventOf: EventReader | undefined;
      for await (const record of csvRecords(text, table, fail)) {
        const isHeader = eventOf === undefined && table.hasHeader;
        eventOf ??= begin(record);
        if (!isHeader) yield { ...eventOf(record), line: record.line };
      }
      if (eventOf === undefined) begin();
    },
  };
}

type EventReader = (record: CsvRecord) => ReadEvent;

/**
 * Returns the function that reads a record.
 * @param first the first record of the table, or `undefined` if the table is empty
 * @param ignored collects the columns without a placeholder, unless they have the same value as in the format
 * @returns the end of a sentence that says what is wrong, if the first record is not the header of the format
 */
function eventReader(
  { leaves, hasHeader, zone }: Table,
  first: CsvRecord | undefined,
  ignored: Set<string>,
): EventReader | string {
  if (first === undefined && hasHeader) return 'it is empty';
  const names = (first?.cells ?? []).map((name, index) => (hasHeader ? name.trim() : String(index + 1)));
  const read = leaves.filter(({ placeholders }) => placeholders.length > 0);
  const missing = hasHeader ? read.find(({ path }) => !names.includes(path)) : undefined;
  if (missing !== undefined)
    return `it has no column ${quoted(missing.path)}; its columns are ${quotedList(names)}`;
  const twice = read.find(({ path }) => names.indexOf(path) !== names.lastIndexOf(path));
  if (twice !== undefined) return `it has two columns of the name ${quoted(twice.path)}`;
  const known = new Set(leaves.map(({ path }) => path));
  const placeOf = (path: string) => (hasHeader ? names.indexOf(path) : Number(path) - 1);
  const places = new Map(read.map(({ path }) => [path, placeOf(path)]));
  const constants = leaves
    .filter(({ placeholders }) => placeholders.length === 0)
    .map(({ path, segments }) => ({ path, place: placeOf(path), text: segments.join('') }));
  for (const name of names) if (name !== '' && !known.has(name)) ignored.add(name);
  return ({ cells }) => {
    if (hasHeader && cells.length !== names.length) {
      const unread = [`it has ${cells.length} values, and the header has ${names.length}`];
      return readEvent({ captures: [], unread }, zone);
    }
    for (const { path, place, text } of constants) if ((cells[place] ?? text) !== text) ignored.add(path);
    const found = readLeaves(read, ({ path }) => cells[places.get(path) ?? -1] || undefined);
    return readEvent(found, zone);
  };
}

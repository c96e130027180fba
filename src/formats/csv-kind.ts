import type { Clock } from '../lib/time/clock';
import { type CsvShape, csvRecords, csvRecordsOf, quotedCell } from './csv-records';
import { FormatError, type JsonNode, type Key, type Problems, quotedText } from './document';
import type { EventRow } from './event';
import { Leaf, memberName, readSegments, type Write, writer } from './leaf';
import { type FoundEvent, MAX_NAMES, type Plan, type PlanReader, readLeaves } from './plan';

const LINE_END = '\r\n';

/** A leaf's path is its column's name; without a header the column's number, from 1. */
type CsvLeaf = Leaf<string>;

interface Table extends CsvShape {
  readonly leaves: readonly CsvLeaf[];
  readonly hasHeader: boolean;
}

/** Compiles a format file of the kind `csv`. */
export function planCsv(values: ReadonlyMap<Key, JsonNode>, clock: Clock, problems: Problems): Plan {
  const hasHeader = flagOf(values.get('header'), problems);
  const delimiter = delimiterOf(values.get('delimiter'), problems);
  const leaves = leavesOf(values.get('event'), hasHeader, clock, problems);
  const table: Table = { leaves, hasHeader, delimiter, skip: skipOf(values.get('skip'), problems) };
  const row = rowWriter(table);
  const header = hasHeader
    ? leaves.map(({ path }) => quotedCell(path, delimiter)).join(delimiter) + LINE_END
    : '';
  return {
    reader: () => csvReader(table),
    encoding: encodingOf(values.get('encoding'), problems),
    leaves,
    placeholders: leaves.flatMap(({ placeholders }) => placeholders),
    none: header,
    writeList: (rows) => header + rows.map(row).join(''),
    writeEvent: (event) => header + row(event),
  };
}

function leavesOf(
  event: JsonNode | undefined,
  hasHeader: boolean,
  clock: Clock,
  problems: Problems,
): readonly CsvLeaf[] {
  if (event?.type !== 'object') {
    if (event !== undefined) problems.add('event', 'must be an object of columns: {"Titel": "{title}"}.');
    return [];
  }
  return event.members.flatMap(({ name: given, value }) => {
    const place = `event.${given}`;
    const name = memberName(given, place, problems);
    if (!hasHeader && !/^[1-9]\d{0,3}$/.test(name))
      problems.add(place, 'must be a column’s number from 1 to 9999, as the file has no header.');
    if (value.type !== 'string') {
      problems.add(place, 'must be a text: a cell holds no other value.');
      return [];
    }
    const segments = readSegments(value.text, clock, (problem) =>
      problems.add(place, `is ${quotedText(value.text)}, which ${problem}.`),
    );
    return segments === undefined ? [] : [new Leaf(name, segments)];
  });
}

function delimiterOf(node: JsonNode | undefined, problems: Problems): string {
  if (node === undefined) return ',';
  if (node.type === 'string' && /^[^"\r\n]$/u.test(node.text)) return node.text;
  problems.add('delimiter', 'must be one character, as ";" or "\\t", and no quote.');
  return ',';
}

function encodingOf(node: JsonNode | undefined, problems: Problems): string | undefined {
  if (node === undefined) return undefined;
  const label = node.type === 'string' ? node.text : '';
  try {
    return new TextDecoder(label).encoding;
  } catch {
    problems.add('encoding', `must be one of the WHATWG’s, as "windows-1252", and is ${quotedText(label)}.`);
    return undefined;
  }
}

function skipOf(node: JsonNode | undefined, problems: Problems): number {
  if (node === undefined) return 0;
  if (node.type === 'literal' && /^\d{1,4}$/.test(node.source)) return Number(node.source);
  problems.add('skip', 'must be a number of lines from 0 to 9999.');
  return 0;
}

function flagOf(node: JsonNode | undefined, problems: Problems): boolean {
  if (node === undefined) return true;
  if (node.type === 'literal' && /^(?:true|false)$/.test(node.source)) return node.source === 'true';
  problems.add('header', 'must be true or false.');
  return true;
}

function rowWriter({ leaves, hasHeader, delimiter }: Table): Write {
  const cells = leaves.map((leaf) => {
    const write = writer(leaf.outputs((text) => text));
    return (event: EventRow) =>
      leaf.isLeftOut(event) || leaf.isNull(event) ? '' : quotedCell(write(event), delimiter);
  });
  const width = hasHeader ? leaves.length : Math.max(0, ...leaves.map(({ path }) => Number(path)));
  const placed = Array.from({ length: width }, (_, index) =>
    hasHeader ? cells[index] : cells[leaves.findIndex(({ path }) => Number(path) === index + 1)],
  );
  return (event) => placed.map((cell) => cell?.(event) ?? '').join(delimiter) + LINE_END;
}

function csvReader(table: Table): PlanReader {
  return {
    wrapper: new Map(),
    find(text) {
      const records = csvRecordsOf(text, table);
      if (typeof records === 'string') return `it ${records}`;
      const [first, ...others] = records;
      if (first === undefined && table.hasHeader) return 'it is empty';
      const columns = columnsOf(table, first?.cells ?? []);
      if (typeof columns === 'string') return columns;
      const rows = table.hasHeader ? others : records;
      const events = rows.map(({ cells }) => columns.event(cells));
      return { events, unnamed: columns.unnamed, varying: [], isList: true };
    },
    async *rows(text, { file, format, notice }) {
      let columns: Columns | undefined;
      const fail = (reason: string, cause: Error) =>
        new FormatError(`${file} is not valid CSV: ${reason}.`, { cause });
      for await (const { cells, line } of csvRecords(text, table, fail)) {
        const isHeader = columns === undefined && table.hasHeader;
        if (columns === undefined) {
          const found = columnsOf(table, cells);
          if (typeof found === 'string')
            throw new FormatError(`${file} is not of the shape of ${format}: ${found}.`);
          columns = found;
          if (found.unnamed.length > 0)
            notice(`the format does not name, so that it is left out: ${found.unnamed.join(', ')}`);
        }
        if (!isHeader) yield { ...columns.event(cells), line };
      }
      if (columns === undefined && table.hasHeader)
        throw new FormatError(`${file} is not of the shape of ${format}: it is empty.`);
    },
  };
}

/** The columns of a file. */
interface Columns {
  /** Columns that the format doesn't name. */
  readonly unnamed: readonly string[];
  event(cells: readonly string[]): FoundEvent;
}

/** @returns what is wrong with the first record where it is not the format's header */
function columnsOf({ leaves, hasHeader }: Table, first: readonly string[]): Columns | string {
  const names = hasHeader ? first.map((name) => name.trim()) : first.map((_, index) => String(index + 1));
  const read = leaves.filter(({ placeholders }) => placeholders.length > 0);
  const lost = hasHeader ? read.find(({ path }) => !names.includes(path.trim())) : undefined;
  if (lost !== undefined) {
    const told = names.slice(0, 10).map(quotedText).join(', ');
    return `it has no column ${quotedText(lost.path)}, but ${told}${names.length > 10 ? ', …' : ''}`;
  }
  const twice = read.find(({ path }) => names.indexOf(path.trim()) !== names.lastIndexOf(path.trim()));
  if (twice !== undefined) return `it has two columns ${quotedText(twice.path)}`;
  const known = new Set(leaves.map(({ path }) => path.trim()));
  const placeOf = (path: string) => (hasHeader ? names.indexOf(path.trim()) : Number(path) - 1);
  const places = new Map(read.map(({ path }) => [path, placeOf(path)]));
  return {
    unnamed: names.filter((name) => name !== '' && !known.has(name)).slice(0, MAX_NAMES),
    event(cells) {
      if (hasHeader && cells.length !== names.length)
        return { captures: [], unread: [`it has ${cells.length} values, and the header ${names.length}`] };
      return readLeaves(
        read,
        (path) => cells[places.get(path) ?? -1] || undefined,
        (path) => path,
      );
    },
  };
}

import { csvRecordsOf, headerProblem, tableHead } from '../csv-records';
import { FormatError, quotedText } from '../document';

/** Represents a member, element, attribute or column of a sample's events. */
export interface Column {
  /** These are the names of the objects or elements around it, and its own. */
  readonly path: readonly string[];
  /** This is the value of each event, from JSON or as text. `undefined` means that the event has none. */
  readonly values: readonly unknown[];
  /** It is part of an element that occurs several times in an event, such as each speaker, so it is no field. */
  readonly isInner?: boolean | undefined;
}

/** Returns the placeholders that replace the values of columns: `{title}`. */
export interface Fill {
  /** @returns `undefined` if the column is no field */
  field(column: Column): string | undefined;
  /** Keeps a column as an extra field. @returns `undefined` if no placeholder can name it */
  extra(column: Column): string | undefined;
}

/** Says if a sample has the answers of the list operations, or those of SelectEvent. */
export type SampleOf = 'lists' | 'events';

/** Holds the events of a sample as columns. */
export interface Sample {
  readonly kind: 'json' | 'xml' | 'csv';
  /** These are the columns in the order of the file, which does not depend on the order of the events. */
  readonly columns: readonly Column[];
  readonly count: number;
  /** These are the texts that hold the events, that with the most of them first. */
  readonly answers: readonly string[];
  /** These are the names that lead to the events from the top of the document. */
  readonly path: readonly string[];
  /** Messages call the place of the events so. */
  readonly name: string;
  /** This is true for a list, and false for one event alone. */
  readonly isList: boolean;
  /** This is true if each of several objects or elements may have such a list, which no format file can write. */
  readonly isInEach: boolean;
  /** Other elements stand between the events. This is the name of one. */
  readonly between?: string | undefined;
  /** This is the field that names the members if the events are members of an object. */
  readonly key?: 'id' | 'uid';
  /**
   * Makes the format file.
   * @param of an answer of SelectEvent that is a list holds one event
   */
  file(fill: Fill, of: SampleOf): Readonly<Record<string, unknown>>;
}

export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

export const escapeBraces = (text: string) => text.replace(/[{}]/g, '$&$&');

/**
 * Merges lists of names. A name that only some lists have follows the name that it follows there. The order of the
 * lists makes no difference.
 */
export function inOrder(lists: readonly (readonly string[])[]): readonly string[] {
  const kinds = [...new Map(lists.map((list) => [list.join('\0'), list]))];
  kinds.sort(([one, a], [other, b]) => b.length - a.length || (one < other ? -1 : 1));
  // Each name leads to the next one, and `undefined` to the first.
  const next = new Map<string | undefined, string | undefined>([[undefined, undefined]]);
  for (const [, list] of kinds) {
    let before: string | undefined;
    for (const name of list) {
      if (!next.has(name)) next.set(name, next.get(before)).set(before, name);
      before = name;
    }
  }
  const names: string[] = [];
  for (let name = next.get(undefined); name !== undefined; name = next.get(name)) names.push(name);
  return names;
}

/** A number beside the events with such a name is the number of events. */
export const COUNT_NAME = /count|total|anzahl|nombre|numero|records|rows|results|size|length/i;

/**
 * Reads a table with a line of names.
 * @param encoding the encoding of its bytes if it is not UTF-8
 * @throws FormatError if the text is no table
 */
export function csvSample(text: string, encoding: string | undefined): Sample {
  const { delimiter, skip } = tableHead(text);
  const records = csvRecordsOf(text, { delimiter, skip });
  if (typeof records === 'string') throw new FormatError(`it ${records}.`);
  const [header, ...rows] = records;
  const names = header?.cells.map((name) => name.trim()) ?? [];
  if (names.length < 2) throw new FormatError('it is neither JSON nor XML, nor CSV with a line of names.');
  const [only = '', ...others] = names.filter((name) => name !== '');
  if (others.length === 0)
    throw new FormatError(
      `its first line has only the name ${quotedText(only)}: remove what stands before the line of names.`,
    );
  const problem = headerProblem(names);
  if (problem !== undefined) throw new FormatError(`it ${problem}`);
  if (rows.length === 0) throw new FormatError('it has a line of names and no rows.');
  const odd = rows.find(({ cells }) => cells.length !== names.length);
  if (odd !== undefined)
    throw new FormatError(
      `its line ${odd.line} has ${odd.cells.length} values, and its names are ${names.length}.`,
    );
  const columns = names.flatMap((name, index): Column[] =>
    name === '' ? [] : [{ path: [name], values: rows.map(({ cells }) => cells[index]) }],
  );
  return {
    kind: 'csv',
    columns,
    count: rows.length,
    answers: [text],
    path: [],
    name: 'the rows',
    isList: true,
    isInEach: false,
    file(fill) {
      const cells = columns.flatMap((column) => {
        const shown = fill.field(column) ?? fill.extra(column);
        return shown === undefined ? [] : [[escapeBraces(column.path.join('')), shown] as const];
      });
      return {
        kind: 'csv',
        ...(delimiter !== ',' && { delimiter }),
        ...(encoding !== undefined && { encoding }),
        ...(skip > 0 && { skip }),
        event: Object.fromEntries(cells),
      };
    },
  };
}

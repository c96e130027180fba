import { isDeepStrictEqual } from 'node:util';
import { quoted } from '../../lib/text/messages';
import { csvRecordsOf, csvShapeOf, headerProblem } from '../csv-records';
import { FormatError } from '../document';

export interface Column {
  /** The path has the names of the enclosing objects or elements, and then the column's own name. */
  readonly path: readonly string[];
  /** There is one value for each event, in the order of the answers. `undefined` means that the event has none. */
  readonly values: readonly unknown[];
  /** This is true if an event can have the element several times, such as a speaker. Its column can't be a field. */
  readonly isInner?: boolean | undefined;
}

/** Says which placeholders a format file has in place of the columns. */
export interface PlaceholderChoice {
  isField(column: Column): boolean;
  /**
   * Returns the placeholder that replaces the values of a column, such as `{title}` or `{extra.Name}`.
   * @returns `undefined` if no placeholder can name it
   */
  placeholder(column: Column): string | undefined;
}

/** A sample has answers of the list operations (`lists`), or answers of SelectEvent (`events`). */
export type AnswerKind = 'lists' | 'events';

/** Represents the events at one place of the answers as columns. */
export interface Sample {
  readonly kind: 'json' | 'xml' | 'csv';
  /** These are the columns in the order of the file, which does not depend on the order of the events. */
  readonly columns: readonly Column[];
  /** This is the number of events. */
  readonly count: number;
  /** Lists the texts that contain the events. The text with the most events is the first. */
  readonly answers: readonly string[];
  /** These are the names that lead to the events from the top of the document. */
  readonly path: readonly string[];
  /** Messages call the place of the events by this name. */
  readonly name: string;
  readonly isList: boolean;
  /** This is true if several objects or elements each contain events at this path. No format file can write them. */
  readonly isInEach: boolean;
  /** If the events are members of an object, the names of the members hold this field. */
  readonly key?: 'id' | 'uid';
  /**
   * Makes the format file.
   * @param answerKind says if the file is for lists or for single events
   */
  file(choice: PlaceholderChoice, answerKind: AnswerKind): Readonly<Record<string, unknown>>;
}

export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

/** Returns the different values of a column as texts, without objects. */
export function textsIn({ values }: Column): readonly string[] {
  return [...new Set(values.filter((one) => isGiven(one) && typeof one !== 'object').map(String))];
}

export const escapeBraces = (text: string) => text.replace(/[{}]/g, '$&$&');

/**
 * Merges lists of names. A name that only some lists have keeps its place after the name before it. The order of the
 * lists does not affect the result.
 */
export function mergeNames(lists: readonly (readonly string[])[]): readonly string[] {
  const kinds = [...new Map(lists.map((list) => [list.join('\0'), list]))];
  kinds.sort(([one, a], [other, b]) => b.length - a.length || (one < other ? -1 : 1));
  // This is a linked list: each name leads to the next one, and `undefined` to the first.
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

/**
 * If its name matches, a member or element outside the events may hold the number of events. `totalPages`, `pageSize`
 * and `maxResults` do not match.
 */
export const COUNT_NAME =
  /^(?!.*(?:page|max)).*(?:count|total|anzahl|nombre|numero|records|rows|results|size|length)/i;

/**
 * Reads the longest table, and all others that have the same line of names. Other texts are ignored.
 * @param encoding the encoding of the tables if it is not UTF-8
 * @throws FormatError if the longest text is not a table
 */
export function csvSample(texts: readonly string[], encoding: string | undefined): Sample {
  const [text = '', ...more] = texts.toSorted((one, other) => other.length - one.length);
  const { delimiter, skip } = csvShapeOf(text);
  const records = csvRecordsOf(text, { delimiter, skip });
  if (typeof records === 'string') throw new FormatError(`it ${records}.`);
  const [header, ...rows] = records;
  const names = header?.cells.map((name) => name.trim()) ?? [];
  if (names.length < 2)
    throw new FormatError(
      'it is neither JSON nor XML, nor CSV with a header: docs/events.md shows a format file for text.',
    );
  const [only = '', ...others] = names.filter((name) => name !== '');
  if (others.length === 0)
    throw new FormatError(
      `its first line has only the name ${quoted(only)}: remove the lines before the header.`,
    );
  const problem = headerProblem(names);
  if (problem !== undefined) throw new FormatError(`it ${problem}`);
  if (rows.length === 0) throw new FormatError('it has a header and no rows.');
  const odd = rows.find(({ cells }) => cells.length !== names.length);
  if (odd !== undefined)
    throw new FormatError(
      `its line ${odd.line} has ${odd.cells.length} values, and its header has ${names.length}.`,
    );
  const answers = [text];
  for (const other of more) {
    const found = csvRecordsOf(other, { delimiter, skip });
    if (typeof found === 'string' || !isDeepStrictEqual(found[0]?.cells, header?.cells)) continue;
    if (found.length > 1) answers.push(other);
    rows.push(...found.slice(1));
  }
  const columns = names.flatMap((name, index): Column[] =>
    name === '' ? [] : [{ path: [name], values: rows.map(({ cells }) => cells[index]) }],
  );
  return {
    kind: 'csv',
    columns,
    count: rows.length,
    answers,
    path: [],
    name: 'the rows',
    isList: true,
    isInEach: false,
    file(choice) {
      const cells = columns.flatMap((column) => {
        const shown = choice.placeholder(column);
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

import type { RowFormat } from './format';
import type { Capture, Leaf } from './leaf';
import type { Placeholder } from './placeholder';
import type { WrapperValues } from './wrapper';

/** Represents the compiled format file: it can write answers and read them. */
export interface Plan {
  readonly format: RowFormat;
  /** Contains the placeholders of the event that are read, and those in the names that events have as members. */
  readonly placeholders: readonly Placeholder[];
  /** This is the label of `TextDecoder` for reading files, or `undefined` if the format names none. */
  readonly encoding?: string | undefined;
  /** It is `undefined` if the format can only write. */
  readonly reader: PlanReader | undefined;
}

export interface PlanReader {
  /** Contains the values around the list, by their paths. */
  readonly wrapper: WrapperValues;
  /** @returns the events, or why the text is not an answer in this format: `it is not JSON: …` */
  find(text: string): Answer<FoundEvent> | string;
  /**
   * Yields events one by one. Only the kind `csv` has this.
   * @param name what messages call the text
   * @param notice is called with the columns that the format does not name
   * @throws FormatError if the text is not a table of this format
   */
  readonly rows?: Rows<FoundEvent>;
}

export type Rows<Event> = (
  text: AsyncIterable<string>,
  name: string,
  notice: (sentence: string) => void,
) => AsyncGenerator<Event & Streamed>;

/** An event of a table has the number of its first line. */
export interface Streamed {
  readonly line: number;
}

export interface FoundEvent {
  readonly captures: readonly Capture[];
  /** This is a message for each value that does not match the format. */
  readonly unread: readonly string[];
}

export interface Answer<Event> {
  readonly events: readonly Event[];
  /** Lists members, elements or columns that the format does not name. */
  readonly unnamed: readonly string[];
  /** Describes each count and time around the events that differs from the format's. */
  readonly varying: readonly string[];
  /** This is true for the answer of a list operation. A list without events counts only if the format has its text. */
  readonly isList: boolean;
}

export const NO_EVENTS: Answer<never> = { events: [], unnamed: [], varying: [], isList: true };

/**
 * Reads the leaves of an event.
 * @param valueAt returns the value at a path; `undefined` and null mean that the event has none
 */
export function readLeaves<Path>(
  leaves: readonly Leaf<Path>[],
  valueAt: (path: Path) => unknown,
): { captures: Capture[]; unread: string[] } {
  const captures: Capture[] = [];
  const unread: string[] = [];
  for (const { path, name, read } of leaves) {
    const value = valueAt(path);
    if (read === undefined || value === undefined || value === null) continue;
    const found = read(value);
    if (found === undefined) unread.push(`${name} can't be told apart by its text in the format`);
    else captures.push(...found);
  }
  return { captures, unread };
}

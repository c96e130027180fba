import type { EventRow } from './event';
import type { Capture, Leaf } from './leaf';
import type { Placeholder } from './placeholder';
import type { WrapperValues } from './wrapper';

/** A format file of some kind, made ready to write and to read. */
export interface Plan {
  writeList(rows: readonly EventRow[]): string;
  writeEvent(row: EventRow): string;
  /** The answer for no event. */
  readonly none: string;
  /** Empty where the format can only write. */
  readonly leaves: readonly Leaf<unknown>[];
  /** Placeholders of the event, and of the names under which events stand. */
  readonly placeholders: readonly Placeholder[];
  /** A label of `TextDecoder` that files are read by; `undefined`: the format doesn't say. */
  readonly encoding?: string | undefined;
  /** Makes the reader of answers. */
  reader(): PlanReader;
}

export interface PlanReader {
  /** The values around the list. */
  readonly wrapper: WrapperValues;
  /** @returns what the text is where it is no such answer: `it is not JSON: …` */
  find(text: string): FoundEvents | string;
  /** Finds events one by one; only of the kind `csv`. @throws FormatError for what is no such table */
  rows?(text: AsyncIterable<string>, names: RowNames): AsyncGenerator<FoundRow>;
}

export type FoundRow = FoundEvent & { readonly line: number };

/** Names for sentences about rows, and the listener that is told them. */
export interface RowNames {
  readonly file: string;
  readonly format: string;
  readonly notice: (sentence: string) => void;
}

/** An event as it was found in an answer. */
export interface FoundEvent {
  readonly captures: readonly Capture[];
  /** A sentence for each value that the format's text doesn't fit. */
  readonly unread: readonly string[];
}

export interface FoundEvents {
  readonly events: readonly FoundEvent[];
  /** Members, elements or columns that the format doesn't name. */
  readonly unnamed: readonly string[];
  /** Counts and times around the events that are others than in the format. */
  readonly varying: readonly string[];
  /** It is what a list operation answers, with events or, as far as the format says so, without. */
  readonly isList: boolean;
}

/** Names past this many are told no more. */
export const MAX_NAMES = 100;

/**
 * Reads the leaves of an event.
 * @param valueAt gives the value that the event has at a path; none where it is `undefined` or null
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

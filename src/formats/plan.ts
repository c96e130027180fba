import type { RowFormat } from './format';
import type { Placeholder } from './placeholder';
import type { ReadAnswer, ReadEvent } from './read-event';
import type { WrapperValues } from './wrapper';

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
  readonly wrapper: WrapperValues;
  /** @returns the events, or why the text is not an answer in this format: `it is not JSON: …` */
  find(text: string): ReadAnswer | string;
  readonly rows?: Rows;
}

/**
 * Yields the rows of a table one by one, each with the number of its first line. Only the kind `csv` has this.
 * @param name what messages call the text
 * @param notice is called with the columns that the format does not name
 * @throws FormatError if the text is not a table of this format
 */
export type Rows = (
  text: AsyncIterable<string>,
  name: string,
  notice: (sentence: string) => void,
) => AsyncGenerator<ReadEvent & { readonly line: number }>;

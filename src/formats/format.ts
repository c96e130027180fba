import type { EventRow } from './event';

/** The help page describes the answers of a format with these words. */
export interface FormatHelp {
  /** This text ends the sentence "Returns the events … as", for example with `a JSON array`. */
  readonly list: string;
  /** This says what the text of one event is, such as `JSON`. */
  readonly event: string;
  /** This is the answer if the event does not exist, such as `null`. */
  readonly none: string;
}

/** The store renders this format itself, because it has stored the JSON of each event. */
export interface ReadyFormat {
  readonly source: 'json';
}

/** This format is rendered from rows of the store. `null` means that the operation has no result. */
export interface RowFormat {
  readonly source: 'rows';
  /** @param row is `undefined` if the event does not exist */
  event(row: EventRow | undefined): string | null;
  list(rows: readonly EventRow[]): string | null;
}

/** A format turns an event, a missing event or a list of events into the result that an operation returns. */
export type Format = ReadyFormat | RowFormat;

import type { EventRow } from './event';

/** The help page's words for the answers of a format. */
export interface FormatHelp {
  /** Follows "Returns the events … as": `a JSON array`. */
  readonly list: string;
  /** Names the text of one event: `JSON`. */
  readonly event: string;
  /** The answer if the event does not exist: `null`. */
  readonly none: string;
}

/** The store renders this format itself, because it holds the JSON of each event. */
export interface ReadyFormat {
  readonly source: 'json';
}

/** A renderer for rows of the store. */
export interface RowFormat {
  readonly source: 'rows';
  /** @param row is `undefined` if the event does not exist */
  event(row: EventRow | undefined): string;
  list(rows: readonly EventRow[]): string;
}

/** Turns one event, none, or a list of events into the string that an operation returns. */
export type Format = ReadyFormat | RowFormat;

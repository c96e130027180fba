import type { EventRow } from './event';

/** These are the help page's words for the answers of a format. */
export interface FormatHelp {
  /** It completes "Returns the events … as", such as `a JSON array`. */
  readonly list: string;
  /** Names the text of one event: `JSON`. */
  readonly event: string;
  /** This is the answer if the event does not exist, such as `null`. */
  readonly none: string;
}

/** The store renders this format itself, because it holds the JSON of each event. */
export interface ReadyFormat {
  readonly source: 'json';
}

/** Renders rows of the store. */
export interface RowFormat {
  readonly source: 'rows';
  /** @param row is `undefined` if the event does not exist */
  event(row: EventRow | undefined): string;
  list(rows: readonly EventRow[]): string;
}

/** Turns one event, none, or a list of events into the string that an operation returns. */
export type Format = ReadyFormat | RowFormat;

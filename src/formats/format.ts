import type { EventRow } from './event';

/** Words of the help page for a format's answers. */
export interface FormatHelp {
  /** After "Returns the events … as": `a JSON array`. */
  readonly list: string;
  /** `JSON` */
  readonly event: string;
  /** The answer for an event that does not exist: `null`. */
  readonly none: string;
}

/** The JSON that the store keeps of each event, and puts together as a list. */
export interface ReadyFormat {
  readonly source: 'json';
}

/** Renders events. */
export interface RowFormat {
  readonly source: 'rows';
  /** @param row `undefined`: there is no such event */
  event(row: EventRow | undefined): string;
  list(rows: readonly EventRow[]): string;
}

/** One event (or none) and a list of events as the string that an operation answers. */
export type Format = ReadyFormat | RowFormat;

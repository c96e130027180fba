import type { EventRow } from './event';

/** Puts the texts together that the store keeps of each event in the default formats. */
export interface FragmentFormat {
  readonly source: 'json' | 'xml';
  /** What stands between the fragments of a list. */
  readonly separator: string;
  event(fragment: string | undefined): string;
  /** @param body the fragments with their separators, or nothing */
  list(body: string): string;
}

/** Renders events from their fields. */
export interface RowFormat {
  readonly source: 'row';
  /** It shows extra fields, so that the rows must carry them. */
  readonly extra?: boolean;
  event(row: EventRow | undefined): string;
  list(rows: readonly EventRow[]): string;
}

/** One event (or none) and a list of events as the string that an operation answers. */
export type Format = FragmentFormat | RowFormat;

/** Defines the options, the listener and the result of an import. */
import type { Field } from '../formats/event-fields';
import { utcMidnight } from '../lib/time/dates';
import { knownZone, type TimeZone } from '../lib/time/zones';
import type { Mapping } from './columns/columns';
import type { RowRefusal } from './errors';

/** Represents the zone in which times without an offset are read. */
export interface ImportZone extends TimeZone {
  readonly name: string;
  /** This is true if the user chose the zone. Otherwise a file may name another zone. */
  readonly isChosen: boolean;
}

/** Contains the options for reading files and rows, and then the options for changing the store. */
export interface ImportOptions {
  readonly zone: ImportZone;
  /**
   * With `inclusive`, an end that is a date is the last day. With `exclusive`, the default, it is the day after the
   * last.
   */
  readonly endDates?: 'inclusive' | 'exclusive' | undefined;
  /** Maps fields to the names in the files, if these are not the usual names. */
  readonly names: Mapping;
  /** Test control replaces the relative times of rows by absolute times. Returns any other value unchanged. */
  readonly resolveTime: (value: unknown) => unknown;
  /** This is a label of `TextDecoder`. By default the text is UTF-8, or UTF-16 if its first bytes show it. */
  readonly encoding?: string | undefined;
  /**
   * If every row lacks a title or a start, `source` (the default) refuses the source once, and `rows` refuses each row.
   */
  readonly missingFieldsIn?: 'source' | 'rows' | undefined;
  /** If this is true, cancelled events are imported, too. */
  readonly keepCancelled: boolean;
  /**
   * Recurring events stop before this local time, in milliseconds as if it were UTC. `isChosen` is true if the user
   * chose it.
   */
  readonly until: { readonly localTime: number; readonly isChosen: boolean };
  /** All recurrence rules of a file together may take this many milliseconds. The default is a minute. */
  readonly ruleTimeMs?: number | undefined;
  /** Stored events keep these fields, which the sources do not have, and their other extra fields. */
  readonly kept?: readonly Field[] | undefined;
  /** If this is true, all events that the sources don't contain are removed. It can't be combined with `skipBad`. */
  readonly replace: boolean;
  /** If this is true, the import does everything and then rolls back. */
  readonly dryRun: boolean;
  /** If this is true, sources may be without events, which is otherwise an error. */
  readonly allowEmpty: boolean;
  /** If this is true, bad rows are left out and reported, so that they don't end the import. */
  readonly skipBad: boolean;
}

/** Returns the default options. `timeZone` is a valid IANA name. */
export function defaultOptions(timeZone: string, now = new Date()): ImportOptions {
  return {
    zone: { ...knownZone(timeZone), name: timeZone, isChosen: false },
    names: new Map(),
    resolveTime: (value) => value,
    keepCancelled: false,
    // This is the end of the fifth year from now.
    until: { localTime: utcMidnight(now.getUTCFullYear() + 6, 1), isChosen: false },
    replace: false,
    allowEmpty: false,
    dryRun: false,
    skipBad: false,
  };
}

export interface ImportListener {
  /** This function is called after each batch with the number of rows read so far. */
  readonly progress?: (read: number) => void;
  /** This function is called if another import is running. This import waits until the other import ends. */
  readonly waiting?: () => void;
  /** This function is called with the refusal of each row that `skipBad` leaves out. */
  readonly refused?: (refusal: RowRefusal) => void;
}

export interface ImportResult {
  readonly read: number;
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  /** This number includes the sample events, which the first import removes. */
  readonly removed: number;
  readonly refused: number;
  /** Each note is a sentence without its full stop, and says what the import assumed. */
  readonly notes: readonly string[];
}

/** Returns the counts on a line, then a line for each note. The last line has no line end. */
export function resultText(result: ImportResult): string {
  const { read, added, changed, unchanged, removed, refused, notes } = result;
  const counts = `read ${read}, added ${added}, changed ${changed}, unchanged ${unchanged}, removed ${removed}, refused ${refused}`;
  return [counts, ...notes.map((note) => `note: ${note}`)].join('\n');
}

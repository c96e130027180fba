/** Defines the options, the listener and the result of an import. */
import { utcMidnight } from '../lib/time/dates';
import { knownZone, type OffsetAt } from '../lib/time/zones';
import type { Mapping } from './columns/columns';
import type { RowRefusal } from './errors';

/** Rules by which files and their rows are read. */
export interface ReadRules {
  /** The zone in which times without an offset are read, and its IANA name. */
  readonly zone: OffsetAt;
  readonly zoneName: string;
  /** The zone's name where it was said of these rows, and is no default. */
  readonly zoneGiven?: string | undefined;
  /** Tells whether an end that is a date is the last day; exclusive unless given. */
  readonly endDates?: 'inclusive' | 'exclusive' | undefined;
  /** The names that the files have for fields, where they are others than usual. */
  readonly names: Mapping;
  /** This is a name that `TextDecoder` knows. The default is UTF-8 or UTF-16. */
  readonly encoding?: string | undefined;
  /** A title or start that every row lacks is refused once for the source, which is the default, or in each row. */
  readonly missingFieldsIn?: 'source' | 'rows' | undefined;
  /** Imports cancelled events too, which are otherwise left out. */
  readonly keepCancelled: boolean;
  /**
   * Recurring events stop before this local time (milliseconds, as if it were UTC). `given` tells if the user chose it.
   */
  readonly until: { readonly localTime: number; readonly given: boolean };
  /** The rules of a calendar may take this many milliseconds together. The default is a minute. */
  readonly ruleTimeMs?: number | undefined;
}

export interface ImportOptions extends ReadRules {
  /** Events that the sources don't hold are removed. It can't be combined with `skipBad`. */
  readonly replace: boolean;
  /** The import does everything and then rolls back. */
  readonly dryRun: boolean;
  /** Allows sources without events, which are otherwise an error. */
  readonly allowEmpty: boolean;
  /** Bad rows are left out and reported instead of ending the import. */
  readonly skipBad: boolean;
}

/** Returns an import's options where the user gives none. `timeZone` is an IANA name, checked before. */
export function defaultOptions(timeZone: string, now = new Date()): ImportOptions {
  return {
    zone: knownZone(timeZone),
    zoneName: timeZone,
    names: new Map(),
    keepCancelled: false,
    until: { localTime: utcMidnight(now.getUTCFullYear() + 6, 1), given: false }, // the end of the fifth year from now
    replace: false,
    allowEmpty: false,
    dryRun: false,
    skipBad: false,
  };
}

export interface ImportListener {
  /** Called after each batch with the number of rows read so far. */
  readonly progress?: (read: number) => void;
  /** Called when another import runs. This one continues after it. */
  readonly waiting?: () => void;
  /** Is called with one complete sentence for each row that `skipBad` leaves out. */
  readonly refused?: (refusal: RowRefusal) => void;
  /** Is called with something that was assumed, once, without a full stop. */
  readonly notice?: (sentence: string) => void;
}

export interface ImportResult {
  readonly read: number;
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  /** The sample events that the first import takes away are counted too. */
  readonly removed: number;
  readonly removedSamples: number;
  readonly refused: number;
}

/** Takes a row that can't go in: throws it, or notes it and lets the import go on without. */
export type Refuse = (refusal: RowRefusal) => void;

/** The counts on a line, then a line for each note; no line end behind the last. */
export function resultText(result: ImportResult, notes: readonly string[] = []): string {
  const { read, added, changed, unchanged, removed, removedSamples, refused } = result;
  const counts = `read ${read}, added ${added}, changed ${changed}, unchanged ${unchanged}, removed ${removed}, refused ${refused}`;
  const samples = removedSamples > 0 ? [`the ${removedSamples} sample events were taken away`] : [];
  return [counts, ...[...samples, ...notes].map((note) => `note: ${note}`)].join('\n');
}

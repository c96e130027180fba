/** Defines the options, the listener and the result of an import. */
import { utcMidnight } from '../lib/time/dates';
import { knownZone, type OffsetAt } from '../lib/time/zones';
import type { Mapping } from './columns/columns';
import type { RowRefusal } from './errors';

/** Holds the rules by which files and their rows are read. */
export interface ReadRules {
  /** Times without an offset are read in this zone. */
  readonly zone: OffsetAt;
  /** This is the zone's name if the user gave it. */
  readonly zoneGiven?: string | undefined;
  /** This is the IANA name of the zone that is used if the user gave none. */
  readonly defaultZoneName: string;
  /** Says if an end that is a date is the last day or the day after. The default is `exclusive`. */
  readonly endDates?: 'inclusive' | 'exclusive' | undefined;
  /** Contains the names that the files have for fields, if they are not the usual ones. */
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
  /** Removes events that the sources don't hold. It can't be combined with `skipBad`. */
  readonly replace: boolean;
  /** The import does everything and then rolls back. */
  readonly dryRun: boolean;
  /** Allows sources without events, which are otherwise an error. */
  readonly allowEmpty: boolean;
  /** Leaves bad rows out and reports them, so that they don't end the import. */
  readonly skipBad: boolean;
}

/** Returns an import's options where the user gives none. `timeZone` is an IANA name, checked before. */
export function defaultOptions(timeZone: string, now = new Date()): ImportOptions {
  return {
    zone: knownZone(timeZone),
    defaultZoneName: timeZone,
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
  /** Is called after each batch with the number of rows read so far. */
  readonly progress?: (read: number) => void;
  /** Is called when another import runs. This one continues after it. */
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

/** Returns the counts on a line, then a line for each note. The last line has no line end. */
export function resultText(result: ImportResult, notes: readonly string[] = []): string {
  const { read, added, changed, unchanged, removed, removedSamples, refused } = result;
  const counts = `read ${read}, added ${added}, changed ${changed}, unchanged ${unchanged}, removed ${removed}, refused ${refused}`;
  const samples = removedSamples > 0 ? [`the ${removedSamples} sample events were taken away`] : [];
  return [counts, ...[...samples, ...notes].map((note) => `note: ${note}`)].join('\n');
}

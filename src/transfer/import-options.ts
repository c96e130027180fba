/** What an import is asked to do, what it tells meanwhile, and what came of it. */

import type { RowRefusal } from './errors';
import type { ReadOptions } from './read/options';
import type { RowRules } from './row-rules';

export interface ImportOptions extends RowRules {
  /** Where recurring calendar events stop. */
  readonly until: ReadOptions['until'];
  /** The most that the rules of a calendar may take together. */
  readonly ruleTimeMs?: ReadOptions['ruleTimeMs'];
  /** What stands between the values of CSV; found in its header unless given. */
  readonly delimiter?: ReadOptions['delimiter'];
  /** Events that the sources don't hold are removed. Not together with `skipBad`. */
  readonly replace: boolean;
  /** Everything is done and then rolled back. */
  readonly dryRun: boolean;
  /** Sources without a single event are taken for what they are; otherwise they are an error. */
  readonly allowEmpty: boolean;
  /** Bad rows are left out and reported instead of ending the import. */
  readonly skipBad: boolean;
}

export interface ImportListener {
  /** Called after each batch with the number of rows read so far. */
  readonly progress?: (read: number) => void;
  /** Another import is in the way; this one goes on when it is done. */
  readonly waiting?: () => void;
  /** One complete sentence for each row that `skipBad` leaves out. */
  readonly refused?: (refusal: RowRefusal) => void;
  /** Something to know once, without a full stop. */
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

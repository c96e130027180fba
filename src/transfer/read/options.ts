import type { OffsetAt } from '../../time/zones';

export interface ReadOptions {
  /** What a calendar's floating times are read in. */
  readonly zone: OffsetAt;
  /** Its name where the user said it, and it is no default. */
  readonly zoneGiven?: string | undefined;
  /** Recurring events stop before this wall clock reading (milliseconds, as in UTC); `given` by the user or not. */
  readonly until: { readonly wall: number; readonly given: boolean };
  /** The most that the rules of a calendar may take together, in milliseconds; two minutes unless given. */
  readonly ruleTimeMs?: number | undefined;
  /** Events that were called off are events; else they are left out. */
  readonly keepCancelled?: boolean | undefined;
  /** What stands between the values of CSV; found in its header unless given. */
  readonly delimiter?: string | undefined;
  /** Something the user should know once: what was ignored or cut off. */
  readonly notice: (sentence: string) => void;
}

import type { OffsetAt } from '../time/zones';
import type { Mapping } from './columns/columns';
import type { TimeRules } from './times/times';

/** How rows are read, as whoever imports them said. */
export interface RowRules extends TimeRules {
  /** What a time without an offset is read in. */
  readonly zone: OffsetAt;
  /** The zone's name where it was said of these rows, and is no default. */
  readonly zoneGiven?: string | undefined;
  /** How a date that is an end is read: exclusive unless it was said. */
  readonly endDates?: 'inclusive' | 'exclusive' | undefined;
  /** The names that the files have for fields, where they are others than usual. */
  readonly names: Mapping;
  /** Events that were called off are events; else they are left out. */
  readonly keepCancelled: boolean;
  /** What is no field is left out instead of kept. */
  readonly dropExtra: boolean;
}

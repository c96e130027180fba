/**
 * Defines the interface of an import's target: a table of the database, or test control's memory. The refusals are
 * here, so that all targets give the same messages.
 */

import { quoted } from '../lib/text/messages';
import { placeText, RowRefusal } from './errors';
import { DIGEST_PREFIX, type EventRecord, type Place } from './event-record';

export interface Staged {
  readonly event: EventRecord;
  readonly askedId?: number | undefined;
  readonly place: Place;
  /** This is the number of the row, counted over all sources of the import. */
  readonly sequence: number;
}

/**
 * The methods are the steps of an import, in their order. A row that can't be imported is left out, and its refusal is
 * returned.
 */
export interface ImportTarget {
  add(rows: readonly Staged[]): Promise<void>;
  /** Waits until no other import runs. Calls `waiting` if it has to wait. */
  lock(waiting: () => void): Promise<void>;
  /**
   * Adds the fields that the sources lack to the rows, as they are stored. Returns the number of rows whose start is
   * ignored.
   */
  complete(): Promise<number>;
  /** Leaves out rows whose uid or id an earlier row of this import has. The messages name the earlier rows. */
  leaveOutDuplicates(): Promise<readonly RowRefusal[]>;
  /** Removes the sample events that are not imported again. Returns their number. */
  removeSamples(): Promise<number>;
  /** Removes the events that no row contains. Returns their number. */
  removeOthers(): Promise<number>;
  /** Leaves out rows that would give an event another id, an id another event, or an event too many extra fields. */
  leaveOutConflicts(): Promise<readonly RowRefusal[]>;
  /** Writes the differences, chooses missing ids, and returns the numbers of staged, added and changed events. */
  apply(): Promise<{ readonly staged: number; readonly added: number; readonly changed: number }>;
}

/** Returns the refusal of a row whose uid or id an earlier row has. @param first the place of the earlier row */
export function repeatedRefusal(field: 'uid' | 'id', value: string, place: Place, first: Place): RowRefusal {
  const where = placeText(first);
  const reason = value.startsWith(DIGEST_PREFIX)
    ? `title, start or location must differ from those of other rows without id and uid, but ${where} has the same three`
    : `${field} must be given once in an import, but ${quoted(value)} is also in ${where}`;
  const advice = { option: 'skip-bad', effect: 'imports only the first of rows with the same event' };
  return new RowRefusal(place, reason, value.startsWith(DIGEST_PREFIX) ? { advice } : { field, advice });
}

/** Returns the refusal of a row whose event is stored with another id. */
export function movedIdRefusal(
  place: Place,
  { id, uid, stored }: { readonly id: number; readonly uid: string; readonly stored: number },
): RowRefusal {
  return new RowRefusal(
    place,
    `id must be ${stored}, which the event with uid ${quoted(uid)} has in the store, not ${id}`,
    { field: 'id', advice: { effect: 'leave the id out' } },
  );
}

/** Returns the refusal of a row whose id belongs to another event. */
export function takenIdRefusal(
  place: Place,
  { id, owner }: { readonly id: number; readonly owner: string },
): RowRefusal {
  if (owner.startsWith(DIGEST_PREFIX)) {
    const why = `id must be unused, not ${id}, which an earlier import chose for an event without id and uid`;
    return new RowRefusal(place, why, {
      field: 'id',
      advice: { effect: 'import the events that have ids before the others' },
    });
  }
  return new RowRefusal(
    place,
    `id must be unused, not ${id}, which belongs to uid ${quoted(owner)} in the store`,
    {
      field: 'id',
      advice: { effect: 'leave the id out, or give the row that uid if it is the same event' },
    },
  );
}

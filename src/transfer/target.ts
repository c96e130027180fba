/**
 * Defines the target of an import's checked rows. Reading and checking know nothing of it. Every target refuses a row
 * with the same sentence, which is written here.
 */

import { quoted } from '../lib/text/quoted';
import { placeText, RowRefusal } from './errors';
import { DIGEST, type EventRecord, type Place } from './event-record';

/** Represents a checked row on its way to the store. */
export interface Staged {
  readonly event: EventRecord;
  readonly place: Place;
  /** This is the number of the row in the whole import. */
  readonly sequence: number;
}

/** The methods are the steps of an import, in their order; rows that can't go in are refused and left out. */
export interface ImportTarget {
  add(rows: readonly Staged[]): Promise<void>;
  /** Waits until another import has ended, and reports that it waits. */
  lock(waiting: () => void): Promise<void>;
  /** Refuses the later row if the same uid or id comes twice in one import, and names the earlier. */
  refuseDuplicates(): Promise<void>;
  /** Removes the sample events if other events come. Returns their number. */
  removeSamples(): Promise<number>;
  /** Removes the events that the rows don't hold. Returns their number. */
  removeOthers(): Promise<number>;
  /** Refuses rows that would change the id of an event, or the event of an id. */
  refuseConflicts(): Promise<void>;
  /** Writes what differs, and gives ids to those without. @throws TransferError when there are none left */
  apply(): Promise<{ readonly staged: number; readonly added: number; readonly changed: number }>;
}

export function givenTwice(field: 'uid' | 'id', value: string, place: Place, first: Place): RowRefusal {
  const where = placeText(first);
  const reason = value.startsWith(DIGEST)
    ? `title, start and location must not all be those of another row without id and uid, as they are of ${where}`
    : `${field} must be given once in an import, but ${quoted(value)} is also in ${where}`;
  const advice = { option: 'skip-bad', effect: 'takes the first of rows that repeat an event' };
  return new RowRefusal(place, reason, value.startsWith(DIGEST) ? { advice } : { field, advice });
}

/** Refuses a row whose event is stored under another id. */
export function movedId(
  place: Place,
  { id, uid, stored }: { readonly id: number; readonly uid: string; readonly stored: number },
): RowRefusal {
  return new RowRefusal(
    place,
    `id must be ${stored}, which the event with uid ${quoted(uid)} has in the store, not ${id}`,
    { field: 'id', advice: { effect: 'leave the id out' } },
  );
}

/** Refuses a row whose id another event has. */
export function takenId(place: Place, { id, by }: { readonly id: number; readonly by: string }): RowRefusal {
  return new RowRefusal(
    place,
    `id must be one that no other event has, not ${id}, which belongs to uid ${quoted(by)} in the store`,
    {
      field: 'id',
      advice: { effect: 'leave the id out, or give the row that uid if it is the same event' },
    },
  );
}

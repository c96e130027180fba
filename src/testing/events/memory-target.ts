import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { EventRow } from '../../formats/event';
import { MAX_ID } from '../../formats/event-fields';
import type { RowRefusal } from '../../transfer/errors';
import { type Place, SAMPLE_PREFIX } from '../../transfer/event-record';
import {
  type ImportTarget,
  movedIdRefusal,
  repeatedRefusal,
  type Staged,
  takenIdRefusal,
} from '../../transfer/target';
import { MemoryStore } from './memory-store';

/**
 * Imports into memory. The given store stays unchanged, and `result` becomes a new store. The rows stay in the batches
 * in which they arrive. Other requests are answered between two batches of each step, because a long import takes
 * seconds.
 */
export class MemoryTarget implements ImportTarget {
  /** Maps the uids of the stored events to these events, without the events that the import removes. */
  readonly #stored = new Map<string, EventRow>();
  readonly #batches: (readonly Staged[])[] = [];

  constructor(public result: MemoryStore) {
    for (const event of result) this.#stored.set(event.uid, event);
  }

  async add(rows: readonly Staged[]): Promise<void> {
    this.#batches.push(rows);
    await eventLoopTurn();
  }

  /** Nothing is locked, because a space runs only one import at a time. */
  async lock(): Promise<void> {}

  /** Completes no row and returns 0, because a space imports no answers of SelectEvent. */
  async complete(): Promise<number> {
    return 0;
  }

  async leaveOutDuplicates(): Promise<readonly RowRefusal[]> {
    const refusals: RowRefusal[] = [];
    for (const field of ['uid', 'id'] as const) {
      const first = new Map<string | number, Place>();
      await this.#keep(({ event, place }) => {
        const value = event[field];
        if (value === undefined) return true;
        const before = first.get(value);
        if (before === undefined) first.set(value, place);
        else
          refusals.push(
            repeatedRefusal(event.uid === String(event.id) ? 'id' : field, String(value), place, before),
          );
        return before === undefined;
      });
    }
    return refusals;
  }

  async removeSamples(): Promise<number> {
    return this.#staged === 0 ? 0 : this.#removeAbsent((uid) => uid.startsWith(SAMPLE_PREFIX));
  }

  async removeOthers(): Promise<number> {
    return this.#removeAbsent(() => true);
  }

  async leaveOutConflicts(): Promise<readonly RowRefusal[]> {
    const refusals: RowRefusal[] = [];
    const uidOf = new Map([...this.#stored.values()].map(({ id, uid }) => [id, uid]));
    await this.#keep(({ event: { id, uid }, place }) => {
      if (id === undefined) return true;
      const stored = this.#stored.get(uid)?.id ?? id;
      const owner = uidOf.get(id) ?? uid;
      if (stored !== id) refusals.push(movedIdRefusal(place, { id, uid, stored }));
      else if (owner !== uid) refusals.push(takenIdRefusal(place, { id, owner }));
      return stored === id && owner === uid;
    });
    return refusals;
  }

  async apply(): Promise<{ readonly staged: number; readonly added: number; readonly changed: number }> {
    const nextId = this.#freeIds();
    const events = new Map(this.#stored);
    let [added, changed] = [0, 0];
    for (const rows of this.#batches) {
      for (const { event } of rows) {
        const before = this.#stored.get(event.uid);
        const after = { ...event, id: event.id ?? before?.id ?? nextId() };
        if (isDeepStrictEqual(before, after)) continue;
        if (before === undefined) added++;
        else changed++;
        events.set(event.uid, after);
      }
      await eventLoopTurn();
    }
    this.result = new MemoryStore([...events.values()]);
    return { staged: this.#staged, added, changed };
  }

  get #staged(): number {
    return this.#batches.reduce((sum, rows) => sum + rows.length, 0);
  }

  /** Leaves out the rows for which `isKept` returns false. */
  async #keep(isKept: (row: Staged) => boolean): Promise<void> {
    for (const [index, rows] of this.#batches.entries()) {
      this.#batches[index] = rows.filter(isKept);
      await eventLoopTurn();
    }
  }

  async #removeAbsent(mayGo: (uid: string) => boolean): Promise<number> {
    const present = new Set(this.#batches.flat().map(({ event }) => event.uid));
    const absent = [...this.#stored.keys()].filter((uid) => mayGo(uid) && !present.has(uid));
    for (const uid of absent) this.#stored.delete(uid);
    await eventLoopTurn();
    return absent.length;
  }

  /**
   * Returns a function that returns a new id at each call. New ids follow the highest id, or are the lowest free ids if
   * there are too few ids after the highest.
   */
  #freeIds(): () => number {
    const taken = new Set<number>();
    for (const { id } of this.#stored.values()) taken.add(id);
    const rows = this.#batches.flat();
    for (const { event } of rows) if (event.id !== undefined) taken.add(event.id);
    const unnumbered = rows.filter(
      ({ event }) => event.id === undefined && !this.#stored.has(event.uid),
    ).length;
    let last = 0;
    for (const id of taken) last = Math.max(last, id);
    if (unnumbered > MAX_ID - last) last = 0;
    return () => {
      do last += 1;
      while (taken.has(last));
      return last;
    };
  }
}

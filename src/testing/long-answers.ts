import { once } from 'node:events';
import { CallAbandonedError } from '../contract/errors';
import { ownTurn } from '../lib/turns';
import type { MemoryBudget } from '../server/memory-budget';

/** An answer from fewer bytes than this does not wait for others. */
const LONG = 262_144;

/**
 * Makes the long answers of all spaces one after the other, and only while the memory budget has room for more answers.
 * A database has a queue of its own for this.
 */
export class LongAnswers {
  #last: Promise<unknown> = Promise.resolve();

  constructor(private readonly bytes: MemoryBudget) {}

  /**
   * Runs `work` at once, or when it may make a long answer. The wait has no end, because clients that do not read their
   * answers are disconnected.
   * @param from the number of bytes from which the answer is made
   * @throws CallAbandonedError if the signal is aborted first
   */
  make<Value>(from: number, work: () => Promise<Value>, signal?: AbortSignal): Promise<Value> {
    if (from < LONG) return work();
    const made = this.#last.then(async () => {
      while (this.bytes.isFullOfAnswers && !signal?.aborted)
        await once(this.bytes, 'room', { signal }).catch(() => {});
      await ownTurn();
      if (signal?.aborted) throw new CallAbandonedError(signal.reason);
      return work();
    });
    this.#last = made.catch(() => {});
    return made;
  }
}

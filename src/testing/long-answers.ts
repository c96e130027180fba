import type { MemoryBudget } from '../server/memory-budget';
import { ReadQueue, waitForTurn } from '../store/read-queue';

/** An answer from fewer bytes than this does not wait for others. */
const LONG = 262_144;

/**
 * Makes the long answers of all spaces one after the other, and only while the memory budget has room for more answers.
 * A database has a queue of its own for this.
 */
export class LongAnswers {
  readonly #queue: ReadQueue;

  constructor(bytes: MemoryBudget) {
    this.#queue = new ReadQueue({ concurrency: 1, maxWaiting: Number.POSITIVE_INFINITY, bytes });
  }

  /**
   * Runs `work` at once, or when it may make a long answer. The wait has no end, because clients that do not read their
   * answers are disconnected.
   * @param from the number of bytes from which the answer is made
   * @throws CallAbandonedError if the signal is aborted first
   */
  make<Value>(from: number, work: () => Promise<Value>, signal?: AbortSignal): Promise<Value> {
    if (from < LONG) return work();
    const inTurn = () => waitForTurn(signal).then(work);
    return this.#queue.run(inTurn, { deadline: Number.POSITIVE_INFINITY, signal });
  }
}

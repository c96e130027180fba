import { type EventEmitter, once } from 'node:events';
import PQueue from 'p-queue';
import { CallAbandonedError, ServiceBusyError } from '../contract/errors';
import { ownTurn } from '../lib/turns';
import type { ReadOptions } from './database';

/** A delay of more milliseconds than this would overflow Node's timers. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Represents the memory of answers that are not sent yet. The event `room` says that it is not full. */
export interface AnswerMemory extends EventEmitter<{ room: [] }> {
  readonly isFullOfAnswers: boolean;
}

export interface QueueOptions {
  /** At most this many reads run at once. */
  readonly concurrency: number;
  /** At most this many reads wait. One more read is rejected because the service is busy. */
  readonly maxWaiting: number;
  /** While this memory is full of answers that clients do not read, no read starts. */
  readonly bytes?: AnswerMemory | undefined;
}

/** Limits the time of a read, and the number of long reads that wait. */
export interface ReadLimits extends Omit<QueueOptions, 'concurrency'> {
  readonly timeoutMs: number;
}

export interface WaitOptions extends Pick<ReadOptions, 'signal'> {
  /** A read that has not started by this time (of `performance.now()`) is rejected. */
  readonly deadline: number;
  /** A waiting read starts before the waiting reads with a lower priority. By default the priority is 0. */
  readonly priority?: number | undefined;
  /** Makes the error of a read that has not started in time. By default it is ServiceBusyError. */
  readonly outOfTime?: ((cause: unknown) => Error) | undefined;
}

export const busyError = (cause: unknown) => new ServiceBusyError({ cause });

/** Queues reads for the database. A read leaves the queue at once if it times out or its client disconnects. */
export class ReadQueue {
  readonly #queue: PQueue;
  readonly #maxWaiting: number;
  readonly #bytes: AnswerMemory | undefined;
  #paused = 0;

  constructor({ concurrency, maxWaiting, bytes }: QueueOptions) {
    this.#queue = new PQueue({ concurrency });
    this.#maxWaiting = maxWaiting;
    this.#bytes = bytes;
  }

  get waiting(): number {
    return this.#queue.size + this.#paused;
  }

  get isIdle(): boolean {
    return this.#queue.pending === 0;
  }

  get #isFull(): boolean {
    return this.#bytes?.isFullOfAnswers === true;
  }

  /**
   * Runs `read` when the queue allows it.
   * @throws ServiceBusyError, CallAbandonedError or the error of `outOfTime` if it did not start, else what `read`
   * throws
   */
  async run<T>(read: () => Promise<T>, options: WaitOptions): Promise<T> {
    const { signal } = options;
    const hasToWait = this.#queue.pending >= this.#queue.concurrency || this.#isFull;
    if (hasToWait && this.waiting >= this.#maxWaiting) throw busyError('the queue is full');
    if (signal?.aborted) throw new CallAbandonedError(signal.reason);
    // An AbortController takes as long as everything else in this class, and most reads need not wait.
    const leave = await (hasToWait ? this.#waitForPlace(options) : this.#place());
    try {
      return await read();
    } finally {
      await leave();
    }
  }

  async #waitForPlace({ deadline, signal, priority = 0, outOfTime = busyError }: WaitOptions) {
    const waiting = new AbortController();
    const giveUp = () => waiting.abort();
    const leftMs = Math.max(0, deadline - performance.now());
    const timer = setTimeout(giveUp, Math.min(leftMs, MAX_TIMER_MS));
    signal?.addEventListener('abort', giveUp);
    try {
      return await this.#place({ signal: waiting.signal, priority });
    } catch (error) {
      if (signal?.aborted) throw new CallAbandonedError(error);
      // If the memory is full of answers to slow clients, the error does not blame the database.
      throw this.#isFull ? busyError(error) : outOfTime(error);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    }
  }

  /**
   * Waits for a place among the running reads, and returns the function that gives the place back. The reads themselves
   * are no tasks of p-queue, because p-queue keeps up to 100 finished tasks while others wait, and a result may have
   * megabytes.
   */
  #place(options: { readonly signal?: AbortSignal; readonly priority?: number } = {}) {
    return new Promise<() => Promise<void>>((resolve, reject) => {
      const task = async () => {
        await this.#untilRoom(options.signal);
        await new Promise<void>((end) => {
          resolve(() => {
            end();
            return ended;
          });
        });
      };
      const ended = this.#queue.add(task, options).catch(reject);
    });
  }

  async #untilRoom(signal?: AbortSignal): Promise<void> {
    this.#paused++;
    try {
      while (this.#bytes?.isFullOfAnswers) await once(this.#bytes, 'room', { signal });
    } finally {
      this.#paused--;
    }
  }
}

/**
 * Waits for a turn of the event loop in which the caller may do long work.
 * @throws CallAbandonedError if the caller's client has disconnected
 */
export async function waitForTurn(signal: AbortSignal | undefined): Promise<void> {
  await ownTurn();
  if (signal?.aborted) throw new CallAbandonedError(signal.reason);
}

import PQueue from 'p-queue';
import { ServiceBusyError, ServiceUnavailableError } from '../contract/errors';
import { isOutOfTime } from './classify-error';
import type { ReadOptions } from './database';
import { databaseUnavailable, ReadAbandonedError } from './errors';

/** Node's timers can't be longer. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Represents the memory for answers until their clients have taken them. */
export interface AnswerMemory {
  readonly isFullOfAnswers: boolean;
  /** Calls `listener` whenever there is room for answers again. */
  onRoom(listener: () => void): void;
}

export interface QueueOptions {
  /** At most this many reads run at once. */
  readonly concurrency: number;
  /** At most this many reads wait. One more is rejected because the service is busy. */
  readonly maxWaiting: number;
  /** No read starts while clients do not take the answers that are ready. */
  readonly bytes?: AnswerMemory | undefined;
}

export interface Wait extends Pick<ReadOptions, 'signal'> {
  /** A read that has not started by this time is rejected. The time is `performance.now()`'s. */
  readonly deadline: number;
  /** Such a read starts before all reads that wait. */
  readonly isUrgent?: boolean | undefined;
}

/** Queues reads for the database. A read that times out, or whose client has disconnected, leaves at once. */
export class ReadQueue {
  readonly #queue: PQueue;
  readonly #maxWaiting: number;
  readonly #bytes: AnswerMemory | undefined;
  readonly #paused = new Set<() => void>();
  #lastAnswer = Number.NEGATIVE_INFINITY;
  #lastFailure = Number.NEGATIVE_INFINITY;

  constructor({ concurrency, maxWaiting, bytes }: QueueOptions) {
    this.#queue = new PQueue({ concurrency });
    this.#maxWaiting = maxWaiting;
    this.#bytes = bytes;
    bytes?.onRoom(() => {
      for (const start of this.#paused) start();
    });
  }

  get waiting(): number {
    return this.#queue.size + this.#paused.size;
  }

  get isIdle(): boolean {
    return this.#queue.pending === 0;
  }

  get #isFull(): boolean {
    return this.#bytes?.isFullOfAnswers === true;
  }

  /**
   * Runs `read` when there is a place for it.
   * @throws ServiceBusyError, ServiceUnavailableError or ReadAbandonedError when it got none, else what `read` throws
   */
  async run<T>(read: () => Promise<T>, { deadline, signal, isUrgent }: Wait): Promise<T> {
    const began = performance.now();
    const hasToWait = this.#queue.pending >= this.#queue.concurrency || this.#isFull;
    if (hasToWait && this.waiting >= this.#maxWaiting)
      throw new ServiceBusyError({ cause: 'the queue is full' });
    const waiting = new AbortController();
    const giveUp = () => waiting.abort();
    const timer = setTimeout(giveUp, Math.min(Math.max(0, deadline - began), LONGEST_TIMER_MS));
    signal?.addEventListener('abort', giveUp);
    const stopWaiting = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    };
    let started: number | undefined;
    const start = async () => {
      await this.#untilRoom(waiting.signal);
      stopWaiting();
      started = performance.now();
      return read();
    };
    try {
      if (signal?.aborted) giveUp();
      const result = await this.#queue.add(start, { signal: waiting.signal, priority: isUrgent ? 1 : 0 });
      this.#lastAnswer = performance.now();
      return result;
    } catch (error) {
      if (started === undefined) {
        throw signal?.aborted ? new ReadAbandonedError(error) : this.#notStarted(began, error);
      }
      if (error instanceof ServiceBusyError || !(error instanceof ServiceUnavailableError)) throw error;
      this.#lastFailure = performance.now();
      // The wait for others took most of its time, not the database.
      const isLate = isOutOfTime(error) && started - began > deadline - started;
      throw isLate && this.#lastAnswer > began ? new ServiceBusyError({ cause: error }) : error;
    } finally {
      stopWaiting();
    }
  }

  async #untilRoom(wait: AbortSignal): Promise<void> {
    while (this.#isFull) {
      wait.throwIfAborted();
      await new Promise<void>((resolve) => {
        const start = () => {
          this.#paused.delete(start);
          wait.removeEventListener('abort', start);
          resolve();
        };
        this.#paused.add(start);
        wait.addEventListener('abort', start);
      });
    }
  }

  /**
   * The database is away if it failed a read since `began` and answered none. Otherwise too many other reads came
   * first.
   */
  #notStarted(began: number, cause: unknown): Error {
    const isAway = this.#lastFailure > began && this.#lastAnswer < began;
    return isAway ? databaseUnavailable(cause) : new ServiceBusyError({ cause });
  }
}

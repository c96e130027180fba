import { setImmediate as endOfTurn } from 'node:timers/promises';

/**
 * Runs work for callers who share a run that has not begun when they ask. However many they are, one runs and one is
 * queued. A run begins at the end of a turn of the event loop, for all callers of that turn.
 */
export class SingleFlight<Result> {
  #running: Promise<Result> | undefined;
  #next: Promise<Result> | undefined;

  constructor(private readonly work: () => Promise<Result>) {}

  /** Joins the next run. The current one may have read the state before this call. */
  next(): Promise<Result> {
    this.#next ??= this.#afterRunning();
    return this.#next;
  }

  async #afterRunning(): Promise<Result> {
    await this.#running?.catch(() => {});
    await endOfTurn();
    this.#next = undefined;
    this.#running = this.work();
    return this.#running;
  }
}

import { setImmediate as endOfTurn } from 'node:timers/promises';

/**
 * Runs work for many callers. Callers share a run only if it begins after their calls, so at most one run is active and
 * one is queued. A run begins at the end of a turn of the event loop, for all callers of that turn.
 */
export class SingleFlight<Result> {
  #running: Promise<Result> | undefined;
  #next: Promise<Result> | undefined;

  constructor(private readonly work: () => Promise<Result>) {}

  /** Joins the next run, because the active run may have read data before this call. */
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

import { setImmediate as endOfTurn } from 'node:timers/promises';

/**
 * Work that all share who asked before it began: however many ask, one runs and one is next. It begins at the end of a
 * turn of the event loop, for all that ask in it.
 */
export class SharedWork<Result> {
  #running: Promise<Result> | undefined;
  #next: Promise<Result> | undefined;

  constructor(private readonly work: () => Promise<Result>) {}

  /** What the next work finds, which begins after this call: what runs already may have looked before. */
  next(): Promise<Result> {
    this.#next ??= this.#afterRunning();
    return this.#next;
  }

  async #afterRunning(): Promise<Result> {
    await this.#running?.catch(() => {});
    await endOfTurn();
    const running = this.work();
    this.#next = undefined;
    this.#running = running;
    try {
      return await running;
    } finally {
      this.#running = undefined;
    }
  }
}

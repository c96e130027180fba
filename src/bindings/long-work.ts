/**
 * Long work in short turns, so that nobody waits long behind it: the reader of a request of megabytes lets the event
 * loop go on between two slices. Only one such work is on its way at a time, so that many of them delay a short call
 * by one slice, not by one each, and hold one document's nodes in memory.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Bytes of a request from which on its reading is long work. */
export const LONG_REQUEST = 65_536;

export class LongWork {
  #before: Promise<unknown> = Promise.resolve();

  /** Does `work` when what was given before is done; it yields between its slices, a few milliseconds each. */
  run<Result>(work: Generator<void, Result>): Promise<Result> {
    const done = this.#before.then(() => inTurns(work));
    this.#before = done.catch(() => {});
    return done;
  }
}

async function inTurns<Result>(work: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    await nextTurn();
  }
}

/**
 * Lets one of those that have a slice of work go on in each turn of the event loop: of a hundred long answers that are
 * sent at once, a short call meets one slice at a time.
 */
export class Slices {
  readonly #waiting: (() => void)[] = [];

  /** Resolves when the next slice may be worked on. */
  turn(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#waiting.push(resolve) === 1) setImmediate(this.#next);
    });
  }

  readonly #next = (): void => {
    this.#waiting.shift()?.();
    if (this.#waiting.length > 0) setImmediate(this.#next);
  };
}

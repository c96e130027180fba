/**
 * A space's clock: the machine's, until a test sets it. Then it stands still, so that what is counted from it is exact.
 */
export class Clock {
  #set: number | undefined;

  constructor(set?: number) {
    this.#set = set;
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.#set ?? Date.now();
  }

  /** What it was set to. */
  get standing(): number | undefined {
    return this.#set;
  }

  /** @param now `undefined` gives it back to the machine */
  set(now: number | undefined): void {
    this.#set = now;
  }
}

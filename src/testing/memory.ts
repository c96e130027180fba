import { Problem } from './problem';

const MAX_BYTES = 256 * 1024 * 1024;

interface Held {
  readonly bytes: number;
  holders: number;
}

/** The memory budget for events and rules of all spaces, by estimates in bytes. What spaces share is counted once. */
export class TestMemory {
  readonly #held = new Map<object, Held>();
  #bytes = 0;

  /** @throws Problem where there is no room for it */
  hold(thing: object, bytes: number): void {
    const held = this.#held.get(thing);
    if (held !== undefined) {
      held.holders += 1;
      return;
    }
    if (this.#bytes + bytes > MAX_BYTES) {
      const sentence = `The events and rules of all spaces may take about ${MAX_BYTES} bytes together, and there is no room for ${bytes} more: end some spaces.`;
      throw new Problem('too-large', sentence);
    }
    this.#held.set(thing, { bytes, holders: 1 });
    this.#bytes += bytes;
  }

  release(thing: object): void {
    const held = this.#held.get(thing);
    if (held === undefined) return;
    held.holders -= 1;
    if (held.holders > 0) return;
    this.#held.delete(thing);
    this.#bytes -= held.bytes;
  }
}

/** Limits the memory of all spaces together. All sizes are estimates in bytes. */
import type { Journal } from './journal/journal';
import { Problem } from './problem';

const MAX_HELD = 256 * 1024 * 1024;
const MAX_JOURNALS = 64 * 1024 * 1024;

interface Held {
  readonly bytes: number;
  holders: number;
}

export class TestMemory {
  readonly streams = new Set<object>();
  readonly #held = new Map<object, Held>();
  readonly #journals = new Set<Journal>();
  #heldBytes = 0;
  #journalBytes = 0;

  /**
   * Reserves memory for events or for a rule. Events that several spaces share are counted once.
   * @throws Problem if the limit would be exceeded
   */
  hold(thing: object, bytes: number): void {
    const held = this.#held.get(thing);
    if (held !== undefined) {
      held.holders += 1;
      return;
    }
    if (this.#heldBytes + bytes > MAX_HELD)
      throw new Problem(
        'too-large',
        `The events and rules of all spaces may take about ${MAX_HELD} bytes together, and there is no room for ${bytes} more: end some spaces.`,
      );
    this.#held.set(thing, { bytes, holders: 1 });
    this.#heldBytes += bytes;
  }

  release(thing: object): void {
    const held = this.#held.get(thing);
    if (held === undefined) return;
    held.holders -= 1;
    if (held.holders > 0) return;
    this.#held.delete(thing);
    this.#heldBytes -= held.bytes;
  }

  /** Adds to the bytes of a journal, or subtracts. Above the limit the largest journal loses its oldest entries. */
  changeJournal(journal: Journal, bytes: number): void {
    this.#journals.add(journal);
    this.#journalBytes += bytes;
    while (this.#journalBytes > MAX_JOURNALS) {
      let longest = journal;
      for (const one of this.#journals) if (one.bytes > longest.bytes) longest = one;
      longest.forgetOldest();
    }
  }

  closeJournal(journal: Journal): void {
    this.#journals.delete(journal);
    this.#journalBytes -= journal.bytes;
  }
}

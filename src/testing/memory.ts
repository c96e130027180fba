/** Limits the memory of all spaces together. All sizes are estimates in bytes. */
import type { Journal } from './journal/journal';
import { Problem } from './problem';

const MAX_HELD = 256 * 1024 * 1024;
const MAX_JOURNALS = 64 * 1024 * 1024;

/** Represents events or a rule, which take memory for as long as a space holds them. */
interface Holdable {
  readonly bytes: number;
}

export class TestMemory {
  readonly streams = new Set<object>();
  /** Maps events and rules to the number of spaces that hold them. */
  readonly #holders = new WeakMap<Holdable, number>();
  readonly #journals = new Set<Journal>();
  #heldBytes = 0;
  #journalBytes = 0;

  /**
   * Reserves memory for events or for a rule. Events that several spaces share are counted once.
   * @throws Problem if the limit would be exceeded
   */
  hold(item: Holdable): void {
    const holders = this.#holders.get(item) ?? 0;
    const more = holders === 0 ? item.bytes : 0;
    if (this.#heldBytes + more > MAX_HELD)
      throw new Problem(
        'too-large',
        `The events and rules of all spaces may take about ${MAX_HELD} bytes together, and there is no room for ${more} more: end some spaces.`,
      );
    this.#holders.set(item, holders + 1);
    this.#heldBytes += more;
  }

  release(item: Holdable): void {
    const holders = (this.#holders.get(item) ?? 0) - 1;
    this.#holders.set(item, holders);
    if (holders === 0) this.#heldBytes -= item.bytes;
  }

  /**
   * Changes the size of a journal by a number of bytes. Above the limit the largest journal loses its oldest entries.
   */
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

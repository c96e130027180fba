import type { Recorded } from './entry';
import { sizeOf } from './entry';

/** Of one space. */
const MOST_ENTRIES = 10_000;
/** Of all spaces together. */
const MOST_BYTES = 64 * 1024 * 1024;

/** The memory that the journals of all spaces share: what is beyond it is taken from the one that holds most. */
export class JournalMemory {
  #bytes = 0;
  readonly #journals = new Set<Journal>();

  join(journal: Journal): void {
    this.#journals.add(journal);
  }

  leave(journal: Journal): void {
    this.#journals.delete(journal);
    this.change(-journal.bytes);
  }

  change(bytes: number): void {
    this.#bytes += bytes;
    while (this.#bytes > MOST_BYTES) {
      let largest: Journal | undefined;
      for (const one of this.#journals) if (one.bytes > (largest?.bytes ?? 0)) largest = one;
      if (largest === undefined) return;
      largest.forgetOldest();
    }
  }
}

/** What was asked of one space, oldest first. */
export class Journal {
  /** Entries from `#first` on; what lies before it is forgotten, and cut off now and then. */
  #entries: Recorded[] = [];
  #first = 0;
  #lastId = 0;
  #bytes = 0;
  #isClosed = false;
  readonly #listeners = new Set<(entry: Recorded | undefined) => void>();

  constructor(private readonly memory: JournalMemory) {
    memory.join(this);
  }

  get bytes(): number {
    return this.#bytes;
  }

  get entries(): readonly Recorded[] {
    return this.#first === 0 ? this.#entries : this.#entries.slice(this.#first);
  }

  add(entry: Omit<Recorded, 'id'>): void {
    if (this.#isClosed) return;
    this.#lastId += 1;
    const recorded = { ...entry, id: this.#lastId };
    this.#entries.push(recorded);
    this.#change(sizeOf(recorded));
    if (this.#entries.length - this.#first > MOST_ENTRIES) this.forgetOldest();
    for (const listener of this.#listeners) listener(recorded);
  }

  forgetOldest(): void {
    const oldest = this.#entries[this.#first];
    if (oldest === undefined) return;
    this.#first += 1;
    if (this.#first > MOST_ENTRIES) {
      this.#entries = this.#entries.slice(this.#first);
      this.#first = 0;
    }
    this.#change(-sizeOf(oldest));
  }

  clear(): void {
    this.#entries = [];
    this.#first = 0;
    this.#change(-this.#bytes);
  }

  /** Calls `listener` with each new entry, and with `undefined` when the journal ends. Answers how to stop that. */
  listen(listener: (entry: Recorded | undefined) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The space has ended. */
  close(): void {
    this.#isClosed = true;
    for (const listener of this.#listeners) listener(undefined);
    this.#listeners.clear();
    this.memory.leave(this);
    this.#bytes = 0;
  }

  #change(bytes: number): void {
    this.#bytes += bytes;
    this.memory.change(bytes);
  }
}

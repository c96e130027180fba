interface Entry<Value> {
  readonly value: Value;
  readonly bytes: number;
}

/** How much of its room one entry may take, so that a few large ones don't drive out all others. */
const LARGEST_SHARE = 1 / 8;
/** What an entry costs beside its key and its value. */
const ENTRY_BYTES = 128;

/** A map of at most `maxBytes`: what was not used for longest makes room for what is new. */
export class BoundedMap<Key, Value> {
  readonly #entries = new Map<Key, Entry<Value>>();
  #bytes = 0;
  #evictions = 0;

  /** @param maxBytes 0 keeps nothing */
  constructor(readonly maxBytes: number) {}

  get bytes(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** How many entries made room for others, ever. */
  get evictions(): number {
    return this.#evictions;
  }

  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    // A map's order is that of insertion: this one is the last to go now. While there is room none goes soon.
    if (this.#bytes > this.maxBytes / 2) {
      this.#entries.delete(key);
      this.#entries.set(key, entry);
    }
    return entry.value;
  }

  /** @param bytes what key and value take in memory, as far as it is known */
  set(key: Key, value: Value, bytes: number): void {
    this.delete(key);
    const entry = { value, bytes: bytes + ENTRY_BYTES };
    if (entry.bytes > this.maxBytes * LARGEST_SHARE) return;
    this.#entries.set(key, entry);
    this.#bytes += entry.bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.maxBytes) return;
      this.delete(oldest);
      this.#evictions++;
    }
  }

  delete(key: Key): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }
}

/** What a text takes in memory at most: V8 keeps two bytes a character unless all are Latin-1. */
export function bytesOfText(text: string): number {
  return 2 * text.length;
}

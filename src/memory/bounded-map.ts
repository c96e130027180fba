interface Entry<Value> {
  readonly value: Value;
  readonly bytes: number;
  /** Asked for since it was last passed over. */
  isUsed: boolean;
}

/** How much of its room one entry may take, so that a few large ones don't drive out all others. */
const LARGEST_SHARE = 1 / 8;
/** What an entry costs beside its key and its value. */
const ENTRY_BYTES = 128;

/**
 * A map of at most `maxBytes`. What is new takes the place of what was not used, by SIEVE (Zhang et al., NSDI 2024): a
 * hand goes from the oldest entry to the newest and around, passes over what was used since it was last there, and
 * takes out the first that was not. Nothing is moved when it is used: V8 keeps what is deleted in its bucket until the
 * map grows, so that one key, moved at each use, would make every later use walk past all of them.
 */
export class BoundedMap<Key, Value> {
  readonly #entries = new Map<Key, Entry<Value>>();
  /** One iterator for as long as it goes: a new one would walk past all that was taken out before. */
  #hand: Iterator<[Key, Entry<Value>]> | undefined;
  #bytes = 0;
  #evictions = 0;

  /** @param maxBytes 0 keeps nothing */
  constructor(readonly maxBytes: number) {}

  /** What one entry may take, its key and value together: a larger one is not kept. */
  get largest(): number {
    return this.maxBytes * LARGEST_SHARE - ENTRY_BYTES;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** How many entries made room for others, ever. */
  get evictions(): number {
    return this.#evictions;
  }

  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    entry.isUsed = true;
    return entry.value;
  }

  /** @param bytes what key and value take in memory, as far as it is known */
  set(key: Key, value: Value, bytes: number): void {
    const entry = { value, bytes: bytes + ENTRY_BYTES, isUsed: false };
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    if (bytes > this.largest) {
      this.#entries.delete(key);
      // An iterator that stands still holds all that the map has outgrown since.
      this.#hand = undefined;
      return;
    }
    this.#entries.set(key, entry);
    this.#bytes += entry.bytes;
    this.#makeRoom(entry);
  }

  #makeRoom(newest: Entry<Value>): void {
    while (this.#bytes > this.maxBytes) {
      this.#hand ??= this.#entries.entries();
      const { value: found } = this.#hand.next();
      if (found === undefined) {
        this.#hand = undefined;
        continue;
      }
      const [key, entry] = found;
      if (entry.isUsed) entry.isUsed = false;
      else if (entry !== newest) {
        this.#entries.delete(key);
        this.#bytes -= entry.bytes;
        this.#evictions++;
      }
    }
  }
}

/** What a text takes in memory at most: V8 keeps two bytes a character unless all are Latin-1. */
export function bytesOfText(text: string): number {
  return 2 * text.length;
}

/** Bytes of a body that the journal keeps. */
const KEPT = 65_536;

/** The beginning of a body, and how long it was. */
export class Body {
  #chunks: Buffer[] = [];
  #kept = 0;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Bytes that are held in memory. */
  get kept(): number {
    return this.#kept;
  }

  add(chunk: Buffer): void {
    this.#length += chunk.length;
    if (this.#kept >= KEPT || chunk.length === 0) return;
    const part = chunk.subarray(0, KEPT - this.#kept);
    // A slice would keep the whole of a long chunk alive.
    this.#chunks.push(part.length < chunk.length ? Buffer.from(part) : part);
    this.#kept += part.length;
  }

  get bytes(): Buffer {
    if (this.#chunks.length > 1) this.#chunks = [Buffer.concat(this.#chunks)];
    return this.#chunks[0] ?? Buffer.alloc(0);
  }

  get isTruncated(): boolean {
    return this.#length > this.#kept;
  }
}

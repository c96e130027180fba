/** Bytes of a body that the journal keeps. */
const KEPT = 65_536;

/** In bytes: chunks up to here are kept as texts. Each buffer holds on to all that was read with it. */
const SMALL = 8_192;

/** A chunk as text, and how that becomes bytes; or the bytes. */
type Chunk = { readonly text: string; readonly encoding: BufferEncoding } | Buffer;

/** The beginning of a body, and how long it was. */
export class Body {
  /** Most bodies come in one. */
  #first: Chunk | undefined;
  #more: Chunk[] | undefined;
  #kept = 0;
  #length = 0;

  /** @param limit bytes that are kept */
  constructor(private readonly limit = KEPT) {}

  get length(): number {
    return this.#length;
  }

  /** Bytes that are held in memory. */
  get kept(): number {
    return this.#kept;
  }

  /** @param chunk what a stream was given; anything but text and bytes is nothing */
  add(chunk: unknown, encoding?: unknown): void {
    if (typeof chunk === 'string') {
      const known = typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8';
      this.#addPart({ text: chunk, encoding: known }, Buffer.byteLength(chunk, known));
    } else if (chunk instanceof Uint8Array) {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      const isSmall = bytes.length <= SMALL;
      this.#addPart(isSmall ? { text: bytes.toString('latin1'), encoding: 'latin1' } : bytes, bytes.length);
    }
  }

  get bytes(): Buffer {
    const chunks = this.#first === undefined ? [] : [this.#first, ...(this.#more ?? [])];
    return Buffer.concat(chunks.map(bytesOf));
  }

  get isTruncated(): boolean {
    return this.#length > this.#kept;
  }

  #addPart(chunk: Chunk, length: number): void {
    const room = this.limit - this.#kept;
    this.#length += length;
    if (room <= 0 || length === 0) return;
    // A slice would keep the whole of a long chunk alive.
    const part = length <= room ? chunk : Buffer.from(bytesOf(chunk).subarray(0, room));
    this.#kept += Math.min(length, room);
    if (this.#first === undefined) this.#first = part;
    else {
      this.#more ??= [];
      this.#more.push(part);
    }
  }
}

function bytesOf(chunk: Chunk): Buffer {
  return Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.text, chunk.encoding);
}

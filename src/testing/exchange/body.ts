/** Bytes of a body that the journal keeps. */
const KEPT = 65_536;

type Chunk = Buffer | string;

/** The beginning of a body, and how long it was. */
export class Body {
  /** As they came: texts become bytes where somebody asks. Most bodies come in one. */
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
    if (typeof chunk === 'string' && isUtf8(encoding)) this.#addPart(chunk, Buffer.byteLength(chunk));
    else if (typeof chunk === 'string') this.add(Buffer.from(chunk, encoding as BufferEncoding));
    else if (chunk instanceof Uint8Array)
      this.#addPart(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength), chunk.byteLength);
  }

  get bytes(): Buffer {
    return Buffer.concat([this.#first ?? '', ...(this.#more ?? [])].map((chunk) => Buffer.from(chunk)));
  }

  get isTruncated(): boolean {
    return this.#length > this.#kept;
  }

  #addPart(chunk: Chunk, length: number): void {
    const room = this.limit - this.#kept;
    this.#length += length;
    if (room <= 0 || length === 0) return;
    // A slice would keep the whole of a long chunk alive.
    const part = length <= room ? chunk : Buffer.from(Buffer.from(chunk).subarray(0, room));
    this.#kept += Math.min(length, room);
    if (this.#first === undefined) this.#first = part;
    else {
      this.#more ??= [];
      this.#more.push(part);
    }
  }
}

function isUtf8(encoding: unknown): boolean {
  return typeof encoding !== 'string' || /^utf-?8$/i.test(encoding);
}

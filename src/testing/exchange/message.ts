/** The parts of a message that the journal keeps: its head and the beginning of its body. */
import type { OutgoingHttpHeader, ServerResponse } from 'node:http';
import type { Request } from 'express';
import type { HeaderMap } from '../schema/journal';

/** Bytes of a body that the journal keeps. */
const MAX_KEPT = 65_536;

/** Chunks of fewer bytes are kept as texts: as buffers they cost a fifth of a call, and 16 MB for 10,000 calls. */
const SMALL = 8_192;

type Chunk = { readonly text: string; readonly encoding: BufferEncoding } | Buffer;

/** The beginning of a body, and how long it was. */
export class Body {
  /** A field of its own, because most bodies have one chunk. */
  #first: Chunk | undefined;
  #more: Chunk[] | undefined;
  #kept = 0;
  #length = 0;

  /** @param limit bytes that are kept */
  constructor(private readonly limit = MAX_KEPT) {}

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
    // Copied, because a slice keeps the whole chunk in memory.
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

/**
 * An answer's head as it went out, those headers included that Node writes itself; `undefined` while it didn't. A text
 * that is there already: it is parsed only when it is needed.
 */
export function headSent(response: ServerResponse): string | undefined {
  // Node has this name for it and offers no other way to recognise it.
  return (response as { readonly _header?: string | null })._header ?? undefined;
}

export interface Heads {
  readonly line: string;
  readonly request: HeaderMap;
  /** Empty when no head went out. */
  readonly response: HeaderMap;
}

/**
 * Both heads as one flat text, neither of which can hold a line feed within a line: what is kept for ten thousand
 * requests costs the collector less the fewer things it is made of.
 */
export function packHeads(request: Request, responseHead = ''): string {
  const { method, httpVersion, rawHeaders } = request;
  // Express sets it only on requests that reach its router.
  const target = request.originalUrl ?? request.url;
  return [`${method} ${target} HTTP/${httpVersion}`, ...rawHeaders, '', responseHead].join('\n');
}

export function unpackHeads(packed: string): Heads {
  const [line = '', ...lines] = packed.split('\n');
  const end = lines.findIndex((name, index) => index % 2 === 0 && name === '');
  const names = lines.slice(0, end).filter((_, index) => index % 2 === 0);
  const sent = lines.slice(end + 2).flatMap((text) => {
    const colon = text.indexOf(':');
    return colon < 0 ? [] : [[text.slice(0, colon), text.slice(colon + 1).trim()] as const];
  });
  return {
    line,
    request: headerMap(names.map((name, index) => [name, lines[2 * index + 1] ?? ''] as const)),
    response: headerMap(sent),
  };
}

function headerMap(pairs: readonly (readonly [string, string])[]): HeaderMap {
  const headers = new Map<string, string>();
  for (const [given, value] of pairs) {
    const name = given.toLowerCase();
    const before = headers.get(name);
    headers.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(headers);
}

/** The headers among the arguments of `writeHead`: an object, or names and values in turn. */
export function headersGiven(args: readonly unknown[]): Readonly<Record<string, OutgoingHttpHeader>> {
  const given = args.slice(1).find((one) => typeof one === 'object' && one !== null);
  const pairs = Array.isArray(given)
    ? given.flatMap((name, index) => (index % 2 === 0 ? [[name, given[index + 1]] as const] : []))
    : Object.entries(given ?? {});
  return Object.fromEntries(pairs.map(([name, value]) => [String(name), value]));
}

import { type Body, unpackHeads } from '../exchange/message';
import type { Candidate } from '../rules/match';
import type { HeaderMap, JournalEntry, JournalMessage, Outcome } from '../schema/journal';

/** The limit of one space. */
const MAX_ENTRIES = 10_000;
/** The limit of all spaces together. */
const MAX_BYTES = 64 * 1024 * 1024;

/** The memory that all journals share. Past its limit the longest journal loses its oldest entries. */
export class JournalMemory {
  #bytes = 0;
  readonly #journals = new Set<Journal>();
  readonly streams = new Set<object>();

  join(journal: Journal): void {
    this.#journals.add(journal);
  }

  leave(journal: Journal): void {
    this.#journals.delete(journal);
    this.change(-journal.bytes);
  }

  change(bytes: number): void {
    this.#bytes += bytes;
    while (this.#bytes > MAX_BYTES) {
      let largest: Journal | undefined;
      for (const one of this.#journals) if (one.bytes > (largest?.bytes ?? 0)) largest = one;
      if (largest === undefined) return;
      largest.forgetOldest();
    }
  }
}

/** The requests to one space, oldest first. */
export class Journal {
  #entries: Entry[] = [];
  #nextId = 1;
  #forgotten = 0;
  #bytes = 0;
  #isClosed = false;
  readonly #listeners = new Set<(entry: Entry | undefined) => void>();

  constructor(private readonly memory: JournalMemory) {
    memory.join(this);
  }

  /** The open event streams of all spaces. */
  get streams(): Set<object> {
    return this.memory.streams;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get entries(): readonly Entry[] {
    return [...this.#entries];
  }

  get nextId(): number {
    return this.#nextId;
  }

  add(entry: Entry): void {
    if (this.#isClosed) return;
    if (this.#entries.length >= MAX_ENTRIES) this.forgetOldest();
    this.#nextId = entry.id + 1;
    this.#entries.push(entry);
    this.#change(entry.size);
    for (const listener of this.#listeners) listener(entry);
  }

  /** The number of entries that the limits have taken since the journal was last emptied. */
  get forgotten(): number {
    return this.#forgotten;
  }

  forgetOldest(): void {
    this.#forgotten += 1;
    this.#change(-(this.#entries.shift()?.size ?? 0));
  }

  clear(): void {
    this.#entries = [];
    this.#forgotten = 0;
    this.#change(-this.#bytes);
  }

  /** Calls `listener` with each new entry, and with `undefined` at the journal's end. Returns what unsubscribes. */
  listen(listener: (entry: Entry | undefined) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Ends the journal with its space. */
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

/** A request as it came. It is formatted only when a test asks for it. */
export interface Entry extends Candidate {
  /** From 1 on, in the order in which clients were answered. */
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly ms: number;
  readonly client: string;
  readonly outcome: Outcome;
  readonly status: number | undefined;
  readonly rule: string | undefined;
  readonly heads: string;
  readonly requestBody: Body;
  readonly responseBody: Body;
  /** Approximate memory, in bytes. */
  readonly size: number;
}

/** Estimates the memory of an entry, in bytes. */
export function sizeOf(heads: string, requestBody: Body, responseBody: Body): number {
  return 1024 + 2 * heads.length + requestBody.kept + responseBody.kept;
}

/** Unpacks a request's headers when a rule or a filter needs them. */
export function headersOf(heads: string): Candidate['headers'] {
  return () => unpackHeads(heads).request;
}

export function toJournalEntry(entry: Entry): JournalEntry {
  const { args } = entry;
  const heads = unpackHeads(entry.heads);
  return {
    id: String(entry.id),
    at: new Date(entry.at).toISOString(),
    ms: Math.round(entry.ms * 1000) / 1000,
    client: entry.client,
    binding: entry.binding ?? null,
    operation: entry.operation ?? null,
    arguments: args === undefined ? null : shownArguments(args),
    outcome: entry.outcome,
    status: entry.status ?? null,
    rule: entry.rule ?? null,
    traceparent: heads.request.traceparent ?? null,
    request: { line: heads.line, ...message(heads.request, entry.requestBody) },
    response: message(heads.response, entry.responseBody),
  };
}

function shownArguments(args: NonNullable<Candidate['args']>): NonNullable<JournalEntry['arguments']> {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, typeof value === 'bigint' ? String(value) : value]),
  );
}

function message(headers: HeaderMap, body: Body): JournalMessage {
  return { headers, body: shownBody(body), ...(body.isTruncated ? { truncated: true } : {}) };
}

function shownBody(body: Body): JournalMessage['body'] {
  const { bytes } = body;
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    // With `stream` the decoder drops a character that was cut in two, instead of failing.
    return decoder.decode(bytes, { stream: body.isTruncated });
  } catch {
    return { base64: bytes.toString('base64') };
  }
}

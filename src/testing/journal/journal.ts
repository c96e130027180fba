import { type Body, unpackHeads } from '../exchange/message';
import type { Candidate } from '../rules/match';
import type { HeaderMap, JournalEntry, JournalMessage, Outcome } from '../schema/journal';

/** In one space. */
const MAX_ENTRIES = 10_000;
/** In all spaces together. */
const MAX_BYTES = 64 * 1024 * 1024;

/** The memory that the journals of all spaces share: what is beyond it is taken from the one that holds most. */
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
  /** A ring: the entry of an id is at the id modulo its size. What is forgotten is let go at once. */
  readonly #ring: (Entry | undefined)[] = [];
  /** The ids of the newest entry, and of the newest that is forgotten. */
  #last = 0;
  #forgotten = 0;
  #bytes = 0;
  #isClosed = false;
  readonly #listeners = new Set<(entry: Entry | undefined) => void>();

  constructor(private readonly memory: JournalMemory) {
    memory.join(this);
  }

  /** The answers that follow a journal, of all spaces. */
  get streams(): Set<object> {
    return this.memory.streams;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get entries(): readonly Entry[] {
    const entries: Entry[] = [];
    for (let id = this.#forgotten + 1; id <= this.#last; id++) {
      const entry = this.#ring[id % MAX_ENTRIES];
      if (entry !== undefined) entries.push(entry);
    }
    return entries;
  }

  /** The id of the entry to come. */
  get nextId(): number {
    return this.#last + 1;
  }

  add(entry: Entry): void {
    if (this.#isClosed) return;
    if (this.#last - this.#forgotten >= MAX_ENTRIES) this.forgetOldest();
    this.#last = entry.id;
    this.#ring[entry.id % MAX_ENTRIES] = entry;
    this.#change(entry.size);
    for (const listener of this.#listeners) listener(entry);
  }

  forgetOldest(): void {
    if (this.#forgotten === this.#last) return;
    const place = ++this.#forgotten % MAX_ENTRIES;
    const size = this.#ring[place]?.size ?? 0;
    this.#ring[place] = undefined;
    this.#change(-size);
  }

  clear(): void {
    this.#ring.length = 0;
    this.#forgotten = this.#last;
    this.#change(-this.#bytes);
  }

  /** Calls `listener` with each new entry, and with `undefined` when the journal ends. Answers how to stop that. */
  listen(listener: (entry: Entry | undefined) => void): () => void {
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

/** A request as the journal holds it: as it came, and made presentable when somebody asks. */
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
  /** By `packHeads`. */
  readonly heads: string;
  readonly requestBody: Body;
  readonly responseBody: Body;
  /** About how many bytes it holds. */
  readonly size: number;
}

/** About how many bytes an entry of these parts holds. */
export function sizeOf(heads: string, requestBody: Body, responseBody: Body): number {
  return 1024 + 2 * heads.length + requestBody.kept + responseBody.kept;
}

/** A request's headers, unpacked when they are asked for. */
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
    // With `stream` a character that the cut went through is left away, not an error.
    return decoder.decode(bytes, { stream: body.isTruncated });
  } catch {
    return { base64: bytes.toString('base64') };
  }
}

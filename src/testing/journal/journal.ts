import { lazy } from '../../lib/memoize';
import { headerMap, MAX_KEPT_BYTES, rawHeadersOf } from '../exchange/message';
import type { TestMemory } from '../memory';
import type { Candidate } from '../rules/match';
import type { HeaderMap, JournalEntry, JournalMessage, Outcome } from '../schema/journal';

const MAX_ENTRIES = 10_000;

/** All listeners share the JSON of a new entry, because a hundred streams may show it. */
type Listener = (added: { readonly entry: Entry; readonly json: () => string } | undefined) => void;

/** The journal lists the requests to one space, the oldest first. */
export class Journal {
  /**
   * Lists the requests that are not entries yet. An expectation counts them, because their clients have sent them and
   * may have disconnected: the service may notice this only when it sends something. A set would cost more: V8 replaces
   * the table of a set that often changes, and keeps the requests in a former table until a full collection.
   */
  readonly unanswered: Candidate[] = [];
  #entries: Entry[] = [];
  #lastId = 0;
  #forgotten = 0;
  #bytes = 0;
  #isClosed = false;
  readonly #listeners = new Set<Listener>();

  constructor(readonly memory: TestMemory) {}

  get bytes(): number {
    return this.#bytes;
  }

  get entries(): readonly Entry[] {
    return this.#entries;
  }

  get nextId(): number {
    return this.#lastId + 1;
  }

  add(entry: Entry): void {
    if (this.#isClosed) return;
    if (this.#entries.length >= MAX_ENTRIES) this.forgetOldest();
    this.#lastId = entry.id;
    this.#entries.push(entry);
    this.#change(sizeOf(entry));
    const added = { entry, json: lazy(() => JSON.stringify(toJournalEntry(entry))) };
    for (const listener of this.#listeners) listener(added);
  }

  /** Returns the number of entries that were removed because of limits since the journal was last cleared. */
  get forgotten(): number {
    return this.#forgotten;
  }

  forgetOldest(): void {
    this.#forgotten += 1;
    const oldest = this.#entries.shift();
    if (oldest !== undefined) this.#change(-sizeOf(oldest));
  }

  clear(): void {
    this.#entries = [];
    this.#forgotten = 0;
    this.#change(-this.#bytes);
  }

  /**
   * Calls `listener` with each new entry, and with `undefined` at the end. Returns a function that stops these calls.
   */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#isClosed = true;
    for (const listener of this.#listeners) listener(undefined);
    this.memory.closeJournal(this);
  }

  #change(bytes: number): void {
    this.#bytes += bytes;
    this.memory.changeJournal(this, bytes);
  }
}

/** Represents a request in raw form, which is formatted only if a test asks for it. */
export interface Entry extends Candidate {
  /** The ids count from 1, in the order in which clients were answered. */
  readonly id: number;
  /** This is the time at which the request was answered, in milliseconds since 1970. */
  readonly at: number;
  /** This is the time from the request to the end of its answer, in milliseconds. */
  readonly ms: number;
  /** This is the IP address of the client, or the address that a trusted proxy reports. */
  readonly client: string;
  readonly outcome: Outcome;
  readonly status: number | undefined;
  /** This is the id of the rule that made the answer. */
  readonly rule: string | undefined;
  /** This is the request line, such as `GET / HTTP/1.1`. */
  readonly line: string;
  /** This is the header section of the answer, or empty if no answer was sent. */
  readonly head: string;
  /** This is the beginning of the body as Latin-1, because ten thousand bodies as buffers take 16 MB more. */
  readonly requestBody: string;
  readonly responseBody: string | Buffer;
}

function sizeOf({ line, rawHeaders, head, requestBody, responseBody }: Entry): number {
  let size = 1024 + line.length + head.length + requestBody.length + responseBody.length;
  for (const { length } of rawHeaders) size += length;
  return size;
}

export function toJournalEntry(entry: Entry): JournalEntry {
  const args = entry.args && Object.entries(entry.args);
  const shown = args?.map(([name, value]) => [name, typeof value === 'bigint' ? String(value) : value]);
  const headers = headerMap(entry.rawHeaders);
  return {
    id: String(entry.id),
    at: new Date(entry.at).toISOString(),
    ms: Math.round(entry.ms * 1000) / 1000,
    client: entry.client,
    binding: entry.binding ?? null,
    operation: entry.operation ?? null,
    arguments: shown === undefined ? null : Object.fromEntries(shown),
    outcome: entry.outcome,
    status: entry.status ?? null,
    rule: entry.rule ?? null,
    traceparent: headers.traceparent ?? null,
    request: { line: entry.line, ...message(headers, Buffer.from(entry.requestBody, 'latin1')) },
    response: message(headerMap(rawHeadersOf(entry.head)), Buffer.from(entry.responseBody)),
  };
}

function message(headers: HeaderMap, bytes: Buffer): JournalMessage {
  const isTruncated = bytes.length > MAX_KEPT_BYTES;
  const body = shownBody(bytes.subarray(0, MAX_KEPT_BYTES), isTruncated);
  return { headers, body, ...(isTruncated ? { truncated: true } : {}) };
}

function shownBody(bytes: Buffer, isTruncated: boolean): JournalMessage['body'] {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    // With `stream` the decoder ignores an incomplete character at the end instead of failing.
    return decoder.decode(bytes, { stream: isTruncated });
  } catch {
    return { base64: bytes.toString('base64') };
  }
}

import { type Body, unpackHeads } from '../exchange/message';
import type { Candidate } from '../rules/match';
import type { HeaderMap, JournalEntry, JournalMessage, Outcome } from '../schema/journal';

/** A request as the journal holds it: as it came, and made presentable when somebody asks. */
export interface Entry extends Candidate {
  /** From 1 on, in the order in which clients were answered. */
  readonly id: number;
  /** Milliseconds since 1970, by the space's clock. */
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

import type { OutgoingHttpHeader } from 'node:http';
import type { Body } from '../exchange/body';
import type { Candidate } from '../rules/match';
import type { HeaderMap, JournalEntry, JournalMessage, Outcome } from '../types';

/** A request as the journal holds it: what costs time to show is made when somebody asks. */
export interface Recorded {
  readonly id: number;
  /** Milliseconds since 1970, by the space's clock. */
  readonly at: number;
  readonly ms: number;
  readonly client: string;
  readonly candidate: Candidate;
  readonly outcome: Outcome;
  readonly status: number | undefined;
  readonly rule: string | undefined;
  readonly request: {
    readonly line: string;
    /** Names and values in turn, as they came. */
    readonly rawHeaders: readonly string[];
    readonly body: Body;
  };
  readonly response: {
    readonly headers: Readonly<Record<string, OutgoingHttpHeader>>;
    readonly body: Body;
  };
}

/** About how many bytes an entry holds. */
export function sizeOf({ request, response }: Recorded): number {
  const heads = request.rawHeaders.reduce((size, text) => size + 2 * text.length, 2 * request.line.length);
  return 1024 + heads + request.body.kept + response.body.kept;
}

export function shown(recorded: Recorded): JournalEntry {
  const { candidate, request, response } = recorded;
  const headers = requestHeaders(request.rawHeaders);
  return {
    id: String(recorded.id),
    at: new Date(recorded.at).toISOString(),
    ms: Math.round(recorded.ms * 1000) / 1000,
    client: recorded.client,
    binding: candidate.binding ?? null,
    operation: candidate.operation ?? null,
    arguments: candidate.args === undefined ? null : shownArguments(candidate.args),
    outcome: recorded.outcome,
    status: recorded.status ?? null,
    rule: recorded.rule ?? null,
    traceparent: headers.traceparent ?? null,
    request: { line: request.line, ...message(headers, request.body) },
    response: message(responseHeaders(response.headers), response.body),
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

function requestHeaders(raw: readonly string[]): HeaderMap {
  const headers = new Map<string, string>();
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = String(raw[at]).toLowerCase();
    const before = headers.get(name);
    headers.set(name, before === undefined ? String(raw[at + 1]) : `${before}, ${raw[at + 1]}`);
  }
  return Object.fromEntries(headers);
}

function responseHeaders(headers: Recorded['response']['headers']): HeaderMap {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : String(value),
    ]),
  );
}

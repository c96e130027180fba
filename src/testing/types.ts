/**
 * What travels over test control's interface, as JSON: the bodies that `/test/…` takes and answers. Programs that
 * steer the service (in TypeScript, by `events-query/testing`) and the service itself share these types, and the
 * OpenAPI description is held against them. 64-bit values are decimal strings; times are RFC 3339 with `Z`.
 */
import type { BindingName } from '../contract/bindings';
import type { OperationName } from '../contract/operations';

/** The four bindings by the names that rules and the journal use. */
export type TestBinding = BindingName;

export type TestOperation = OperationName;

/** A space: an isolated service under an address of its own. `default` is the service itself. */
export interface SpaceInfo {
  readonly name: string;
  /** The address of its `.asmx`, as a client is to call it. */
  readonly url: string;
  readonly wsdl: string;
  /** When it ends by itself; `null` for one without a time, as `default`. */
  readonly expires: string | null;
}

export interface NewSpace {
  /** Letters, digits, `-` and `_`, at most 64; made up when left out. */
  readonly name?: string;
  /** Seconds from now until it ends by itself. */
  readonly ttl?: number;
  /** The space whose events, clock and settings it begins with: `default` unless given. */
  readonly from?: string;
  /** By the names of the environment: `{"TIME_ZONE": "Europe/Berlin"}`. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** What an import into a space did. */
export interface ImportCounts {
  readonly read: number;
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly removed: number;
}

export interface ClockReading {
  readonly now: string;
}

export interface SnapshotInfo {
  readonly name: string;
  readonly taken: string;
  readonly events: number;
  readonly rules: number;
}

/** One argument's condition: the value itself, an inclusive range, or one of several. */
export type ArgumentMatch =
  | ArgumentValue
  | { readonly from?: ArgumentValue; readonly to?: ArgumentValue }
  | { readonly in: readonly ArgumentValue[] };

/** 64-bit integers may be given as numbers or as decimal strings. */
export type ArgumentValue = string | number | boolean;

/** Which calls, or refused requests, are meant. Every part may be left out; a list is any of them. */
export interface When {
  readonly operation?: TestOperation | readonly TestOperation[];
  readonly binding?: TestBinding | readonly TestBinding[];
  readonly arguments?: Readonly<Record<string, ArgumentMatch>>;
  /** Requests that never became a call. */
  readonly refused?: boolean;
}

export interface FaultAction {
  readonly code: 'Client' | 'Server';
  readonly text: string;
  readonly actor?: string;
  /** Well-formed XML that stands inside the fault's detail. */
  readonly detail?: string;
}

export type Malformation =
  | 'truncated'
  | 'unescaped'
  | 'wrong-version'
  | 'wrong-content-type'
  | 'wrong-namespace';

/** What happens instead of the service's answer: one of these, with an optional delay. */
export interface Then {
  readonly delay?: { readonly ms: number; readonly spread?: number };
  readonly fault?: FaultAction;
  /** A string in the place of the service's result. */
  readonly result?: string | null;
  /** An HTTP answer of one's own. */
  readonly status?: number;
  /** With `status` only. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** As when the database is away. */
  readonly unavailable?: true;
  /** Bytes of the answer after which the connection is reset. */
  readonly cut?: number;
  readonly reset?: 'before' | 'after-headers';
  readonly malformed?: Malformation;
  /** Bytes a second. */
  readonly trickle?: number;
}

export interface NewRule {
  readonly when?: When;
  /** Lets so many matching calls through first. */
  readonly after?: number;
  /** Then stands for so many; left out, for all. */
  readonly times?: number;
  readonly then: Then;
}

export interface Rule extends NewRule {
  readonly id: string;
  /** How many answers it has made. */
  readonly used: number;
}

export type Outcome = 'ok' | 'fault' | 'error' | 'refused';

/** By lower-case name; what came several times is joined by `, `. */
export type HeaderMap = Readonly<Record<string, string>>;

/** A message's body, at most 64 KB of it: text or, of bytes that are no UTF-8, base64. */
export interface JournalMessage {
  readonly headers: HeaderMap;
  readonly body: string | { readonly base64: string };
  /** Only where there was more of it. */
  readonly truncated?: true;
}

export interface JournalEntry {
  readonly id: string;
  /** By the space's clock. */
  readonly at: string;
  readonly ms: number;
  /** The client's address; behind a trusted proxy the one that it reports. */
  readonly client: string;
  readonly binding: TestBinding | null;
  readonly operation: TestOperation | null;
  /** Typed arguments; 64-bit values as strings. */
  readonly arguments: Readonly<Record<string, string | number | boolean>> | null;
  readonly outcome: Outcome;
  readonly status: number | null;
  /** The id of the rule that made the answer. */
  readonly rule: string | null;
  readonly traceparent: string | null;
  readonly request: JournalMessage & { readonly line: string };
  readonly response: JournalMessage;
}

export interface Verification {
  readonly where?: When;
  readonly count?: number | { readonly atLeast?: number; readonly atMost?: number };
}

export interface Verified {
  readonly count: number;
}

/** One request that came close to an expectation, and what differed. */
export interface NearMiss {
  readonly request: JournalEntry;
  readonly differences: readonly string[];
}

/** RFC 9457. `field` is a JSON Pointer (RFC 6901) into the body, or the name of a query parameter. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly field?: string;
  readonly allowed?: string | readonly string[];
  /** Of an expectation that failed. */
  readonly nearest?: readonly NearMiss[];
}

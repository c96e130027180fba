/**
 * Everything that the service can notice about itself. Code says `observe(x)`; the logger and the metrics decide
 * what becomes of it, and tests wait on it instead of reading logs.
 */
import type { CallSource } from '../contract/bindings';
import type { Call, OperationName } from '../contract/operations';
import type { RejectionReason } from '../contract/rejections';

/** What has a bound and is no request's own fault; docs/reliability.md names the setting of each. */
export const LIMITS = [
  'answer-time',
  'bytes-in-flight',
  'connections',
  'database-queue',
  'header-bytes',
  'headers-time',
  'idle-time',
  'pipelined-requests',
  'request-time',
  'result-size',
] as const;

export type LimitName = (typeof LIMITS)[number];

/** Each is a label of `events_query_database_troubles_total`. */
export const DATABASE_TROUBLES = ['connection-lost', 'retried', 'unavailable', 'denied', 'unusable'] as const;

export type DatabaseTrouble = (typeof DATABASE_TROUBLES)[number];

export type Observation =
  | { readonly kind: 'listening'; readonly what: 'service' | 'admin'; readonly url: string }
  | { readonly kind: 'stopping'; readonly signal: string }
  | { readonly kind: 'stopped' }
  /** A call that reached the service. `outcome` is what its client saw. */
  | {
      readonly kind: 'call';
      readonly operation: OperationName;
      readonly binding: CallSource;
      readonly args: Call['args'];
      readonly outcome: 'ok' | 'fault' | 'error';
      /** What the client was told where the outcome is not `ok`. */
      readonly message?: string | undefined;
      readonly milliseconds: number;
      /** X-Request-Id or the trace's id; asked for only where a line is written. */
      readonly requestId?: (() => string | undefined) | undefined;
    }
  /** A request that did not reach the service: what an operator needs to find a client that breaks. */
  | {
      readonly kind: 'refused';
      /** `undefined`: refused before any binding was asked. */
      readonly binding?: CallSource;
      readonly reason: RejectionReason;
      readonly status: number;
      readonly method: string;
      readonly path: string;
      readonly client: string;
      readonly requestId?: string;
    }
  /** An error that no client may see; the log gets it whole. */
  | { readonly kind: 'unexpected-error'; readonly where: string; readonly error: unknown }
  /**
   * What the database did to us, once for each read: it was answered at a later attempt, or not at all, because the
   * database was away, refused us or lacks what is read. A lost connection is one that nobody used.
   */
  | {
      readonly kind: 'database-trouble';
      readonly trouble: DatabaseTrouble;
      readonly error: unknown;
    }
  /** Somebody was refused, held back or cut off because a limit was reached. */
  | { readonly kind: 'limit-hit'; readonly limit: LimitName }
  /** A command ended without having done its work. */
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'warning'; readonly message: string }
  | { readonly kind: 'notice'; readonly message: string };

export type Observe = (observation: Observation) => void;

export const ignoreObservations: Observe = () => {};

/**
 * Lists the observations that the service reports about itself. Code calls `observe(x)`. The logger and the metrics
 * decide what to do with it, and tests wait for observations instead of reading logs.
 */
import type { CallSource } from '../contract/bindings';
import type { Call, OperationName } from '../contract/operations';
import type { RejectionReason } from '../contract/rejections';

/** `events_query_limit_hits_total` counts each of these limits. docs/reliability.md has the setting of each. */
export const LIMITS = [
  'answer-time',
  'memory-budget',
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

/** The label `kind` of `events_query_database_errors_total` has these values. */
export const DATABASE_ERRORS = ['connection-lost', 'retried', 'unavailable', 'denied', 'unusable'] as const;

type DatabaseErrorReason = (typeof DATABASE_ERRORS)[number];

export type Observation =
  | { readonly kind: 'listening'; readonly what: 'service' | 'admin'; readonly url: string }
  | { readonly kind: 'stopping'; readonly signal: string }
  | { readonly kind: 'stopped' }
  /** A call reached the service. `outcome` is the result as its client saw it. */
  | {
      readonly kind: 'call';
      readonly operation: OperationName;
      readonly binding: CallSource;
      readonly args: Call['args'];
      readonly outcome: 'ok' | 'fault' | 'error';
      /** The client received this text. There is none if the outcome is `ok`. */
      readonly message?: string | undefined;
      readonly milliseconds: number;
      /** Returns X-Request-Id or the trace's id. The logger calls it only if it writes a line. */
      readonly requestId?: (() => string | undefined) | undefined;
    }
  /** A request was rejected before it reached the service. The members help an operator to find the client. */
  | {
      readonly kind: 'rejected';
      /** This is `undefined` if the request was rejected before its binding was known. */
      readonly binding?: CallSource | undefined;
      readonly reason: RejectionReason;
      readonly status: number;
      readonly method: string;
      readonly path: string;
      readonly client: string;
      readonly requestId?: string | undefined;
    }
  /** No client may see this error. The log has all details. */
  | { readonly kind: 'unexpected-error'; readonly where: string; readonly error: unknown }
  /**
   * A read needed a retry, or failed because the database was unavailable, denied access or lacked a table. Each of
   * these reads is observed once. `connection-lost` is about idle connections.
   */
  | {
      readonly kind: 'database-error';
      readonly reason: DatabaseErrorReason;
      readonly error: unknown;
    }
  /** A client was rejected, delayed or disconnected because a limit was reached. */
  | { readonly kind: 'limit-hit'; readonly limit: LimitName }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'warning'; readonly message: string }
  | { readonly kind: 'notice'; readonly message: string };

export type Observe = (observation: Observation) => void;

export const ignoreObservations: Observe = () => {};

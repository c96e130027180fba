/**
 * Everything that the service can notice about itself. Code says `observe(x)`; the logger and the metrics decide
 * what becomes of it, and tests wait on it instead of reading logs.
 */
import type { OperationName } from '../contract/operations';

export type BindingName = 'soap11' | 'soap12' | 'httpget' | 'httppost';

export type Observation =
  | { readonly kind: 'listening'; readonly what: 'service' | 'admin'; readonly url: string }
  | { readonly kind: 'stopping'; readonly signal: string }
  | { readonly kind: 'stopped' }
  /** A call that reached the service. `outcome` is what its client saw. */
  | {
      readonly kind: 'call';
      readonly operation: OperationName;
      readonly binding: BindingName;
      readonly outcome: 'ok' | 'fault' | 'error';
      readonly milliseconds: number;
    }
  /** An error that no client may see; the log gets it whole. */
  | { readonly kind: 'unexpected-error'; readonly where: string; readonly error: unknown }
  /** A pooled connection was lost or a query was tried again. */
  | { readonly kind: 'database-trouble'; readonly error: unknown }
  /** A command ended without having done its work. */
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'warning'; readonly message: string }
  | { readonly kind: 'notice'; readonly message: string };

export type Observe = (observation: Observation) => void;

export const ignoreObservations: Observe = () => {};

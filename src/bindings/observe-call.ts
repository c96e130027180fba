import { performance } from 'node:perf_hooks';
import type { BindingName } from '../contract/bindings';
import { ServiceUnavailableError } from '../contract/errors';
import { isForClients } from '../contract/fault';
import type { OperationName } from '../contract/operations';
import type { Observe } from '../ops/observations';

/** Carries out a call and tells what came of it; errors that are not meant for clients are told whole. */
export async function observeCall<Result>(
  observe: Observe,
  binding: BindingName,
  operation: OperationName,
  call: () => Promise<Result>,
): Promise<Result> {
  const start = performance.now();
  const told = (outcome: 'ok' | 'fault' | 'error') =>
    observe({ kind: 'call', operation, binding, outcome, milliseconds: performance.now() - start });
  try {
    const result = await call();
    told('ok');
    return result;
  } catch (error) {
    told(isForClients(error) ? 'fault' : 'error');
    // The store has told what is wrong with the database.
    if (!(error instanceof ServiceUnavailableError) && !isForClients(error))
      observe({ kind: 'unexpected-error', where: operation, error });
    throw error;
  }
}

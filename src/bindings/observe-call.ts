import { performance } from 'node:perf_hooks';
import type { CallSource } from '../contract/bindings';
import { ResultTooLongError, ServiceUnavailableError } from '../contract/errors';
import { bareChain, chainText, isForClients } from '../contract/fault';
import { type Call, type EventsPortType, invoke } from '../contract/operations';
import type { Observe } from '../ops/observations';
import { askedBy, type Caller } from './caller';

export interface CallContext {
  readonly service: EventsPortType;
  readonly observe: Observe;
  readonly binding: CallSource;
  /** `undefined`: nobody who could go away. */
  readonly caller: Caller | undefined;
  readonly around?: AroundCall | undefined;
}

/**
 * Stands around the service: carries a typed call out by `ask`, or does something else in its place. What it throws is
 * answered as what the service throws.
 */
export type AroundCall = (
  binding: CallSource,
  call: Call,
  ask: () => Promise<string | null>,
  caller: Caller | undefined,
) => Promise<string | null>;

/** Carries out a call and tells what came of it; errors that are not meant for clients are told whole. */
export async function observeCall(
  { service, observe, binding, caller, around }: CallContext,
  call: Call,
): Promise<string | null> {
  const { operation, args } = call;
  const start = performance.now();
  const tell = (outcome: 'ok' | 'fault' | 'error', message?: string) =>
    observe({
      kind: 'call',
      operation,
      binding,
      args,
      outcome,
      milliseconds: performance.now() - start,
      message,
      requestId: caller?.requestId,
    });
  try {
    const ask = () => invoke(askedBy(service, caller), call);
    const result = await (around === undefined ? ask() : around(binding, call, ask, caller));
    tell('ok');
    return result;
  } catch (error) {
    tell(isForClients(error) ? 'fault' : 'error', chainText(bareChain(error), 'short'));
    // The store has told what is wrong with the database.
    if (!(error instanceof ServiceUnavailableError) && !isForClients(error))
      observe({ kind: 'unexpected-error', where: operation, error });
    if (error instanceof ResultTooLongError) observe({ kind: 'limit-hit', limit: 'result-size' });
    throw error;
  }
}

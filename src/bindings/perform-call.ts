/** Performs a typed call of any binding, and observes its outcome. */
import type { ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { Config } from '../config';
import type { CallSource } from '../contract/bindings';
import { ResultTooLongError, ServiceUnavailableError } from '../contract/errors';
import { exceptionChain, formatChain, isClientVisible } from '../contract/fault';
import { type Answer, type Call, type EventsService, invoke, type Result } from '../contract/operations';
import type { Observe } from '../ops/observations';
import { requestIdOf } from '../server/client-address';
import { disconnectSignal } from '../server/connections';
import type { EncodeResult } from './result-encoder';

/**
 * Intercepts calls. The function calls `ask` to perform the call, or returns another result. Its errors are answered
 * like the service's errors.
 */
export type CallInterceptor = (
  binding: CallSource,
  call: Call,
  ask: () => Promise<Answer>,
  response: ServerResponse,
) => Promise<Answer>;

export interface CallContext {
  readonly service: EventsService;
  readonly observe: Observe;
  /** Escapes and encodes results for the answers of this binding. */
  readonly encode: EncodeResult;
  readonly interceptCall?: CallInterceptor | undefined;
}

/** Adds the settings that only the bindings of the WSDL need, and not the calendar's feeds. */
export interface BindingContext extends CallContext {
  readonly config: Pick<Config, 'serviceNamespace' | 'strict' | 'errorDetail'>;
}

/**
 * Performs a call and observes its outcome. An error whose text is hidden from clients is observed with all details.
 * @param response the response to the client; if the client disconnects, the call is cancelled
 */
export async function performCall(
  { service, observe, encode, interceptCall }: CallContext,
  binding: CallSource,
  call: Call,
  response: ServerResponse,
): Promise<Result | null> {
  const { operation, args } = call;
  const start = performance.now();
  const report = (outcome: 'ok' | 'fault' | 'error', message?: string) =>
    observe({
      kind: 'call',
      operation,
      binding,
      args,
      outcome,
      milliseconds: performance.now() - start,
      message,
      requestId: () => requestIdOf(response.req.headers),
    });
  const signal = disconnectSignal(response);
  try {
    const ask = () => invoke(service, call, signal);
    const answer = await (interceptCall === undefined ? ask() : interceptCall(binding, call, ask, response));
    const result = typeof answer === 'string' ? await encode(answer, signal) : answer;
    report('ok');
    return result;
  } catch (error) {
    report(isClientVisible(error) ? 'fault' : 'error', formatChain(exceptionChain(error), 'short'));
    // The store has already logged an error of the database.
    if (!(error instanceof ServiceUnavailableError) && !isClientVisible(error))
      observe({ kind: 'unexpected-error', where: operation, error });
    if (error instanceof ResultTooLongError) observe({ kind: 'limit-hit', limit: 'result-size' });
    throw error;
  }
}

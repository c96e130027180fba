import { faultOf } from '../../scripts/fuzz/judge';
import type { Observation } from '../../src/ops/observations';
import { echoService } from '../support/echo-service';
import { BINDINGS, requestThrough } from '../support/four-bindings';
import type { Listening } from '../support/listening';
import type { RawAnswer } from '../support/raw-http';
import { send } from '../support/send';
import { serveApp } from '../support/serve-app';

export const ENDPOINT = '/WebServices/Events.asmx';
export const GOOD = { month: '5', year: '2031' };
export const RESULT = 'SelectEvents|5|2031';

export interface Asked {
  readonly answer: RawAnswer;
  readonly text: string;
  /** True if the service behind the bindings was called. */
  readonly isCalled: boolean;
}

interface Served {
  readonly address: Listening;
  readonly seen: Observation[];
}

/** Groups files by their configuration: one service answers all that a file asks. */
const served = new Map<string, Promise<Served>>();

async function serve(env: Record<string, string>): Promise<Served> {
  const seen: Observation[] = [];
  const address = await serveApp(echoService(), env, (observation) => seen.push(observation), 'file');
  return { address, seen };
}

let asked = 0;

/**
 * Returns the answer to a request. It must show no internals, and the next request must be answered as usual. The
 * bindings take turns at that next request.
 */
export async function ask(request: Buffer, env: Record<string, string> = {}): Promise<Asked> {
  const key = JSON.stringify(env);
  const service = served.get(key) ?? serve(env);
  served.set(key, service);
  const { address, seen } = await service;
  seen.length = 0;
  const answer = await send(request, address);
  expect(faultOf(answer, [])).toBeUndefined();
  expect(seen.filter(({ kind }) => kind === 'unexpected-error')).toEqual([]);
  const isCalled = seen.some(({ kind }) => kind === 'call');
  const binding = BINDINGS[asked++ % BINDINGS.length] ?? 'soap11';
  const after = await send(requestThrough(binding, 'SelectEvents', GOOD), address);
  expect(after.body).toContain(RESULT);
  return { answer, text: answer.body, isCalled };
}

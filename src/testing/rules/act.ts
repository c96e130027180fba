import { ServiceUnavailableError, SoapException } from '../../contract/errors';
import type { Answer } from '../../contract/operations';
import { StoreUnavailableError } from '../../store/errors';
import { deliveryOf, pausing, sendStatus } from '../exchange/deliver';
import type { Exchange } from '../exchange/exchange';
import type { Delay, Then } from '../schema/rules';
import type { Taken } from './rules';

/** Does what a rule wants in the place of a call, or has its answer sent otherwise. */
export async function actOnCall(
  { id, then }: Taken,
  exchange: Exchange,
  namespace: string,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const { answer } = exchange;
  exchange.rule = id;
  await delay(then, exchange);
  const { fault, result, unavailable } = then;
  if (fault !== undefined) {
    const { text, code, actor, detail } = fault;
    throw new SoapException(text, { code, actor, detail });
  }
  if (result !== undefined) return result;
  if (unavailable === true) {
    const cause = new StoreUnavailableError(undefined);
    throw new ServiceUnavailableError(cause.message, { cause });
  }
  if (then.status !== undefined) {
    exchange.outcome = then.status < 400 ? 'ok' : 'error';
    answer.replace((response) => sendStatus(response, then));
    return '';
  }
  if (then.reset === 'before') {
    exchange.outcome = 'error';
    answer.reset();
    return '';
  }
  const deliver = deliveryOf(then, answer, namespace);
  if (deliver !== undefined) answer.hold(deliver);
  return ask();
}

/** The same for a request that was refused: its answer is there already, and about to be sent. */
export function actOnRefusal({ id, then }: Taken, exchange: Exchange, namespace: string): void {
  const { answer } = exchange;
  exchange.rule = id;
  answer.hold(async (response, body) => {
    await delay(then, exchange);
    if (then.status !== undefined) {
      answer.replace((own) => sendStatus(own, then));
      return;
    }
    const deliver = deliveryOf(then, answer, namespace);
    if (deliver === undefined) response.end(body);
    else await deliver(response, body);
  });
}

async function delay({ delay: wanted }: Then, { answer }: Exchange): Promise<void> {
  if (wanted === undefined) return;
  await pausing(answer.response, millisecondsOf(wanted, Math.random()));
}

/**
 * How long a delay is this time. Between percentiles it goes in straight lines, from 0 ms at 0; above the highest it is
 * that one's.
 * @param random from 0 to 1
 */
export function millisecondsOf({ ms = 0, spread = 0, percentiles }: Delay, random: number): number {
  if (percentiles === undefined) return ms + random * spread;
  const points = Object.entries(percentiles)
    .map(([percent, delay]) => [Number(percent) / 100, delay] as const)
    .sort(([a], [b]) => a - b);
  let [share, reached] = [0, 0];
  for (const [next, delay] of points) {
    if (random < next) return reached + ((random - share) / (next - share)) * (delay - reached);
    [share, reached] = [next, delay];
  }
  return reached;
}

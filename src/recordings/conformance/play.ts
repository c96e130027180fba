import { type Address, exchange } from './exchange';
import { type Judgement, judge } from './judge';
import { inNamespace } from './namespace';
import type { Case } from './vectors';

export interface Played {
  readonly id: string;
  readonly judgement: Judgement;
}

/** So many exchanges in a row without an answer, and nobody is there any more. */
const MOST_UNANSWERED = 3;

/** Plays one exchange after the other, and stops early when the service has gone. */
export async function play(
  cases: readonly Case[],
  address: Address,
  { namespace, isEcho }: { readonly namespace: string; readonly isEcho: boolean },
): Promise<Played[]> {
  const played: Played[] = [];
  let unanswered = 0;
  for (const recorded of cases) {
    const one = inNamespace(recorded, namespace);
    const judgement = one === undefined ? OTHER_NAMESPACE : await playOne(one, address, isEcho);
    played.push({ id: recorded.id, judgement });
    unanswered = judgement === NO_ANSWER ? unanswered + 1 : 0;
    if (unanswered === MOST_UNANSWERED) break;
  }
  return played;
}

const OTHER_NAMESPACE: Judgement = { verdict: 'not comparable', reason: 'namespace' };
const NO_ANSWER: Judgement = { verdict: 'different', differences: ['no HTTP answer'] };

async function playOne(one: Case, address: Address, isEcho: boolean): Promise<Judgement> {
  const answer = await exchange(one.request, address).catch(() => undefined);
  return answer === undefined ? NO_ANSWER : judge(one, answer, isEcho);
}

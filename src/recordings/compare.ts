/** A recording played against a service: the proof that it answers as the recorded one did. */
import type { BindingName } from '../contract/bindings';
import { networkFailure } from '../lib/errors';
import { answerDifferences, type Kind } from './differences';
import { callText, type Recording } from './recording';
import { ask, type CallAnswer, type Upstream } from './upstream';

/** What one recorded call came to, through one binding. */
export interface Outcome {
  /** `SelectEvents(month=3, year=2026) by httpget`. */
  readonly call: string;
  readonly verdict: 'same' | 'different' | 'missing';
  /** None where both are the same; one where there is no answer. */
  readonly findings: readonly Finding[];
}

/** A difference, or why there was nothing to compare. */
export interface Finding {
  readonly kind: Kind | 'no answer of the interface' | 'no answer';
  readonly name: string;
  /** Counted from 1; 0 where no two texts were compared. */
  readonly character: number;
  readonly recorded: string;
  readonly given: string;
}

/** So many calls in a row without an answer, and nobody is there any more: the others are not sent. */
const MOST_UNANSWERED = 3;

/** Makes each recorded call through each of its bindings, one after the other. */
export async function* compare(
  upstream: Upstream,
  namespace: string,
  recordings: Iterable<Recording>,
): AsyncGenerator<Outcome> {
  let unanswered = 0;
  for (const recording of recordings) {
    for (const binding of recording.bindings) {
      const isGone = unanswered >= MOST_UNANSWERED;
      const outcome = isGone
        ? missing(recording, binding, 'not sent')
        : await play(upstream, namespace, recording, binding);
      if (outcome.verdict === 'missing') unanswered += 1;
      else unanswered = 0;
      yield outcome;
    }
  }
}

async function play(
  upstream: Upstream,
  namespace: string,
  recording: Recording,
  binding: BindingName,
): Promise<Outcome> {
  const got = await ask(upstream, namespace, recording.call, binding).catch(networkFailure);
  if (typeof got === 'string') return missing(recording, binding, got);
  const { raw, answer } = got;
  if (answer === undefined) {
    if (raw.status === 404 || raw.status === 503) return missing(recording, binding, `status ${raw.status}`);
    return outcomeOf(recording, binding, 'different', [strange(raw)]);
  }
  const findings = answerDifferences(recording.answer, answer);
  return outcomeOf(recording, binding, findings.length === 0 ? 'same' : 'different', findings);
}

function outcomeOf(
  { call }: Recording,
  binding: BindingName,
  verdict: Outcome['verdict'],
  findings: readonly Finding[],
): Outcome {
  return { call: `${callText(call)} by ${binding}`, verdict, findings };
}

function missing(recording: Recording, binding: BindingName, why: string): Outcome {
  const finding = { kind: 'no answer', name: why, character: 0, recorded: '', given: '' } as const;
  return outcomeOf(recording, binding, 'missing', [finding]);
}

/** A page, or an answer of another binding. */
function strange({ status, contentType = 'no type', body }: CallAnswer['raw']): Finding {
  const given = body.toString('utf8').slice(0, 40);
  return {
    kind: 'no answer of the interface',
    name: `status ${status}, ${contentType}`,
    character: 0,
    recorded: '',
    given,
  };
}

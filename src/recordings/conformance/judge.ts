/** Holds an answer against what was recorded. */
import type { Case } from './cases';
import type { Answer } from './exchange';
import { pageDifferences } from './pages';
import { isServiceFault, maskResult } from './results';
import type { Expectation, RecordedRequest } from './vectors';

export type Judgement =
  /** As ASMX answers, or as this project's list of deliberate differences says. */
  | { readonly verdict: 'same' | 'deliberate'; readonly isResult: boolean }
  /** One sentence for each thing that differs; never none. */
  | { readonly verdict: 'different'; readonly differences: readonly string[] }
  | { readonly verdict: 'not comparable'; readonly reason: Incomparable };

export type Verdict = Judgement['verdict'];

/** Why nothing can be said: all three are about the service behind the bindings, not about the wire. */
export type Incomparable =
  /** It needs a service that answers or throws on demand. */
  | 'made for it'
  /** The request was read, and the service refused its values with a fault of its own. */
  | 'refused'
  /** It can't be put into the service's namespace. */
  | 'namespace';

/**
 * @param isEcho whether the service answers `Op|first|second`, as the recorded one did; of any other only the
 * shape of a result can be compared
 */
export function judge(one: Case, answer: Answer, isEcho: boolean): Judgement {
  if (one.isMadeForIt) return { verdict: 'not comparable', reason: 'made for it' };
  const isResult = isCallResult(one.recorded);
  const compare = (want: Expectation) =>
    isEcho ? differences(one.request, want, answer) : shapeDifferences(one.request, want, answer);

  const recorded = compare(one.recorded);
  if (recorded.length === 0) return { verdict: 'same', isResult };
  if (one.deliberate !== undefined && compare(one.deliberate).length === 0) {
    return { verdict: 'deliberate', isResult: isCallResult(one.deliberate) };
  }
  if (!isEcho && isResult && isServiceFault(one.recorded, answer)) {
    return { verdict: 'not comparable', reason: 'refused' };
  }
  return { verdict: 'different', differences: recorded };
}

export function differences(
  { method }: RecordedRequest,
  want: Expectation,
  { status, reason, headers, body }: Answer,
): string[] {
  const found: string[] = [];
  const compare = (what: string, wanted: unknown, got: unknown) => {
    if (wanted === got) return;
    found.push(`${what}: ${valueText(got)} instead of ${valueText(wanted)}`);
  };
  compare('status', want.status, status);
  if (want.reason !== undefined) compare('reason phrase', want.reason, reason);
  for (const [name, value] of Object.entries(want.headers))
    compare(name, value, headers.get(name.toLowerCase()));
  for (const name of want.withoutHeaders ?? []) compare(name, undefined, headers.get(name.toLowerCase()));
  if (method === 'HEAD') return found;
  const text = body.toString('utf8');
  if (want.kind !== undefined) found.push(...pageDifferences(want, text));
  else compare('body', want.body ?? '', text);
  return found;
}

/** The result is the service's own: everything around it counts, and that the length is the body's. */
function shapeDifferences(request: RecordedRequest, want: Expectation, answer: Answer): string[] {
  if (want.body === undefined) return differences(request, want, answer);
  const body = maskResult(want.body);
  if (body === want.body) return differences(request, want, answer);
  const headers = { ...want.headers, 'Content-Length': String(answer.body.length) };
  const masked = Buffer.from(maskResult(answer.body.toString('utf8')), 'utf8');
  return differences(request, { ...want, headers, body }, { ...answer, body: masked });
}

function isCallResult({ status, body }: Expectation): boolean {
  return status === 200 && body !== undefined && maskResult(body) !== body;
}

function valueText(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}

/** Holds an answer against what was recorded. */
import type { Answer } from './exchange';
import { type Deviation, type Expectation, expected, type Vector } from './vectors';

export type Verdict =
  /** As ASMX answers. */
  | 'same'
  /** As this project's list of deliberate differences says. */
  | 'deliberate'
  | 'different'
  /** The vector needs a service that answers its arguments, or throws; this one has its own answers. */
  | 'not comparable';

export interface Judgement {
  readonly verdict: Verdict;
  /** One sentence for each thing that differs. */
  readonly differences: readonly string[];
}

export const NOT_COMPARABLE: Judgement = { verdict: 'not comparable', differences: [] };

/**
 * @param isEcho whether the service answers `Op|first|second`, as the recorded one did; of any other only the
 * shape of a result can be compared
 */
export function judge(
  vector: Vector,
  deviation: Deviation | undefined,
  answer: Answer,
  isEcho: boolean,
): Judgement {
  if (!isEcho && vector.app !== undefined) return NOT_COMPARABLE;
  const shown = isEcho ? answer : withoutResult(answer);
  const compare = (want: Expectation) =>
    differences(vector, isEcho ? want : expectationWithoutResult(want), shown);

  const recorded = compare(vector.expect);
  if (recorded.length === 0) return { verdict: 'same', differences: [] };
  if (deviation !== undefined && compare(expected(vector, deviation)).length === 0) {
    return { verdict: 'deliberate', differences: [] };
  }
  if (!isEcho && vector.expect.status === 200 && isServiceFault(answer)) {
    return NOT_COMPARABLE;
  }
  return { verdict: 'different', differences: recorded };
}

export function differences(
  { request }: Vector,
  want: Expectation,
  { status, reason, headers, body }: Answer,
): string[] {
  const found: string[] = [];
  const compare = (what: string, wanted: unknown, got: unknown) => {
    if (wanted !== got) found.push(`${what}: ${JSON.stringify(got)} instead of ${JSON.stringify(wanted)}`);
  };
  compare('status', want.status, status);
  if (want.reason !== undefined) compare('reason phrase', want.reason, reason);
  for (const [name, value] of Object.entries(want.headers))
    compare(name, value, headers.get(name.toLowerCase()));
  if (request.method === 'HEAD') return found;
  const text = body.toString('utf8');
  if (want.kind !== undefined) found.push(...pageDifferences(want, text));
  else if (want.body !== undefined) compare('body', want.body, text);
  return found;
}

/** The HTML of the pages is nobody's contract; what they say is (contract 8, 9.6). */
function pageDifferences({ kind, exceptionMessage }: Expectation, text: string): string[] {
  if (kind === 'wsdl') return text.includes('<wsdl:definitions ') ? [] : ['body: no WSDL'];
  if (kind === 'help-page') return text.includes('Events Web Service') ? [] : ['body: no help page'];
  const decoded = text.replace(/&#39;/g, "'").replace(/&amp;/g, '&');
  const says = decoded.includes('Runtime Error') || decoded.includes(exceptionMessage ?? '');
  return says ? [] : [`body: no error page with ${JSON.stringify(exceptionMessage)}`];
}

const RESULT = /(<(?:Select\w+Result|string [^>]*)>)[^<]*(<\/)/;
const EMPTY_RESULT = /<(?:Select\w+Result|string xmlns="[^"]*") \/>/;

/** Blanks out what only the recorded service can answer, and the length that depends on it. */
function withoutResult(answer: Answer): Answer {
  const text = answer.body.toString('utf8');
  const masked = text.replace(RESULT, '$1…$2').replace(EMPTY_RESULT, '…');
  if (masked === text) return answer;
  const headers = new Map(answer.headers);
  headers.set('content-length', '…');
  return { ...answer, headers, body: Buffer.from(masked, 'utf8') };
}

function expectationWithoutResult(want: Expectation): Expectation {
  const masked = want.body?.replace(RESULT, '$1…$2').replace(EMPTY_RESULT, '…');
  if (masked === undefined || masked === want.body) return want;
  return { ...want, body: masked, headers: { ...want.headers, 'Content-Length': '…' } };
}

/** The request was read; the service itself refused its values. */
function isServiceFault({ status, body }: Answer): boolean {
  const text = body.toString('utf8');
  return (
    status === 500 && !/Server was unable to|Cannot convert|Missing parameter|Web Service method/.test(text)
  );
}

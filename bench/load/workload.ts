import { type Binding, callBy, ENDPOINT, httpMessage, messageOf } from '../../test/support/calls';
import { escapeText } from '../data';
import { type Call, callOf, type Question, resultsOf } from './question';

export interface RequestSpec {
  readonly binding: Binding;
  readonly question: Question;
  /** Each envelope gets a new namespace prefix. */
  readonly newShapes?: boolean;
  /** This is the format of the answer if it is not JSON. Then all answers must equal the first answer. */
  readonly listFormat?: string;
}

/**
 * These are the expected bytes: a computed result between the texts that the server writes around it, or a constant
 * body.
 */
export type Expected =
  | { readonly before: string; readonly after: string; readonly quote: string }
  | { readonly body: string };

export interface Workload {
  readonly asked: RequestSpec;
  readonly expected: Expected;
}

export const requestsOf =
  ({ binding, question, newShapes }: RequestSpec) =>
  (n: number): Buffer =>
    requestOf(binding, callOf(question, n), newShapes ? `s${n}` : undefined);

/**
 * Writes a whole HTTP request. If there is no call, the request is for the WSDL.
 * @param prefix the namespace prefix of the envelope
 */
export const requestOf = (binding: Binding, call: Call | undefined, prefix?: string): Buffer =>
  call === undefined
    ? httpMessage(`GET ${ENDPOINT}?WSDL HTTP/1.1`)
    : messageOf(callBy(binding, call.operation, call.parameters, prefix));

/**
 * @returns a function that returns the expected body of the `n`th answer, as the same object if all answers are equal
 */
export function answersOf({ asked, expected }: Workload): (n: number) => Buffer {
  const always = (body: string) => {
    const bytes = Buffer.from(body, 'latin1');
    return () => bytes;
  };
  if ('body' in expected) return always(expected.body);
  const { before, after, quote } = expected;
  const result = resultsOf(asked.question);
  if (asked.question.kind === 'months' || asked.question.kind === 'same-event')
    return always(before + escapeText(result(0)).replaceAll('"', quote) + after);
  return quote === '"'
    ? (n) => Buffer.from(before + result(n) + after, 'latin1')
    : (n) => Buffer.from(before + result(n).replaceAll('"', quote) + after, 'latin1');
}

/** Learns from one answer which texts a server writes around a result. All its answers must have these texts. */
export function frameOf(asked: RequestSpec, n: number, body: string): Expected {
  if (asked.question.kind === 'wsdl') return { body };
  const result = resultsOf(asked.question)(n);
  for (const quote of ['"', '&quot;']) {
    const text = escapeText(result).replaceAll('"', quote);
    const at = body.indexOf(text);
    if (at < 0) continue;
    if (asked.listFormat !== undefined) throw new Error(`the answer is JSON, and not ${asked.listFormat}`);
    return { before: body.slice(0, at), after: body.slice(at + text.length), quote };
  }
  if (asked.listFormat !== undefined) return { body };
  throw new Error(`the answer does not hold ${JSON.stringify(result.slice(0, 100))}: ${body.slice(0, 300)}`);
}

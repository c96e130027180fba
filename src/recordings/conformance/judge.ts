/** Plays recorded exchanges against a service, and compares its answers with the recorded ones. */
import { ENDPOINT } from '../../contract/bindings';
import { htmlEncode } from '../../contract/escape';
import { OPERATIONS } from '../../contract/operations';
import { MEDIA_TYPE } from '../../contract/soap-version';
import { playAll } from '../compare';
import { readAnswer, type UpstreamAnswer } from '../read-answer';
import type { RemoteService } from '../upstream';
import { inNamespace } from './namespace';
import type { Case, Expectation, RecordedRequest } from './vectors';

export type Judgement =
  /** The answer is ASMX's answer, or an answer in this project's list of deliberate differences. */
  | { readonly verdict: 'same' | 'deliberate'; readonly isResult: boolean }
  /** There is a sentence for each difference, and at least one. */
  | { readonly verdict: 'different'; readonly differences: readonly string[] }
  | { readonly verdict: 'not comparable'; readonly reason: NotComparableReason };

export type Verdict = Judgement['verdict'];

/** These reasons for not comparing an exchange are due to the service behind the bindings, not to the wire format. */
export type NotComparableReason =
  /** The exchange needs a service that returns or throws what the exchange says. */
  | 'custom outcome'
  /** The request was read, but the service rejected its values with its own fault. */
  | 'refused'
  /** The exchange can't be rewritten for the service's namespace. */
  | 'namespace';

/**
 * Judges one answer.
 * @param isEcho true if the service answers `Op|first|second` like the recorded service; otherwise results are not
 * compared, only the text around them
 */
export function judge(one: Case, answer: UpstreamAnswer, isEcho: boolean): Judgement {
  if (one.app !== undefined) return { verdict: 'not comparable', reason: 'custom outcome' };
  const isResult = isCallResult(one.expect);
  const compare = (want: Expectation) =>
    isEcho ? differences(one.request, want, answer) : shapeDifferences(one.request, want, answer);

  const recorded = compare(one.expect);
  if (recorded.length === 0) return { verdict: 'same', isResult };
  if (one.deliberate !== undefined && compare(one.deliberate).length === 0)
    return { verdict: 'deliberate', isResult: isCallResult(one.deliberate) };
  if (!isEcho && isResult && isServiceFault(one.expect, answer))
    return { verdict: 'not comparable', reason: 'refused' };
  return { verdict: 'different', differences: recorded };
}

/** Describes each difference between an answer and the expected one. The body of an answer to HEAD is not compared. */
export function differences(
  { method }: RecordedRequest,
  want: Expectation,
  { status, reason, headers, body }: UpstreamAnswer,
): string[] {
  const found: string[] = [];
  const compare = (what: string, wanted: unknown, got: unknown) => {
    if (wanted === got) return;
    found.push(`${what}: ${valueText(got)} instead of ${valueText(wanted)}`);
  };
  compare('status', want.status, status);
  if (want.reason !== undefined) compare('reason phrase', want.reason, reason);
  for (const [name, value] of Object.entries(want.headers)) compare(name, value, headers[name.toLowerCase()]);
  for (const name of want.withoutHeaders ?? []) compare(name, undefined, headers[name.toLowerCase()]);
  if (method === 'HEAD') return found;
  const text = body.toString('utf8');
  if (want.kind !== undefined) found.push(...pageDifferences(want, text));
  else compare('body', want.body ?? '', text);
  return found;
}

/** Compares everything except the result, which depends on the service. `Content-Length` must be the body's length. */
function shapeDifferences(request: RecordedRequest, want: Expectation, answer: UpstreamAnswer): string[] {
  if (!isCallResult(want)) return differences(request, want, answer);
  const body = maskResult(want.body ?? '');
  const headers = { ...want.headers, 'Content-Length': String(answer.body.length) };
  const masked = Buffer.from(maskResult(answer.body.toString('utf8')));
  return differences(request, { ...want, headers, body }, { ...answer, body: masked });
}

function isCallResult({ body }: Expectation): boolean {
  return body !== undefined && maskResult(body) !== body;
}

function valueText(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}

function pageDifferences({ kind, exceptionMessage = '' }: Expectation, text: string): string[] {
  switch (kind) {
    case 'wsdl':
      return isWsdl(text) ? [] : ['body: no WSDL with four ports'];
    case 'help-page':
      return isHelpPage(text) ? [] : ['body: no help page that lists the operations'];
    default: {
      const title = titleOf(text);
      // ASP.NET shows remote clients only the title `Runtime Error` unless customErrors is off.
      if (title === 'Runtime Error' || title === htmlEncode(exceptionMessage)) return [];
      return [
        `body: a page titled ${JSON.stringify(title ?? '')} instead of ${JSON.stringify(exceptionMessage)}`,
      ];
    }
  }
}

function titleOf(html: string): string | undefined {
  return /<title>([^<]*)<\/title>/i.exec(html)?.[1]?.trim();
}

function isHelpPage(html: string): boolean {
  const links = OPERATIONS.map(({ name }) => new RegExp(`\\?op=${name}\\b`));
  return titleOf(html) === 'Events Web Service' && links.every((link) => link.test(html));
}

function isWsdl(text: string): boolean {
  const ports = ['EventsSoap', 'EventsSoap12', 'EventsHttpGet', 'EventsHttpPost'];
  return (
    text.startsWith('<?xml ') &&
    ports.every((name) => text.includes(`<wsdl:port name="${name}" `)) &&
    text.trimEnd().endsWith('</wsdl:definitions>')
  );
}

const SOAP_RESULT =
  /<(\w+)Response xmlns="([^"]*)">(?:<\1Result>[^<]*<\/\1Result>|<\1Result \/>)<\/\1Response>/;
const SOAP_NULL = /<(\w+)Response xmlns="([^"]*)" \/>/;
const STRING_RESULT = /<string xmlns="([^"]*)"(?:>[^<]*<\/string>| \/>)$/;
const STRING_NULL =
  /<string (?:xmlns:xs[di]="[^"]*" xmlns:xs[di]="[^"]*" )xsi:nil="true" xmlns="([^"]*)" \/>$/;

/** Returns the body with `…` in place of the result, which may be a text, empty or absent (contract 4.1, 5.1). */
function maskResult(body: string): string {
  return body
    .replace(SOAP_RESULT, '<$1Response xmlns="$2">…</$1Response>')
    .replace(SOAP_NULL, '<$1Response xmlns="$2">…</$1Response>')
    .replace(STRING_RESULT, '<string xmlns="$1">…</string>')
    .replace(STRING_NULL, '<string xmlns="$1">…</string>');
}

/** Matches the texts of all bindings for a request that can't be read (contract 13). */
const REJECTION_TEXTS =
  /did not recognize the value|Unable to handle request|SOAP version mismatch|was not understood|Request format is|XML document|, position \d|Root element is missing|Cannot convert|Missing parameter|method name|request length exceeded/;

/**
 * Returns true if a result was recorded, but the service behind the bindings answered with an error in the form of the
 * binding.
 */
function isServiceFault(recorded: Expectation, given: UpstreamAnswer): boolean {
  const { status, headers, body } = given;
  const contentType = headers['content-type'];
  if (status !== 500 || headers['cache-control'] !== 'private') return false;
  if (headers['content-length'] !== String(body.length)) return false;
  const isSoap = recorded.body?.includes(':Envelope ') === true;
  if (contentType !== (isSoap ? recorded.headers['Content-Type'] : 'text/plain; charset=utf-8')) return false;
  const binding = !isSoap ? 'httpget' : contentType?.startsWith(MEDIA_TYPE['1.2']) ? 'soap12' : 'soap11';
  const answer = readAnswer(given, binding, 'SelectEvents');
  return answer !== undefined && 'fault' in answer && !REJECTION_TEXTS.test(answer.fault.text);
}

export interface Played {
  readonly id: string;
  readonly judgement: Judgement;
}

/**
 * Sends the recorded requests to a service, and judges its answers. If the service no longer answers, the rest is left
 * out.
 * @param isEcho as in `judge`
 */
export async function play(
  cases: readonly Case[],
  service: RemoteService,
  isEcho: boolean,
): Promise<Played[]> {
  const playCase = async (recorded: Case) => {
    const one = inNamespace(recorded, service.namespace);
    return one === undefined ? OTHER_NAMESPACE : playOne(one, service, isEcho);
  };
  const played: Played[] = [];
  for await (const [{ id }, judgement] of playAll(cases, playCase, (one) => one === NO_ANSWER)) {
    if (judgement === undefined) break;
    played.push({ id, judgement });
  }
  return played;
}

const OTHER_NAMESPACE: Judgement = { verdict: 'not comparable', reason: 'namespace' };
const NO_ANSWER: Judgement = { verdict: 'different', differences: ['no HTTP answer'] };

async function playOne(one: Case, service: RemoteService, isEcho: boolean): Promise<Judgement> {
  const { method, url, headers, body = '', bodyBase64 } = one.request;
  const bytes = bodyBase64 === undefined ? Buffer.from(body) : Buffer.from(bodyBase64, 'base64');
  const request = { method, rest: url.slice(ENDPOINT.length), headers, body: bytes };
  const answer = await service.send(request).catch(() => undefined);
  return answer === undefined ? NO_ANSWER : judge(one, answer, isEcho);
}

/** Performs the action of a rule: another answer, or the service's own cut off, slow, late or malformed. */
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceUnavailableError, SoapException } from '../../contract/errors';
import { escapeXmlAttribute } from '../../contract/escape';
import type { Answer as Result } from '../../contract/operations';
import { ENVELOPE_NAMESPACE, MEDIA_TYPE } from '../../contract/soap-version';
import { StoreUnavailableError } from '../../store/errors';
import type { Answer, Deliver } from '../exchange/answer';
import type { Exchange } from '../exchange/exchange';
import type { Delay, Malformation, Then } from '../schema/rules';
import type { MatchedRule } from './rules';

const TRICKLE_TICK_MS = 50;

/** A reset can overtake bytes that the client has not read yet. Some clients then see an orderly end. */
const BEFORE_RESET_MS = 100;

/** Performs a rule's action in place of a call, or changes how its answer is sent. */
export async function actOnCall(
  { id, then }: MatchedRule,
  exchange: Exchange,
  namespace: string,
  ask: () => Promise<Result>,
): Promise<Result> {
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

/** Applies a rule to a refused request, whose answer is ready. */
export function actOnRefusal({ id, then }: MatchedRule, exchange: Exchange, namespace: string): void {
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
  await pause(answer.response, millisecondsOf(wanted, Math.random()));
}

/**
 * Draws the length of a delay. It is linear between the percentiles, from 0 ms at 0. Above the highest it is constant.
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

/** Returns how a rule changes the way of the service's answer, or `undefined` if it does not. */
function deliveryOf(then: Then, answer: Answer, namespace: string): Deliver | undefined {
  const { cut, reset, malformed, trickle } = then;
  if (cut !== undefined) return (response, body) => sendPart(response, body, cut, answer);
  if (reset === 'after-headers') return (response, body) => sendPart(response, body, 0, answer);
  if (reset === 'before') return async () => answer.reset();
  if (trickle !== undefined) return (response, body) => sendSlowly(response, body, trickle);
  if (malformed === undefined) return undefined;
  return async (response, body) => {
    const wrong = malform(
      malformed,
      { body: body.toString('utf8'), contentType: contentTypeOf(response) },
      namespace,
    );
    response.setHeader('Content-Type', wrong.contentType);
    const bytes = Buffer.from(wrong.body);
    response.setHeader('Content-Length', bytes.length);
    response.end(bytes);
  };
}

/** Sends the answer of a rule with a status of its own. */
function sendStatus(response: ServerResponse, { status = 200, headers = {}, body = '' }: Then): void {
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(body);
}

async function sendPart(
  response: ServerResponse,
  body: Buffer,
  length: number,
  answer: Answer,
): Promise<void> {
  if (length === 0) response.flushHeaders();
  else await new Promise((resolve) => response.write(body.subarray(0, length), resolve));
  await pause(response, BEFORE_RESET_MS);
  answer.reset();
}

async function sendSlowly(response: ServerResponse, body: Buffer, bytesPerSecond: number): Promise<void> {
  const chunk = Math.max(1, Math.floor((bytesPerSecond * TRICKLE_TICK_MS) / 1000));
  const tickMs = (chunk * 1000) / bytesPerSecond;
  response.flushHeaders();
  for (let at = 0; at < body.length && !response.destroyed; at += chunk) {
    response.write(body.subarray(at, at + chunk));
    await pause(response, tickMs);
  }
  response.end();
}

/** Waits for so many milliseconds, or until the client has disconnected. */
async function pause(response: ServerResponse, ms: number): Promise<void> {
  const gone = new AbortController();
  const stop = () => gone.abort();
  response.once('close', stop);
  await sleep(ms, undefined, { signal: gone.signal }).catch(() => {});
  response.off('close', stop);
}

function contentTypeOf(response: ServerResponse): string {
  return String(response.getHeader('Content-Type') ?? '');
}

interface Content {
  readonly body: string;
  readonly contentType: string;
}

/** @param namespace the service's own */
function malform(how: Malformation, content: Content, namespace: string): Content {
  const { body, contentType } = content;
  switch (how) {
    case 'truncated':
      return { ...content, body: body.slice(0, Math.floor(body.length / 2)) };
    case 'unescaped':
      return { ...content, body: insertedBeforeEndTag(body, ' & < ') };
    case 'wrong-version':
      return {
        body: swapped(body, ENVELOPE_NAMESPACE['1.1'], ENVELOPE_NAMESPACE['1.2']),
        contentType: swapped(contentType, MEDIA_TYPE['1.1'], MEDIA_TYPE['1.2']),
      };
    case 'wrong-content-type':
      return { ...content, contentType: 'text/html; charset=utf-8' };
    case 'wrong-namespace': {
      const declared = `xmlns="${escapeXmlAttribute(namespace)}"`;
      return { ...content, body: body.replaceAll(declared, 'xmlns="urn:wrong"') };
    }
  }
}

/** Inserts into the text of the innermost element, or at the end if there is none. */
function insertedBeforeEndTag(body: string, text: string): string {
  const at = body.indexOf('</');
  return at < 0 ? body + text : body.slice(0, at) + text + body.slice(at);
}

function swapped(text: string, one: string, other: string): string {
  return text.includes(one) ? text.replaceAll(one, other) : text.replaceAll(other, one);
}

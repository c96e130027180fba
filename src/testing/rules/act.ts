/** Performs the action of a rule: it replaces the service's answer, or truncates, slows, delays or corrupts it. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type Reply, type Send, writeHead } from '../../bindings/reply';
import { SoapException } from '../../contract/errors';
import { escapeXmlAttribute } from '../../contract/escape';
import type { Answer } from '../../contract/operations';
import { ENVELOPE_NAMESPACE, MEDIA_TYPE } from '../../contract/soap-version';
import { disconnectSignal } from '../../server/connections';
import { databaseUnavailable } from '../../store/errors';
import type { Exchange } from '../exchange/exchange';
import { wholeBody } from '../exchange/message';
import type { Delay, Malformation, Then } from '../schema/rules';

const TRICKLE_TICK_MS = 50;

/** The reset is delayed, because it would discard bytes that the client has not read yet. */
const BEFORE_RESET_MS = 100;

/** Performs the part of an action that replaces a call or precedes it. */
export async function actOnCall(then: Then, exchange: Exchange, ask: () => Promise<Answer>): Promise<Answer> {
  const { fault, result, unavailable, status, reset } = then;
  await delay(then, exchange.response);
  if (fault !== undefined) {
    const { text, code, actor, detail } = fault;
    throw new SoapException(text, { code, actor, detail });
  }
  if (result !== undefined) return result;
  if (unavailable === true) throw databaseUnavailable(undefined);
  if (status === undefined && reset !== 'before') return ask();
  exchange.outcome = status !== undefined && status < 400 ? 'ok' : 'error';
  return '';
}

/**
 * Returns the length of a random delay in milliseconds. Between the percentiles the length is interpolated, beginning
 * with 0 ms at 0. Above the highest percentile it is constant.
 * @param random a number from 0 to 1
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

interface ServiceReply {
  readonly reply: Reply;
  readonly send: Send;
  /** This is the service's own namespace. */
  readonly namespace: string;
}

export async function sendByRule(
  then: Then,
  exchange: Exchange,
  { reply, send, namespace }: ServiceReply,
): Promise<void> {
  const { response } = exchange;
  const { status, reset, malformed, trickle } = then;
  const cut = reset === 'after-headers' ? 0 : then.cut;
  // Only a refused request is delayed here, because a call was delayed before it was performed.
  if (exchange.refused) await delay(then, response);
  if (status !== undefined) sendStatus(then, exchange);
  else if (cut !== undefined || trickle !== undefined) {
    const bytes = Buffer.from(wholeBody(reply.body));
    // After a complete answer a client uses the connection again, so a reset would hit its next call.
    if (cut !== undefined && cut > bytes.length) return exchange.send(reply, send);
    const part = bytes.subarray(0, cut);
    exchange.sent = part;
    writeHead(response, reply, bytes.length);
    await (trickle === undefined ? sendPart(part, response) : sendSlowly(part, trickle, response));
  } else if (malformed !== undefined) {
    const message = { ...reply, body: String(wholeBody(reply.body)) };
    await exchange.send({ ...message, ...MALFORM[malformed](message, namespace) }, send);
  } else if (reset === undefined) await exchange.send(reply, send);
  if (reset === undefined && cut === undefined) return;
  // A pipelined response has no socket before the responses ahead of it have been sent.
  if (response.socket === null) {
    await once(response, 'socket');
    await pause(response, BEFORE_RESET_MS);
  }
  exchange.reset();
}

/** Maps actions to their bodies, which all answers share. Node would keep a copy of a text for each answer. */
const bodies = new WeakMap<Then, Buffer>();

function sendStatus(then: Then, exchange: Exchange): void {
  const { status = 200, headers = {} } = then;
  const { response } = exchange;
  const body = bodies.get(then) ?? Buffer.from(then.body ?? '');
  bodies.set(then, body);
  exchange.sent = body;
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  // Node adds Content-Length, except to statuses such as 204 that have none (RFC 9110 8.6).
  response.end(body);
}

async function sendPart(part: Buffer, response: ServerResponse): Promise<void> {
  await new Promise((resolve) => response.write(part, resolve));
  await pause(response, BEFORE_RESET_MS);
}

async function sendSlowly(bytes: Buffer, bytesPerSecond: number, response: ServerResponse): Promise<void> {
  const chunk = Math.max(1, Math.floor((bytesPerSecond * TRICKLE_TICK_MS) / 1000));
  const tickMs = (chunk * 1000) / bytesPerSecond;
  let at = 0;
  const signal = disconnectSignal(response);
  for (; at + chunk < bytes.length && !signal.aborted; at += chunk) {
    response.write(bytes.subarray(at, at + chunk));
    await pause(response, tickMs);
  }
  // The last part ends the answer, so that a client that has the whole answer finds its request in the journal.
  response.end(bytes.subarray(at, at + chunk));
}

async function delay({ delay: wanted }: Then, response: ServerResponse): Promise<void> {
  if (wanted !== undefined) await pause(response, millisecondsOf(wanted, Math.random()));
}

/** Waits for a number of milliseconds, or until the client has disconnected. */
async function pause(response: ServerResponse, ms: number): Promise<void> {
  const signal = disconnectSignal(response);
  if (signal.aborted) return;
  await once(signal, 'abort', { signal: AbortSignal.timeout(Math.ceil(ms)) }).catch(() => {});
}

/** Returns the parts of a reply that a malformation changes. `namespace` is the service's own namespace. */
type Malform = (reply: Reply & { readonly body: string }, namespace: string) => Partial<Reply>;

const MALFORM: Readonly<Record<Malformation, Malform>> = {
  truncated: ({ body }) => ({ body: body.slice(0, Math.floor(body.length / 2)) }),
  // The text is inserted before the first end tag, or at the end if there is none.
  unescaped: ({ body }) => ({ body: body.replace(/<\/|$/, (end) => ` & < ${end}`) }),
  'wrong-version': ({ body, contentType }) => ({
    body: swapped(body, ENVELOPE_NAMESPACE['1.1'], ENVELOPE_NAMESPACE['1.2']),
    contentType: swapped(contentType, MEDIA_TYPE['1.1'], MEDIA_TYPE['1.2']),
  }),
  'wrong-content-type': () => ({ contentType: 'text/html; charset=utf-8' }),
  'wrong-namespace': ({ body }, namespace) => ({
    body: body.replaceAll(`xmlns="${escapeXmlAttribute(namespace)}"`, 'xmlns="urn:wrong"'),
  }),
};

function swapped(text: string, one: string, other: string): string {
  return text.includes(one) ? text.replaceAll(one, other) : text.replaceAll(other, one);
}

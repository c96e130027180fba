/** Calls another service of the same interface. */
import http from 'node:http';
import https from 'node:https';
import { BINDINGS, type BindingName } from '../contract/bindings';
import type { Call } from '../contract/operations';
import { envelopeLines, soapHeaders } from '../contract/soap-request';
import { readWithin } from '../lib/read-within';
import { type RawAnswer, readAnswer } from './read-answer';
import type { RecordedAnswer } from './recording';

/** The limit of one answer in bytes. */
export interface UpstreamLimits {
  /** The time limit without a byte, in milliseconds. */
  readonly silenceMs: number;
  readonly wholeMs: number;
  readonly bytes: number;
}

/** Classic clients wait 100 s for the first byte. */
const LIMITS: UpstreamLimits = { silenceMs: 100_000, wholeMs: 300_000, bytes: 67_108_864 };
/** For an address that may be another kind of service. An old one compiles its pages before the first answer. */
export const FIRST_ANSWER: UpstreamLimits = { ...LIMITS, silenceMs: 30_000, wholeMs: 60_000 };

export interface UpstreamRequest {
  readonly method: string;
  /** The part after the address of the service: path info and query. */
  readonly rest: string;
  readonly headers: http.OutgoingHttpHeaders;
  readonly body: Buffer;
}

export interface UpstreamAnswer {
  readonly status: number;
  readonly reason: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Another service at the address of its `.asmx`. */
export class Upstream {
  constructor(
    readonly address: string,
    private readonly limits = LIMITS,
  ) {}

  /** @throws an error of the network, with its code, or one that names the limit that was reached */
  send(
    { method, rest, headers, body }: UpstreamRequest,
    { silenceMs, wholeMs, bytes } = this.limits,
  ): Promise<UpstreamAnswer> {
    const url = new URL(this.address + rest);
    const { request } = url.protocol === 'https:' ? https : http;
    return new Promise<UpstreamAnswer>((resolve, reject) => {
      const sent = request(url, {
        method,
        headers: { ...headers, host: url.host },
        timeout: silenceMs,
        agent: false,
      });
      const late = setTimeout(
        () => sent.destroy(new Error(`no whole answer within ${wholeMs / 1000} s`)),
        wholeMs,
      );
      sent.on('close', () => clearTimeout(late));
      sent.on('timeout', () => sent.destroy(new Error(`no answer within ${silenceMs / 1000} s`)));
      sent.on('error', reject);
      sent.on('response', async (response) => {
        try {
          const body = await readWithin(bytes, response);
          if (body === undefined) throw new Error(`an answer of more than ${bytes} bytes`);
          const { statusCode: status = 0, statusMessage: reason = '' } = response;
          resolve({ status, reason, headers: response.headers, body });
        } catch (error) {
          reject(sent.errored ?? error);
        }
      });
      sent.end(body);
    });
  }

  /** The address for messages: as the user gave it, without a query. */
  toString(): string {
    return this.address;
  }
}

/** Returns the request for a call as a client of the binding sends it. */
function requestBy(binding: BindingName, { operation, args }: Call, namespace: string): UpstreamRequest {
  const texts = Object.entries(args).map(([name, value]): [string, string] => [name, String(value)]);
  const style = BINDINGS.find(({ name }) => name === binding)?.call;
  if (style?.kind === 'soap') {
    const { version } = style;
    const parts = texts.map(([name, content]) => ({ name, content }));
    const lines = envelopeLines({ version, namespace, wrapper: operation, parts });
    const body = Buffer.from(lines.map(({ pieces }) => pieces.join('')).join(''));
    const headers = { ...soapHeaders(version, namespace, operation), 'Content-Length': body.length };
    return { method: 'POST', rest: '', headers, body };
  }
  const pairs = new URLSearchParams(texts).toString();
  if (style?.method === 'GET')
    return { method: 'GET', rest: `/${operation}?${pairs}`, headers: {}, body: Buffer.alloc(0) };
  const body = Buffer.from(pairs);
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': body.length };
  return { method: 'POST', rest: `/${operation}`, headers, body };
}

export interface CallAnswer {
  readonly raw: RawAnswer;
  /** `undefined` if the answer is not one of this interface: a page, or no envelope. */
  readonly answer: RecordedAnswer | undefined;
}

/**
 * Makes one call through one binding.
 * @throws as `Upstream.send`
 */
export async function ask(
  upstream: Upstream,
  namespace: string,
  call: Call,
  binding: BindingName = 'soap11',
): Promise<CallAnswer> {
  const { status, headers, body } = await upstream.send(requestBy(binding, call, namespace));
  const raw = { status, contentType: headers['content-type'], body };
  return { raw, answer: readAnswer(raw, binding, call.operation) };
}

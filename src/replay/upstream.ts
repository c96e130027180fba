import http from 'node:http';
import https from 'node:https';
import { ServiceUnavailableError, SoapException } from '../contract/errors';
import { type Call, type EventsPortType, serviceOf } from '../contract/operations';
import { envelopeLines, soapHeaders } from '../contract/soap-request';
import { codeOf } from '../errors';
import { readAnswer } from './read-answer';
import { readWithin } from './read-within';
import type { RecordedAnswer } from './recording';

/** What one answer of the other service may take. */
export interface UpstreamLimits {
  /** Without a byte; classic clients wait 100 s for the first. */
  readonly silenceMs: number;
  readonly wholeMs: number;
  readonly bytes: number;
}

const LIMITS: UpstreamLimits = { silenceMs: 100_000, wholeMs: 300_000, bytes: 67_108_864 };

/** The code of an answer 503 without an envelope, beside those of the network. */
const UNAVAILABLE = 'HTTP_503';
const PASSING = [UNAVAILABLE, 'ECONNRESET', 'ECONNREFUSED', 'EPIPE'];

/** A service that starts again or is overloaded for a moment. One that took all of the patience is not asked again. */
export function isPassing({ cause }: ServiceUnavailableError): boolean {
  return PASSING.includes(codeOf(cause));
}

export interface UpstreamRequest {
  readonly method: string;
  /** Behind the service's own address: path info and query. */
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

/** The service that is recorded, at its `.asmx`. */
export class Upstream {
  constructor(
    readonly address: string,
    private readonly limits = LIMITS,
  ) {}

  /** @throws an error of the network, with its code, or one that names the limit that was reached */
  send({ method, rest, headers, body }: UpstreamRequest): Promise<UpstreamAnswer> {
    const url = new URL(this.address + rest);
    const { request } = url.protocol === 'https:' ? https : http;
    const { silenceMs, wholeMs, bytes } = this.limits;
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

  /** The address that people know: without a query, as it was given. */
  toString(): string {
    return this.address;
  }
}

/** The three operations, asked of another service by SOAP 1.1. */
export function upstreamService(upstream: Upstream, namespace: string): EventsPortType {
  return serviceOf(async (call) => resultOf(await answerOf(upstream, namespace, call)));
}

/**
 * A recorded answer as a service gives it.
 * @throws SoapException for a fault
 */
export function resultOf(answer: RecordedAnswer): string | null {
  if ('result' in answer) return answer.result;
  const { text, ...rest } = answer.fault;
  throw new SoapException(text, rest);
}

async function answerOf(upstream: Upstream, namespace: string, call: Call): Promise<RecordedAnswer> {
  const parts = Object.entries(call.args).map(([name, value]) => ({ name, content: String(value) }));
  const lines = envelopeLines({ version: '1.1', namespace, wrapper: call.operation, parts });
  const body = Buffer.from(lines.map(({ pieces }) => pieces.join('')).join(''));
  const headers = { ...soapHeaders('1.1', namespace, call.operation), 'Content-Length': body.length };
  const sent = await upstream.send({ method: 'POST', rest: '', headers, body }).catch((cause: unknown) => {
    throw new ServiceUnavailableError('The service behind this one can not be reached.', { cause });
  });
  const raw = { status: sent.status, contentType: sent.headers['content-type'], body: sent.body };
  const answer = readAnswer(raw, 'soap11', call.operation);
  if (answer === undefined) {
    const sentence = `${upstream} answered ${call.operation} with ${sent.status} and no envelope.`;
    const cause = Object.assign(new Error(sentence), { code: sent.status === 503 ? UNAVAILABLE : '' });
    throw new ServiceUnavailableError('The service behind this one gave no answer.', { cause });
  }
  return answer;
}

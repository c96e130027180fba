import http from 'node:http';
import https from 'node:https';
import { BINDINGS, type BindingName } from '../contract/bindings';
import type { Call } from '../contract/operations';
import { envelopeLines, soapHeaders } from '../contract/soap-request';
import { readWithin } from '../lib/async-iterables';
import { readAnswer, type UpstreamAnswer } from './read-answer';
import type { RecordedAnswer } from './recording';

export interface UpstreamLimits {
  /** The service may send nothing for this many milliseconds. */
  readonly stallMs: number;
  /** A whole answer may take this many milliseconds. */
  readonly totalMs: number;
  readonly bytes: number;
}

/** Classic .NET clients also wait 100 s for the first byte. */
const LIMITS: UpstreamLimits = { stallMs: 100_000, totalMs: 300_000, bytes: 67_108_864 };
/**
 * These limits are for a first request, because the address may be wrong. They are also for `compare` and
 * `conformance`, and for `serve --fallback upstream`, whose own clients would not wait longer. The limits are long
 * enough for an old service that compiles its pages at its first request.
 */
export const SHORT_LIMITS: UpstreamLimits = { ...LIMITS, stallMs: 30_000, totalMs: 120_000 };

export interface UpstreamRequest {
  readonly method: string;
  /** This is the path info and the query, which follow the address of the service. */
  readonly rest: string;
  readonly headers?: http.OutgoingHttpHeaders;
  readonly body?: Buffer;
  /** The signal is aborted when nobody waits for the answer any longer. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * This number of connections may be open, and further requests wait. It is the length of the queue of IIS, which by
 * default rejects further requests. A smaller number would make short calls wait behind long ones that the service
 * answers at the same time, and without a number thousands of pipelined calls of a replay would fill the memory.
 */
const MAX_CONNECTIONS = 1000;

export class Upstream {
  readonly #agent: http.Agent;

  /** @param address the address of the service's `.asmx` */
  constructor(
    readonly address: string,
    private readonly limits = LIMITS,
  ) {
    const { Agent } = address.startsWith('https:') ? https : http;
    this.#agent = new Agent({ maxSockets: MAX_CONNECTIONS });
  }

  /** @throws Error of the network with its code, or an Error that names the exceeded limit */
  send({ method, rest, headers, body, signal: wanted }: UpstreamRequest): Promise<UpstreamAnswer> {
    const { stallMs, totalMs, bytes } = this.limits;
    const url = new URL(this.address);
    const { request } = url.protocol === 'https:' ? https : http;
    const signal = AbortSignal.timeout(totalMs);
    return new Promise<UpstreamAnswer>((resolve, reject) => {
      wanted?.throwIfAborted();
      const fail = (error: unknown) =>
        reject(signal.aborted ? new Error(`no complete answer within ${totalMs / 1000} s`) : error);
      const sent = request(url, {
        method,
        // The rest is added here, because URL would encode some of its characters.
        path: url.pathname.replace(/\/$/, '') + rest,
        headers: { host: url.host, ...headers, connection: 'close' },
        timeout: stallMs,
        agent: this.#agent,
        signal,
      });
      const leave = () => sent.destroy(new Error('nobody waits for the answer'));
      wanted?.addEventListener('abort', leave);
      sent.on('close', () => wanted?.removeEventListener('abort', leave));
      sent.on('timeout', () => sent.destroy(new Error(`no answer within ${stallMs / 1000} s`)));
      sent.on('error', fail);
      // Without this listener Node would end the connection without an event, and the promise would never settle.
      sent.on('upgrade', (_response, socket) => {
        socket.destroy();
        fail(new Error('it switches to another protocol'));
      });
      sent.on('response', async (response) => {
        try {
          const body = await readWithin(bytes, response);
          if (body === undefined) throw new Error(`its answer is longer than ${bytes} bytes`);
          const { statusCode: status = 0, statusMessage: reason = '' } = response;
          resolve({ status, reason, headers: response.headers, body });
        } catch (error) {
          fail(error);
        }
      });
      sent.end(body);
    });
  }

  /** Messages show the address as the user gave it. */
  toString(): string {
    return this.address;
  }
}

export const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Writes a call as the request that a client of this binding sends. @param namespace the service's namespace */
export function requestBy(
  binding: BindingName,
  { operation, args }: Call,
  namespace: string,
): UpstreamRequest {
  const texts = Object.entries(args).map(([name, value]): [string, string] => [name, String(value)]);
  const style = BINDINGS.find(({ name }) => name === binding)?.call;
  if (style?.kind === 'soap') {
    const { version } = style;
    const parts = texts.map(([name, content]) => ({ name, content }));
    const lines = envelopeLines({ version, namespace, wrapper: operation, parts });
    const body = Buffer.from(lines.map(({ pieces }) => pieces.join('')).join(''));
    return { method: 'POST', rest: '', headers: soapHeaders(version, namespace, operation), body };
  }
  const pairs = new URLSearchParams(texts).toString();
  if (style?.method === 'GET') return { method: 'GET', rest: `/${operation}?${pairs}` };
  return {
    method: 'POST',
    rest: `/${operation}`,
    headers: { 'Content-Type': FORM_TYPE },
    body: Buffer.from(pairs),
  };
}

export interface CallAnswer {
  readonly raw: UpstreamAnswer;
  /** This is `undefined` if clients could not read the answer. */
  readonly answer: RecordedAnswer | undefined;
}

/** Represents another service with the same operations, in its own namespace. */
export class RemoteService extends Upstream {
  constructor(
    address: string,
    readonly namespace: string,
    limits?: UpstreamLimits,
  ) {
    super(address, limits);
  }

  /**
   * Makes one call over one binding.
   * @throws like `send`
   */
  async call(call: Call, binding: BindingName = 'soap11', signal?: AbortSignal): Promise<CallAnswer> {
    const raw = await this.send({ ...requestBy(binding, call, this.namespace), signal });
    return { raw, answer: readAnswer(raw, binding, call.operation) };
  }
}

import http, { type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import { dispatch, readTarget, restOf } from '../bindings/dispatch';
import { checkFormContentType, findOperation, readCall, readPairs } from '../bindings/http/binding';
import { SoapRequestReader } from '../bindings/soap/request';
import { type BindingName, SOAP_BINDING_NAME } from '../contract/bindings';
import { ENDPOINT } from '../contract/endpoint';
import { RequestRejected } from '../contract/fault';
import { actionBase, type Call } from '../contract/operations';
import { networkFailure, UserError } from '../lib/errors';
import type { RecordingsFolder } from './folder';
import { readAnswer } from './read-answer';
import { callText } from './recording';
import { readWithin, type Upstream, type UpstreamAnswer } from './upstream';

export interface ProxyOptions {
  readonly upstream: Upstream;
  /** The namespace of the service that is recorded. */
  readonly namespace: string;
  readonly folder: RecordingsFolder;
  /** Bytes of a request. */
  readonly maxBodyBytes: number;
  /** Told of each request that is not recorded as it should be: why, and in a sentence. */
  readonly miss: (why: Missed, sentence: string) => void;
}

/**
 * Why a request left no recording:
 * - `unanswered`: the service gave no answer
 * - `not understood`: it gave one that a client of the binding could not read either
 * - `not written`: the folder could not take it
 * - `incomplete`: its client broke it off, or sent more than is taken
 */
export type Missed = 'unanswered' | 'not understood' | 'not written' | 'incomplete';

/**
 * A proxy in front of another service, not listening yet: requests and answers pass as they are, and each call that
 * was understood is kept with its answer. Descriptions name the proxy, so that clients made from them come back to it.
 */
export function createProxy(options: ProxyOptions): http.Server {
  return http.createServer((request, response) => {
    pass(options, request, response).catch((error: unknown) => {
      const { method, url } = request;
      options.miss(
        'not written',
        `${method} ${url} is not recorded: ${error instanceof Error ? error.message : error}`,
      );
      if (response.headersSent) response.destroy();
      else answerPlain(response, 502, 'This should not have happened: see the log of the recorder.');
    });
  });
}

async function pass(
  options: ProxyOptions,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const { method = 'GET', url = '/' } = request;
  const target = readTarget(url);
  if (target === undefined) return answerPlain(response, 404, `Only ${ENDPOINT} is recorded.`);
  const body = await bodyOf(options, request, response);
  if (body === undefined) return;
  const headers = handedOn(request.headers);
  const answer = await options.upstream
    .send({ method, rest: restOf(target, url), headers, body })
    .catch(networkFailure);
  if (typeof answer === 'string') {
    options.miss('unanswered', `${method} ${url} is not recorded: ${options.upstream} failed: ${answer}.`);
    return answerPlain(response, 502, `${options.upstream} gave no answer: ${answer}.`);
  }
  // Kept before it is answered: a client that has its answer may end the recording.
  await keep(options, request, body, answer);
  const sent =
    target.pathInfo === '' && method === 'GET' ? renamed(answer, options.upstream, request) : answer.body;
  const passed = { ...handedBack(answer.headers), 'content-length': sent.length };
  response.writeHead(answer.status, answer.reason, passed).end(sent);
}

/** The request's bytes; `undefined` where there is nothing to pass on, and the client is told if it is there. */
async function bodyOf(
  { maxBodyBytes, miss }: ProxyOptions,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<Buffer | undefined> {
  const { method, url } = request;
  try {
    const body = await readWithin(maxBodyBytes, request);
    if (body !== undefined) return body;
  } catch (error) {
    miss(
      'incomplete',
      `${method} ${url} is not recorded: its client broke it off (${networkFailure(error)}).`,
    );
    response.destroy();
    return undefined;
  }
  miss('incomplete', `${method} ${url} is not recorded: it is longer than MAX_BODY_BYTES=${maxBodyBytes}.`);
  response.setHeader('Connection', 'close');
  answerPlain(response, 413, `The request is longer than ${maxBodyBytes} bytes.`);
  return undefined;
}

async function keep(
  { namespace, folder, miss }: ProxyOptions,
  request: http.IncomingMessage,
  body: Buffer,
  answer: UpstreamAnswer,
): Promise<void> {
  const { method = 'GET', url = '/', headers } = request;
  const soapAction = typeof headers.soapaction === 'string' ? headers.soapaction : undefined;
  const raw = { method, url, contentType: headers['content-type'], soapAction, body };
  const read = readAnyCall(raw, namespace);
  if (read === undefined) return;
  const { binding, call } = read;
  const got = { status: answer.status, contentType: answer.headers['content-type'], body: answer.body };
  const understood = readAnswer(got, binding, call.operation);
  const name = `${callText(call)} is not recorded`;
  if (understood === undefined) {
    miss('not understood', `${name}: its answer, of status ${answer.status}, is none of ${binding}.`);
    return;
  }
  await folder.keep({ call, bindings: [binding], answer: understood }).catch((error: unknown) => {
    if (!(error instanceof UserError)) throw error;
    miss('not written', `${name}: ${error.message}`);
  });
}

function answerPlain(response: http.ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${sentence}\n`);
}

/** Headers of one connection, which are not handed on, nor are those that `Connection` names (RFC 9110 7.6.1). */
const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
];

/** Identity: what is kept has to be read. */
export function handedOn(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  return { ...without(headers, [...HOP_BY_HOP, 'host']), 'accept-encoding': 'identity' };
}

/** An answer's headers, for the other connection. */
export function handedBack(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  return without(headers, HOP_BY_HOP);
}

function without(headers: IncomingHttpHeaders, names: readonly string[]): OutgoingHttpHeaders {
  const named = String(headers.connection ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !names.includes(name) && !named.includes(name)),
  );
}

/** A description with the address by which the client came. */
export function renamed(
  answer: UpstreamAnswer,
  upstream: Upstream,
  { headers }: http.IncomingMessage,
): Buffer {
  if (!/xml|html/i.test(answer.headers['content-type'] ?? '')) return answer.body;
  const own = `http://${headers.host ?? 'localhost'}${ENDPOINT}`;
  // Bytes as characters: whatever encoding it is in, addresses are ASCII.
  return Buffer.from(answer.body.toString('latin1').replaceAll(upstream.address, own), 'latin1');
}

export interface RawRequest {
  readonly method: string;
  /** As it stands in the request line. */
  readonly url: string;
  readonly contentType: string | undefined;
  readonly soapAction: string | undefined;
  readonly body: Buffer;
}

/** A call, and the binding by which it came. */
export interface BoundCall {
  readonly binding: BindingName;
  readonly call: Call;
}

/** The call that a request of any binding means, as the service itself would read it; `undefined` where it is none. */
export function readAnyCall(request: RawRequest, namespace: string): BoundCall | undefined {
  const target = readTarget(request.url);
  if (target === undefined) return undefined;
  const { contentType, soapAction, body } = request;
  const route = dispatch(request.method, target, contentType);
  try {
    switch (route.kind) {
      case 'soap': {
        const rules = { namespace, strict: false, actionBase: actionBase(namespace) };
        const { version, call } = new SoapRequestReader({ contentType, soapAction, body }, rules).read();
        return { binding: SOAP_BINDING_NAME[version], call };
      }
      case 'get': {
        const pairs = readPairs(target.query, 'QueryString', contentType);
        return { binding: 'httpget', call: readCall(findOperation(route.name), pairs, false) };
      }
      case 'post': {
        checkFormContentType(contentType);
        const pairs = readPairs(body, 'Form', contentType);
        return { binding: 'httppost', call: readCall(findOperation(route.name), pairs, false) };
      }
      default:
        return undefined;
    }
  } catch (error) {
    if (error instanceof RequestRejected) return undefined;
    throw error;
  }
}

import http, { type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import { dispatch, readTarget, restOf } from '../bindings/dispatch';
import { readHttpCall } from '../bindings/http/binding';
import { SoapRequestReader } from '../bindings/soap/request';
import { type BindingName, SOAP_BINDING_NAME } from '../contract/bindings';
import { ENDPOINT } from '../contract/endpoint';
import { RequestRejected } from '../contract/fault';
import { actionBase, type Call } from '../contract/operations';
import { readWithin } from '../lib/async-iterables';
import { networkFailure, UserError } from '../lib/errors';
import type { RecordingsFolder } from './folder';
import { readAnswer } from './read-answer';
import { callText } from './recording';
import type { Upstream, UpstreamAnswer } from './upstream';

export interface ProxyOptions {
  readonly upstream: Upstream;
  /** The service that is recorded has this namespace. */
  readonly namespace: string;
  readonly folder: RecordingsFolder;
  /** Longer requests are rejected. */
  readonly maxBodyBytes: number;
  /** Is called with a sentence for each request that can't be recorded. */
  readonly onLoss: (sentence: string) => void;
}

/**
 * Creates a proxy in front of another service; the caller lets it listen. Requests and answers pass unchanged, and each
 * call that was understood is saved with its answer. A WSDL or help page names the proxy, so that clients generated
 * from it call the proxy.
 */
export function createProxy(options: ProxyOptions): http.Server {
  return http.createServer((request, response) => {
    forward(options, request, response).catch((error: unknown) => {
      const { method, url } = request;
      options.onLoss(`${method} ${url} is not recorded: ${error instanceof Error ? error.message : error}`);
      response.destroy();
    });
  });
}

async function forward(
  options: ProxyOptions,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const { method = 'GET', url = '/' } = request;
  const target = readTarget(url);
  if (target === undefined) return answerPlain(response, 404, `Only ${ENDPOINT} is recorded.`);
  const body = await readBody(options, request, response);
  if (body === undefined) return;
  const headers = requestHeaders(request.headers);
  const answer = await options.upstream
    .send({ method, rest: restOf(target, url), headers, body })
    .catch(networkFailure);
  if (typeof answer === 'string') {
    options.onLoss(`${method} ${url} is not recorded: ${options.upstream} failed: ${answer}.`);
    return answerPlain(response, 502, `${options.upstream} gave no answer: ${answer}.`);
  }
  // The answer is saved before it is sent, because a client that has it may end the recording.
  await saveCall(options, request, body, answer);
  const sent =
    target.pathInfo === '' && method === 'GET'
      ? withOwnAddress(answer, options.upstream, request)
      : answer.body;
  const passed = { ...responseHeaders(answer.headers), 'content-length': sent.length };
  response.writeHead(answer.status, answer.reason, passed).end(sent);
}

/**
 * Returns the bytes of the request, or `undefined` if it can't be passed on. Then a client that is still connected has
 * been answered.
 */
async function readBody(
  { maxBodyBytes, onLoss }: ProxyOptions,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<Buffer | undefined> {
  const { method, url } = request;
  try {
    const body = await readWithin(maxBodyBytes, request);
    if (body !== undefined) return body;
  } catch (error) {
    onLoss(`${method} ${url} is not recorded: its client broke it off (${networkFailure(error)}).`);
    response.destroy();
    return undefined;
  }
  onLoss(`${method} ${url} is not recorded: it is longer than MAX_BODY_BYTES=${maxBodyBytes}.`);
  response.setHeader('Connection', 'close');
  answerPlain(response, 413, `The request is longer than ${maxBodyBytes} bytes.`);
  return undefined;
}

async function saveCall(
  { namespace, folder, onLoss }: ProxyOptions,
  request: http.IncomingMessage,
  body: Buffer,
  answer: UpstreamAnswer,
): Promise<void> {
  const read = callIn(request, body, namespace);
  if (read === undefined) return;
  const { binding, call } = read;
  const got = { status: answer.status, contentType: answer.headers['content-type'], body: answer.body };
  const understood = readAnswer(got, binding, call.operation);
  const name = `${callText(call)} is not recorded`;
  if (understood === undefined) {
    onLoss(`${name}: the answer, with status ${answer.status}, is not an answer of ${binding}.`);
    return;
  }
  await folder.keep({ call, bindings: [binding], answer: understood }).catch((error: unknown) => {
    if (!(error instanceof UserError)) throw error;
    onLoss(`${name}: ${error.message}`);
  });
}

function answerPlain(response: http.ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${sentence}\n`);
}

/**
 * These headers hold for one connection only and are not passed on. Nor are those that `Connection` names (RFC 9110
 * 7.6.1).
 */
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

/** The proxy asks for no compression, because it must read what it saves. */
export function requestHeaders(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  return { ...without(headers, [...HOP_BY_HOP, 'host']), 'accept-encoding': 'identity' };
}

/** Returns the headers of an answer for the other connection. */
export function responseHeaders(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
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

/** Puts the address that the client used into a WSDL or help page. */
export function withOwnAddress(
  answer: UpstreamAnswer,
  upstream: Upstream,
  { headers }: http.IncomingMessage,
): Buffer {
  if (!/xml|html/i.test(answer.headers['content-type'] ?? '')) return answer.body;
  const own = `http://${headers.host ?? 'localhost'}${ENDPOINT}`;
  // latin1 makes one character of each byte, and addresses are ASCII in any encoding.
  return Buffer.from(answer.body.toString('latin1').replaceAll(upstream.address, own), 'latin1');
}

/**
 * Returns the call in a request of any binding, as the service itself would read it, or `undefined` if there is none.
 */
function callIn(
  { method = 'GET', url = '/', headers }: http.IncomingMessage,
  body: Buffer,
  namespace: string,
): { readonly binding: BindingName; readonly call: Call } | undefined {
  const target = readTarget(url);
  if (target === undefined) return undefined;
  const contentType = headers['content-type'];
  const soapAction = typeof headers.soapaction === 'string' ? headers.soapaction : undefined;
  const route = dispatch(method, target, contentType);
  try {
    switch (route.kind) {
      case 'soap': {
        const rules = { namespace, strict: false, actionBase: actionBase(namespace) };
        const { version, call } = new SoapRequestReader({ contentType, soapAction, body }, rules).read();
        return { binding: SOAP_BINDING_NAME[version], call };
      }
      case 'httpget':
      case 'httppost': {
        const { kind: binding, name } = route;
        const sent = { name, contentType, query: target.query, body };
        return { binding, call: readHttpCall({ ...sent, binding }, false) };
      }
      default:
        return undefined;
    }
  } catch (error) {
    if (error instanceof RequestRejected) return undefined;
    throw error;
  }
}

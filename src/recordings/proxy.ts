import http, { type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import { dispatch, readTarget, restOfUrl, type Target } from '../bindings/dispatch';
import { readHttpCall } from '../bindings/http/binding';
import { SoapRequestReader } from '../bindings/soap/request';
import { type BindingName, ENDPOINT, SOAP_BINDING_NAME } from '../contract/bindings';
import { RequestRejected } from '../contract/fault';
import { actionBase, type Call } from '../contract/operations';
import { readWithin } from '../lib/async-iterables';
import { networkFailure } from '../lib/errors';
import { disconnectSignal } from '../server/connections';
import type { RecordingsFolder } from './folder';
import { describeAnswer, readAnswer, type UpstreamAnswer } from './read-answer';
import { callText } from './recording';
import type { RemoteService } from './upstream';

export interface ProxyOptions {
  readonly service: RemoteService;
  readonly folder: RecordingsFolder;
  readonly maxBodyBytes: number;
  /** This function is called with a sentence for each request that can't be recorded. */
  readonly onLoss: (sentence: string) => void;
}

/**
 * Creates a server that is a proxy for another service, and does not listen yet. Requests and answers pass unchanged,
 * and each call that could be read is saved with its answer. In a WSDL or help page the proxy's address replaces the
 * service's, so that clients that are generated from the page call the proxy.
 */
export function createProxy(options: ProxyOptions): http.Server {
  return http.createServer((request, response) => {
    forward(options, request, response).catch((error: unknown) => {
      const { method, url } = request;
      options.onLoss(`${method} ${url} is not recorded: ${error}`);
      response.destroy();
    });
  });
}

async function forward(
  options: ProxyOptions,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const { service } = options;
  const { method = 'GET', url = '/' } = request;
  const target = readTarget(url);
  if (target === undefined) return answerPlain(response, 404, `Only ${ENDPOINT} is recorded.`);
  const body = await readBody(options, request, response);
  if (body === undefined) return;
  const headers = requestHeaders(request.headers);
  const signal = disconnectSignal(response);
  const answer = await service
    .send({ method, rest: restOfUrl(target, url), headers, body, signal })
    .catch(networkFailure);
  if (typeof answer === 'string') {
    if (signal.aborted)
      return options.onLoss(`${method} ${url} is not recorded: its client disconnected before the answer.`);
    options.onLoss(`${method} ${url} is not recorded: ${service} failed: ${answer}.`);
    return answerPlain(response, 502, `${service} gave no answer: ${answer}.`);
  }
  // The answer is saved before it is sent, because the recording may be stopped as soon as the client has it.
  const call = callIn(request, target, body, service.namespace);
  if (call !== undefined) await saveCall(options, call, answer);
  const sent =
    target.pathInfo === '' && method === 'GET'
      ? withProxyAddress(answer.body, service.address, request)
      : answer.body;
  // An answer without a body, such as an answer to HEAD, keeps the length that the service sent.
  const length = sent.length === 0 ? {} : { 'content-length': sent.length };
  const passed = { ...responseHeaders(answer.headers), ...length };
  response.writeHead(answer.status, answer.reason, passed).end(sent);
}

/**
 * Returns the body of the request, or `undefined` if the request can't be forwarded. The client has then been answered,
 * unless it has disconnected.
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
    onLoss(`${method} ${url} is not recorded: its client disconnected (${networkFailure(error)}).`);
    return undefined;
  }
  onLoss(`${method} ${url} is not recorded: it is longer than MAX_BODY_BYTES=${maxBodyBytes}.`);
  response.setHeader('Connection', 'close');
  answerPlain(response, 413, `The request is longer than ${maxBodyBytes} bytes.`);
  return undefined;
}

async function saveCall(
  { folder, onLoss }: ProxyOptions,
  { binding, call }: ReceivedCall,
  answer: UpstreamAnswer,
): Promise<void> {
  const understood = readAnswer(answer, binding, call.operation);
  const name = `${callText(call)} is not recorded`;
  if (understood === undefined) {
    onLoss(
      `${name}: the answer, with ${describeAnswer(answer)}, has no result or fault that clients of ${binding} can read.`,
    );
    return;
  }
  try {
    const replaced = await folder.keep({ call, bindings: [binding], answer: understood });
    if (replaced.length > 0)
      onLoss(`${name} by ${replaced.join(', ')}: ${binding} got another answer, which replaces it.`);
  } catch (error) {
    onLoss(`${name}: ${(error as Error).message}`);
  }
}

function answerPlain(response: http.ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${sentence}\n`);
}

/**
 * These headers apply to one connection only, so they are not forwarded. Headers that `Connection` names are not
 * forwarded, either (RFC 9110 7.6.1).
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

/** Returns the headers for the service. Compression is not accepted, because the proxy must read the answer. */
export function requestHeaders(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  return { ...without(headers, [...HOP_BY_HOP, 'host']), 'accept-encoding': 'identity' };
}

/**
 * Returns the headers for the client, without those that apply only to the connection to the service (RFC 9110 7.6.1).
 */
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

/** Replaces the service's address in a WSDL or help page with the address that the client used. */
function withProxyAddress(body: Buffer, address: string, { headers }: http.IncomingMessage): Buffer {
  const proxyAddress = `http://${headers.host ?? 'localhost'}${ENDPOINT}`;
  // Latin-1 keeps every byte as one character, and the address is ASCII in UTF-8 and in all single-byte encodings.
  return Buffer.from(body.toString('latin1').replaceAll(address, proxyAddress), 'latin1');
}

interface ReceivedCall {
  readonly binding: BindingName;
  readonly call: Call;
}

/**
 * Returns the call in a request over any binding, as this service would read it, or `undefined` if there is none.
 */
function callIn(
  { method = 'GET', headers }: http.IncomingMessage,
  target: Target,
  body: Buffer,
  namespace: string,
): ReceivedCall | undefined {
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

import http, { type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import { readTarget, restOf } from '../bindings/target';
import { ENDPOINT } from '../contract/endpoint';
import type { RecordingsFolder } from './folder';
import { readAnswer } from './read-answer';
import { readAnyCall } from './read-call';
import { readWithin } from './read-within';
import { callText } from './recording';
import type { Upstream, UpstreamAnswer } from './upstream';

export interface RecorderOptions {
  readonly upstream: Upstream;
  /** Of the service that is recorded. */
  readonly namespace: string;
  readonly folder: RecordingsFolder;
  /** Bytes of a request. */
  readonly maxRequestBytes: number;
  /** Told what could not be recorded, in a sentence. */
  readonly warn: (sentence: string) => void;
}

/** Headers of one connection, which are not handed on (RFC 9110 7.6.1). */
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

/**
 * A proxy in front of another service, not listening yet: requests and answers pass as they are, and each call that
 * was understood is kept with its answer. Descriptions name the proxy, so that clients made from them come back to it.
 */
export function createRecorder(options: RecorderOptions): http.Server {
  return http.createServer((request, response) => {
    pass(options, request, response).catch((error: unknown) => {
      options.warn(
        `${request.method} ${request.url} could not be passed on: ${error instanceof Error ? error.message : error}.`,
      );
      if (response.headersSent) response.destroy();
      else answerPlain(response, 502, `${options.upstream} can't be reached.`);
    });
  });
}

async function pass(
  options: RecorderOptions,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const { method = 'GET', url = '/' } = request;
  const target = readTarget(url);
  if (target === undefined) return answerPlain(response, 404, `Only ${ENDPOINT} is recorded.`);
  const body = await readWithin(options.maxRequestBytes, request);
  if (body === undefined) {
    response.setHeader('Connection', 'close');
    return answerPlain(response, 413, `The request is longer than ${options.maxRequestBytes} bytes.`);
  }
  const headers = handedOn(request.headers);
  const answer = await options.upstream.send({ method, rest: restOf(target, url), headers, body });
  // Kept before it is answered: a client that has its answer may end the recording.
  await keep(options, request, body, answer).catch((error: unknown) => {
    options.warn(`${method} ${url} is not recorded: ${error instanceof Error ? error.message : error}`);
  });
  const sent =
    target.pathInfo === '' && method === 'GET' ? renamed(answer, options.upstream, request) : answer.body;
  const passed = { ...without(answer.headers, HOP_BY_HOP), 'content-length': sent.length };
  response.writeHead(answer.status, answer.reason, passed).end(sent);
}

async function keep(
  { namespace, folder, warn }: RecorderOptions,
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
  if (understood === undefined) {
    warn(`${callText(call)} is not recorded: its answer, of status ${answer.status}, is none of ${binding}.`);
  } else {
    await folder.keep({ call, answer: understood });
  }
}

/** Identity: what is kept has to be read. */
function handedOn(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  return { ...without(headers, [...HOP_BY_HOP, 'host']), 'accept-encoding': 'identity' };
}

function without(headers: IncomingHttpHeaders, names: readonly string[]): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}

/** A description with the address by which the client came. */
function renamed(answer: UpstreamAnswer, upstream: Upstream, { headers }: http.IncomingMessage): Buffer {
  if (!/xml|html/i.test(answer.headers['content-type'] ?? '')) return answer.body;
  const own = `http://${headers.host ?? 'localhost'}${ENDPOINT}`;
  // Bytes as characters: whatever encoding it is in, addresses are ASCII.
  return Buffer.from(answer.body.toString('latin1').replaceAll(upstream.address, own), 'latin1');
}

function answerPlain(response: http.ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${sentence}\n`);
}

/** Sends the answers of all bindings. Every answer has a Content-Length (contract 4.3, 10.3). */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Config } from '../config';
import type { CallSource } from '../contract/bindings';
import type { LongResult, Result } from '../contract/operations';
import type { RejectionReason } from '../contract/rejections';
import type { Observe } from '../ops/observations';
import { createRequestDescriber } from '../server/client-address';
import type { MemoryBudget } from '../server/memory-budget';
import { sendLong } from './long-reply';

/** These are the values of Cache-Control in ASMX: a result has a max-age, and a fault has none (contract 4.3). */
export const CACHE_CONTROL = { success: 'private, max-age=0', error: 'private' } as const;

export interface LongBody {
  readonly prefix: string;
  readonly result: LongResult;
  readonly suffix: string;
}

/** Returns true for the empty string, which has an envelope of its own (contract 4.1, 5.1). */
export function isEmpty(result: Result): boolean {
  return 'text' in result && result.text === '';
}

/**
 * Puts a result between two texts. The body is one string if the result is short. A long result stays apart from the
 * texts, because it is sent in slices.
 */
export function wrapResult(prefix: string, result: Result, suffix: string): string | LongBody {
  return 'text' in result ? prefix + result.text + suffix : { prefix, result, suffix };
}

export interface Reply {
  readonly status: number;
  readonly contentType: string;
  readonly cacheControl: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Buffer | LongBody;
  /** If the request was rejected before it reached the service, this is the reason. */
  readonly rejected?:
    | { readonly reason: RejectionReason; readonly binding?: CallSource | undefined }
    | undefined;
}

/** Sends a reply. Returns a promise if sending continues after the call. */
export type Send = (
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
) => Promise<void> | undefined;

export interface SendOptions {
  readonly config: Config;
  readonly observe: Observe;
  readonly bytes: MemoryBudget;
  readonly interceptSend?: ((send: Send) => Send) | undefined;
}

/** A client that is still sending has this many milliseconds to read its answer. */
const LINGER_MS = 2_000;
/**
 * While a client reads its answer, at most this many chunks of its request are read, because Node calls JavaScript for
 * each chunk.
 */
const MAX_LINGER_CHUNKS = 1_000;

/** Makes the function that sends a reply. The function also observes rejections. */
export function createSend({
  config,
  observe,
  bytes: budget,
  interceptSend = (send) => send,
}: SendOptions): Send {
  const describeRequest = createRequestDescriber(config);
  const send = interceptSend((_request, response, reply) => {
    const { body } = reply;
    if (typeof body === 'string' || Buffer.isBuffer(body)) return sendShort(response, reply, body);
    const { prefix, result, suffix } = body;
    writeHead(response, reply, Buffer.byteLength(prefix) + result.length + Buffer.byteLength(suffix));
    return sendLong(response, body, budget);
  });
  return (request, response, reply) => {
    const { rejected } = reply;
    if (rejected !== undefined)
      observe({ kind: 'rejected', ...rejected, status: reply.status, ...describeRequest(request) });
    return send(request, response, reply);
  };
}

/** Sends a body in one write. A string is not encoded first, because Node then sends it together with the headers. */
function sendShort(response: ServerResponse, reply: Reply, body: string | Buffer): Promise<void> | undefined {
  writeHead(response, reply, Buffer.byteLength(body));
  if (!response.req.complete && response.getHeader('Connection') === 'close') return linger(response, body);
  response.end(body);
  return undefined;
}

/**
 * Sends the answer, and closes the connection a little later. If the connection were closed while the client still
 * sends, it would be reset, and the answer could be lost (RFC 9112 9.6).
 */
async function linger(response: ServerResponse, body: string | Buffer): Promise<void> {
  const { req: request } = response;
  response.write(body);
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(done, LINGER_MS);
    let chunks = 0;
    request.on('data', () => {
      if (++chunks === MAX_LINGER_CHUNKS) done();
    });
    request.once('close', done);
  });
  response.end();
}

/** Writes the status and the headers. @param length the length of the body in bytes */
export function writeHead(
  response: ServerResponse,
  { status, contentType, cacheControl, headers }: Reply,
  length: number,
): void {
  const list = ['Cache-Control', cacheControl, 'Content-Type', contentType, 'Content-Length', String(length)];
  for (const name in headers) list.push(name, headers[name] ?? '');
  // A flat list of all headers costs less than `setHeader` for each.
  response.writeHead(status, list);
}

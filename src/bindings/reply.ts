/**
 * Sends the answers of all bindings, and follows their clients. Every answer has a Content-Length (contract 4.3, 10.3).
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from '../config';
import type { CallSource } from '../contract/bindings';
import { escapeXmlText } from '../contract/escape';
import type { Result } from '../contract/operations';
import type { RejectionReason } from '../contract/rejections';
import type { Observe } from '../ops/observations';
import { clientRequests } from '../server/client-address';
import type { MemoryBudget } from '../server/memory-budget';
import { SliceTurns, sendLong } from './long-reply';

/** Has the signals of the connections whose calls can be cancelled. */
const signals = new WeakMap<Socket, AbortSignal>();

/**
 * Returns a signal that is aborted when the client disconnects. It belongs to the connection, because a pipelined
 * response emits nothing before its turn, and because a signal for each call would take a twentieth of a GET.
 */
export function disconnectSignal({ req: { socket } }: ServerResponse): AbortSignal {
  const known = signals.get(socket);
  if (known !== undefined) return known;
  const controller = new AbortController();
  const abort = () => controller.abort();
  if (socket.destroyed) abort();
  socket.once('close', abort);
  signals.set(socket, controller.signal);
  return controller.signal;
}

/** A client may cache the result of a call, but not a fault (contract 4.3). */
export const CACHE_CONTROL = { success: 'private, max-age=0', error: 'private' } as const;

/** Contains a result and the text before and after it. */
export interface ResponseBody {
  readonly prefix: string;
  readonly result: Result;
  readonly suffix: string;
  /** The result is sent as it is, not escaped as XML. */
  readonly isPlain?: true;
}

export interface Reply {
  readonly status: number;
  readonly contentType: string;
  readonly cacheControl: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Buffer | ResponseBody;
  /** This is set if the request did not reach the service, and says why. */
  readonly rejected?:
    | { readonly reason: RejectionReason; readonly binding?: CallSource | undefined }
    | undefined;
}

/** Sends the reply. Returns a promise if this takes a while. */
export type Send = (
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
) => Promise<void> | undefined;

export interface SendOptions {
  readonly config: Config;
  readonly observe: Observe;
  readonly bytes: MemoryBudget;
  /** Returns a function that may send another reply instead. */
  readonly interceptSend?: ((send: Send) => Send) | undefined;
}

/** From this length on, a string costs Node more than its bytes do. */
const LONG = 16_384;

/** A client that is still sending has this long to take its answer. */
const LINGER_MS = 2_000;
/** At most this many pieces of its request are read meanwhile, because Node calls JavaScript for each. */
const LINGER_PIECES = 1_000;

/** Makes the function that sends a reply, unless the client has disconnected, and observes rejections. */
export function createSend({
  config,
  observe,
  bytes: budget,
  interceptSend = (send) => send,
}: SendOptions): Send {
  const describeRequest = clientRequests(config);
  const turns = new SliceTurns();
  const send = interceptSend((_request, response, reply) => {
    const { body } = reply;
    if (typeof body === 'string' || Buffer.isBuffer(body)) return sendShort(response, reply, body);
    const { prefix, result, suffix, isPlain } = body;
    if (result.text.length > LONG) {
      const start = (length: number) => writeHead(response, reply, length);
      return sendLong(response, body, { budget, turns, writeHead: start });
    }
    const text = isPlain === true ? result.text : escapeXmlText(result.text);
    return sendShort(response, reply, prefix + text + suffix);
  });
  return (request, response, reply) => {
    const { rejected } = reply;
    if (rejected !== undefined) {
      const { reason, binding } = rejected;
      const named = binding === undefined ? {} : { binding };
      observe({ kind: 'rejected', reason, ...named, status: reply.status, ...describeRequest(request) });
    }
    return send(request, response, reply);
  };
}

/** A string stays a string, because Node sends it in one piece with the headers. */
function sendShort(response: ServerResponse, reply: Reply, body: string | Buffer): Promise<void> | undefined {
  writeHead(response, reply, Buffer.byteLength(body));
  if (!response.req.complete && response.getHeader('Connection') === 'close') return linger(response, body);
  response.end(body);
  return undefined;
}

/**
 * The answer is sent first, and the connection ends a little later. Closing it while the client still sends would reset
 * it, and the answer could be lost (RFC 9112 9.6).
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
    let pieces = 0;
    request.on('data', () => {
      if (++pieces === LINGER_PIECES) done();
    });
    for (const event of ['end', 'close']) request.once(event, done);
  });
  response.end();
}

/** Writes the status and the headers. @param length of the body, in bytes */
export function writeHead(
  response: ServerResponse,
  { status, contentType, cacheControl, headers }: Reply,
  length: number,
): void {
  const list = ['Cache-Control', cacheControl, 'Content-Type', contentType, 'Content-Length', String(length)];
  for (const name in headers) list.push(name, headers[name] ?? '');
  // Setting headers one by one costs more than a flat list of all.
  response.writeHead(status, list);
}

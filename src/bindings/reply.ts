/**
 * The client's end of every binding: for whom a call is carried out, and how its answer leaves. That has always a
 * Content-Length (contract 4.3, 10.3).
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from '../config';
import type { CallSource } from '../contract/bindings';
import { escapeXmlText } from '../contract/escape';
import type { Result } from '../contract/operations';
import type { RejectionReason } from '../contract/rejections';
import type { CancelSignal } from '../lib/cancel-signal';
import type { Observe } from '../ops/observations';
import { clientRequests, requestIdOf } from '../server/client-address';
import type { MemoryBudget } from '../server/memory-budget';
import { SliceTurns, sendLong } from './long-reply';

/** The client that a call is carried out for. */
export interface Caller {
  /** Aborted when the client goes away before it has its answer. */
  readonly signal: CancelSignal;
  /** The client's own name of its request, for the log. */
  readonly requestId: () => string | undefined;
  /** The response that carries the answer. */
  readonly response: ServerResponse;
}

export function callerOf(response: ServerResponse): Caller {
  const requestId = () => requestIdOf(response.req.headers);
  return { signal: new ClientGone(response), requestId, response };
}

/**
 * Aborted when the client of `response` goes away. By the connection's own event: a pipelined response that had no
 * turn yet hears of nothing.
 */
class ClientGone implements CancelSignal {
  readonly #socket: Socket;

  constructor({ req: { socket } }: ServerResponse) {
    this.#socket = socket;
  }

  get aborted(): boolean {
    return this.#socket.destroyed;
  }

  addEventListener(_type: string, listener: () => void): void {
    this.#socket.once('close', listener);
  }

  removeEventListener(_type: string, listener: () => void): void {
    this.#socket.off('close', listener);
  }
}

/** Contract 4.3: a call that reached the service may be shown again to the same client, a fault may not. */
export const CACHE_CONTROL = { success: 'private, max-age=0', error: 'private' } as const;

/** A result and what stands around it. */
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
  /** That and why the request did not reach the service. */
  readonly rejected?:
    | { readonly reason: RejectionReason; readonly binding?: CallSource | undefined }
    | undefined;
}

/** A promise where sending takes a while. */
export type Send = (
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
) => Promise<void> | undefined;

/** Hears of a request that is rejected, before its answer is sent. */
export type OnRejection = (response: ServerResponse, binding: CallSource | undefined) => void;

export interface SendOptions {
  readonly config: Config;
  readonly observe: Observe;
  readonly bytes: MemoryBudget;
  readonly onRejection?: OnRejection | undefined;
}

/** Characters from which on a string would cost Node more than the bytes of it. */
const LONG = 16_384;

/** A client that still sends a body that nobody reads has this long to take its answer. */
const LINGER_MS = 2_000;
/** Chunks that are read meanwhile, at most: Node calls into JavaScript for each, and they may be short. */
const LINGER_PIECES = 1_000;

/** Makes the function that sends a reply, unless the client has gone, and observes rejections. */
export function createSend({ config, observe, bytes: budget, onRejection }: SendOptions): Send {
  const describeRequest = clientRequests(config);
  const turns = new SliceTurns();
  return (request, response, reply) => {
    const { body, rejected } = reply;
    if (rejected !== undefined) {
      const { reason, binding } = rejected;
      const named = binding === undefined ? {} : { binding };
      observe({ kind: 'rejected', reason, ...named, status: reply.status, ...describeRequest(request) });
      onRejection?.(response, binding);
    }
    if (typeof body === 'string' || Buffer.isBuffer(body)) return sendShort(response, reply, body);
    const { prefix, result, suffix, isPlain } = body;
    if (result.text.length > LONG) {
      const start = (length: number) => writeHead(response, reply, length);
      return sendLong(response, body, { budget, turns, writeHead: start });
    }
    const text = isPlain === true ? result.text : escapeXmlText(result.text);
    return sendShort(response, reply, prefix + text + suffix);
  };
}

/** A string, where it is one: Node puts it into one piece with the headers. */
function sendShort(response: ServerResponse, reply: Reply, body: string | Buffer): Promise<void> | undefined {
  writeHead(response, reply, Buffer.byteLength(body));
  if (!response.req.complete && response.getHeader('Connection') === 'close') return linger(response, body);
  response.end(body);
  return undefined;
}

/**
 * The whole answer goes out, its end a little later: closing while the client still sends would reset the
 * connection, and the answer could be lost with it (RFC 9112 9.6).
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
    for (const event of ['end', 'close', 'error']) request.once(event, done);
  });
  response.end();
}

function writeHead(
  response: ServerResponse,
  { status, contentType, cacheControl, headers }: Reply,
  length: number,
): void {
  const list = ['Cache-Control', cacheControl, 'Content-Type', contentType, 'Content-Length', String(length)];
  for (const name in headers) list.push(name, headers[name] ?? '');
  // Each header that is set by itself costs more than all of a flat list.
  response.writeHead(status, list);
}

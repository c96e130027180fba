/**
 * Reads the bytes of a request's body, up to the service's limit, and leaves them as they are (contract 10.1, 10.2).
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import bodyParser from 'body-parser';
import type { MemoryBudget } from '../server/memory-budget';

/** Holds a body, or the reason why it was not read: it is longer than the limit, or found no room in time. */
export type Body = Buffer | 'too-long' | 'busy';

export type ReadBody = (request: IncomingMessage, response: ServerResponse) => Promise<Body>;

/** Thrown if the client stopped sending in the middle of its request, so that nobody waits for an answer. */
export class IncompleteBodyError extends Error {
  override readonly name = 'IncompleteBodyError';
}

export interface BodyOptions {
  /** One body may have this many bytes. */
  readonly maxBytes: number;
  /** Limits the time that a body waits for memory, in milliseconds. */
  readonly timeoutMs: number;
  /** Reads a body of at most `SHORT` bytes whose length is known; without it those are read like all others. */
  readonly readShort?: ReadShort;
}

type ReadShort = (request: IncomingMessage, response: ServerResponse) => Promise<Buffer>;

/** body-parser may hold this many chunks. Each costs some hundred bytes, even if it has one byte. */
const SHORT = 8_192;
const NOTHING = Buffer.alloc(0);
/**
 * A chunked body may have as many chunks as the longest body would have with chunks of this size. Node calls JavaScript
 * for each chunk, and one read of a socket brings 20,000 chunks of one byte, during which no other request is served.
 */
const CHUNK = 128;

/**
 * Makes the function that reads bodies. One that says that it is too long is not read at all; one that is too long or
 * finds no room leaves its connection unfit for another request. ASMX reads the body as it is, whatever its
 * Content-Encoding (contract 10.2).
 */
export function createBodyReader(
  { maxBytes, timeoutMs, readShort }: BodyOptions,
  budget: MemoryBudget,
): ReadBody {
  return async (request, response) => {
    const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
    const isChunked = coding !== undefined;
    if (!isChunked && (length === undefined || length === '0')) return NOTHING;
    const size = isChunked ? maxBytes : Number(length);
    if (size > maxBytes) return unread(response, 'too-long');
    const reservation = await budget.reserveBody(request.socket, size, timeoutMs);
    if (request.socket.destroyed) throw new IncompleteBodyError();
    if (reservation === undefined) return unread(response, 'busy');
    response.on('close', reservation.release);
    reservation.waitForClient(true);
    const isShort = readShort !== undefined && !isChunked && size <= SHORT;
    const body = await (isShort ? readShort(request, response) : readAll(request, size, isChunked));
    reservation.waitForClient(false);
    if (body === undefined) return unread(response, 'too-long');
    reservation.resize(body.length);
    return body;
  };
}

/** The rest of the body is not read, so the connection can't carry another request. */
function unread(response: ServerResponse, reason: 'too-long' | 'busy'): Body {
  response.setHeader('Connection', 'close');
  return reason;
}

/** Makes the reader of short forms: body-parser, by which Express applications read them everywhere. */
export function parseShort(): ReadShort {
  const parse = bodyParser.raw({ type: () => true, limit: SHORT, inflate: false });
  return (request: IncomingMessage & { body?: unknown }, response) => {
    // ASMX reads the body as it is (contract 10.2); body-parser would refuse one that says it is encoded.
    delete request.headers['content-encoding'];
    return new Promise((resolve, reject) => {
      parse(request, response, (error?: unknown) => {
        if (Buffer.isBuffer(request.body)) resolve(request.body);
        else reject(request.complete && error !== undefined ? error : new IncompleteBodyError());
      });
    });
  };
}

/**
 * Copies chunks, because each would take some hundred bytes more as a Buffer, even with a single byte. Most bodies come
 * in one chunk.
 * @param size the body's, or the most that a chunked one may have
 * @returns `undefined` when it is longer, or in too many chunks
 */
function readAll(request: IncomingMessage, size: number, isChunked: boolean): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const maxChunks = isChunked ? size / CHUNK : Number.POSITIVE_INFINITY;
    let body = NOTHING;
    let length = 0;
    let chunks = 0;
    const onData = (chunk: Buffer) => {
      if (!isChunked && chunk.length === size) {
        resolve(chunk);
        return;
      }
      if (length + chunk.length > size || ++chunks > maxChunks) {
        request.off('data', onData);
        resolve(undefined);
        return;
      }
      if (length === 0) body = Buffer.allocUnsafe(size);
      length += chunk.copy(body, length);
    };
    request.on('data', onData);
    request.on('end', () => resolve(body.subarray(0, length)));
    request.on('close', () => {
      if (!request.complete) reject(new IncompleteBodyError());
    });
  });
}

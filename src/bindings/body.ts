/**
 * Reads the raw bytes of a request's body, up to the service's limit (contract 10.1, 10.2).
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import bodyParser from 'body-parser';
import type { Config } from '../config';
import { ownTurn } from '../lib/turns';
import type { MemoryBudget } from '../server/memory-budget';

/** This is the body, or the reason why it was not read: it exceeds the limit, or there was no memory for it in time. */
export type Body = Buffer | 'too-long' | 'busy';

export type ReadBody = (request: IncomingMessage, response: ServerResponse) => Promise<Body>;

/** This error is thrown if the client disconnected in the middle of its request. Nobody then waits for an answer. */
export class IncompleteBodyError extends Error {
  override readonly name = 'IncompleteBodyError';
}

/**
 * Only bodies up to this many bytes, such as the forms of the operations, are read by body-parser. It keeps each chunk
 * as a Buffer, so a body that arrives one byte at a time takes 170 times its length in memory.
 */
const SHORT = 128;
const NOTHING = Buffer.alloc(0);
/**
 * A body with more bytes than this is parsed in its own turn of the event loop. Hundreds of clients may hold back the
 * last bytes of their bodies, and send them at once. All these bodies in one turn would delay all other requests.
 */
const LONG = 1_024;
/**
 * A chunked body may have one chunk for each 128 bytes of the maximum length, because Node calls JavaScript for every
 * chunk. A single read of a socket can contain 20,000 chunks of one byte. While these are handled, no other request is
 * served.
 */
const CHUNK = 128;

/**
 * Makes the function that reads bodies. A body whose Content-Length exceeds the limit is not read at all. A body waits
 * for memory for at most the query timeout, as long as a call waits for the database. If a body is too long, or there
 * is no memory for it, its connection is closed after the answer. Like ASMX, the function ignores Content-Encoding
 * (contract 10.2).
 */
export function createBodyReader(
  { maxBodyBytes, queryTimeoutMs }: Pick<Config, 'maxBodyBytes' | 'queryTimeoutMs'>,
  budget: MemoryBudget,
): ReadBody {
  return async (request, response) => {
    const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers;
    const isChunked = coding !== undefined;
    const size = isChunked ? maxBodyBytes : Number(length);
    if (size === 0) return NOTHING;
    if (size > maxBodyBytes) return unread(response, 'too-long');
    const reservation = await budget.reserveBody(request.socket, size, queryTimeoutMs);
    if (request.socket.destroyed) throw new IncompleteBodyError();
    if (reservation === undefined) return unread(response, 'busy');
    response.on('close', reservation.release);
    const isShort = !isChunked && size <= SHORT;
    const body = await (isShort ? readShort(request, response) : readAll(request, size, isChunked));
    reservation.received(body?.length ?? size);
    if (body !== undefined && body.length > LONG) {
      await ownTurn();
      if (request.socket.destroyed) throw new IncompleteBodyError();
    }
    return body ?? unread(response, 'too-long');
  };
}

/** Closes the connection after the answer, because the rest of the body was not read. */
function unread(response: ServerResponse, reason: 'too-long' | 'busy'): Body {
  response.setHeader('Connection', 'close');
  return reason;
}

const parseShort = bodyParser.raw({ type: () => true, limit: SHORT, inflate: false });

/** Reads a short body with body-parser, the usual reader of Express applications. */
function readShort(request: IncomingMessage & { body?: unknown }, response: ServerResponse): Promise<Buffer> {
  // ASMX ignores Content-Encoding (contract 10.2), but body-parser would refuse the request.
  delete request.headers['content-encoding'];
  return new Promise((resolve, reject) => {
    parseShort(request, response, () => {
      if (Buffer.isBuffer(request.body)) resolve(request.body);
      else reject(new IncompleteBodyError());
    });
  });
}

/**
 * Reads a body. It copies chunks into one buffer, because each Buffer takes a few hundred bytes in addition to its
 * data.
 * @param size the length of the body, or the maximum of a chunked body
 * @returns `undefined` if the body is longer, or has too many chunks
 */
function readAll(request: IncomingMessage, size: number, isChunked: boolean): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const maxChunks = isChunked ? size / CHUNK : Number.POSITIVE_INFINITY;
    let body = NOTHING;
    let length = 0;
    let chunks = 0;
    request.on('data', (chunk: Buffer) => {
      if (length + chunk.length > size || ++chunks > maxChunks) {
        resolve(undefined);
        return;
      }
      if (length === 0) body = Buffer.allocUnsafe(size);
      length += chunk.copy(body, length);
    });
    request.on('end', () => resolve(body.subarray(0, length)));
    request.on('close', () => {
      if (!request.complete) reject(new IncompleteBodyError());
    });
  });
}

/** The bytes of a request's body, up to the service's limit, untouched (contract 10.1, 10.2). */
import type { IncomingMessage, ServerResponse } from 'node:http';
import bodyParser from 'body-parser';
import { ServiceBusyError } from '../contract/errors';
import { type BytesInFlight, type Hold, NoRoomError } from '../sockets/bytes-in-flight';

/** What was read: `undefined` for a body that is longer than the limit, an error for one that found no room. */
export type Body = Buffer | undefined | ServiceBusyError;

export type BodyReader = (request: IncomingMessage, response: ServerResponse) => Promise<Body>;

/** The client stopped sending in the middle of its request; there is nobody to answer. */
export class IncompleteBodyError extends Error {
  override readonly name = 'IncompleteBodyError';
}

export interface BodyOptions {
  /** Of one body. */
  readonly maxBytes: number;
  /** How long a body waits for room among the others, in milliseconds. */
  readonly patienceMs: number;
  /** Reads a body of a few kilobytes. Without it those are gathered as all others are. */
  readonly readShort?: ReadShort;
}

type ReadShort = (request: IncomingMessage, response: ServerResponse) => Promise<Buffer>;

const NOTHING = Buffer.alloc(0);
const FIRST_BLOCK = 4_096;
const BLOCK = 65_536;
/** Bytes that body-parser may have in pieces: longer bodies, and those of a length that nobody told, are gathered. */
const SHORT = 8_192;
/**
 * A body may come in as many chunks as the longest body has of this size: Node calls into JavaScript for each, and one
 * read of a socket brings 20,000 chunks of a byte, between which nobody else has a turn.
 */
const CHUNK = 128;

/**
 * Reads bodies. One that says that it is too long is not read at all; what is too long or finds no room leaves its
 * connection unfit for another request.
 */
export function createBodyReader(
  { maxBytes, patienceMs, readShort }: BodyOptions,
  bytes: BytesInFlight,
): BodyReader {
  return async (request, response) => {
    const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
    if (coding === undefined && (length === undefined || length === '0')) return NOTHING;
    const announced = coding === undefined ? Number(length) : undefined;
    if (announced !== undefined && announced > maxBytes) return tooLong(response);

    const size = announced ?? maxBytes;
    const room = bytes.holdBody(request.socket, size) ?? (await reserve(bytes, request, size, patienceMs));
    if (room instanceof ServiceBusyError) {
      response.setHeader('Connection', 'close');
      return room;
    }
    response.on('close', room.release);
    room.waitForClient(true);
    const isShort = announced !== undefined && announced <= SHORT;
    const body =
      isShort && readShort !== undefined
        ? await readShort(request, response)
        : await gather(request, announced, maxBytes);
    room.waitForClient(false);
    if (body !== undefined) room.resize(body.length);
    return body ?? tooLong(response);
  };
}

function tooLong(response: ServerResponse): undefined {
  // What is still to come is not read: the connection can't carry another request.
  response.setHeader('Connection', 'close');
  return undefined;
}

async function reserve(
  bytes: BytesInFlight,
  { socket }: IncomingMessage,
  size: number,
  patienceMs: number,
): Promise<Hold | ServiceBusyError> {
  try {
    return await bytes.reserveBody(socket, size, patienceMs);
  } catch (error) {
    if (!(error instanceof NoRoomError)) throw error;
    if (socket.destroyed) throw new IncompleteBodyError();
    return new ServiceBusyError({ cause: error });
  }
}

/** By body-parser: what a form's body is read by everywhere. */
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
 * All bytes of a request, in blocks: each piece as it came, of a body in chunks of one byte, is hundreds of times its
 * size. `undefined` when there are too many. ASMX reads the body as it is, whatever its Content-Encoding (contract
 * 10.2).
 */
function gather(
  request: IncomingMessage,
  announced: number | undefined,
  maxBytes: number,
): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const blocks: Buffer[] = [];
    let block = NOTHING;
    let filled = 0;
    let received = 0;
    let chunks = 0;
    const onData = (chunk: Buffer) => {
      // As nearly all bodies come: in one piece.
      if (chunk.length === announced) {
        resolve(chunk);
        return;
      }
      received += chunk.length;
      if (announced === undefined) chunks += 1;
      if (received > maxBytes || chunks * CHUNK > maxBytes) {
        request.off('data', onData);
        resolve(undefined);
        return;
      }
      for (let at = 0; at < chunk.length; ) {
        if (filled === block.length) {
          block = Buffer.allocUnsafe(blockSize(blocks.length, announced));
          blocks.push(block);
          filled = 0;
        }
        const copied = chunk.copy(block, filled, at);
        at += copied;
        filled += copied;
      }
    };
    request.on('data', onData);
    request.on('end', () => {
      const last = blocks.length - 1;
      if (last >= 0) blocks[last] = block.subarray(0, filled);
      const [only = NOTHING] = blocks;
      resolve(blocks.length > 1 ? Buffer.concat(blocks) : only);
    });
    request.on('close', () => {
      if (!request.complete) reject(new IncompleteBodyError());
    });
  });
}

function blockSize(before: number, announced: number | undefined): number {
  return before > 0 ? BLOCK : Math.min(announced ?? FIRST_BLOCK, BLOCK);
}

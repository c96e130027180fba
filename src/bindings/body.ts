/** The bytes of a request's body, up to the service's limit, untouched (contract 10.1, 10.2). */
import { IncomingMessage, type ServerResponse } from 'node:http';
import bodyParser from 'body-parser';
import { ServiceBusyError } from '../contract/errors';
import { type BytesInFlight, type Hold, NoRoomError } from '../ops/bytes-in-flight';

/** What was read: `undefined` for a body that is longer than the limit, an error for one that found no room. */
export type Body = Buffer | undefined | ServiceBusyError;

export type BodyReader = (request: IncomingMessage, response: ServerResponse) => Promise<Body>;

/** The client stopped sending in the middle of its request; there is nobody to answer. */
export class IncompleteBodyError extends Error {
  override readonly name = 'IncompleteBodyError';
}

export interface BodyLimits {
  /** Of one body. */
  readonly maxBytes: number;
  /** How long a body waits for room among the others, in milliseconds. */
  readonly patienceMs: number;
}

const NOTHING = Buffer.alloc(0);
const FIRST_BLOCK = 4_096;
const BLOCK = 65_536;

/**
 * Reads bodies. One that says that it is too long is not read at all; what is too long or finds no room leaves its
 * connection unfit for another request.
 */
export function createBodyReader({ maxBytes, patienceMs }: BodyLimits, bytes: BytesInFlight): BodyReader {
  const parse = bodyParser.raw({ type: () => true, limit: maxBytes, inflate: false });
  return async (request, response) => {
    const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
    if (coding === undefined && (length === undefined || length === '0')) return NOTHING;
    const announced = coding === undefined ? Number(length) : undefined;
    if (announced !== undefined && announced > maxBytes) return tooLong(response);

    const room = await reserve(bytes, request, announced ?? BLOCK, patienceMs);
    if (room instanceof ServiceBusyError) {
      response.setHeader('Connection', 'close');
      return room;
    }
    response.once('close', () => room.release());
    room.waitForClient(true);
    const gathered = new GatheredBody(request, { announced, maxBytes, room });
    return new Promise((resolve, reject) => {
      gathered.once('too-long', () => resolve(tooLong(response)));
      request.once('close', () => {
        if (!request.complete) reject(new IncompleteBodyError());
      });
      parse(gathered, response, (error?: unknown) => {
        room.waitForClient(false);
        if (error !== undefined) reject(error);
        else resolve(gathered.body ?? NOTHING);
      });
    });
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
    return await bytes.reserve(socket, size, patienceMs);
  } catch (error) {
    if (error instanceof NoRoomError) return new ServiceBusyError({ cause: error });
    throw error;
  }
}

interface Gathering {
  readonly announced: number | undefined;
  readonly maxBytes: number;
  readonly room: Hold;
}

/**
 * A request's body in blocks, for body-parser, which keeps each piece as it came: of a body in chunks of one byte
 * that is hundreds of times its size.
 */
class GatheredBody extends IncomingMessage {
  /** Where body-parser puts what it has read. */
  body?: Buffer;
  #block: Buffer;
  #filled = 0;
  #received = 0;

  constructor(request: IncomingMessage, { announced, maxBytes, room }: Gathering) {
    super(request.socket);
    // ASMX reads the body as it is (contract 10.2); body-parser would refuse one that says it is encoded.
    const { 'content-encoding': _, ...headers } = request.headers;
    this.headers = headers;
    this.#block = Buffer.allocUnsafeSlow(Math.min(announced ?? FIRST_BLOCK, BLOCK));
    const onData = (chunk: Buffer) => {
      this.#received += chunk.length;
      if (this.#received > maxBytes) {
        request.off('data', onData);
        this.emit('too-long');
        return;
      }
      if (announced === undefined) room.resize(Math.max(BLOCK, 2 * this.#received));
      this.#gather(chunk);
    };
    request.on('data', onData);
    request.once('end', () => {
      this.push(this.#block.subarray(0, this.#filled));
      this.complete = true;
      this.push(null);
    });
  }

  override _read(): void {}

  #gather(chunk: Buffer): void {
    for (let at = 0; at < chunk.length; ) {
      const copied = chunk.copy(this.#block, this.#filled, at);
      at += copied;
      this.#filled += copied;
      if (this.#filled < this.#block.length) return;
      this.push(this.#block);
      this.#block = Buffer.allocUnsafeSlow(BLOCK);
      this.#filled = 0;
    }
  }
}

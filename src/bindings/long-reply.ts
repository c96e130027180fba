/**
 * Sends long answers. They are escaped and encoded in slices, cached while there is room, and sent no faster than the
 * client takes them.
 */
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { escapeXmlText } from '../contract/escape';
import type { Encoded } from '../contract/operations';
import type { MemoryBudget, Reservation } from '../server/memory-budget';
import type { ResponseBody } from './reply';

/**
 * One turn of the event loop escapes and encodes at most this many characters, so that a long answer does not stall short
 * ones. V8 allocates each text of more than 128 KB from the system, which doubles the cost of a slice.
 */
const SLICE = 65_536;

/**
 * All long answers together encode one slice in each turn of the event loop, so a short call waits for one slice at
 * most.
 */
export class SliceTurns {
  #last: Promise<void> = Promise.resolve();

  /** Resolves when the next slice may be encoded. */
  next(): Promise<void> {
    this.#last = this.#last.then(() => endOfTurn());
    return this.#last;
  }
}

/**
 * Answers up to this size are sent in one write. A list of 1,000 events takes 250 µs so, and 420 µs by a pipeline.
 * Longer ones go slice by slice, which shows whether the client takes any.
 */
const AT_ONCE = 262_144;

export interface LongReplyOptions {
  /** Encoded slices are reserved here until the client has taken them. */
  readonly budget: MemoryBudget;
  readonly turns: SliceTurns;
  /** Sends the headers. @param length of the body, in bytes */
  readonly writeHead: (length: number) => void;
}

/** Sends the answer. @returns a promise unless all of it is on its way */
export function sendLong(
  response: ServerResponse,
  body: ResponseBody,
  options: LongReplyOptions,
): Promise<void> | undefined {
  const encoded = body.isPlain === true ? undefined : body.result.encoded;
  if (encoded === undefined || encoded.length > AT_ONCE) return sendSlices(response, body, options);
  writeAll(response, body, encoded, options);
  return undefined;
}

function writeAll(
  response: ServerResponse,
  { prefix, suffix }: ResponseBody,
  { length, slices }: Encoded,
  { budget, writeHead }: LongReplyOptions,
): void {
  writeHead(Buffer.byteLength(prefix) + length + Buffer.byteLength(suffix));
  response.write(prefix);
  for (const slice of slices) response.write(slice);
  response.end(suffix);
  // Usually the system takes all of it at once, and nothing is reserved.
  if (response.writableLength === 0) return;
  const reservation = budget.reserveAnswer(response.req.socket, length);
  reservation.waitForClient(true);
  response.once('finish', reservation.release);
}

async function sendSlices(
  response: ServerResponse,
  body: ResponseBody,
  options: LongReplyOptions,
): Promise<void> {
  const { budget, turns, writeHead } = options;
  const { socket } = response.req;
  const reservation = budget.reserveAnswer(socket, body.result.text.length);
  const disconnected = new AbortController();
  const abort = () => disconnected.abort();
  try {
    const encoded = await encode(response, body, { budget, turns, reservation });
    if (clientDisconnected(response)) return;
    if (encoded.length <= AT_ONCE && bytesOf(encoded.slices) === encoded.length) {
      writeAll(response, body, encoded, options);
      return;
    }
    writeHead(Buffer.byteLength(body.prefix) + encoded.length + Buffer.byteLength(body.suffix));
    const slices = Readable.from(slicesOf(body, encoded, { turns, reservation }));
    // A pipelined answer that waits for its turn notices the end of its connection only here.
    socket.once('close', abort);
    await pipeline(slices, response, { signal: disconnected.signal });
  } catch (error) {
    if (!clientDisconnected(response)) throw error;
  } finally {
    socket.off('close', abort);
    reservation.release();
  }
}

const bytesOf = (slices: readonly Buffer[]): number => slices.reduce((sum, { length }) => sum + length, 0);

interface Encoding {
  readonly turns: SliceTurns;
  readonly reservation: Reservation;
}

/**
 * Encodes the whole answer for its length, and stops when the client has disconnected. Slices without room are encoded
 * again later, so that a slow client holds one slice and the text, which other answers may share.
 */
async function encode(
  response: ServerResponse,
  { result, isPlain }: ResponseBody,
  { budget, turns, reservation }: Encoding & { readonly budget: MemoryBudget },
): Promise<Encoded> {
  const { text } = result;
  const slices: Buffer[] = [];
  let length = 0;
  let hasRoom = true;
  for (let start = 0; start < text.length; start = sliceEnd(text, start)) {
    // Another answer with the same result may have encoded it before, or meanwhile.
    const known = isPlain === true ? undefined : result.encoded;
    if (known !== undefined) {
      reservation.resize(text.length + known.length);
      return known;
    }
    if (text.length > SLICE) await turns.next();
    if (clientDisconnected(response)) return { length, slices };
    const slice = encodeSlice(text, start, isPlain);
    length += slice.length;
    hasRoom &&= !budget.isFullOfAnswers;
    if (hasRoom) {
      slices.push(slice);
      reservation.resize(text.length + length);
    }
  }
  if (hasRoom && isPlain !== true) result.keepEncoded({ length, slices });
  return { length, slices };
}

async function* slicesOf(
  { prefix, result: { text }, suffix, isPlain }: ResponseBody,
  { slices }: Encoded,
  { turns, reservation }: Encoding,
): AsyncGenerator<Buffer> {
  yield Buffer.from(prefix);
  let index = 0;
  for (let start = 0; start < text.length; start = sliceEnd(text, start)) {
    const ready = slices[index++];
    if (ready === undefined) await turns.next();
    reservation.waitForClient(true);
    yield ready ?? encodeSlice(text, start, isPlain);
    reservation.waitForClient(false);
  }
  yield Buffer.from(suffix);
  reservation.waitForClient(true);
}

function encodeSlice(text: string, start: number, isPlain: true | undefined): Buffer {
  const slice = text.slice(start, sliceEnd(text, start));
  return Buffer.from(isPlain === true ? slice : escapeXmlText(slice));
}

/** A slice never ends between the halves of a surrogate pair. */
function sliceEnd(text: string, start: number): number {
  const end = Math.min(start + SLICE, text.length);
  const last = text.charCodeAt(end - 1);
  return end < text.length && last >= 0xd800 && last <= 0xdbff ? end + 1 : end;
}

/** A pipelined answer whose connection ended before its turn is never destroyed itself. */
function clientDisconnected({ destroyed, req }: ServerResponse): boolean {
  return destroyed || req.socket.destroyed;
}

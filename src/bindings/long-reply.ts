/**
 * Long answers: escaped and encoded in slices, kept encoded while there is room, and sent no faster than the client
 * takes them.
 */
import type { ServerResponse } from 'node:http';
import { encodeXmlText } from '../contract/escape';
import type { BytesInFlight, Hold } from '../sockets/bytes-in-flight';
import { Taking } from '../sockets/taking';
import { bytesOf, type EncodedAnswers } from './encoded-answers';
import type { Slices } from './long-work';
import type { XmlAround } from './xml-around';

/** Characters escaped and encoded in one turn of the event loop, so that a long answer doesn't stall short ones. */
const SLICE = 131_072;

/**
 * Bytes that go out in one write, and as one piece: of more, slice by slice, it is seen whether the client takes any.
 */
const AT_ONCE = 262_144;

type WriteHead = (length: number) => void;

/** What long answers share with each other. */
export interface Sending {
  /** They are held here until the client has taken them. */
  readonly bytes: BytesInFlight;
  readonly slices: Slices;
  readonly encoded: EncodedAnswers;
}

/**
 * @param writeHead sends the headers, once the length of the body is known
 * @returns a promise unless all has been sent
 */
export function sendEncoded(
  response: ServerResponse,
  body: XmlAround,
  sending: Sending,
  writeHead: WriteHead,
): Promise<void> | undefined {
  const known = sending.encoded.find(body);
  if (known === undefined) return sendSlices(response, body, sending, writeHead);
  const [whole] = known;
  return known.length === 1 && whole !== undefined
    ? sendWhole(response, whole, sending, writeHead)
    : sendSlices(response, body, { ...sending, known }, writeHead);
}

/** In one write, that of the headers. Mostly the system takes all of it at once, and nothing is held. */
function sendWhole(
  response: ServerResponse,
  whole: Buffer,
  { bytes }: Sending,
  writeHead: WriteHead,
): Promise<void> | undefined {
  writeHead(whole.length);
  response.end(whole);
  if (response.writableLength === 0) return undefined;
  const hold = bytes.holdAnswer(response.req.socket, whole.length);
  hold.waitForClient(true);
  return finished(response).then(hold.release);
}

/** @param known all slices of an answer that went out before */
async function sendSlices(
  response: ServerResponse,
  body: XmlAround,
  { known, ...sending }: Sending & { readonly known?: readonly Buffer[] },
  writeHead: WriteHead,
): Promise<void> {
  const hold = sending.bytes.holdAnswer(response.req.socket, body.text.length);
  try {
    const { length, first } = known
      ? { length: bytesOf(known), first: [...known] }
      : await encode(response, body, sending, hold);
    const ready = bytesOf(first);
    hold.resize(body.text.length + ready);
    if (isGone(response)) return;
    writeHead(length);
    const [whole] = first;
    if (whole?.length === length) response.write(whole);
    else if (!(await writeSlices(response, body, { first, ready, hold, slices: sending.slices }))) return;
    response.end();
    hold.waitForClient(true);
    await finished(response);
  } finally {
    hold.release();
  }
}

interface Slicing {
  readonly first: Buffer[];
  /** Bytes of `first`. */
  readonly ready: number;
  readonly hold: Hold;
  readonly slices: Slices;
}

/** As fast as the client takes them; false when it has gone. */
async function writeSlices(
  response: ServerResponse,
  body: XmlAround,
  { first, ready, hold, slices }: Slicing,
): Promise<boolean> {
  let kept = ready;
  const taking = new Taking(response);
  try {
    for (let start = 0; start < body.text.length; start = sliceEnd(body.text, start)) {
      const slice = first.shift();
      if (slice === undefined) await slices.turn();
      kept -= slice?.length ?? 0;
      hold.resize(body.text.length + kept);
      if (!response.write(slice ?? encodeSlice(body, start))) {
        hold.waitForClient(true);
        await taking.more();
        hold.waitForClient(false);
      }
      if (isGone(response)) return false;
    }
    return true;
  } finally {
    taking.end();
  }
}

/** A pipelined answer whose connection ended before its turn is never destroyed itself. */
function isGone({ destroyed, req }: ServerResponse): boolean {
  return destroyed || req.socket.destroyed;
}

/**
 * The whole answer's length, and its first slices as far as there is room for them: the others are encoded again when
 * it is their turn, so that a client that takes nothing holds the text, which others may share, and one slice. Not all
 * of it when the client is gone.
 */
async function encode(
  response: ServerResponse,
  body: XmlAround,
  { bytes, slices, encoded }: Sending,
  hold: Hold,
): Promise<{ readonly length: number; readonly first: Buffer[] }> {
  const { text } = body;
  const first: Buffer[] = [];
  let length = 0;
  let hasRoom = true;
  for (let start = 0; start < text.length; start = sliceEnd(text, start)) {
    if (text.length > SLICE) await slices.turn();
    // Thousands of clients that went away would have their slices encoded for seconds.
    if (isGone(response)) return { length, first };
    const slice = encodeSlice(body, start);
    length += slice.length;
    hasRoom &&= !bytes.isFullOfAnswers;
    if (hasRoom) {
      first.push(slice);
      hold.resize(text.length + length);
    }
  }
  if (!hasRoom) return { length, first };
  const all = length <= AT_ONCE ? [Buffer.concat(first)] : first;
  encoded.keep(body, all);
  return { length, first: [...all] };
}

/** Joined as bytes: V8 takes longer to join long strings than to encode them. */
function encodeSlice({ head, text, tail, isPlain }: XmlAround, start: number): Buffer {
  const end = sliceEnd(text, start);
  const slice = text.slice(start, end);
  const bytes = isPlain === true ? Buffer.from(slice) : encodeXmlText(slice);
  const before = start === 0 ? head : '';
  const after = end === text.length ? tail : '';
  return before + after === '' ? bytes : Buffer.concat([Buffer.from(before), bytes, Buffer.from(after)]);
}

/** Until it is sent, or the connection is gone: a pipelined answer that had no turn yet hears of that only there. */
function finished(response: ServerResponse): Promise<void> {
  const { socket } = response.req;
  return new Promise((resolve) => {
    if (response.writableFinished || socket.destroyed) {
      resolve();
      return;
    }
    const done = () => {
      response.off('finish', done);
      socket.off('close', done);
      resolve();
    };
    response.once('finish', done);
    socket.once('close', done);
  });
}

/** A slice never ends between the halves of a surrogate pair. */
function sliceEnd(text: string, start: number): number {
  const end = Math.min(start + SLICE, text.length);
  const last = text.charCodeAt(end - 1);
  return end < text.length && last >= 0xd800 && last <= 0xdbff ? end + 1 : end;
}

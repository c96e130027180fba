/**
 * The one sender of every binding's answers: always a Content-Length (contract 4.3, 10.3), which COMPRESSION takes away
 * from what it compresses.
 */
import type { ServerResponse } from 'node:http';
import type { CallSource } from '../contract/bindings';
import { escapeXmlText } from '../contract/escape';
import type { RefusalReason } from '../contract/refusals';
import type { BytesInFlight, Hold } from '../ops/bytes-in-flight';
import type { EncodedAnswers } from './encoded-answers';
import type { Slices } from './long-work';

/** Contract 4.3: a call that reached the service may be shown again to the same client, a fault may not. */
export const CACHE_CONTROL = { success: 'private, max-age=0', error: 'private' } as const;

export interface Reply {
  readonly status: number;
  readonly contentType: string;
  readonly cacheControl: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | XmlAround;
  /** That and why the request did not reach the service. */
  readonly refused?: { readonly reason: RefusalReason; readonly binding?: CallSource };
}

/** A body around one text, which may be megabytes. It is still to be escaped for XML, unless it is no part of any. */
export interface XmlAround {
  readonly head: string;
  readonly text: string;
  readonly tail: string;
  readonly isPlain?: true;
}

/** Characters escaped and encoded in one turn of the event loop, so that a long answer doesn't stall short ones. */
const SLICE = 131_072;

/** How long a client that is still sending what nobody reads has to take its answer. */
const LINGER_MS = 2_000;

/** What long answers share with each other. */
export interface Sending {
  /** They are held here until the client has taken them. */
  readonly bytes: BytesInFlight;
  readonly slices: Slices;
  readonly encoded: EncodedAnswers;
}

/** Sends `reply`, unless the client has gone. */
export function sendReply(response: ServerResponse, reply: Reply, sending: Sending): Promise<void> {
  const { body } = reply;
  if (typeof body === 'string') return sendWhole(response, reply, body);
  if (body.text.length > SLICE) return sendInSlices(response, reply, body, sending);
  return sendWhole(response, reply, body.head + written(body, body.text) + body.tail);
}

/** The text of a body, or a part of it, as it goes out. */
function written({ isPlain }: XmlAround, text: string): string {
  return isPlain === true ? text : escapeXmlText(text);
}

/** As a string, Node puts it into one packet with the headers. */
async function sendWhole(response: ServerResponse, reply: Reply, body: string): Promise<void> {
  writeHead(response, reply, Buffer.byteLength(body));
  if (!response.req.complete && response.getHeader('Connection') === 'close') await linger(response, body);
  else response.end(body);
}

/**
 * The whole answer goes out, its end a little later: closing while the client still sends would reset the
 * connection, and the answer could be lost with it (RFC 9112 9.6).
 */
async function linger(response: ServerResponse, body: string): Promise<void> {
  const { req: request } = response;
  response.write(body);
  request.resume();
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, LINGER_MS);
    for (const event of ['end', 'close', 'error']) {
      request.once(event, () => {
        clearTimeout(timer);
        resolve();
      });
    }
  });
  response.end();
}

async function sendInSlices(
  response: ServerResponse,
  reply: Reply,
  body: XmlAround,
  sending: Sending,
): Promise<void> {
  const hold = sending.bytes.holdAnswer(response.req.socket, body.text.length);
  try {
    const { length, first } = await encode(body, sending, hold);
    if (response.destroyed) return;
    writeHead(response, reply, length);
    let kept = first.reduce((sum, slice) => sum + slice.length, 0);
    // Slice by slice: only so is it seen whether the client takes any.
    for (let start = 0; start < body.text.length; start = sliceEnd(body.text, start)) {
      const slice = first.shift();
      if (slice === undefined) await sending.slices.turn();
      kept -= slice?.length ?? 0;
      hold.resize(body.text.length + kept);
      if (!response.write(slice ?? encodeSlice(body, start))) {
        hold.waitForClient(true);
        await drained(response);
        hold.waitForClient(false);
      }
      // A pipelined answer whose connection ended before its turn is never destroyed itself.
      if (response.destroyed || response.req.socket.destroyed) return;
    }
    response.end();
    hold.waitForClient(true);
    await finished(response);
  } finally {
    hold.release();
  }
}

/**
 * The whole answer's length, and its first slices as far as there is room for them: the others are encoded again when
 * it is their turn, so that a client that takes nothing holds the text, which others may share, and one slice.
 */
async function encode(
  body: XmlAround,
  { bytes, slices, encoded }: Sending,
  hold: Hold,
): Promise<{ readonly length: number; readonly first: Buffer[] }> {
  const { text } = body;
  const known = encoded.find(body);
  const first = [...(known ?? [])];
  let length = first.reduce((sum, slice) => sum + slice.length, 0);
  if (known !== undefined) {
    hold.resize(text.length + length);
    return { length, first };
  }
  let hasRoom = true;
  for (let start = 0; start < text.length; start = sliceEnd(text, start)) {
    await slices.turn();
    const slice = encodeSlice(body, start);
    length += slice.length;
    hasRoom &&= !bytes.isFullOfAnswers;
    if (hasRoom) {
      first.push(slice);
      hold.resize(text.length + length);
    }
  }
  if (hasRoom) encoded.keep(body, [...first]);
  return { length, first };
}

function encodeSlice(body: XmlAround, start: number): Buffer {
  const { head, text, tail } = body;
  const end = sliceEnd(text, start);
  const slice = written(body, text.slice(start, end));
  return Buffer.from((start === 0 ? head : '') + slice + (end === text.length ? tail : ''));
}

/** Until the client has taken what was written, or is gone. */
function drained(response: ServerResponse): Promise<void> {
  return firstOf(response, 'drain');
}

function finished(response: ServerResponse): Promise<void> {
  return response.writableFinished ? Promise.resolve() : firstOf(response, 'finish');
}

/** Until `event`, or until the connection is gone: a pipelined answer that had no turn yet hears of it only there. */
function firstOf(response: ServerResponse, event: 'drain' | 'finish'): Promise<void> {
  const { socket } = response.req;
  return new Promise((resolve) => {
    if (socket.destroyed) {
      resolve();
      return;
    }
    const done = () => {
      response.off(event, done);
      socket.off('close', done);
      resolve();
    };
    response.once(event, done);
    socket.once('close', done);
  });
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

/** A slice never ends between the halves of a surrogate pair. */
function sliceEnd(text: string, start: number): number {
  const end = Math.min(start + SLICE, text.length);
  const last = text.charCodeAt(end - 1);
  return end < text.length && last >= 0xd800 && last <= 0xdbff ? end + 1 : end;
}

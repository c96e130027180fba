/** The one sender of every binding's answers: always a Content-Length, never chunked (contract 4.3, 10.3). */
import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BindingName } from '../contract/bindings';
import { escapeXmlText } from '../contract/escape';
import type { RefusalReason } from '../contract/refusals';

/** Contract 4.3: a call that reached the service may be shown again to the same client, a fault may not. */
export const CACHE_CONTROL = { success: 'private, max-age=0', error: 'private' } as const;

export interface Reply {
  readonly status: number;
  readonly contentType: string;
  readonly cacheControl: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | XmlAround;
  /** That and why the request did not reach the service. */
  readonly refused?: { readonly reason: RefusalReason; readonly binding?: BindingName };
}

/** XML that holds one text which is still to be escaped; `text` may be megabytes. */
export interface XmlAround {
  readonly head: string;
  readonly text: string;
  readonly tail: string;
}

/** Characters escaped and encoded in one turn of the event loop, so that a long answer doesn't stall short ones. */
const SLICE = 131_072;

/** Sends `reply`, unless the client has gone. */
export async function sendReply(response: ServerResponse, reply: Reply): Promise<void> {
  const { body } = reply;
  if (typeof body === 'string') sendWhole(response, reply, body);
  else if (body.text.length <= SLICE)
    sendWhole(response, reply, body.head + escapeXmlText(body.text) + body.tail);
  else await sendInSlices(response, reply, body);
}

/** As a string, Node puts it into one packet with the headers. */
function sendWhole(response: ServerResponse, reply: Reply, body: string): void {
  writeHead(response, reply, Buffer.byteLength(body));
  response.end(body);
}

async function sendInSlices(
  response: ServerResponse,
  reply: Reply,
  { head, text, tail }: XmlAround,
): Promise<void> {
  const chunks = [Buffer.from(head)];
  for (let start = 0; start < text.length; ) {
    const end = sliceEnd(text, start);
    chunks.push(Buffer.from(escapeXmlText(text.slice(start, end))));
    start = end;
    await nextTurn();
  }
  chunks.push(Buffer.from(tail));
  if (response.destroyed) return;
  writeHead(
    response,
    reply,
    chunks.reduce((length, chunk) => length + chunk.length, 0),
  );
  response.cork();
  for (const chunk of chunks) response.write(chunk);
  response.end();
  response.uncork();
}

function writeHead(
  response: ServerResponse,
  { status, contentType, cacheControl, headers }: Reply,
  length: number,
): void {
  response.statusCode = status;
  response.setHeader('Cache-Control', cacheControl);
  response.setHeader('Content-Type', contentType);
  response.setHeader('Content-Length', length);
  for (const name in headers) response.setHeader(name, headers[name] ?? '');
}

/** A slice never ends between the halves of a surrogate pair. */
function sliceEnd(text: string, start: number): number {
  const end = Math.min(start + SLICE, text.length);
  const last = text.charCodeAt(end - 1);
  return end < text.length && last >= 0xd800 && last <= 0xdbff ? end + 1 : end;
}

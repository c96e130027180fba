/** The one sender of every binding's answers: always a Content-Length, never chunked (contract 4.3, 10.3). */
import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { escapeXmlText } from '../contract/escape';

/** Contract 4.3: a call that reached the service may be shown again to the same client, a fault may not. */
export const CACHE_CONTROL = { success: 'private, max-age=0', error: 'private' } as const;

export interface Reply {
  readonly status: number;
  readonly contentType: string;
  readonly cacheControl: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | XmlAround;
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
  const chunks =
    typeof reply.body === 'string' ? [Buffer.from(reply.body, 'utf8')] : await encode(reply.body);
  if (response.destroyed || response.headersSent) return;
  response.statusCode = reply.status;
  response.setHeader('Cache-Control', reply.cacheControl);
  response.setHeader('Content-Type', reply.contentType);
  for (const [name, value] of Object.entries(reply.headers ?? {})) response.setHeader(name, value);
  response.setHeader(
    'Content-Length',
    chunks.reduce((total, chunk) => total + chunk.length, 0),
  );
  response.cork();
  for (const chunk of chunks.slice(0, -1)) response.write(chunk);
  response.end(chunks.at(-1));
  response.uncork();
}

async function encode({ head, text, tail }: XmlAround): Promise<Buffer[]> {
  if (text.length <= SLICE) return [Buffer.from(head + escapeXmlText(text) + tail, 'utf8')];
  const chunks = [Buffer.from(head, 'utf8')];
  for (let start = 0; start < text.length; ) {
    const end = sliceEnd(text, start);
    chunks.push(Buffer.from(escapeXmlText(text.slice(start, end)), 'utf8'));
    start = end;
    await nextTurn();
  }
  chunks.push(Buffer.from(tail, 'utf8'));
  return chunks;
}

/** A slice never ends between the halves of a surrogate pair. */
function sliceEnd(text: string, start: number): number {
  const end = Math.min(start + SLICE, text.length);
  const last = text.charCodeAt(end - 1);
  return end < text.length && last >= 0xd800 && last <= 0xdbff ? end + 1 : end;
}

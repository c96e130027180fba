/** The one sender of every binding's answers, always with a Content-Length (contract 4.3, 10.3). */
import type { ServerResponse } from 'node:http';
import type { CallSource } from '../contract/bindings';
import { escapeXmlText } from '../contract/escape';
import type { RefusalReason } from '../contract/refusals';
import { type Sending, sendEncoded } from './long-reply';
import type { XmlAround } from './xml-around';

/** Contract 4.3: a call that reached the service may be shown again to the same client, a fault may not. */
export const CACHE_CONTROL = { success: 'private, max-age=0', error: 'private' } as const;

export interface Reply {
  readonly status: number;
  readonly contentType: string;
  readonly cacheControl: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Bytes where the same are sent again and again. */
  readonly body: string | Buffer | XmlAround;
  /** That and why the request did not reach the service. */
  readonly refused?: { readonly reason: RefusalReason; readonly binding?: CallSource };
}

/** Characters from which on a string would cost Node more than the bytes of it. */
const LONG = 16_384;

/** How long a client that is still sending what nobody reads has to take its answer. */
const LINGER_MS = 2_000;
/** What of its request comes meanwhile: of short chunks each costs Node a call into JavaScript. */
const LINGER_PIECES = 1_000;

/** Sends `reply`, unless the client has gone; a promise where that takes a while. */
export function sendReply(
  response: ServerResponse,
  reply: Reply,
  sending: Sending,
): Promise<void> | undefined {
  const { body } = reply;
  if (typeof body === 'string' || Buffer.isBuffer(body)) return sendWhole(response, reply, body);
  if (body.text.length > LONG)
    return sendEncoded(response, body, sending, (length) => writeHead(response, reply, length));
  const { head, text, tail, isPlain } = body;
  return sendWhole(response, reply, head + (isPlain === true ? text : escapeXmlText(text)) + tail);
}

/** Short as a string: Node puts it into one piece with the headers. */
function sendWhole(response: ServerResponse, reply: Reply, body: string | Buffer): Promise<void> | undefined {
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

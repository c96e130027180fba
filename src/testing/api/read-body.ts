import type { IncomingMessage } from 'node:http';
import { Problem } from '../problem';

/** Of JSON, which may hold an answer's text, and of events. */
const MOST_JSON = 32 * 1024 * 1024;
export const MOST_EVENTS = 64 * 1024 * 1024;

/** @throws Problem for a body that is longer */
export async function readBody(request: IncomingMessage, most: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > most) throw tooLong(most);
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > most) throw tooLong(most);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** @throws Problem for a body that is longer, of another type, or no JSON */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const type = request.headers['content-type'];
  // A page of another site can send every other type without asking first.
  if (!/^application\/json\s*(?:;|$)/i.test(type ?? '')) {
    const given = type === undefined ? 'nothing' : JSON.stringify(type);
    throw new Problem('media-type', `Content-Type must be application/json, not ${given}.`, {
      field: 'Content-Type',
      allowed: ['application/json'],
    });
  }
  const text = (await readBody(request, MOST_JSON)).toString('utf8');
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : 'it ends too early';
    throw new Problem('not-json', `The body must be JSON: ${reason}.`, { field: '' });
  }
}

function tooLong(most: number): Problem {
  return new Problem('too-large', `The body must be at most ${most} bytes long.`, {
    field: '',
    allowed: `at most ${most} bytes`,
    headers: { Connection: 'close' },
  });
}

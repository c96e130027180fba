import type { IncomingMessage } from 'node:http';

/** The body of a message; `undefined` when it is longer than `limit` bytes, and then it is read no further. */
export async function readWithin(limit: number, message: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of message) {
    length += chunk.length;
    if (length > limit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

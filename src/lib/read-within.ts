/** Returns all bytes of a stream, or `undefined` if there are more than `limit`. Then the rest is not read. */
export async function readWithin(
  limit: number,
  stream: AsyncIterable<Uint8Array>,
): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream) {
    length += chunk.length;
    if (length > limit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

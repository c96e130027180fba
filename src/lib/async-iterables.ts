import { setImmediate as endOfTurn } from 'node:timers/promises';

/** Returns all bytes of a stream, or `undefined` if there are more than `limit`. The rest is then not read. */
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

/** Reads items until `isEnough` returns true for one of them. `rest` iterates over the following items. */
export async function readAhead<Item>(
  items: AsyncIterable<Item>,
  isEnough: (item: Item) => boolean,
): Promise<{ readonly first: readonly Item[]; readonly rest: AsyncIterable<Item> }> {
  const iterator = items[Symbol.asyncIterator]();
  const rest = { [Symbol.asyncIterator]: () => iterator };
  const first: Item[] = [];
  for (;;) {
    const next = await iterator.next();
    if (next.done) return { first, rest };
    first.push(next.value);
    if (isEnough(next.value)) return { first, rest };
  }
}

export async function* concat<Item>(first: Iterable<Item>, rest: AsyncIterable<Item>): AsyncGenerator<Item> {
  yield* first;
  yield* rest;
}

/** Yields one item in each turn of the event loop, so that short calls are answered in between. */
export async function* oneItemPerTurn<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  for (const item of items) {
    yield item;
    await endOfTurn();
  }
}

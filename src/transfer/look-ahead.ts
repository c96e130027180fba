import { RowRefusal } from './errors';
import type { RawRow } from './event-record';

/** So many rows, or about so many characters of them, tell what a file is like. */
const MOST_ROWS = 1000;
const MOST_CHARACTERS = 1_000_000;

/** The first rows of a source, and all of them, which are read once. */
export async function lookAhead(
  rows: AsyncIterable<RawRow | RowRefusal>,
): Promise<{ first: readonly RawRow[]; all: AsyncIterable<RawRow | RowRefusal> }> {
  const iterator = rows[Symbol.asyncIterator]();
  const seen: (RawRow | RowRefusal)[] = [];
  let characters = 0;
  let ended = false;
  while (!ended && seen.length < MOST_ROWS && characters < MOST_CHARACTERS) {
    const next = await iterator.next();
    if (next.done) {
      ended = true;
    } else {
      seen.push(next.value);
      if (!(next.value instanceof RowRefusal)) characters += JSON.stringify(next.value.fields).length;
    }
  }
  async function* all(): AsyncGenerator<RawRow | RowRefusal> {
    yield* seen;
    if (!ended) yield* { [Symbol.asyncIterator]: () => iterator };
  }
  return { first: seen.filter((row): row is RawRow => !(row instanceof RowRefusal)), all: all() };
}

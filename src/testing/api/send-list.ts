import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { oneItemPerTurn } from '../../lib/async-iterables';
import { NO_STORE_HEADERS } from '../problem';

/** One turn of the event loop writes about this many characters of a list, or one item that is longer. */
const PIECE = 16_384;

/**
 * Sends a JSON array in pieces, because it may have hundreds of megabytes, and because other requests are answered
 * between two pieces.
 * @param shown returns the JSON value of an item
 */
export async function sendList<Item>(
  response: ServerResponse,
  items: Iterable<Item>,
  shown: (item: Item) => unknown,
): Promise<void> {
  response.writeHead(200, { 'Content-Type': 'application/json', ...NO_STORE_HEADERS });
  await pipeline(oneItemPerTurn(piecesOf(items, shown)), response);
}

function* piecesOf<Item>(items: Iterable<Item>, shown: (item: Item) => unknown): Generator<string> {
  let piece = '';
  let before = '[\n';
  for (const item of items) {
    piece += before + JSON.stringify(shown(item));
    before = ',\n';
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  yield piece + (before === '[\n' ? '[]\n' : '\n]\n');
}

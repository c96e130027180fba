import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Taking } from '../../sockets/taking';
import { type Entry, toJournalEntry } from './entry';
import type { Journal } from './journal';

const HEARTBEAT_MS = 15_000;
/** Of a reader who does not read; then it is cut off. */
const MOST_UNREAD = 16 * 1024 * 1024;

/** Each new entry as a server-sent event (WHATWG HTML 9.2), until whoever asks goes or the space ends. */
export async function streamEntries(journal: Journal, response: ServerResponse): Promise<void> {
  response.writeHead(200, {
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  response.write(': the requests of the space\n\n');
  const stop = journal.listen((entry) => {
    if (entry === undefined) response.end();
    else if (response.writableLength > MOST_UNREAD) response.destroy();
    else
      response.write(`event: request\nid: ${entry.id}\ndata: ${JSON.stringify(toJournalEntry(entry))}\n\n`);
  });
  const heartbeat = setInterval(() => response.write(': still here\n\n'), HEARTBEAT_MS).unref();
  await once(response, 'close');
  clearInterval(heartbeat);
  stop();
}

/** Entries as a JSON array, one at a time: all together they may be more than a string can hold. */
export async function sendEntries(entries: readonly Entry[], response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  response.write('[');
  const taking = new Taking(response);
  for (const [index, entry] of entries.entries()) {
    if (response.destroyed) break;
    if (!response.write(`${index === 0 ? '' : ','}\n${JSON.stringify(toJournalEntry(entry))}`))
      await taking.more();
  }
  taking.end();
  response.end(entries.length === 0 ? ']\n' : '\n]\n');
}

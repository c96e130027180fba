import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { NO_STORE_HEADERS, Problem } from '../problem';
import type { Filter } from './filter';
import type { Entry, Journal } from './journal';

const HEARTBEAT_MS = 15_000;
/** A client may leave this many bytes unread before it is disconnected. */
const MAX_UNREAD = 1024 * 1024;
const MAX_STREAMS = 100;

/** Sends each new entry as a server-sent event (WHATWG HTML 9.2) until the client disconnects or the space ends. */
export async function streamEntries(journal: Journal, response: ServerResponse): Promise<void> {
  const { streams } = journal.memory;
  if (streams.size >= MAX_STREAMS)
    throw new Problem('too-large', `${MAX_STREAMS} streams of requests are open already: close one of them.`);
  streams.add(response);
  response.writeHead(200, { 'Content-Type': 'text/event-stream', ...NO_STORE_HEADERS });
  response.write(': the requests of the space\n\n');
  const heartbeat = setInterval(() => response.write(': still here\n\n'), HEARTBEAT_MS).unref();
  const stop = journal.listen((added) => {
    if (added === undefined) {
      // The client may still have to read the rest, and nothing may be written after the end.
      clearInterval(heartbeat);
      response.end();
    } else if (response.writableLength > MAX_UNREAD) response.destroy();
    else response.write(`event: request\nid: ${added.entry.id}\ndata: ${added.json()}\n\n`);
  });
  await once(response, 'close');
  clearInterval(heartbeat);
  streams.delete(response);
  stop();
}

interface Wanted {
  readonly count: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Waits until there are `count` matching requests, and returns the last `limit` of those that the journal still has, or
 * none if `signal` is aborted first.
 * @throws Problem if there are fewer after the timeout, or the space ends
 */
export function waitFor(
  journal: Journal,
  { matches, limit }: Filter,
  { count, timeoutMs, signal }: Wanted,
): Promise<readonly Entry[]> {
  // The ids are kept, and not the requests, because the journal may remove requests in the meantime.
  const found = new Set(journal.entries.filter(matches).map(({ id }) => id));
  return new Promise((resolve, reject) => {
    const done = (settle: () => void) => {
      clearTimeout(timer);
      stopListening();
      signal.removeEventListener('abort', leave);
      settle();
    };
    const check = () => {
      if (found.size >= count)
        done(() => resolve(journal.entries.filter(({ id }) => found.has(id)).slice(-limit)));
    };
    const stopListening = journal.listen((added) => {
      if (added === undefined) return done(() => reject(new Problem('gone', 'The space has ended.')));
      if (matches(added.entry)) found.add(added.entry.id);
      check();
    });
    const timer = setTimeout(() => {
      const sentence = `Only ${found.size} of the ${count} awaited requests came within ${timeoutMs} ms.`;
      done(() => reject(new Problem('timeout', sentence)));
    }, timeoutMs);
    const leave = () => done(() => resolve([]));
    signal.addEventListener('abort', leave);
    if (signal.aborted) leave();
    check();
  });
}

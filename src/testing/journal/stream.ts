import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Problem } from '../problem';
import type { Filter } from './filter';
import type { Journal } from './journal';
import { type Entry, toJournalEntry } from './journal';

const HEARTBEAT_MS = 15_000;
/** Bytes that a client may leave unread before it is disconnected. */
const MOST_UNREAD = 1024 * 1024;
/** In all spaces together. */
const MOST_STREAMS = 100;

/** Each new entry as a server-sent event (WHATWG HTML 9.2), until the client disconnects or the space ends. */
export async function streamEntries(journal: Journal, response: ServerResponse): Promise<void> {
  const { streams } = journal;
  if (streams.size >= MOST_STREAMS)
    throw new Problem('too-large', `${MOST_STREAMS} streams of requests are open already.`);
  streams.add(response);
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
  streams.delete(response);
  stop();
}

/** Back-pressure: the waits of one answer for its client to read on, which share their listeners. */
class Drain {
  #done = (): void => {};
  readonly #listener = (): void => this.#done();

  constructor(private readonly response: ServerResponse) {
    response.on('drain', this.#listener);
    // A pipelined answer whose turn has not come learns of the end only here.
    response.req.socket.on('close', this.#listener);
  }

  /** Resolves once the client has read what was written, or has disconnected. */
  wait(): Promise<void> {
    return new Promise((resolve) => {
      this.#done = resolve;
      if (this.response.req.socket.destroyed) resolve();
    });
  }

  /** Takes the listeners off: the connection may serve other requests. */
  stop(): void {
    this.response.off('drain', this.#listener);
    this.response.req.socket.off('close', this.#listener);
  }
}

/** Entries as a JSON array, one at a time: all together they may be more than a string can hold. */
export async function sendEntries(entries: readonly Entry[], response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  response.write('[');
  const drain = new Drain(response);
  for (const [index, entry] of entries.entries()) {
    if (response.destroyed) break;
    if (!response.write(`${index === 0 ? '' : ','}\n${JSON.stringify(toJournalEntry(entry))}`))
      await drain.wait();
  }
  drain.stop();
  response.end(entries.length === 0 ? ']\n' : '\n]\n');
}

interface Wanted {
  readonly count: number;
  readonly timeoutMs: number;
  /** Aborted when nobody waits any more. */
  readonly signal: AbortSignal;
}

/**
 * The matching requests, as soon as there are `count` of them.
 * @throws Problem when there are fewer after the timeout, or the space ends
 */
export function waitFor(
  journal: Journal,
  { matches, limit }: Filter,
  { count, timeoutMs, signal }: Wanted,
): Promise<readonly Entry[]> {
  let found = journal.entries.filter(matches);
  return new Promise((resolve, reject) => {
    const done = (settle: () => void) => {
      clearTimeout(timer);
      stopListening();
      signal.removeEventListener('abort', abandoned);
      settle();
    };
    const abandoned = () => done(() => resolve([]));
    const look = (entry: Entry | undefined) => {
      if (entry === undefined) return done(() => reject(new Problem('gone', 'The space ended meanwhile.')));
      if (matches(entry)) found = [...found, entry];
      if (found.length >= count) done(() => resolve(found.slice(-limit)));
    };
    const stopListening = journal.listen(look);
    const timer = setTimeout(() => {
      const sentence = `Of ${count} such requests ${found.length} came within ${timeoutMs} ms.`;
      done(() => reject(new Problem('timeout', sentence)));
    }, timeoutMs);
    signal.addEventListener('abort', abandoned);
    if (found.length >= count) done(() => resolve(found.slice(-limit)));
  });
}

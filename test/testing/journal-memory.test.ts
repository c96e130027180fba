/** Each space's journal has a limited number of entries, and all journals together have a limited number of bytes. */
import { getEventListeners, once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { loadConfig } from '../../src/config';
import { createServer } from '../../src/server';
import { MemoryStore } from '../../src/testing/events/memory-store';
import { bodyBeginning, MAX_KEPT_BYTES } from '../../src/testing/exchange/message';
import { filterOf, verify } from '../../src/testing/journal/filter';
import { type Entry, Journal } from '../../src/testing/journal/journal';
import { waitFor } from '../../src/testing/journal/stream';
import { TestMemory } from '../../src/testing/memory';
import { collectGarbage } from '../support/collect-garbage';
import { until } from '../support/limited-server';
import { listening } from '../support/listening';
import { addEntry, ENDPOINT, keepAlive, MARCH, MARCH_CALL, spacesOver, streaming } from './support';

const BOUND = 64 * 1024 * 1024;

const ids = (journal: Journal) => journal.entries.map(({ id }) => id);

test('a space keeps its newest 10,000 entries, and an expectation that the others could change is not met, and says so', () => {
  const journal = new Journal(new TestMemory());
  for (let count = 0; count < 7; count++) addEntry(journal);
  journal.clear();
  expect([ids(journal), journal.bytes]).toEqual([[], 0]);
  for (let count = 0; count < 10_005; count++) addEntry(journal);
  expect([ids(journal).length, ids(journal)[0], ids(journal).at(-1)]).toEqual([10_000, 13, 10_012]);
  expect(filterOf({}).limit).toBeGreaterThanOrEqual(10_000);
  expect(verify(journal, {})).toEqual({ count: 10_000 });
  for (const count of [10_000, 0, 10_005, { atLeast: 1, atMost: 20_000 }]) {
    const where = count === 0 ? ({ operation: 'SelectEvent' } as const) : {};
    expect(() => verify(journal, { where, count })).toThrow('the journal has lost its oldest 5 requests');
  }
  expect(() => verify(journal, { count: { atMost: 3 } })).toThrow('it came 10000 times');
  journal.clear();
  expect(verify(journal, { count: 0 })).toEqual({ count: 0 });
});

test('above the limit the largest journal loses its oldest entries, and an ended space releases its bytes', () => {
  const memory = new TestMemory();
  const [small, large, last] = [new Journal(memory), new Journal(memory), new Journal(memory)];
  for (const journal of [small, large, last]) addEntry(journal);
  for (let count = 1; count < 10; count++) addEntry(small);
  for (let count = 1; count < 2_000; count++) addEntry(large, 'x'.repeat(65_536));
  expect([ids(small).length, ids(last).length]).toEqual([10, 1]);
  expect(large.bytes + small.bytes + last.bytes).toBeLessThanOrEqual(BOUND);
  expect(large.bytes).toBeGreaterThan(BOUND * 0.99);
  expect(ids(large).at(-1)).toBe(2_000);
  const [oldest = 0] = ids(large);
  addEntry(last, 'x'.repeat(65_536));
  expect([ids(small).length, ids(last).length, ids(large)[0]]).toEqual([10, 2, oldest + 1]);
  large.close();
  const asked = jest.spyOn(large, 'bytes', 'get');
  // These calls began before their space ended.
  for (let count = 0; count < 900; count++) addEntry(large, 'x'.repeat(65_536));
  for (let count = 0; count < 900; count++) addEntry(small, 'x'.repeat(65_536));
  expect(ids(small)).toHaveLength(910);
  for (let count = 0; count < 900; count++) addEntry(small, 'x'.repeat(65_536));
  expect(asked).not.toHaveBeenCalled();
});

test('every part of an entry that a client sends counts towards the limit of all journals', () => {
  const journal = new Journal(new TestMemory());
  const long = 'x'.repeat(2 ** 20);
  addEntry(journal, long, { line: long, rawHeaders: ['a', long], head: long, requestBody: long });
  expect(journal.bytes).toBeGreaterThan(5 * 2 ** 20);
});

test('entries take no more memory than the journal counts for them', async () => {
  const spaces = spacesOver();
  const { journal } = spaces.default;
  const { url } = await listening(createServer(spaces.app, loadConfig({})));
  const { get, close } = keepAlive(url, 8);
  const used = () => {
    collectGarbage();
    return { heap: process.memoryUsage().heapUsed, counted: journal.bytes };
  };
  const getMany = async (times: number) => {
    for (let count = 0; count < times; count++) await Promise.all(Array.from({ length: 8 }, get));
  };
  await getMany(50);
  const before = used();
  await getMany(300);
  const after = used();
  expect(after.counted).toBeGreaterThan(before.counted + 2 ** 20);
  expect(after.heap - before.heap).toBeLessThan(after.counted - before.counted);
  close();
});

test('requests over one connection leave no listener on it, which would keep each of them in memory', async () => {
  const server = createServer(spacesOver().app, loadConfig({}));
  const listeners: (() => number)[] = [];
  server.on('connection', (socket: Socket) => listeners.push(() => socket.listenerCount('close')));
  const { url } = await listening(server);
  const { get, close } = keepAlive(url);
  for (let count = 0; count < 20; count++) await get();
  expect(listeners).toHaveLength(1);
  await until(() => (listeners[0]?.() ?? 20) < 20);
  close();
});

test('the journal copies the beginning of a long answer, because a slice would keep the whole in memory', () => {
  const long = Buffer.alloc(2 ** 20, 'x');
  for (const body of [long, long.toString()]) {
    const kept = bodyBeginning(body);
    expect([Buffer.isBuffer(kept), kept.length]).toEqual([true, MAX_KEPT_BYTES + 1]);
    expect((kept as Buffer).buffer).not.toBe(long.buffer);
  }
});

test.each([{ cut: 100 }, { reset: 'after-headers' }] as const)(
  'the journal keeps none of the bytes that %j did not send',
  async (then) => {
    const long = MARCH.map((event) => ({ ...event, description: 'x'.repeat(2 ** 20) }));
    const { app, default: space } = spacesOver(new MemoryStore(long));
    space.rules.add({ then });
    const { url } = await listening(createServer(app, loadConfig({})));
    await expect((await fetch(url + MARCH_CALL)).text()).rejects.toThrow();
    const [{ responseBody } = { responseBody: '' }] = space.journal.entries;
    // Node copies short buffers into a pool of up to 64 KB. The whole answer has 3 MB.
    expect((responseBody as Buffer).buffer.byteLength).toBeLessThan(2 ** 20);
  },
);

test('the journal keeps only the beginning of a body, also of one that arrives in several parts', async () => {
  const config = loadConfig({ MAX_BODY_BYTES: '1000000' });
  const spaces = spacesOver(undefined, config);
  const { url } = await listening(createServer(spaces.app, config));
  const body = new URLSearchParams({ x: 'x'.repeat(500_000) });
  await (await fetch(`${url}${ENDPOINT}/SelectEvents`, { method: 'POST', body })).text();
  const { entries } = spaces.default.journal;
  expect(entries.map(({ requestBody }) => requestBody.length)).toEqual([MAX_KEPT_BYTES + 1]);
});

test('a wait that is over, or whose client has left, checks no more requests, and leaves no timer and no listener', async () => {
  jest.useFakeTimers();
  const journal = new Journal(new TestMemory());
  const matches = jest.fn(() => true);
  const client = new AbortController();
  const { signal } = client;
  const wait = (count: number) =>
    waitFor(journal, { matches, limit: 1 }, { count, timeoutMs: 60_000, signal });
  const found = wait(1);
  for (let count = 0; count < 2; count++) addEntry(journal);
  expect(await found).toHaveLength(1);
  expect([matches.mock.calls.length, jest.getTimerCount()]).toEqual([1, 0]);
  // All waits over one connection have the same signal. A listener that stayed would keep the requests that its wait
  // found.
  expect(getEventListeners(signal, 'abort')).toEqual([]);
  const left = wait(9);
  client.abort();
  expect(await left).toEqual([]);
  matches.mockClear();
  addEntry(journal);
  expect([matches.mock.calls.length, jest.getTimerCount()]).toEqual([0, 0]);
});

test('a wait counts requests that the journal has removed, but keeps none of them in memory', async () => {
  const journal = new Journal(new TestMemory());
  const { signal } = new AbortController();
  const found = waitFor(journal, filterOf({}), { count: 3, timeoutMs: 60_000, signal });
  addEntry(journal);
  const removed = new WeakRef(journal.entries[0] as Entry);
  journal.forgetOldest();
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  expect(removed.deref()).toBeUndefined();
  for (let count = 0; count < 2; count++) addEntry(journal);
  expect((await found).map(({ id }) => id)).toEqual([2, 3]);
});

test('a client that does not read its stream is disconnected before unread entries fill the memory', async () => {
  const memory = new TestMemory();
  const journal = new Journal(memory);
  const { port } = await streaming(journal);
  const socket = connect(port, '127.0.0.1').pause();
  socket.write('GET / HTTP/1.1\r\nHost: h\r\n\r\n');
  await once(socket, 'readable');
  for (let count = 0; count < 500 && memory.streams.size > 0; count++) {
    addEntry(journal, 'x'.repeat(65_536));
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(memory.streams.size).toBe(0);
  socket.destroy();
});

/** Opens a stream of a journal, and finds the timer that sends a comment every 15 seconds. */
async function beatingStream(journal: Journal, signal: AbortSignal | null = null) {
  const intervals = jest.spyOn(global, 'setInterval');
  const { url } = await streaming(journal);
  const { body } = await fetch(url, { signal });
  const at = intervals.mock.calls.findIndex(([, ms]) => ms === 15_000);
  const [beat] = intervals.mock.calls[at] ?? [];
  const timer = intervals.mock.results[at]?.value;
  intervals.mockRestore();
  return { body, beat, timer };
}

test('nothing is written behind the end of a stream whose space has ended, even if its client still reads', async () => {
  const journal = new Journal(new TestMemory());
  const { body, timer } = await beatingStream(journal);
  journal.close();
  expect(timer).toMatchObject({ _destroyed: true });
  await body?.cancel();
});

test('a stream sends something every 15 seconds, and nothing after its client has left', async () => {
  const memory = new TestMemory();
  const journal = new Journal(memory);
  const stop = jest.fn();
  journal.listen = () => stop;
  const client = new AbortController();
  const { body, beat, timer } = await beatingStream(journal, client.signal);
  const parts = body?.getReader();
  await parts?.read();
  beat?.();
  expect(Buffer.from((await parts?.read())?.value ?? '').toString()).toMatch(/^:.*\n\n$/);
  client.abort();
  while (memory.streams.size > 0) await new Promise((resolve) => setImmediate(resolve));
  expect(timer).toMatchObject({ _destroyed: true });
  expect(stop).toHaveBeenCalledTimes(1);
});

test('nothing waits for requests if the client has already disconnected', async () => {
  const wanted = { count: 1, timeoutMs: 1, signal: AbortSignal.abort() };
  const found = await waitFor(new Journal(new TestMemory()), filterOf({}), wanted);
  expect(found).toEqual([]);
});

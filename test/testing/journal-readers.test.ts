/** Readers of a journal, which list, follow or await its requests, do not make clients of the service wait. */
import { filterOf } from '../../src/testing/journal/filter';
import { type Entry, Journal } from '../../src/testing/journal/journal';
import { sendEntries, waitFor } from '../../src/testing/journal/stream';
import { TestMemory } from '../../src/testing/memory';
import { collectGarbage } from '../support/collect-garbage';
import { answering } from '../support/listening';
import { turnsDuring } from '../support/turns';
import { addEntry, streaming } from './support';

test('a list of requests is written in many turns of the event loop, so that other clients are served in between', async () => {
  const journal = new Journal(new TestMemory());
  for (let count = 0; count < 10_000; count++) addEntry(journal);
  const { url } = await answering((_request, response) => sendEntries(journal.entries, response));
  let list = '';
  const turns = await turnsDuring(async () => {
    list = await (await fetch(url)).text();
  });
  expect(JSON.parse(list)).toHaveLength(10_000);
  expect(turns).toBeGreaterThan(list.length / 32_768);
});

test('streams of a journal share the text of each entry, so that a hundred of them do not make callers wait', async () => {
  const journal = new Journal(new TestMemory());
  const clients = new AbortController();
  const { url } = await streaming(journal);
  const streams = await Promise.all(Array.from({ length: 5 }, () => fetch(url, { signal: clients.signal })));
  const described = jest.spyOn(JSON, 'stringify');
  addEntry(journal);
  const times = described.mock.calls.length;
  described.mockRestore();
  journal.close();
  const texts = await Promise.all(streams.map((stream) => stream.text()));
  expect(new Set(texts).size).toBe(1);
  expect([times, texts[0]]).toEqual([1, expect.stringContaining('event: request\nid: 1\ndata: {"id":"1",')]);
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

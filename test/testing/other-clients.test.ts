/** Long work of test control does not make clients of the service wait. */
import { MemoryStore } from '../../src/testing/events/memory-store';
import { MemoryTarget } from '../../src/testing/events/memory-target';
import { Journal } from '../../src/testing/journal/journal';
import { sendEntries } from '../../src/testing/journal/stream';
import { TestMemory } from '../../src/testing/memory';
import type { EventRecord } from '../../src/transfer/event-record';
import { answering } from '../support/listening';
import { turnsDuring } from '../support/turns';
import { addEntry, MARCH, streaming } from './support';

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

test('each step of an import into memory lets other clients be served between two batches of rows', async () => {
  const target = new MemoryTarget(MemoryStore.EMPTY);
  for (let id = 1; id <= 5; id++) {
    const event = { ...MARCH[0], extra: {}, id, uid: `u${id}` } as EventRecord;
    await target.add([{ event, place: { file: 'x', unit: 'element', number: id }, sequence: id }]);
  }
  for (const step of ['leaveOutDuplicates', 'leaveOutConflicts', 'apply'] as const)
    expect([step, (await turnsDuring(() => target[step]())) >= 5]).toEqual([step, true]);
  expect(target.result.size).toBe(5);
});

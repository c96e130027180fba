/** Long work of test control does not make clients of the service wait. */
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { EventRow } from '../../src/formats/event';
import { sendList } from '../../src/testing/api/send-list';
import { MemoryStore } from '../../src/testing/events/memory-store';
import { MemoryTarget } from '../../src/testing/events/memory-target';
import { Journal, toJournalEntry } from '../../src/testing/journal/journal';
import { TestMemory } from '../../src/testing/memory';
import { Matcher } from '../../src/testing/rules/match';
import type { EventRecord } from '../../src/transfer/event-record';
import { membersOf } from '../../src/transfer/writers';
import { received, until } from '../support/limited-server';
import { answering } from '../support/listening';
import { countTurns, turnsDuring } from '../support/turns';
import { addEntry, MARCH, startTestControl, streaming, titlesAt } from './support';

const manyEvents = Array.from({ length: 10_000 }, (_, index) => ({
  ...(MARCH[0] as EventRow),
  id: index + 1,
  uid: `u${index}`,
}));

test.each<[string, (response: ServerResponse) => Promise<void>]>([
  [
    'requests',
    (response) => {
      const journal = new Journal(new TestMemory());
      for (let count = 0; count < 10_000; count++) addEntry(journal);
      return sendList(response, journal.entries, toJournalEntry);
    },
  ],
  ['events', (response) => sendList(response, new MemoryStore(manyEvents), membersOf)],
])(
  'a list of %s is written in many turns of the event loop, so that other clients are served in between',
  async (_of, sendAll) => {
    const { url } = await answering((_request, response) => sendAll(response));
    let list = '';
    const turns = await turnsDuring(async () => {
      list = await (await fetch(url)).text();
    });
    expect(JSON.parse(list)).toHaveLength(10_000);
    expect(turns).toBeGreaterThan(list.length / 32_768);
  },
);

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

test.each([
  ['expectations', 'POST /test/requests/verify HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n'],
  ['lists', 'GET /test/requests HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['waits', 'GET /test/requests/wait HTTP/1.1\r\nHost: a\r\n\r\n'],
])(
  'each of several %s searches the journal in a turn of its own, because the journal may have thousands of requests',
  async (_what, request) => {
    const { url, adminUrl } = await startTestControl();
    await titlesAt(url);
    const searches = 20;
    const turns = countTurns();
    const used = new Set<number>();
    const matches = jest.spyOn(Matcher.prototype, 'matches').mockImplementation(() => {
      used.add(turns.now());
      return true;
    });
    const client = connect(Number(new URL(adminUrl).port), '127.0.0.1');
    const text = received(client);
    client.write(request.repeat(searches));
    await until(() => text().split('HTTP/1.1 200 OK').length > searches);
    client.destroy();
    matches.mockRestore();
    turns.stop();
    expect(used.size).toBe(searches);
  },
);

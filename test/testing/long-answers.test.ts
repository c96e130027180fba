/** Long answers of test control share the memory budget, like all other answers. */
import { ServerResponse } from 'node:http';
import { loadConfig } from '../../src/config';
import { ignoreObservations } from '../../src/ops/observations';
import { createServer } from '../../src/server';
import { MemoryBudget } from '../../src/server/memory-budget';
import { Spaces } from '../../src/testing';
import { MemoryStore } from '../../src/testing/events/memory-store';
import { deferred } from '../support/deferred';
import { until } from '../support/limited-server';
import { listening } from '../support/listening';
import { MARCH, titlesAt } from './support';

/** Serves spaces whose memory budget is used up until `release`. The space `few` has three short events. */
async function servedWithoutRoom(store: MemoryStore) {
  const config = loadConfig({});
  const bytes = new MemoryBudget(config.memoryBudgetBytes, ignoreObservations);
  const { release } = bytes.reserveAnswer(undefined, bytes.limit);
  const spaces = new Spaces({ config, store, observe: ignoreObservations, bytes });
  await spaces.create({ name: 'few' }).write(async () => [new MemoryStore(MARCH), undefined]);
  const { url } = await listening(createServer(spaces.app, config));
  return { url, spaces, bytes, release };
}

const runningCalls = ({ default: { journal } }: Spaces) =>
  journal.unanswered.filter(({ operation }) => operation !== undefined).length;

test('long lists of events in memory are made one by one, each only while the budget has room, and short lists always', async () => {
  const many = new MemoryStore(MARCH.map((event) => ({ ...event, description: 'x'.repeat(2 ** 16) })));
  const { url, spaces, bytes, release } = await servedWithoutRoom(many);
  const list = many.list.bind(many);
  const first = deferred<() => void>();
  const made = jest.spyOn(many, 'list').mockImplementationOnce((selection) => {
    first.resolve(bytes.reserveAnswer(undefined, bytes.limit).release);
    return list(selection);
  });
  const calls = Array.from({ length: 3 }, () => titlesAt(url));
  await until(() => runningCalls(spaces) === 3);
  expect(await titlesAt(`${url}/spaces/few`)).toHaveLength(3);
  expect(made).not.toHaveBeenCalled();
  release();
  // The first list fills the budget again, so the others are not made when it is answered.
  const releaseFirst = await first.promise;
  await Promise.race(calls);
  expect(made).toHaveBeenCalledTimes(1);
  releaseFirst();
  for (const titles of await Promise.all(calls)) expect(titles).toHaveLength(3);
  spaces.close();
});

test('the long result of a rule is encoded only while the budget has room, and a short one always', async () => {
  const { url, spaces, bytes, release } = await servedWithoutRoom(MemoryStore.EMPTY);
  spaces.default.rules.add({ then: { result: `"title":"long"${'x'.repeat(2 ** 23)}` } });
  spaces.get('few').rules.add({ then: { result: '"title":"short"' } });
  const call = titlesAt(url);
  await until(() => runningCalls(spaces) === 1);
  expect(await titlesAt(`${url}/spaces/few`)).toEqual(['short']);
  expect(bytes.bytes).toBe(bytes.limit);
  release();
  expect(await call).toEqual(['long']);
  spaces.close();
});

test('all answers of a rule with a status share one body, because many of them may wait for their clients', async () => {
  const { url, spaces } = await servedWithoutRoom(MemoryStore.EMPTY);
  spaces.default.rules.add({ then: { status: 202, body: '"title":"Ω"' } });
  const end = jest.spyOn(ServerResponse.prototype, 'end');
  for (let count = 0; count < 2; count++) expect(await titlesAt(url)).toEqual(['Ω']);
  const [one, other] = end.mock.calls.map(([body]) => body as unknown);
  end.mockRestore();
  expect(Buffer.isBuffer(one)).toBe(true);
  expect(other).toBe(one);
  spaces.close();
});

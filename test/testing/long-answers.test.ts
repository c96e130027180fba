/** Long answers of test control share the memory budget, like all other answers. */
import { loadConfig } from '../../src/config';
import { ignoreObservations } from '../../src/ops/observations';
import { createServer } from '../../src/server';
import { MemoryBudget } from '../../src/server/memory-budget';
import { Spaces } from '../../src/testing';
import { MemoryStore } from '../../src/testing/events/memory-store';
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
  return { url, spaces, release };
}

test('long lists of events in memory are made only while the budget has room, and short lists always', async () => {
  const many = new MemoryStore(MARCH.map((event) => ({ ...event, description: 'x'.repeat(2 ** 16) })));
  const { url, spaces, release } = await servedWithoutRoom(many);
  const made = jest.spyOn(many, 'list');
  const { unanswered } = spaces.default.journal;
  const calls = Array.from({ length: 3 }, () => titlesAt(url));
  await until(() => unanswered.filter(({ operation }) => operation !== undefined).length === 3);
  expect(await titlesAt(`${url}/spaces/few`)).toHaveLength(3);
  expect(made).not.toHaveBeenCalled();
  release();
  for (const titles of await Promise.all(calls)) expect(titles).toHaveLength(3);
  spaces.close();
});

import { AnswerCache } from '../../src/store/cache';
import type { Database } from '../../src/store/database';
import { collectGarbage } from '../support/collect-garbage';

const COUNT = 50_000;

function heapUsed(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

test.each<[string, (index: number) => string]>([
  ['events', (index) => `event ${1_000_000 + index} true`],
  ['ranges', (index) => JSON.stringify({ from: 10 ** 12 + index, to: 10 ** 12 + index + 1 })],
])('the smallest answers, of %s, take no more memory than is counted', async (_what, nameOf) => {
  const cache = new AnswerCache({} as Database, { maxBytes: 2 ** 30, timeoutMs: 5_000 });
  const owner = {};
  const before = heapUsed();
  for (let index = 0; index < COUNT; index++)
    // Each answer of a database has new texts in memory.
    await cache.get(owner, nameOf(index), async () => ({
      value: { text: `${index % 10}` },
      state: `state ${index}`,
    }));
  const used = heapUsed() - before;
  expect(cache.stats).toMatchObject({ hits: 0, misses: COUNT, evictions: 0 });
  expect(used).toBeLessThan(cache.stats.bytes * 1.25);
});

import { ResultEncoder } from '../../src/bindings/result-encoder';
import { ignoreObservations } from '../../src/ops/observations';
import { MemoryBudget } from '../../src/server/memory-budget';

const LONG = '<'.repeat(200_000);

test('a long result that is being encoded counts as an answer, and then no more', async () => {
  const budget = new MemoryBudget(LONG.length, ignoreObservations);
  const encoded = new ResultEncoder(budget).encode(LONG);
  expect([budget.bytes, budget.isFullOfAnswers]).toEqual([LONG.length, true]);
  await expect(encoded).resolves.toMatchObject({ length: 4 * LONG.length });
  expect(budget.bytes).toBe(0);
});

test('it is given up when its signal is aborted', async () => {
  const budget = new MemoryBudget(LONG.length, ignoreObservations);
  const client = new AbortController();
  const encoded = new ResultEncoder(budget).encode(LONG, client.signal);
  client.abort();
  await expect(encoded).rejects.toMatchObject({
    name: 'CallAbandonedError',
    cause: client.signal.reason,
  });
  expect(budget.bytes).toBe(0);
});

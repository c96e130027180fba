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

import { CleanupStack } from '../../src/ops/cleanup-stack';

test('clean-ups run once, last in first out, each after the one before it has ended', async () => {
  const order: string[] = [];
  const releasers = new CleanupStack();
  releasers.add(() => void order.push('first'));
  releasers.add(async () => {
    await new Promise(setImmediate);
    order.push('second');
  });
  await releasers.release(() => {});
  await releasers.release(() => {});
  expect(order).toEqual(['second', 'first']);
});

test('a clean-up that fails is told and stops no other', async () => {
  const failures: unknown[] = [];
  const order: string[] = [];
  const releasers = new CleanupStack();
  releasers.add(() => void order.push('reached'));
  releasers.add(() => Promise.reject(new Error('broken')));
  await releasers.release((error) => failures.push(error));
  expect(failures).toEqual([new Error('broken')]);
  expect(order).toEqual(['reached']);
});

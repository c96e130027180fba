import { CleanupStack } from '../../src/ops/cleanup-stack';

test('clean-ups run once, the last one first, and all of them even if one fails', async () => {
  const stack = new CleanupStack();
  const ran: unknown[] = [];
  stack.add(async () => void ran.push('store'));
  stack.add(() => Promise.reject('port'));
  stack.add(async () => void ran.push('server'));
  for (let time = 0; time < 2; time++) await stack.release((error) => ran.push(error));
  expect(ran).toEqual(['server', 'port', 'store']);
});

import { EventEmitter } from 'node:events';
import { CallAbandonedError, ServiceBusyError } from '../../src/contract/errors';
import { ReadQueue } from '../../src/store/read-queue';
import { collectGarbage } from '../support/collect-garbage';
import { deferred } from '../support/deferred';
import { watchTimers } from '../support/timers';

const later = () => ({ deadline: performance.now() + 60_000 });
const soon = () => ({ deadline: performance.now() + 5 });

test('as many reads run at once as there are places, and the others follow in their order', async () => {
  const queue = new ReadQueue({ concurrency: 2, maxWaiting: 10 });
  const working = [deferred(), deferred()];
  const answers = working.map(({ promise }) => queue.run(() => promise, later()));
  const order: number[] = [];
  const waiting = [3, 4].map((number) => queue.run(async () => order.push(number), later()));
  expect({ waiting: queue.waiting, order }).toEqual({ waiting: 2, order: [] });
  for (const { resolve } of working) resolve();
  await Promise.all([...answers, ...waiting]);
  expect({ waiting: queue.waiting, order }).toEqual({ waiting: 0, order: [3, 4] });
  expect(queue.isIdle).toBe(true);
});

test('a read beyond the limit, a late read and a read without a client never start, and delay no other read', async () => {
  const queue = new ReadQueue({ concurrency: 1, maxWaiting: 2 });
  const first = deferred();
  const answer = queue.run(() => first.promise, later());
  const never = jest.fn();
  const controller = new AbortController();
  const gone = queue.run(never, { ...later(), signal: controller.signal });
  const late = queue.run(never, soon());
  await expect(queue.run(never, later())).rejects.toThrow(ServiceBusyError);
  controller.abort();
  await expect(gone).rejects.toThrow(CallAbandonedError);
  await expect(late).rejects.toThrow(ServiceBusyError);
  const alreadyGone = () => queue.run(never, { ...later(), signal: AbortSignal.abort() });
  await expect(alreadyGone()).rejects.toThrow(CallAbandonedError);
  expect(queue.waiting).toBe(0);
  first.resolve();
  await answer;
  await expect(alreadyGone()).rejects.toThrow(CallAbandonedError);
  expect(await queue.run(async () => 'next', later())).toBe('next');
  expect(never).not.toHaveBeenCalled();
});

test('a delayed read starts when it is allowed to, ends at its deadline, and leaves no listener and no timer', async () => {
  const bytes = Object.assign(new EventEmitter<{ room: [] }>(), { isFullOfAnswers: true });
  const queue = new ReadQueue({ concurrency: 3, maxWaiting: 10, bytes });
  const areCleared = watchTimers();
  const controller = new AbortController();
  const removed = jest.spyOn(controller.signal, 'removeEventListener');
  const never = jest.fn(async () => 'never');
  const [late, gone, started] = [
    queue.run(never, { ...soon(), outOfTime: () => new Error('away') }),
    queue.run(never, { ...later(), signal: controller.signal }),
    queue.run(async () => 'started', later()),
  ];
  await expect(late).rejects.toThrow(ServiceBusyError);
  controller.abort();
  await expect(gone).rejects.toThrow(CallAbandonedError);
  await new Promise(setImmediate);
  expect(queue.waiting).toBe(1);
  bytes.emit('room');
  await new Promise(setImmediate);
  expect(queue.waiting).toBe(1);
  bytes.isFullOfAnswers = false;
  bytes.emit('room');
  expect(await started).toBe('started');
  expect(queue.waiting).toBe(0);
  expect(never).not.toHaveBeenCalled();
  expect(removed).toHaveBeenCalledWith('abort', expect.any(Function));
  expect(bytes.listenerCount('room')).toBe(0);
  expect(areCleared((milliseconds) => milliseconds > 1_000)).toEqual([true, true]);
});

test('the results of reads are garbage as soon as their callers drop them, while other reads wait', async () => {
  const queue = new ReadQueue({ concurrency: 1, maxWaiting: 100 });
  const results: WeakRef<object>[] = [];
  const reading = async () => {
    const result = { text: 'a list' };
    results.push(new WeakRef(result));
    return result;
  };
  const last = deferred();
  const read = Array.from({ length: 50 }, async () => {
    await queue.run(reading, later());
  });
  const waiting = [queue.run(() => last.promise, later()), queue.run(async () => 'last', later())];
  await Promise.all(read);
  // A WeakRef keeps its target until the end of the turn in which it was made.
  await new Promise(setImmediate);
  collectGarbage();
  expect(results.filter((result) => result.deref() !== undefined)).toEqual([]);
  expect(results).toHaveLength(50);
  last.resolve();
  await Promise.all(waiting);
});

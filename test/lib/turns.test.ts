import { performance } from 'node:perf_hooks';
import { ownTurn, yieldTurnsSince } from '../../src/lib/turns';
import { turnsDuring } from '../support/turns';

/** Stops the clock. Returns a function that lets milliseconds pass. */
function stoppedClock(): (milliseconds: number) => void {
  let time = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => time);
  return (milliseconds) => {
    time += milliseconds;
  };
}

test.each([
  [0, 1],
  [2, 1],
  [10, 5],
  [100, 50],
  [5_000, 128],
])('after %d ms of work the others get %d turns', async (milliseconds, turns) => {
  const began = performance.now();
  stoppedClock()(began + milliseconds);
  expect(await turnsDuring(() => yieldTurnsSince(began))).toBe(turns);
});

test('callers work one after the other, and the next one waits longer after long work', async () => {
  const work = stoppedClock();
  await ownTurn();
  const order: string[] = [];
  const callers = ['short', 'long', 'last'].map(async (name) => {
    await ownTurn();
    order.push(name);
    if (name === 'long') work(20);
  });
  expect(await turnsDuring(() => Promise.all(callers))).toBe(1 + 1 + 10);
  expect(order).toEqual(['short', 'long', 'last']);
});

import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type { Observation } from '../../src/ops/observations';
import { MemoryBudget } from '../../src/server/memory-budget';

/** The interval at which clients are polled while there is no room. */
const POLL_MS = 250;

/** Has of a socket what the budget reads. */
class Client extends EventEmitter {
  bytesRead = 0;
  bytesWritten = 0;
  destroyed = false;
  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

function budgetOf(limit: number) {
  const observations: Observation[] = [];
  const client = new Client();
  const budget = new MemoryBudget(limit, (observation) => observations.push(observation));
  return { budget, client, socket: client as unknown as Socket, observations };
}

afterEach(() => jest.useRealTimers());

test('a client is slow only from when it is waited for, and keeps its connection if it moves', () => {
  jest.useFakeTimers();
  const { budget, client, socket, observations } = budgetOf(10);
  const reservation = budget.reserveAnswer(socket, 10_000);
  jest.advanceTimersByTime(10 * POLL_MS);
  reservation.waitForClient(true);
  jest.advanceTimersByTime(POLL_MS);
  expect(client.destroyed).toBe(false);
  client.bytesWritten += 1_000;
  jest.advanceTimersByTime(2 * POLL_MS);
  expect(client.destroyed).toBe(false);
  jest.advanceTimersByTime(POLL_MS);
  expect(client.destroyed).toBe(true);
  expect(observations).toEqual([{ kind: 'limit-hit', limit: 'memory-budget' }]);
  expect(budget.bytes).toBe(0);
  jest.advanceTimersByTime(POLL_MS);
  expect(jest.getTimerCount()).toBe(0);
});

test('bodies as large as the budget come in together, and a larger one alone', async () => {
  const { budget, socket, observations } = budgetOf(10);
  const parts = [await budget.reserveBody(socket, 5, 100), await budget.reserveBody(socket, 5, 100)];
  for (const part of parts) part?.release();
  expect(observations).toEqual([]);
  const alone = await budget.reserveBody(socket, 50, 100);
  expect(await budget.reserveBody(socket, 50, 100)).toBeUndefined();
  expect(observations).toEqual([{ kind: 'limit-hit', limit: 'memory-budget' }]);
  alone?.release();
  expect(await budget.reserveBody(socket, 50, 100)).toBeDefined();
});

test('what is released leaves nothing on the connection, and counts once', () => {
  const { budget, client, socket } = budgetOf(1_000);
  const other = budget.reserveAnswer(socket, 7);
  for (let call = 0; call < 3; call++) {
    const reservation = budget.reserveAnswer(socket, 100);
    reservation.release();
    reservation.release();
    reservation.resize(50);
  }
  expect([budget.bytes, client.listenerCount('close')]).toEqual([7, 1]);
  other.release();
  expect([budget.bytes, client.listenerCount('close')]).toEqual([0, 0]);
});

test('a body that waits for room gets none when its client has left, or after its time, which is told', async () => {
  const { budget, client, socket, observations } = budgetOf(10);
  const { socket: other } = budgetOf(10);
  const answer = budget.reserveAnswer(other, 10);
  expect(budget.isFullOfAnswers).toBe(true);
  const waiting = budget.reserveBody(socket, 5, 60_000);
  client.destroy();
  expect([await waiting, observations]).toEqual([undefined, []]);
  expect(await budget.reserveBody(other, 5, 1)).toBeUndefined();
  expect(observations).toEqual([{ kind: 'limit-hit', limit: 'memory-budget' }]);
  answer.release();
  expect(budget.bytes).toBe(0);
});

import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type { Observation } from '../../src/ops/observations';
import { MemoryBudget, type Reservation } from '../../src/server/memory-budget';

/** While there is no room, clients are polled at this interval in milliseconds. */
const POLL_MS = 250;

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
  const budget = new MemoryBudget(limit, (observation) => observations.push(observation));
  return { budget, observations };
}

test('a client stalls only while the service waits for it, and stays connected if it makes progress', async () => {
  jest.useFakeTimers();
  const { budget, observations } = budgetOf(10);
  const caller = new Client();
  const body = await budget.reserveBody(caller as unknown as Socket, 10_000, 0);
  body?.received(10_000);
  jest.advanceTimersByTime(10 * POLL_MS);
  expect(caller.destroyed).toBe(false);
  body?.release();
  for (const client of [new Client(), new Client()]) {
    budget.reserveAnswer(client as unknown as Socket, 10_000);
    jest.advanceTimersByTime(2 * POLL_MS);
    expect(client.destroyed).toBe(false);
    client.bytesWritten += 1_000;
    jest.advanceTimersByTime(2 * POLL_MS);
    expect(client.destroyed).toBe(false);
    jest.advanceTimersByTime(POLL_MS);
    expect(client.destroyed).toBe(true);
    expect(observations.splice(0)).toEqual([{ kind: 'limit-hit', limit: 'memory-budget' }]);
    expect(budget.bytes).toBe(0);
    jest.advanceTimersByTime(POLL_MS);
    expect(jest.getTimerCount()).toBe(0);
  }
});

test('an answer to a client that has already disconnected reserves nothing, because its socket closes only once', async () => {
  const { budget } = budgetOf(10);
  const gone = new Client();
  gone.destroy();
  budget.reserveAnswer(gone as unknown as Socket, 10_000);
  const body = await budget.reserveBody(gone as unknown as Socket, 10_000, 0);
  body?.received(10_000);
  expect(budget.bytes).toBe(0);
});

test('a client counts as slow if it would need more than a minute for its bytes', () => {
  jest.useFakeTimers();
  const { budget } = budgetOf(10);
  const [slow, steady] = [new Client(), new Client()];
  for (const client of [slow, steady]) budget.reserveAnswer(client as unknown as Socket, 60_000);
  for (let poll = 0; poll < 4; poll++) {
    slow.bytesWritten += POLL_MS - 1;
    steady.bytesWritten += POLL_MS;
    jest.advanceTimersByTime(POLL_MS);
  }
  expect([slow.destroyed, steady.destroyed]).toEqual([true, false]);
});

test('bodies that fit into the budget are read together, and a larger one is read alone', async () => {
  const { budget, observations } = budgetOf(10);
  const socket = new Client() as unknown as Socket;
  const parts = [await budget.reserveBody(socket, 5, 100), await budget.reserveBody(socket, 5, 100)];
  for (const part of parts) {
    part?.release();
    // A client may disconnect before the bytes of its body are counted.
    part?.received(5);
  }
  expect(observations).toEqual([]);
  const alone = await budget.reserveBody(socket, 50, 100);
  // Bodies do not delay queries, because their own answers need these queries.
  expect(budget.isFullOfAnswers).toBe(false);
  expect(await budget.reserveBody(socket, 50, 100)).toBeUndefined();
  expect(observations).toEqual([{ kind: 'limit-hit', limit: 'memory-budget' }]);
  alone?.release();
  expect(await budget.reserveBody(socket, 50, 100)).toBeDefined();
});

test('a body that waits for room gets none when its client has left', async () => {
  const { budget, observations } = budgetOf(10);
  const client = new Client();
  budget.reserveAnswer(undefined, 10);
  const waiting = budget.reserveBody(client as unknown as Socket, 5, 60_000);
  client.destroy();
  expect([await waiting, observations, budget.bytes]).toEqual([undefined, [], 10]);
});

test.each<[when: string, happens: (answer: Reservation, client: Client) => void, timeoutMs: number]>([
  ['there is room', (answer) => answer.release(), 60_000],
  ['its client has left', (_answer, client) => client.destroy(), 60_000],
  ['its time is over', () => {}, 1],
])('a body no longer waits when %s, so slow clients are left in peace', async (_, happens, timeoutMs) => {
  jest.useFakeTimers({ doNotFake: ['setTimeout', 'performance'] });
  const { budget } = budgetOf(10);
  const client = new Client();
  const answer = budget.reserveAnswer(undefined, 10);
  const waiting = budget.reserveBody(client as unknown as Socket, 5, timeoutMs);
  happens(answer, client);
  (await waiting)?.release();
  answer.release();
  jest.advanceTimersByTime(POLL_MS);
  expect(jest.getTimerCount()).toBe(0);
});

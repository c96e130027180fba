/** Answers are sent as fast as clients read them. Until an answer is sent, it counts in the memory budget. */
import { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { resultEncoder } from '../../src/bindings/result-encoder';
import { serviceFromFunction } from '../../src/contract/operations';
import { ownTurn } from '../../src/lib/turns';
import { MemoryBudget } from '../../src/server/memory-budget';
import { closeStalledConnections } from '../../src/server/timeouts';
import { echoService } from '../support/echo-service';
import { GET, gate, longAnswers, POST, serveLimited, until } from '../support/limited-server';

const PAIRS = 'month=3&year=2026';
const BIG = 'x'.repeat(16_000_000);
const big = echoService(async () => BIG);

test('the encoding of an answer ends when its client disconnects', async () => {
  const { service, state, letGo } = gate('x'.repeat(16_000_000));
  const { bytes, connections, open } = await serveLimited({}, service);
  const impatient = await open(GET);
  await until(() => state.waiting === 1);
  impatient.resetAndDestroy();
  await until(() => connections[0]?.destroyed === true);
  // If the work before an answer took long, even in another test, the answer waits for more turns.
  await ownTurn();
  letGo();
  let turnsWithMemory = 0;
  for (let turn = 0; turn < 300; turn++) {
    await new Promise((next) => setImmediate(next));
    if (bytes.bytes > 0) turnsWithMemory++;
  }
  // If all slices had been encoded, this would have taken more than a hundred turns of the event loop.
  expect(turnsWithMemory).toBeLessThan(20);
});

describe('answers that are not taken', () => {
  test.each([
    ['a call', GET],
    ['a feed', 'GET /calendar/bootstrap?from=1&to=2 HTTP/1.1\r\nHost: h\r\n\r\n'],
  ])('of %s are counted until the client disconnects', async (_what, request) => {
    const { open, bytes } = await serveLimited({}, big, { feeds: { events: big, bootstrap: big } });
    const reader = await open(request);
    reader.pause();
    await until(() => bytes.bytes > 1_000_000);
    reader.destroy();
    await until(() => bytes.bytes === 0);
  });

  test('are counted until the client has taken them, even if they were sent before', async () => {
    const { service, fillKernel } = longAnswers();
    const served = await serveLimited({}, service);
    await served.call();
    expect(served.bytes.bytes).toBe(0);
    const reader = await served.open();
    reader.pause();
    await fillKernel(reader, served);
    expect(served.bytes.bytes).toBe(200_000);
    reader.resume();
    await until(() => served.bytes.bytes === 0);
    expect(reader.closed).toBe(false);
  });

  test('are sent only as fast as they are taken, and counted with their bytes, even if they come from the cache', async () => {
    const result = await resultEncoder(new MemoryBudget(1_000_000, () => {}))(BIG);
    const { open, bytes, connections } = await serveLimited(
      {},
      serviceFromFunction(async () => result),
    );
    (await open(GET)).pause();
    await until(() => (connections.at(-1)?.writableLength ?? 0) > 0);
    expect(connections.at(-1)?.writableLength).toBeLessThan(1_000_000);
    expect(bytes.bytes).toBe(BIG.length);
  });

  test('end the connection when others need the room', async () => {
    const { open, bytes, hits } = await serveLimited({ MEMORY_BUDGET_BYTES: '1000000' }, big);
    const reader = await open(GET.repeat(2));
    reader.pause();
    await until(() => hits().includes('memory-budget'));
    await until(() => bytes.bytes === 0);
  });

  test('end the connection also when they were sent in one write', async () => {
    const { service, fillKernel } = longAnswers();
    const limits = { MEMORY_BUDGET_BYTES: '500000', MAX_BODY_BYTES: '400000' };
    const served = await serveLimited(limits, service);
    const reader = await served.open();
    reader.pause();
    await fillKernel(reader, served);
    await served.open(`${POST}Content-Length: 400000\r\n\r\nx`);
    await until(() => served.connections[0]?.destroyed === true);
    expect(served.hits()).toEqual(['memory-budget']);
  });

  test('end the connection after the stall timeout, even if the system clock stands still', async () => {
    jest.spyOn(Date, 'now').mockReturnValue(Date.now());
    const { open, bytes, hits } = await serveLimited(
      // The time limit of an answer does not include the query, and does not start again when the answer's first bytes
      // leave.
      { QUERY_TIMEOUT_MS: '600000' },
      big,
      { answerTimeoutMs: 200 },
    );
    (await open(GET)).pause();
    await until(() => hits().includes('answer-time'));
    await until(() => bytes.bytes === 0);
  });

  test('may stand still for less than the stall timeout, and again after each progress', () => {
    const server = new Server();
    const observe = jest.fn();
    closeStalledConnections(server, { answerTimeoutMs: 1000, keepAliveTimeoutMs: 1 }, observe);
    const handle = { writeQueueSize: 9 };
    const socket = { timeout: server.timeout, bytesWritten: 1, writableLength: 9, _handle: handle };
    const client = Object.assign(socket, { setTimeout: () => {}, destroy: () => {} });
    const clock = jest.spyOn(performance, 'now');
    const pollAt = (...times: readonly number[]) => {
      for (const time of times) {
        clock.mockReturnValue(time);
        server.emit('timeout', client);
      }
    };
    pollAt(0, 200, 400, 600, 800);
    client.bytesWritten += 1;
    pollAt(1000, 1200, 1400, 1600, 1800);
    // Node counts the bytes of a write at once, so only the kernel's queue shows that a client reads them slowly.
    handle.writeQueueSize -= 1;
    pollAt(2000, 2200, 2400, 2600, 2800);
    expect(observe).not.toHaveBeenCalled();
    pollAt(3000);
    expect(observe.mock.calls).toEqual([[{ kind: 'limit-hit', limit: 'answer-time' }]]);
  });

  test('may wait long for a running call, because it is not a stall of the client', async () => {
    const { address } = await serveLimited(
      { QUERY_TIMEOUT_MS: '60000', MEMORY_BUDGET_BYTES: '65536' },
      echoService(async () => {
        await sleep(1_200);
        return 'late';
      }),
      { answerTimeoutMs: 20 },
    );
    // The body of this request takes the whole budget.
    const answer = await fetch(`${address.url}/WebServices/Events.asmx/SelectEvents`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: PAIRS.padEnd(65_536, '&'),
    });
    expect(await answer.text()).toContain('late');
  });
});

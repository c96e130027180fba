import { setTimeout as sleep } from 'node:timers/promises';
import { createApp } from '../../src/app';
import { loadConfig } from '../../src/config';
import { createServer } from '../../src/server';
import { watchForDrain } from '../../src/server/drain';
import { collectGarbage } from '../support/collect-garbage';
import { echoService } from '../support/echo-service';
import { closed, GET, gate, longAnswers, received, serveLimited, until } from '../support/limited-server';

const GRACE_MS = 20_000;

/** Starts a service that can be stopped, and whose calls wait until the test releases them. */
async function slowService() {
  const { service, state, letGo } = gate();
  const { server, address, connections, open } = await serveLimited({}, service);
  const drain = watchForDrain(server);
  const client = async () => {
    const socket = await open();
    const text = received(socket);
    return { socket, text, end: () => closed(socket).then(text) };
  };
  return { drain, state, letGo, address, connections, client };
}

test('each of several pipelined requests is answered', async () => {
  const { drain, state, letGo, client } = await slowService();
  const caller = await client();
  caller.socket.write(GET + GET);
  await until(() => state.waiting === 2);
  const stopped = drain.stop(GRACE_MS);
  letGo();
  expect((await caller.end()).match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
  expect(await stopped).toBe(0);
});

test('each request that is cut off counts, also if several came over one connection', async () => {
  const { drain, state, client } = await slowService();
  const [one, other] = [await client(), await client()];
  one.socket.write(GET + GET);
  other.socket.write(GET);
  await until(() => state.waiting === 3);
  expect(await drain.stop(0)).toBe(3);
});

test('a request that arrives on an open connection during a stop is answered', async () => {
  const { drain, state, letGo, connections, client } = await slowService();
  const [early, late] = [await client(), await client()];
  early.socket.write(GET);
  late.socket.write(GET.slice(0, 20));
  await until(() => state.waiting === 1 && connections[1]?.bytesRead === 20);
  const stopped = drain.stop(GRACE_MS);
  late.socket.write(GET.slice(20));
  await until(() => state.waiting === 2);
  letGo();
  for (const { end } of [early, late]) expect(await end()).toMatch(/200 OK.*Connection: close/is);
  expect(await stopped).toBe(0);
});

test('a request on a connection that was idle or unused when the stop began is answered', async () => {
  const { drain, letGo, client } = await slowService();
  letGo();
  const [idle, silent, lost] = [await client(), await client(), await client()];
  idle.socket.write(GET);
  await until(() => idle.text().includes('done'));
  const stopped = drain.stop(GRACE_MS);
  idle.socket.write(GET);
  silent.socket.write(GET);
  // This answer is sent while the request's listeners are called.
  lost.socket.write('GET /nowhere HTTP/1.1\r\nHost: a\r\n\r\n');
  expect((await idle.end()).match(/200 OK/g)).toHaveLength(2);
  expect(await silent.end()).toMatch(/200 OK.*Connection: close/is);
  expect(await lost.end()).toMatch(/404 Not Found.*Connection: close/is);
  expect(await stopped).toBe(0);
});

test('a request that arrives while the stopping process is paused is answered', async () => {
  const { drain, letGo, client } = await slowService();
  letGo();
  const { socket, end } = await client();
  const stopped = drain.stop(GRACE_MS);
  socket.write(GET);
  // Meanwhile nothing runs in this process, as if it were stopped by SIGSTOP.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
  expect(await end()).toMatch(/200 OK.*Connection: close/is);
  expect(await stopped).toBe(0);
});

test('idle and unused connections do not delay the stop, and no new one is accepted', async () => {
  const { drain, letGo, client, address } = await slowService();
  letGo();
  const [idle, silent] = [await client(), await client()];
  idle.socket.write(GET);
  await until(() => idle.text().includes('done'));
  expect(await drain.stop(GRACE_MS)).toBe(0);
  expect(await silent.end()).toBe('');
  await idle.end();
  await expect(fetch(address.url)).rejects.toThrow();
});

test('an answer that waits for its client is not cut off', async () => {
  const { service, fillKernel } = longAnswers();
  const served = await serveLimited({}, service);
  const drain = watchForDrain(served.server);
  const client = await served.open();
  const text = received(client);
  client.pause();
  const sent = await fillKernel(client, served);
  const stopped = drain.stop(GRACE_MS);
  await sleep(700);
  client.resume();
  await closed(client);
  expect(text().match(/<\/string>/g)).toHaveLength(sent);
  expect(await stopped).toBe(0);
});

test('a server that has stopped can be collected, and so can its application', async () => {
  const stopped = await (async () => {
    const config = loadConfig({});
    const server = createServer(createApp({ service: echoService(async () => ''), config }), config);
    const drain = watchForDrain(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // This time is longer than the test may take, so the timer can't end first.
    await drain.stop(3_600_000);
    return new WeakRef(server);
  })();
  // The server's handles refer to it for a few more turns of the event loop.
  for (let turn = 0; turn < 100 && stopped.deref() !== undefined; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    collectGarbage();
  }
  expect(stopped.deref()).toBeUndefined();
});

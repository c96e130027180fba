import { connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createApp } from '../../src/app';
import { loadConfig } from '../../src/config';
import { createServer } from '../../src/server';
import { type Drain, watchForDrain } from '../../src/server/drain';
import { echoService } from '../support/echo-service';
import { listening } from '../support/listening';

const GRACE_MS = 20_000;
const GET = 'GET /WebServices/Events.asmx/SelectEvents?month=3&year=2026 HTTP/1.1\r\nHost: h\r\n\r\n';

interface Client {
  send(text: string): void;
  hangUp(): void;
  /** Everything that was received, once the server has closed the connection. */
  readonly closed: Promise<string>;
  received(text: string): Promise<void>;
}

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** Starts a service whose calls wait until they are let go, and clients that write bytes. */
async function slowService() {
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let arrived = 0;
  const waiters: (() => void)[] = [];
  const service = echoService(async () => {
    arrived++;
    for (const wake of waiters) wake();
    await gate;
    return 'done';
  });
  const config = loadConfig({});
  const server = createServer(createApp({ service, config }), config);
  const drain: Drain = watchForDrain(server);
  const accepted: Socket[] = [];
  server.on('connection', (socket) => accepted.push(socket));
  const { port } = await listening(server);
  /** Until so many bytes have come in over all connections. */
  const bytes = async (count: number) => {
    while (accepted.reduce((sum, { bytesRead }) => sum + bytesRead, 0) < count) {
      await new Promise(setImmediate);
    }
  };
  const calls = (count: number) =>
    new Promise<void>((resolve) => {
      const check = () => arrived >= count && resolve();
      waiters.push(check);
      check();
    });
  return { drain, letGo, calls, bytes, client: () => open(port), port };
}

async function open(port: number): Promise<Client> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  let text = '';
  const closed = new Promise<string>((resolve) => socket.on('close', () => resolve(text)));
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    text += chunk;
  });
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  const received = (wanted: string) =>
    new Promise<void>((resolve) => {
      const check = () => text.includes(wanted) && resolve();
      socket.on('data', check);
      check();
    });
  return { send: (bytes) => socket.write(bytes), hangUp: () => socket.destroy(), closed, received };
}

test('of pipelined requests each is answered', async () => {
  const { drain, letGo, calls, client } = await slowService();
  const caller = await client();
  caller.send(GET + GET);
  await calls(2);
  const stopped = drain.stop(GRACE_MS);
  letGo();
  const answers = (await caller.closed).match(/HTTP\/1\.1 200 OK/g);
  expect(answers).toHaveLength(2);
  expect(await stopped).toBe(0);
});

test('a request that arrives on an open connection while stopping is answered', async () => {
  const { drain, letGo, calls, bytes, client } = await slowService();
  const [early, late] = [await client(), await client()];
  early.send(GET);
  late.send(GET.slice(0, 20));
  await calls(1);
  await bytes(GET.length + 20);
  const stopped = drain.stop(GRACE_MS);
  late.send(GET.slice(20));
  await calls(2);
  letGo();
  for (const { closed } of [early, late]) expect(await closed).toMatch(/200 OK.*Connection: close/is);
  expect(await stopped).toBe(0);
});

test('a request on a connection that was idle when the stop began is answered, and so is the first one of a silent one', async () => {
  const { drain, letGo, client } = await slowService();
  letGo();
  const [idle, silent] = [await client(), await client()];
  idle.send(GET);
  await idle.received('done');
  const stopped = drain.stop(GRACE_MS);
  idle.send(GET);
  silent.send(GET);
  expect((await idle.closed).match(/200 OK/g)).toHaveLength(2);
  expect(await silent.closed).toMatch(/200 OK.*Connection: close/is);
  expect(await stopped).toBe(0);
});

test('idle connections and silent ones hold nothing up, and nobody new comes in', async () => {
  const { drain, letGo, client, port } = await slowService();
  letGo();
  const [idle, silent] = [await client(), await client()];
  idle.send(GET);
  await idle.received('done');
  expect(await drain.stop(GRACE_MS)).toBe(0);
  expect(await silent.closed).toBe('');
  await idle.closed;
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
});

test('pipelined requests of a connection that is gone are forgotten, answered or not', async () => {
  const { drain, calls, client } = await slowService();
  const caller = await client();
  caller.send(GET.repeat(3));
  await calls(3);
  expect(drain.inFlight).toBe(3);
  caller.hangUp();
  while (drain.inFlight > 0) await new Promise(setImmediate);
  expect(await drain.stop(GRACE_MS)).toBe(0);
});

test('a server that has stopped can be collected, and so can its application', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const stopped = await (async () => {
    const config = loadConfig({});
    const server = createServer(createApp({ service: echoService(async () => ''), config }), config);
    const drain = watchForDrain(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await drain.stop(GRACE_MS);
    return new WeakRef(server);
  })();
  // The last turns of the server's own handles still refer to it.
  for (let turn = 0; turn < 100 && stopped.deref() !== undefined; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    collect();
  }
  expect(stopped.deref()).toBeUndefined();
});

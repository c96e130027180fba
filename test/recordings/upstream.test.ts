/** The time and memory for one answer of another service are limited. */
import { getEventListeners, once, setMaxListeners } from 'node:events';
import http from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { upstreamService } from '../../src/recordings/replay';
import { RemoteService, Upstream } from '../../src/recordings/upstream';
import { until } from '../support/limited-server';
import { answering, listening } from '../support/listening';
import { serveApp } from '../support/serve-app';

const QUESTION = { method: 'GET', rest: '', headers: {}, body: Buffer.alloc(0) };

async function ask(listener: http.RequestListener) {
  const { url } = await answering(listener);
  return new Upstream(url, { stallMs: 1_000, totalMs: 2_000, bytes: 100_000 }).send(QUESTION);
}

test('an answer within the limits is unchanged', async () => {
  const { body } = await ask((_request, response) => response.end('x'.repeat(100_000)));
  expect(body).toHaveLength(100_000);
});

// An old service may close an idle connection at the moment when the next call is sent.
test('each request has a connection of its own, and says that it closes it', async () => {
  const asked: (string | undefined)[] = [];
  const server = http.createServer(({ headers }, response) => {
    asked.push(headers.connection);
    response.end();
  });
  const { url } = await listening(server);
  let connections = 0;
  server.on('connection', () => connections++);
  for (let count = 0; count < 3; count++) await new Upstream(url).send(QUESTION);
  expect({ asked, connections }).toEqual({ asked: ['close', 'close', 'close'], connections: 3 });
});

test('the connection of a service that changes to another protocol is closed', async () => {
  const server = http.createServer(({ socket }) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
  );
  const closed = once(server, 'connection').then(([socket]) => once(socket, 'close'));
  const { url } = await listening(server);
  await expect(new Upstream(url).send(QUESTION)).rejects.toThrow('it switches to another protocol');
  await closed;
});

test('an address may end with a slash', async () => {
  const { url } = await answering(({ url: asked }, response) => response.end(asked));
  const { body } = await new Upstream(`${url}/Events.asmx/`).send({ ...QUESTION, rest: '/SelectEvents' });
  expect(body.toString()).toBe('/Events.asmx/SelectEvents');
});

test('an https address is asked over TLS', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  const first = once(server, 'connection').then(async ([socket]) => {
    const [bytes] = await once(socket, 'data');
    socket.destroy();
    return bytes[0];
  });
  await once(server, 'listening');
  const address = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await expect(new Upstream(address).send(QUESTION)).rejects.toThrow();
  server.close();
  // A TLS handshake begins with this byte.
  expect(await first).toBe(0x16);
});

/** Sends `text` again and again, each time after this number of milliseconds. */
function writing(text: string, milliseconds: number): http.RequestListener {
  return (_request, response) => {
    const timer = setInterval(() => response.write(text), milliseconds);
    response.on('close', () => clearInterval(timer));
  };
}

test.each<[string, http.RequestListener, string]>([
  ['says nothing', () => {}, 'no answer within 1 s'],
  ['falls silent', (_request, response) => response.write('<a>'), 'no answer within 1 s'],
  ['sends a byte now and then', writing('x', 100), 'no complete answer within 2 s'],
  ['never ends', writing('x'.repeat(10_000), 1), 'its answer is longer than 100000 bytes'],
])('a service that %s is not waited for any longer', async (_what, listener, message) => {
  await expect(ask(listener)).rejects.toThrow(message);
});

test.each<[string, http.RequestListener, RegExp]>([
  ['cannot be reached', (request) => request.socket.destroy(), /^http:\S+: it closed the connection$/],
  [
    'gave an unreadable answer',
    (_request, response) => response.writeHead(502).end('<p>Bad Gateway</p>'),
    /: it answered SelectEvents with status 502 \(no type\) and no result or fault that clients can read$/,
  ],
])('a call for a service that %s gets 503, and the reason is reported', async (what, listener, why) => {
  const behind = await answering(listener);
  const reasons: string[] = [];
  const remote = new RemoteService(behind.url, 'http://tempuri.org/');
  const { url } = await serveApp(upstreamService(remote, (reason) => reasons.push(reason)));
  const answer = await fetch(`${url}/WebServices/Events.asmx/SelectEvents?month=3&year=2026`);
  expect(answer.status).toBe(503);
  expect(await answer.text()).toContain(`The recorded service ${what}.`);
  expect(reasons).toEqual([expect.stringMatching(why)]);
});

test('at most 1,000 connections are open at once, and a call whose client has gone ends with its connection', async () => {
  const server = http.createServer(() => {});
  let [open, most] = [0, 0];
  server.on('connection', (socket) => {
    most = Math.max(most, ++open);
    socket.on('close', () => open--);
  });
  const { url: address } = await listening(server);
  const reasons: string[] = [];
  const remote = new RemoteService(address, 'http://tempuri.org/');
  const service = upstreamService(remote, (reason) => reasons.push(reason));
  const client = new AbortController();
  setMaxListeners(0, client.signal);
  const calls = Array.from({ length: 1_100 }, () =>
    service.selectEvents(3, 2026, client.signal).catch(({ name }: Error) => name),
  );
  await until(() => open === 1_000);
  client.abort();
  expect(new Set(await Promise.all(calls))).toEqual(new Set(['CallAbandonedError']));
  await until(() => open === 0);
  expect({ most, reasons }).toEqual({ most: 1_000, reasons: [] });
  // A later call reaches the service.
  server.once('request', (_request, response) => response.writeHead(502).end());
  const { signal } = new AbortController();
  await expect(service.selectEvents(3, 2026, signal)).rejects.toThrow('an unreadable answer');
  // All calls over one connection have the same signal. A listener that stayed would keep its call's answer.
  await until(() => getEventListeners(signal, 'abort').length === 0);
});

/** Requests that are too large or too slow are refused and counted, and clients can't fill the cache of WSDLs. */
import { once } from 'node:events';
import { connect } from 'node:net';
import * as wsdl from '../../src/bindings/wsdl';
import { ENDPOINT } from '../../src/contract/bindings';
import { closed, GET, received, serveLimited, until } from '../support/limited-server';
import { converse } from '../support/raw-http';
import { send } from '../support/send';

test('the WSDLs of 32 addresses are kept, and of no more, because clients choose the address', async () => {
  const { address } = await serveLimited({});
  const rendered = jest.spyOn(wsdl as Readonly<Record<string, unknown>>, 'renderWsdl', 'get');
  const ask = (host: number) => send(`GET ${ENDPOINT}?wsdl HTTP/1.1\r\nHost: h${host}\r\n\r\n`, address);
  for (const host of [...Array(32).keys(), 0]) await ask(host);
  expect(rendered).toHaveBeenCalledTimes(32);
  // Host 32 removes host 1 from the cache, because host 1 has not been requested for the longest time.
  for (const host of [32, 1]) await ask(host);
  expect(rendered).toHaveBeenCalledTimes(34);
});

test('the time for the headers begins with their first byte, because clients open connections before they need them', async () => {
  const { address, open } = await serveLimited({ REQUEST_TIMEOUT_MS: '1' });
  const unused = await open();
  const answer = received(unused);
  // This connection sends its headers too slowly. The unused connection is older, so its time would also be over.
  const { answers } = await converse(address, ['GET / HTTP/1.1\r\n'], 1);
  expect(answers.map(({ status }) => status)).toEqual([408]);
  unused.write(GET);
  await until(() => answer().includes('</string>'));
  expect(answer()).toMatch(/^HTTP\/1.1 200 OK/);
});

test('a connection without a request is closed like one between two requests', async () => {
  const { open, hits } = await serveLimited({ KEEP_ALIVE_TIMEOUT_MS: '1' });
  await closed(await open());
  expect(hits()).toEqual(['idle-time']);
});

test('a request that has arrived in time is answered, even if the process was paused until after the timeout', async () => {
  const keepAliveMs = 500;
  const { open } = await serveLimited({ KEEP_ALIVE_TIMEOUT_MS: String(keepAliveMs) });
  const clients = [await open(), await open(GET)];
  const answers = clients.map(received);
  await until(() => answers[1]?.().includes('</string>') === true);
  for (const client of clients) client.write(GET);
  // Meanwhile nothing runs in this process, as if it were stopped by SIGSTOP.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * keepAliveMs);
  await Promise.all(clients.map(closed));
  expect(answers.map((answer) => answer().match(/200 OK/g)?.length)).toEqual([1, 2]);
});

// test/cli/limits.test.ts reaches the other limits of a request.
test.each([
  ['header-bytes', {}, `${GET.slice(0, -2)}X: ${'x'.repeat(16_384)}\r\n\r\n`, 431],
  ['headers-time', { REQUEST_TIMEOUT_MS: '1' }, 'GET / HTTP/1.1\r\n', 408],
])('a request beyond the limit %s is answered and counted', async (limit, env, bytes, status) => {
  const { address, hits } = await serveLimited(env);
  const { answers } = await converse(address, [bytes], 2);
  expect(answers.map((answer) => answer.status)).toEqual([status]);
  expect(hits()).toEqual([limit]);
});

test('a rejected client that does not close its side is disconnected after a second', async () => {
  const { address, connections } = await serveLimited({});
  const client = connect({ port: address.port, host: address.hostname, allowHalfOpen: true });
  const answer = received(client);
  client.write('no HTTP\r\n\r\n');
  await once(client, 'end');
  expect(answer()).toMatch(/^HTTP\/1.1 400 /);
  await until(() => connections[0]?.destroyed === true);
  client.destroy();
});

import { createServer } from 'node:http';
import { listen, localHost } from '../../src/ops/listen';
import type { Observation } from '../../src/ops/observations';

const SETTINGS = { host: 'HOST', port: 'PORT' };
const open = (host: string, port = 0) => {
  const server = createServer();
  return listen(server, { host, port, settings: SETTINGS }, () => {}).finally(() => server.close());
};

test('listen returns the address by which this machine reaches the server', async () => {
  expect(await open('127.0.0.1')).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(await open('0.0.0.0')).toMatch(/^http:\/\/localhost:\d+$/);
  expect(await open('::1')).toMatch(/^http:\/\/\[::1\]:\d+$/);
  expect(['0.0.0.0', '::', '10.0.0.1'].map(localHost)).toEqual(['127.0.0.1', '::1', '10.0.0.1']);
});

test('a connection that the system can’t accept is reported each time, and the server continues', async () => {
  const server = createServer();
  const seen: Observation[] = [];
  await listen(server, { host: '127.0.0.1', port: 0, settings: SETTINGS }, (one) => seen.push(one));
  const errors = ['accept ENFILE', 'accept ENOBUFS'].map((message) => new Error(message));
  for (const error of errors) server.emit('error', error);
  expect(seen).toEqual(errors.map((error) => ({ kind: 'unexpected-error', where: 'connecting', error })));
  expect(server.listening).toBe(true);
  server.close();
});

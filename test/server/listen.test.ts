import { createServer } from 'node:http';
import { SettingError } from '../../src/config/read-env';
import { listen, localHost } from '../../src/ops/listen';
import type { Observation } from '../../src/ops/observations';
import { HAS_IPV6 } from '../support/known-skips.js';

const SETTINGS = { host: 'HOST', port: 'PORT' };
const open = (host: string, port = 0) => {
  const server = createServer();
  return listen(server, { host, port, settings: SETTINGS }, () => {}).finally(() => server.close());
};

test('listen returns the address by which this machine reaches the server', async () => {
  expect(await open('127.0.0.1')).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(await open('0.0.0.0')).toMatch(/^http:\/\/localhost:\d+$/);
  expect(['0.0.0.0', '::', '10.0.0.1'].map(localHost)).toEqual(['127.0.0.1', '::1', '10.0.0.1']);
});

const testWithIpv6 = HAS_IPV6 ? test : test.skip;

testWithIpv6('an address of IPv6 has brackets', async () => {
  expect(await open('::1')).toMatch(/^http:\/\/\[::1\]:\d+$/);
});

const NOT_HERE = 'HOST must be an address or a name of this machine, not "h".';
test.each([
  ['EACCES', 'Port 80 on "h" can\'t be opened by this user: set PORT to a port of 1024 or more.'],
  ['ENOTFOUND', NOT_HERE],
  ['EAI_AGAIN', NOT_HERE],
  ['EADDRNOTAVAIL', NOT_HERE],
  // Linux reports this error for an IPv6 address that needs the name of a network card, such as fe80::1.
  ['EINVAL', NOT_HERE],
])('if the system reports %s, the operator is told what to set', async (code, sentence) => {
  const server = createServer();
  jest.spyOn(server, 'listen').mockImplementation(() => {
    queueMicrotask(() => server.emit('error', Object.assign(new Error(code), { code })));
    return server;
  });
  const opened = listen(server, { host: 'h', port: 80, settings: SETTINGS }, () => {});
  await expect(opened).rejects.toThrow(new SettingError(sentence));
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

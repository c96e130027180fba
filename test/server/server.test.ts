import { once } from 'node:events';
import express from 'express';
import { createApp, type Interceptor } from '../../src/app';
import { loadConfig } from '../../src/config';
import type { Observation } from '../../src/ops/observations';
import { createServer } from '../../src/server';
import { echoService } from '../support/echo-service';
import { until } from '../support/limited-server';
import { listening } from '../support/listening';
import { converse } from '../support/raw-http';
import { serveApp } from '../support/serve-app';
import { watchTimers } from '../support/timers';

const CONFIG = loadConfig({});
const PATH = '/WebServices/Events.asmx/SelectEvents?month=3&year=2026';
const GET = `GET ${PATH} HTTP/1.1\r\nHost: h\r\n`;

test('requests and responses are created with the prototypes that Express would set', async () => {
  const app = express();
  const born: boolean[] = [];
  const server = createServer(app, CONFIG);
  server.prependListener('request', (request, response) => {
    born.push(
      Object.getPrototypeOf(request) === app.request,
      Object.getPrototypeOf(response) === app.response,
    );
  });
  const { url } = await listening(server);
  expect((await fetch(url)).status).toBe(404);
  expect(born).toEqual([true, true]);
});

test.each([
  ['', 30_000, 10_000],
  ['5000', 5_000, 5_000],
])('REQUEST_TIMEOUT_MS=%s limits a request, and its headers', (value, requestTimeout, headersTimeout) => {
  const server = createServer(express(), loadConfig({ REQUEST_TIMEOUT_MS: value }));
  expect(server).toMatchObject({ requestTimeout, headersTimeout });
});

test('an answer may stand still for thirty seconds, during which its connection is looked at ten times', () => {
  // The half millisecond distinguishes this timeout of a socket from the timeout of an idle connection.
  expect(createServer(express(), CONFIG).timeout).toBe(3_000.5);
});

test('an error during the answer to an error ends the connection, and shows no stack', async () => {
  const observe = () => {
    throw new Error('the log is gone');
  };
  const address = await serveApp(echoService(), {}, observe);
  const { answers, closed } = await converse(address, ['GET / HTTP/1.1\r\nHost: h\r\n\r\n'], 2);
  expect({ answers, closed }).toEqual({ answers: [], closed: true });
});

test('a failure in the middle of an answer ends the connection, and is reported', async () => {
  const observed: unknown[] = [];
  const error = new Error('a bug');
  const interceptor: Interceptor = {
    request: (_request, _response, next) => next(),
    call: (_binding, _call, ask) => ask(),
    send: () => (_request, response) => {
      response.writeHead(200, { 'Content-Length': '10' }).write('half');
      throw error;
    },
  };
  const observe = (observation: Observation) => observed.push(observation);
  const app = createApp({ service: echoService(), config: CONFIG, observe, interceptor });
  const { url } = await listening(createServer(app, CONFIG));
  await expect(fetch(url).then((response) => response.text())).rejects.toThrow();
  expect(observed).toContainEqual({ kind: 'unexpected-error', where: 'request', error });
});

test('a call whose client disconnects while its answer is encoded is not counted as answered', async () => {
  const outcomes: unknown[] = [];
  const leaving = new AbortController();
  const service = {
    ...echoService(),
    selectEvents: async (_month: number, _year: number, signal?: AbortSignal) => {
      leaving.abort();
      await once(signal as AbortSignal, 'abort');
      return 'x'.repeat(100_000);
    },
  };
  const { url } = await serveApp(service, {}, (seen) => seen.kind === 'call' && outcomes.push(seen.outcome));
  await expect(fetch(url + PATH, { signal: leaving.signal })).rejects.toThrow();
  await until(() => outcomes.length > 0);
  expect(outcomes).toEqual(['error']);
});

test('a refused connection that has ended leaves no timer, which would hold its memory', async () => {
  const areCleared = watchTimers();
  await converse(await serveApp(echoService()), ['nonsense\r\n\r\n'], 1);
  const lingering = () => areCleared((milliseconds) => milliseconds === 1_000);
  expect(lingering()).toHaveLength(1);
  await until(() => lingering().includes(true));
});

test.each([
  ['nonsense\r\n\r\n', { status: 400, method: '-', path: '-' }],
  [`${GET}Expect: miracles\r\n\r\n`, { status: 417, method: 'GET', path: PATH.split('?')[0] }],
  ['CONNECT example.org:443 HTTP/1.1\r\nHost: h\r\n\r\n', { status: 400, method: '-', path: '-' }],
])('%.30s is rejected without a body, and reported', async (request, observed) => {
  const seen: Observation[] = [];
  const address = await serveApp(echoService(), {}, (observation) => seen.push(observation));
  const { answers } = await converse(address, [request], 1);
  expect(answers).toMatchObject([{ status: observed.status, body: '' }]);
  expect(seen).toEqual([{ kind: 'rejected', reason: 'http', client: '127.0.0.1', ...observed }]);
});

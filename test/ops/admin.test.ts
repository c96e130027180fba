import { once } from 'node:events';
import http from 'node:http';
import { type AdminPage, createAdminServer } from '../../src/ops/admin';
import { createMetrics } from '../../src/ops/metrics';
import type { Observation } from '../../src/ops/observations';
import { Readiness } from '../../src/ops/readiness';
import { listening } from '../support/listening';

async function admin(pages: ReadonlyMap<string, AdminPage> = new Map(), testControl?: http.RequestListener) {
  const [readiness, metrics] = [new Readiness(), createMetrics({ version: '1.2.3', commit: 'abc' })];
  const failures: Observation[] = [];
  const observe = (observation: Observation) => void failures.push(observation);
  const server = createAdminServer({ readiness, metrics, observe, pages, testControl });
  const { url } = await listening(server);
  const get = async (path: string, method = 'GET') => {
    const response = await fetch(url + path, { method });
    return { status: response.status, body: await response.text() };
  };
  return { readiness, metrics, failures, get, url, server };
}

test('a client that sends no whole request does not keep its connection', async () => {
  const { server } = await admin();
  expect(server).toMatchObject({ headersTimeout: 120_000, requestTimeout: 120_000 });
});

test('a page that fails answers a plain 500 or is cut off, and is logged, unless its client has left', async () => {
  const error = new Error('secret');
  const left: AdminPage = async (_query, response) => {
    response.destroy();
    throw error;
  };
  const begun: AdminPage = async (_query, response) => {
    response.write('[');
    throw error;
  };
  const { failures, metrics, get } = await admin(
    new Map<string, AdminPage>([
      ['/export', () => Promise.reject(error)],
      ['/left', left],
      ['/begun', begun],
    ]),
  );
  metrics.text = () => Promise.reject(error);
  for (const path of ['/export', '/metrics']) {
    expect(await get(path)).toEqual({ status: 500, body: 'An unexpected error occurred: see the log.\n' });
    expect(failures.pop()).toEqual({ kind: 'unexpected-error', where: expect.stringContaining(path), error });
  }
  await expect(get('/left')).rejects.toThrow();
  expect(failures).toEqual([]);
  await expect(get('/begun')).rejects.toThrow();
  expect(failures).toHaveLength(1);
});

test('events and test control refuse a Host that a page on the internet could have, and the probes accept it', async () => {
  const page: AdminPage = async (_query, response) => void response.end('events');
  const { url } = await admin(new Map([['/export', page]]), (_request, response) => void response.end());
  const status = async (path: string, host: string) => {
    const request = http.get(url + path, { headers: { host }, agent: false });
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    response.resume();
    return response.statusCode;
  };
  const addresses = '127.0.0.1 10.1.2.3:8081 [::1]:8081 [fe80::1] localhost LOCALHOST:1 events'.split(' ');
  const names = ['Events.Internal', 'a.b.local.:80', 'x.test', 'events.prod.svc.cluster.local:8081'];
  const foreign = 'evil.example evil.example:8081 local.evil.example. xinternal.com 1.2.3.4.com'.split(' ');
  for (const path of ['/export', '/test', '/test/spaces']) {
    for (const host of [...addresses, ...names])
      expect([path, host, await status(path, host)]).toEqual([path, host, 200]);
    for (const host of foreign) expect([path, host, await status(path, host)]).toEqual([path, host, 403]);
  }
  for (const path of ['/live', '/metrics']) expect(await status(path, 'evil.example')).toBe(200);
});

test('a service that is told to stop during its start never becomes ready', async () => {
  const readiness = new Readiness();
  readiness.stopping();
  readiness.started(async () => {});
  expect(await readiness.notReadyReason()).toBe('The service is stopping.');
});

test('a check that never ends is reported as an obstacle', async () => {
  const readiness = new Readiness();
  readiness.started(() => new Promise(() => {}));
  jest.useFakeTimers();
  const reason = readiness.notReadyReason();
  jest.advanceTimersByTime(2_000);
  expect(await reason).toBe('The database did not answer within 2000 ms.');
});

test('/metrics counts calls by operation, binding and outcome, measures their durations, and watches the event loop', async () => {
  const { metrics, get, url } = await admin();
  const call = {
    kind: 'call',
    operation: 'SelectEvents',
    binding: 'httpget',
    args: { month: 3, year: 2026 },
  } as const;
  metrics.observe({ ...call, outcome: 'ok', milliseconds: 3 });
  metrics.observe({ ...call, outcome: 'fault', milliseconds: 7 });
  metrics.observe({ kind: 'unexpected-error', where: 'x', error: new Error('x') });
  metrics.observe({ kind: 'database-error', reason: 'unavailable', error: new Error('x') });
  const { body } = await get('/metrics');
  const labels = 'operation="SelectEvents",binding="httpget"';
  for (const line of [
    `events_query_calls_total{${labels},outcome="ok"} 1`,
    `events_query_calls_total{${labels},outcome="fault"} 1`,
    `events_query_call_duration_seconds_bucket{le="0.0025",${labels}} 0`,
    `events_query_call_duration_seconds_bucket{le="0.005",${labels}} 1`,
    `events_query_call_duration_seconds_bucket{le="10",${labels}} 2`,
    `events_query_call_duration_seconds_sum{${labels}} 0.01`,
    'events_query_unexpected_errors_total 1',
    'events_query_database_errors_total{kind="unavailable"} 1',
  ]) {
    expect(body).toContain(`${line}\n`);
  }
  expect(body).toMatch(/^nodejs_eventloop_lag_seconds /m);
  // By this type Prometheus recognises the format.
  const type = (await fetch(`${url}/metrics`)).headers.get('content-type');
  expect(type).toBe('text/plain; version=0.0.4; charset=utf-8');
});

test('another path names test control, if there is any', async () => {
  const { get } = await admin(new Map(), (_request, response) => response.end());
  expect((await get('/')).body).toBe(
    'The admin port has only these paths: /live, /ready, /metrics and /test/.\n',
  );
});

test('any other path gets 404, and any other method gets 405', async () => {
  const { get, url } = await admin();
  for (const path of ['/', '/livex', '/live/', '/LIVE', '/metrics/x', '//live']) {
    expect({ path, ...(await get(path)) }).toEqual({
      path,
      status: 404,
      body: 'The admin port has only these paths: /live, /ready and /metrics.\n',
    });
  }
  expect((await fetch(`${url}/livex`, { method: 'POST' })).status).toBe(404);
  expect(await get('/live', 'HEAD')).toEqual({ status: 200, body: '' });
  const refused = await fetch(`${url}/live`, { method: 'POST' });
  expect(refused.status).toBe(405);
  expect(Object.fromEntries(refused.headers)).toMatchObject({
    allow: 'GET, HEAD',
    'cache-control': 'no-store',
  });
});

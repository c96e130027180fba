/** The journal records calls and refused requests, and can be searched. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { ReadableStream } from 'node:stream/web';
import { setTimeout as sleep } from 'node:timers/promises';
import { BINDINGS } from '../../src/contract/bindings';
import { EventsQueryControl } from '../../src/testing/client';
import { THEN } from '../../src/testing/schema/rules';
import { callThrough } from '../support/four-bindings';
import { send } from '../support/send';
import { type Controlled, ENDPOINT, MARCH_CALL, startTestControl } from './support';

test('the journal keeps each call with its binding, typed arguments, request and answer, and also refused requests', async () => {
  const controlled = await startTestControl();
  for (const { name } of BINDINGS) {
    await callThrough(name, 'SelectEventsRanged', { from: '1', to: '9007199254740993' }, controlled);
  }
  await fetch(`${controlled.url}${ENDPOINT}/SelectEvent?intEventID=x&bolAsJSON=true`, {
    headers: { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' },
  });
  for (const path of [`${ENDPOINT}?WSDL`, '/calendar/events?start=2026-03-01&end=2026-04-01'])
    expect((await fetch(controlled.url + path)).status).toBe(200);
  expect((await fetch(`${controlled.url}/nothing`)).status).toBe(404);
  const entries = await controlled.journal();
  const bindings = [...BINDINGS.map(({ name }) => name), 'httpget', null];
  expect(entries.map(({ binding }) => binding)).toEqual(bindings);
  expect(entries[0]).toMatchObject({
    ...{ id: '1', client: '127.0.0.1', operation: 'SelectEventsRanged' },
    ...{ arguments: { from: '1', to: '9007199254740993' }, outcome: 'ok', status: 200, rule: null },
    request: {
      line: `POST ${ENDPOINT} HTTP/1.1`,
      body: expect.stringContaining('<to>9007199254740993</to>'),
    },
    response: {
      // The headers include the headers that Node adds.
      headers: { 'content-type': 'text/xml; charset=utf-8', date: expect.stringMatching(/GMT$/) },
      body: expect.stringContaining('Event 3'),
    },
  });
  expect(entries[4]).toMatchObject({
    ...{ binding: 'httpget', operation: null, arguments: null, outcome: 'refused', status: 500 },
    traceparent: expect.stringContaining('0af7651916cd43dd8448eb211c80319c'),
  });
});

test('the journal keeps 64 KB of a body, as text if the bytes are UTF-8, in chunks of any size', async () => {
  const { url, api, journal } = await startTestControl({ MAX_BODY_BYTES: '200000' });
  await api('POST', '/rules', { when: { binding: 'httpget' }, then: { result: `xé${'é'.repeat(40_000)}` } });
  await (await fetch(url + MARCH_CALL)).text();
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const post = (body: ReadableStream | Uint8Array) =>
    fetch(`${url}${ENDPOINT}/SelectEvents`, { method: 'POST', body, duplex: 'half', headers } as RequestInit);
  const parts = ['\ufeffmonth=3&x=', 'é', '&year=2026'].map((part) => Buffer.from(part));
  await post(ReadableStream.from(parts));
  await post(new Uint8Array([0xff, 0x3d, 0x31]));
  await post(Buffer.alloc(65_537, 'x'));
  await post(Buffer.alloc(65_536, 'x'));
  const [long, chunked, binary, request, whole] = await journal();
  expect(request?.request).toMatchObject({ truncated: true, body: 'x'.repeat(65_536) });
  expect(whole?.request).toMatchObject({ body: 'x'.repeat(65_536) });
  expect(whole?.request).not.toHaveProperty('truncated');
  expect(Buffer.byteLength(String(long?.response.body))).toBeLessThanOrEqual(65_536);
  expect(Buffer.byteLength(String(long?.response.body))).toBeGreaterThan(65_530);
  expect(long?.response).toMatchObject({ truncated: true, body: expect.stringMatching(/>xé*$/) });
  expect(chunked?.request).toMatchObject({ body: '\ufeffmonth=3&x=é&year=2026' });
  expect(binary?.request.body).toEqual({ base64: '/z0x' });
});

test('the journal can be searched by operation, binding, outcome, argument, time and number', async () => {
  const { url, journal, api } = await startTestControl();
  for (const month of [1, 2, 3, 13, 'x'])
    await fetch(`${url}${ENDPOINT}/SelectEvents?month=${month}&year=2026`);
  const ids = async (query: string) => (await journal(`/requests?${query}`)).map(({ id }) => id);
  expect(await ids('operation=SelectEvents&binding=httpget,soap11')).toEqual(['1', '2', '3', '4']);
  expect(await ids('binding=httpget')).toEqual(['1', '2', '3', '4', '5']);
  expect(await ids('binding=httpget&binding=soap11')).toHaveLength(5);
  expect(await ids('binding=soap11')).toEqual([]);
  expect(await ids('outcome=fault')).toEqual(['4']);
  expect(await ids('arg.month=3&arg.year=2026')).toEqual(['3']);
  expect(await ids('arg.bolAsJSON=true')).toEqual([]);
  expect(await ids('since=2')).toEqual(['3', '4', '5']);
  expect(await ids('since=2999-01-01T00:00:00Z')).toEqual([]);
  expect(await ids(`since=${(await journal())[4]?.at}`)).toContain('5');
  expect(await ids('limit=2')).toEqual(['4', '5']);
  expect(await ids('limit=10000')).toHaveLength(5);
  for (const limit of ['10001', '', '1e2'])
    expect((await api('GET', `/requests?limit=${limit}`)).status).toBe(400);
  await api('DELETE', '/requests');
  expect(await journal()).toEqual([]);
});

test('a failed expectation names the requests that came instead, and the most similar ones', async () => {
  const { url, api } = await startTestControl();
  for (const id of [7, 8]) await fetch(`${url}${ENDPOINT}/SelectEvent?intEventID=${id}&bolAsJSON=true`);
  const where = { operation: 'SelectEvent', binding: 'soap12', arguments: { intEventID: 7 } };
  const verify = async (body: object) => (await api('POST', '/requests/verify', body)).json;
  expect(await verify({ where: { operation: 'SelectEvent' }, count: 2 })).toEqual({ count: 2 });
  expect(await verify({ where, count: { atMost: 0 } })).toEqual({ count: 0 });
  const failed = await verify({ where, count: 1 });
  expect(failed).toMatchObject({
    status: 417,
    detail: 'Expected SelectEvent by soap12 with intEventID 7 exactly once, but it never came.',
  });
  expect(failed.nearest.map((one: { differences: unknown }) => one.differences)).toEqual([
    ['binding is httpget, not soap12'],
    ['binding is httpget, not soap12', 'intEventID is 8, not 7'],
  ]);
  const often = { arguments: { intEventID: 7 } };
  expect(await verify({ where: often, count: 0 })).toMatchObject({
    status: 417,
    nearest: [{ request: { arguments: { intEventID: 7 } }, differences: [] }],
  });
  for (const id of [9, 10]) await fetch(`${url}${ENDPOINT}/SelectEvent?intEventID=${id}&bolAsJSON=true`);
  const { nearest } = await verify({ where, count: 1 });
  expect(nearest.map(({ request }: { request: { id: string } }) => request.id)).toEqual(['1', '4', '3']);
});

const SEVEN = 'SelectEvent?intEventID=7&bolAsJSON=true';

test.each([
  ['SelectEvent?intEventID=x', {}, ['it was refused']],
  [SEVEN, { refused: true }, ['it was not refused']],
  [SEVEN, { refused: true, headers: { 'X-Run': '5' } }, ['it was not refused', 'X-Run is not sent, not 5']],
  [SEVEN, { arguments: { intEventID: { from: 8, to: 9 } } }, ['intEventID is 7, not from 8 to 9']],
  [SEVEN, { arguments: { intEventID: { to: 6 } } }, ['intEventID is 7, not to 6']],
  [SEVEN, { arguments: { month: { from: 1 } } }, ['month is not an argument, not from 1']],
  [SEVEN, { binding: ['soap11', 'soap12'] }, ['binding is httpget, not soap11 or soap12']],
  [SEVEN, { headers: { Accept: { absent: true } } }, ['Accept is */*, not absent']],
])('a failed expectation says of %s, which is not %j, that %j', async (call, where, said) => {
  const { url, api } = await startTestControl();
  await fetch(`${url}${ENDPOINT}/${call}`);
  const { json } = await api('POST', '/requests/verify', { where, count: 1 });
  expect(json.nearest[0].differences).toEqual(said);
});

const oneOf = (length: number) => ({
  arguments: { month: { in: Array.from({ length }, (_, number) => number) } },
});

test.each([
  [{ atLeast: 2 }, {}, 'at least 2 times, but it came once'],
  [{ atMost: 0 }, {}, 'never, but it came once'],
  [{ atLeast: 2, atMost: 3 }, {}, 'at least 2 times and at most 3 times, but it came once'],
  [{ atMost: 0 }, oneOf(10), 'with month one of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 never'],
  [{ atMost: 0 }, oneOf(11), 'with month one of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and others never'],
])('a failed expectation of %j for %j says: %s', async (count, where, said) => {
  const { url, api } = await startTestControl();
  await fetch(url + MARCH_CALL);
  expect((await api('POST', '/requests/verify', { where, count })).json.detail).toContain(said);
});

/** Lets a client wait for an answer that a rule delays. Returns a function that disconnects the client. */
async function waitingClient({ url, api }: Controlled, path: string, when = {}) {
  await api('POST', '/rules', { when, then: { delay: { ms: 600_000 } } });
  const client = new AbortController();
  const left = fetch(url + path, { signal: client.signal }).catch(() => 'left');
  while ((await api('GET', '/rules')).json[0].used === 0);
  return async () => {
    client.abort();
    expect(await left).toBe('left');
  };
}

test('a request is kept at once if its client disconnects, or is refused before it has sent the body', async () => {
  const controlled = await startTestControl();
  const { url, api, journal } = controlled;
  const leave = await waitingClient(controlled, MARCH_CALL);
  await sleep(5);
  const beforeEnd = new Date().toISOString();
  await leave();
  // Without an entry in the journal the call also counts, because the client has given up before the service notices.
  expect((await api('POST', '/requests/verify', { count: 1 })).json).toEqual({ count: 1 });
  const wait = '/requests/wait?operation=SelectEvents';
  expect((await api('GET', wait)).json).toMatchObject([{ outcome: 'error', status: null }]);
  // The time of an entry is the time when its answer ended.
  expect(await journal(`/requests?since=${beforeEnd}`)).toHaveLength(1);
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(
    `POST ${ENDPOINT} HTTP/1.1\r\nHost: h\r\nContent-Type: text/xml\r\nContent-Length: 70000\r\n\r\n`,
  );
  await once(socket, 'data');
  expect((await journal('/requests?outcome=refused'))[0]).toMatchObject({ outcome: 'refused' });
  socket.destroy();
});

test('an expectation counts a refused request before it has its answer', async () => {
  const controlled = await startTestControl();
  const leave = await waitingClient(controlled, `${ENDPOINT}/Unknown`, { refused: true });
  const expected = { where: { refused: true }, count: 1 };
  expect((await controlled.api('POST', '/requests/verify', expected)).json).toEqual({ count: 1 });
  await leave();
});

test('a request that is refused before it reaches the service’s path is kept, too', async () => {
  const { url, journal } = await startTestControl();
  expect((await fetch(`${url}/${'x'.repeat(9_000)}`)).status).toBe(414);
  expect(await journal()).toMatchObject([{ outcome: 'refused', status: 414, operation: null }]);
});

test('a call that waits behind another on its connection is kept, too, if the client disconnects', async () => {
  const { url, api } = await startTestControl();
  await api('POST', '/rules', { when: { operation: 'SelectEvent' }, then: { delay: { ms: 600_000 } } });
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const calls = [`${ENDPOINT}/${SEVEN}`, MARCH_CALL];
  socket.write(calls.map((call) => `GET ${call} HTTP/1.1\r\nHost: h\r\n\r\n`).join(''));
  while ((await api('POST', '/requests/verify', { count: 2 })).status !== 200);
  socket.resetAndDestroy();
  expect((await api('GET', '/requests/wait?count=2')).json).toMatchObject([
    { operation: 'SelectEvent', outcome: 'error', status: null },
    { operation: 'SelectEvents' },
  ]);
});

test('the client is the one that a trusted proxy names, and a repeated header has all its values', async () => {
  const { url, journal } = await startTestControl({ TRUST_PROXY: 'loopback' });
  const request = `GET ${MARCH_CALL} HTTP/1.1\r\nHost: x-own\r\nX-Forwarded-For: 192.0.2.7\r\nX-Own: a\r\nX-Own: b\r\n\r\n`;
  await send(request, { url });
  const [entry] = await journal();
  expect(entry).toMatchObject({ client: '192.0.2.7', request: { headers: { 'x-own': 'a, b' } } });
  expect(Object.keys(entry?.request.headers ?? {})).toEqual(['host', 'x-forwarded-for', 'x-own']);
  const ofAnswer = 'cache-control content-type content-length date connection keep-alive'.split(' ');
  expect(Object.keys(entry?.response.headers ?? {})).toEqual(ofAnswer);
});

test('the journal waits for past and future requests, and reports a timeout', async () => {
  const { url, api } = await startTestControl();
  const waiting = api('GET', '/requests/wait?operation=SelectEvents&count=2&limit=1');
  const both = api('GET', '/requests/wait?count=2');
  await fetch(url + MARCH_CALL);
  await fetch(url + MARCH_CALL);
  expect((await waiting).json).toHaveLength(1);
  expect((await both).json).toHaveLength(2);
  expect((await api('GET', '/requests/wait?count=2')).json).toHaveLength(2);
  expect((await api('GET', '/requests/wait?count=2&limit=1')).json).toMatchObject([{ id: '2' }]);
  expect((await api('GET', '/requests/wait?count=3&timeout=1')).json).toMatchObject({ status: 408 });
});

test('the journal is sent as a live stream', async () => {
  const { url, adminUrl, api } = await startTestControl();
  const control = new EventsQueryControl(adminUrl);
  const stop = new AbortController();
  const stream = control.requests.stream(stop.signal);
  const first = stream.next();
  while ((await api('GET', '/requests')).json.length === 0) await fetch(url + MARCH_CALL);
  await fetch(url + MARCH_CALL);
  expect((await first).value).toMatchObject({ operation: 'SelectEvents', outcome: 'ok' });
  stop.abort();
});

test('a live stream ends when its space ends', async () => {
  const { adminUrl, space, api } = await startTestControl();
  const { name } = await space();
  const stream = await fetch(`${adminUrl}/test/spaces/${name}/requests/stream`);
  // A browser's EventSource reads only this media type.
  expect(stream.headers.get('content-type')).toBe('text/event-stream');
  await api('DELETE', `/spaces/${name}`);
  expect(await stream.text()).toMatch(/^:.*\n\n$/);
});

test('the OpenAPI description is small and complete, and the page has an example of each action', async () => {
  const { api, adminUrl } = await startTestControl();
  const { json, text } = await api('GET', '/openapi.json');
  const page = await (await fetch(`${adminUrl}/test/`)).text();
  const { malformed, reset } = json.components.schemas.Then.properties;
  for (const action of [...THEN.exclusive, ...malformed.enum, ...reset.enum])
    expect(page).toContain(`&quot;${action}&quot;`);
  expect(text.length).toBeLessThan(90_000);
  const references: string[] = text.match(/(?<="\$ref":"#)[^"]+/g) ?? [];
  for (const pointer of new Set(references)) {
    const referenced = pointer
      .split('/')
      .slice(1)
      .reduce((value, name) => value?.[name], json);
    expect([pointer, referenced]).toEqual([pointer, expect.any(Object)]);
  }
  const operations = Object.entries(json.paths).flatMap(([path, methods]) =>
    Object.values(methods as object).map((operation) => ({ path, ...operation })),
  );
  const optional = operations.filter(({ requestBody }) => requestBody?.required === false);
  expect(optional.map(({ operationId }) => operationId)).toEqual(['createSpace', 'verifyRequests']);
  const ids = operations.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { path, tags, parameters, responses } of operations) {
    expect(tags).toEqual([expect.stringMatching(/^(spaces|events|rules|requests|openapi)$/)]);
    expect(Object.keys(responses)).toContain('400');
    const named = parameters
      .filter((one: { in: string; required: boolean }) => one.in === 'path' && one.required)
      .map(({ name }: { name: string }) => name);
    expect(named).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  }
  // NSwag can't read a value whose type is a union, except a text that may be null.
  expect(json.components.schemas.Space.properties.expires.type).toEqual(['string', 'null']);
  expect(text).not.toMatch(/"anyOf":|"type":\[(?!"\w+","null"\])/);
  // A schema with a title is described once, under its title.
  expect(text).not.toMatch(/"title":"\w+"|"exclusive":/);
  expect(json.servers[0].url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(json.info).toMatchObject({ version: expect.stringMatching(/^\d/), license: { name: 'MIT' } });
  expect([json.openapi, json.components.schemas.Verified.required]).toEqual(['3.1.0', ['count']]);
});

/** The client of test control sends the right requests, and turns problems into errors. */
import type { ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { ControlError, EventsQueryControl, type SpaceControl } from '../../src/testing/client';
import { answering } from '../support/listening';

type Asked = Readonly<Record<'line' | 'body', string>> & { readonly type: string | undefined };

const SPACE = { name: 'login 7', url: 'http://h/spaces/x', wsdl: 'http://h/spaces/x?WSDL', expires: null };

/** Makes a client of a server that keeps the requests it gets. */
async function controlOf(
  answer: (response: ServerResponse) => void = (response) =>
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(SPACE)),
) {
  const asked: Asked[] = [];
  const { url } = await answering(async (request, response) => {
    const body = await text(request);
    asked.push({ line: `${request.method} ${request.url}`, type: request.headers['content-type'], body });
    answer(response);
  });
  return { asked, url, control: new EventsQueryControl(`${url}/`) };
}

test.each([
  [undefined, /is missing/],
  ['', /is ""/],
  ['127.0.0.1:8081', /is "127.0.0.1:8081".*http:\/\/127.0.0.1:8081/],
  ['localhost:8081', /is "localhost:8081"/],
  ['http://', /is "http:\/\/"/],
])('the address %j is refused when the client is made', (address, message) => {
  const make = () => new EventsQueryControl(address);
  expect(make).toThrow(ControlError);
  expect(make).toThrow(message);
});

test('the scheme of the address may be in capitals', async () => {
  const { url } = await controlOf((response) =>
    response.setHeader('Content-Type', 'application/json').end('[]'),
  );
  expect(await new EventsQueryControl(url.replace('http', 'HTTP')).spaces()).toEqual([]);
});

const EVENT = { id: 7, title: 'Board meeting', start: 'today+1dT09:00' };
const LARGE = 9007199254740993n;
// The types do not have this member, but JavaScript may pass it.
const LARGE_FROM = { arguments: { from: LARGE as never } };
const RANGED = { operation: 'SelectEventsRanged', arguments: { from: LARGE }, limit: 5 } as const;
const RANGED_QUERY = 'operation=SelectEventsRanged&limit=5&arg.from=9007199254740993';
const REFUSED = { outcome: 'refused' } as const;

type Verb = readonly [line: string, body: string, act: (control: EventsQueryControl) => Promise<unknown>];

/** start.test.ts, the test of a space below and the examples of docs/testing.md send the other requests to a service. */
const VERBS: readonly Verb[] = [
  ['PUT /test/events', JSON.stringify([EVENT]), (c) => c.events.replace([EVENT])],
  [
    'POST /test/rules',
    `{"when":{"arguments":{"from":"${LARGE}"}},"then":{"cut":1}}`,
    (c) => c.rules.add({ when: LARGE_FROM, then: { cut: 1 } }),
  ],
  ['GET /test/rules', '', (c) => c.rules.list()],
  ['PUT /test/rules/3', '{"then":{"cut":10}}', (c) => c.rules.replace('3', { then: { cut: 10 } })],
  ['DELETE /test/rules/3', '', (c) => c.rules.delete('3')],
  [`GET /test/requests?${RANGED_QUERY}`, '', (c) => c.requests.list(RANGED)],
  ['DELETE /test/requests', '', (c) => c.requests.clear()],
  [
    'GET /test/requests/wait?outcome=refused&count=2&timeout=500',
    '',
    (c) => c.requests.wait(REFUSED, { count: 2, timeout: 500 }),
  ],
  ['GET /test/requests/wait?timeout=0', '', (c) => c.requests.wait({}, { timeout: 0 })],
];

test.each(VERBS)('the client sends %s %s', async (line, body, act) => {
  const { asked, control } = await controlOf();
  await act(control);
  expect(asked).toEqual([{ line, type: body === '' ? undefined : 'application/json', body }]);
});

test('a file is added in its format, with the options of an import', async () => {
  const { asked, control } = await controlOf();
  const map = { title: 'name', uid: 'key' };
  const options = { zone: 'Europe/Berlin', endDates: 'inclusive', map } as const;
  await control.events.add({ format: 'csv', text: 'name,start\n' }, options);
  const query = 'zone=Europe%2FBerlin&endDates=inclusive&map=title%3Dname%2Cuid%3Dkey';
  expect(asked).toEqual([{ line: `POST /test/events?${query}`, type: 'text/csv', body: 'name,start\n' }]);
});

test('a space is made, controlled below its own path and ended', async () => {
  const { asked, control } = await controlOf();
  const space: SpaceControl = await control.createSpace({ ttl: 600, settings: { TIME_ZONE: 'Asia/Tokyo' } });
  expect(space).toMatchObject(SPACE);
  await space.events.clear();
  await (await control.space('login 7')).rules.clear();
  await control.spaces();
  await space.end();
  expect(asked.map(({ line }) => line)).toEqual([
    'POST /test/spaces',
    'DELETE /test/spaces/login%207/events',
    'GET /test/spaces/login%207',
    'DELETE /test/spaces/login%207/rules',
    'GET /test/spaces',
    'DELETE /test/spaces/login%207',
  ]);
  expect(asked[0]?.body).toBe('{"ttl":600,"settings":{"TIME_ZONE":"Asia/Tokyo"}}');
});

const answeringWith = (problem: object, type = 'application/problem+json') =>
  controlOf((response) => response.writeHead(417, { 'Content-Type': type }).end(JSON.stringify(problem)));

test('a problem is thrown with its sentence, and with the most similar requests in the message', async () => {
  const request = { id: '4', operation: null, request: { line: 'POST / HTTP/1.1' } };
  const other = { ...request, id: '5', operation: 'SelectEvent' };
  const problem = {
    ...{ type: 'about:blank', title: 'Expectation failed', status: 417 },
    detail: 'SelectEvent was called 0 times, not once.',
    errors: [
      { field: '/a', detail: 'The first is wrong.' },
      { field: '/b', detail: 'The second too.' },
    ],
    nearest: [
      { request, differences: ['it was refused'] },
      { request: other, differences: ['intEventID is 8, not 7'] },
    ],
  };
  const { control } = await answeringWith(problem, 'Application/Problem+JSON; charset=utf-8');
  const failed = control.requests.verify({ count: 1 });
  await expect(failed).rejects.toThrow(ControlError);
  await expect(failed).rejects.toMatchObject({
    status: 417,
    problem,
    message:
      'SelectEvent was called 0 times, not once.\n  The second too.\n  4 POST / HTTP/1.1: it was refused\n  5 SelectEvent: intEventID is 8, not 7',
  });
});

test('the message lists the requests if there are too many', async () => {
  const request = { id: '4', operation: 'SelectEvent' };
  const problem = { detail: 'It came once.', nearest: [{ request, differences: [] }] };
  const { control } = await answeringWith(problem);
  const failed = control.requests.verify({ count: 0 });
  await expect(failed).rejects.toMatchObject({ message: 'It came once.\n  4 SelectEvent' });
});

test.each([
  [404, 'There is /live.'],
  [200, '<!DOCTYPE html>'],
])('an answer %i of another program becomes an error that says what may be missing', async (status, text) => {
  const { control, url } = await controlOf((response) => response.writeHead(status).end(`${text}\n`));
  await expect(control.spaces()).rejects.toMatchObject({
    status,
    message: `GET ${url}/test/spaces was answered with ${status}, and not by test control (is TEST_API=true set?): ${text}`,
  });
  await expect(control.requests.stream().next()).rejects.toThrow(ControlError);
});

test('a request that its signal aborts before the answer is aborted, as with fetch', async () => {
  const { control } = await controlOf();
  const stream = control.requests.stream(AbortSignal.abort());
  await expect(stream.next()).rejects.toMatchObject({ name: 'AbortError' });
});

test('the stream ends when its signal is aborted, even without an entry', async () => {
  let closed: Promise<unknown> | undefined;
  const stop = new AbortController();
  const { control } = await controlOf((response) => {
    closed = new Promise((resolve) => response.once('close', resolve));
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(': hello\n\n', () => stop.abort());
  });
  await expect(control.requests.stream(stop.signal).next()).rejects.toThrow(/aborted/);
  await closed;
});

test('the stream yields whole entries from chunks of any size, and a loop that ends closes its connection', async () => {
  let closed: Promise<unknown> | undefined;
  let writeRest = () => {};
  const { control } = await controlOf((response) => {
    closed = new Promise((resolve) => response.once('close', resolve));
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    const bytes = Buffer.from(': hello\n\nid: 1\ndata: {"id":"1"}\n\ndata: {"id":"é"}\n\n');
    const half = bytes.indexOf('é') + 1;
    response.write(bytes.subarray(0, half));
    writeRest = () => void response.write(bytes.subarray(half));
  });
  const ids: string[] = [];
  for await (const { id } of control.requests.stream()) {
    ids.push(id);
    if (ids.length === 2) break;
    writeRest();
  }
  expect(ids).toEqual(['1', 'é']);
  await closed;
});

/** Services that tests start are independent of each other, and end when they are closed. */
import childProcess from 'node:child_process';
import { once } from 'node:events';
import { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import request from 'supertest';
import { startEventsQuery } from '../../src/testing/client';

const EVENT = { id: 7, title: 'Board meeting', start: '2026-03-01T09:00:00Z' };

test('a service answers with its events at once, also through supertest', async () => {
  const service = await startEventsQuery({ events: [EVENT] });
  const answer = await request(service.url).get('/SelectEvent').query({ intEventID: 7, bolAsJSON: true });
  expect(answer.text).toContain('"title":"Board meeting"');
  expect((await request(service.wsdl).get('')).text).toContain(`location="${service.url}"`);
  await service.close();
});

test('a service takes its events from the text of a file, and its settings by the names of environment variables', async () => {
  const service = await startEventsQuery({
    events: { format: 'csv', text: 'id,title,start\n1,New Year,2026-01-01\n' },
    settings: { LIST_FORMAT: 'xml', SERVICE_NAMESPACE: 'urn:x' },
  });
  const answer = await request(service.url).get('/SelectEvents').query({ month: 1, year: 2026 });
  expect(answer.text).toContain('<string xmlns="urn:x">&lt;events&gt;');
  await service.close();
});

const NO_LIST = 'The body must be a JSON array of events.';
const UNKNOWN = "startEventsQuery has no option 'evnts'; its options are events, settings, process.";

test.each<[object, string]>([
  [{ evnts: [EVENT] }, UNKNOWN],
  [{ events: 'id,title,start\n' }, NO_LIST],
  [{ events: null }, NO_LIST],
])(
  '%j is refused, because JavaScript has no compiler that finds what is wrong',
  async (options, sentence) => {
    await expect(startEventsQuery(options)).rejects.toThrow(sentence);
  },
);

test('two services do not see each other, and each control affects only its own', async () => {
  const [one, two] = await Promise.all([startEventsQuery({ events: [EVENT] }), startEventsQuery()]);
  await two.control.rules.add({ then: { unavailable: true } });
  const ask = ({ url }: { readonly url: string }) => fetch(`${url}/SelectEvent?intEventID=7&bolAsJSON=true`);
  expect((await ask(one)).status).toBe(200);
  expect((await ask(two)).status).toBe(503);
  expect(await one.control.events.list()).toMatchObject([EVENT]);
  expect(await two.control.events.list()).toEqual([]);
  expect(await one.control.requests.list()).toHaveLength(1);
  await Promise.all([one.close(), two.close()]);
});

test('a refused start gives the sentence of the import, and leaves nothing open', async () => {
  const closed = jest.spyOn(Server.prototype, 'close');
  const refused = startEventsQuery({ events: [{ ...EVENT, start: 'soon' }] });
  await expect(refused).rejects.toThrow(/start must be a date/);
  await expect(startEventsQuery({ settings: { PORT: '1' } })).rejects.toMatchObject({
    problem: { field: '/settings/PORT' },
  });
  expect(closed).toHaveBeenCalledTimes(4);
});

test('a close ends only its own service, and a second close does nothing', async () => {
  const [one, two] = [await startEventsQuery(), await startEventsQuery()];
  await Promise.all([one.close(), one.close()]);
  await expect(one.control.spaces()).rejects.toMatchObject({
    status: 0,
    message: expect.stringMatching(/^GET http:\/\/\S+\/spaces has no answer: (?!fetch failed)./),
  });
  await two.control.end();
  expect(await two.control.spaces()).toHaveLength(1);
  await two.close();
});

test('a service goes on after connections that it could not accept', async () => {
  const listening = jest.spyOn(Server.prototype, 'listen');
  const { control, close } = await startEventsQuery();
  for (const server of listening.mock.contexts as Server[])
    for (let count = 0; count < 2; count++) server.emit('error', new Error('accept EMFILE'));
  expect(listening.mock.contexts).toHaveLength(2);
  expect(await control.rules.list()).toEqual([]);
  await close();
});

test('a close ends a call that still waits', async () => {
  const { control, url, close } = await startEventsQuery();
  await control.rules.add({ then: { delay: { ms: 600_000 } } });
  const call = fetch(`${url}/SelectEvents?month=3&year=2026`);
  while ((await control.rules.list())[0]?.used === 0);
  await Promise.all([expect(call).rejects.toThrow(), close()]);
});

let socket: Socket | undefined;
afterEach(() => socket?.destroy());

test('a close ends a request to test control that is not complete', async () => {
  const { control, close } = await startEventsQuery();
  socket = connect(Number(new URL(control.address).port), '127.0.0.1');
  socket.write('POST /test/rules HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n');
  socket.write('Content-Length: 10\r\nExpect: 100-continue\r\n\r\n');
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 100 /);
  await Promise.all([once(socket, 'close'), close()]);
});

const NOT_STARTED = /^The service did not start: /;

test.each(['/bin/false', '/nowhere'])('a process that does not start is reported: %s', async (program) => {
  jest.replaceProperty(process, 'execPath', program);
  await expect(startEventsQuery({ process: true })).rejects.toThrow(NOT_STARTED);
});

test('a child process gets the variables of the machine in any letter case, as Windows has them, and no others', async () => {
  const spawned = jest.spyOn(childProcess, 'spawn');
  const machine = { Path: '/bin', SystemRoot: 'C:\\Windows', TEMP: '/tmp', home: '/' };
  jest.replaceProperty(process, 'env', { ...machine, HOST: 'x', MYPATH: 'x', PATHS: 'x' });
  jest.replaceProperty(process, 'execPath', '/bin/false');
  await expect(startEventsQuery({ process: true })).rejects.toThrow(NOT_STARTED);
  const env = { ...machine, PORT: '0', ADMIN_PORT: '0', LOG_FORMAT: 'json' };
  expect(spawned.mock.lastCall?.[2]).toMatchObject({ env });
  expect(Object.keys(spawned.mock.lastCall?.[2].env ?? {})).toHaveLength(7);
});

/** The command works with services of all kinds, and never reports success if it compared nothing. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { SoapException } from '../../../src/contract/errors';
import type { EventsPortType } from '../../../src/contract/operations';
import { failure, useCommands } from '../../support/commands';
import { echoService } from '../../support/echo-service';
import { HAS_IPV6 } from '../../support/known-skips.js';
import { answering, listening } from '../../support/listening';
import { serveApp } from '../../support/serve-app';

const program = useCommands();
const run = ({ url }: { url: string }, ...options: string[]) => program.run(['conformance', url, ...options]);

const unlikeEcho = () => echoService(() => Promise.resolve('[{"id":1}]'));

// The first namespace needs many escapes, and some encodings can't write the second.
test.each([
  [`urn:events,?a=1&b='2'+100%;`, 269],
  ['http://exämple.org/日本/', 235],
])('in the namespace %s an echo has no differences but deliberate ones', async (namespace, compared) => {
  const service = await serveApp(echoService(), { SERVICE_NAMESPACE: namespace });
  const { code, stdout, stderr } = await run(service, '--echo', '--verbose');
  expect(stdout).toMatch(/^group +same +deliberate +different +not comparable\n/);
  const count = `Compared ${compared} of 328 exchanges`;
  expect(stdout).toContain(`The namespace of the service is ${namespace}. ${count}`);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

test('a service with answers of its own is compared only by the shapes of its answers', async () => {
  const { code, stdout } = await run(await serveApp(unlikeEcho(), { SERVICE_NAMESPACE: 'urn:events' }));
  expect(stdout).toMatch(/\nall +263 +6 +0 +59\n/);
  expect(stdout).toMatch(
    /Compared 269 of 328 exchanges; 59 need a service that answers or fails as the recorded service did\.\n$/,
  );
  expect(code).toBe(0);
});

test('with --echo different results and faults are listed, even if others are the same', async () => {
  const partial = { ...echoService(), selectEvents: unlikeEcho().selectEvents };
  const service = await serveApp(partial, { ERROR_DETAIL: 'long' });
  const { code, stdout, stderr } = await run(service, '--echo', '--verbose');
  expect(stdout).toMatch(/^soap11\.route\/sa-quoted: Content-Length: "\d+" instead of "\d+"/m);
  expect(stdout).toMatch(/^soap11\.route\/sa-empty: /m);
  // The table has a row for each group.
  expect(stdout).toMatch(/^soap11\.route +\d+/m);
  expect(stdout).toMatch(/\nall +[1-9]\d* +\d+ +[1-9]\d* +59\n/);
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
});

const failing = (error: Error): EventsPortType => echoService(() => Promise.reject(error));

test('a service that fails every call is not reported as a success', async () => {
  expect(await run(await serveApp(failing(new Error('bug'))))).toEqual({
    code: 1,
    stdout: expect.stringMatching(/\d+ were refused by the service itself\.\n$/),
    stderr: 'No answer with a result was as recorded, so the comparison proves nothing.\n',
  });
});

test('faults of some calls are counted, but are not differences', async () => {
  const { selectEvent } = failing(new SoapException('There is no such event.', { code: 'Client' }));
  const { code, stdout } = await run(await serveApp({ ...unlikeEcho(), selectEvent }));
  expect(stdout).toMatch(/\d+ were refused by the service itself\.\n$/);
  expect(code).toBe(0);
});

test('a web server without SOAP is detected by its missing WSDL', async () => {
  const server = createServer((_, response) => response.end('<html>Welcome to nginx</html>'));
  const sentence =
    /^http:\S+\?WSDL is not the WSDL of an ASMX service \(status 200\): nothing was compared\.\n$/;
  expect(await run(await listening(server, HAS_IPV6 ? '::1' : '127.0.0.1'))).toEqual(failure(sentence));
});

test('nothing that another service sends controls the terminal', async () => {
  const sending = (namespace: string) =>
    answering((request, response) => {
      const wsdl = `<definitions targetNamespace="${namespace}">`;
      response.end(request.url?.endsWith('?WSDL') ? wsdl : '\x9b2J');
    });
  for (const namespace of ['urn:\x1b[2J', 'urn:&#x9b;2J'])
    expect(await run(await sending(namespace))).toEqual(failure(/is not the WSDL of an ASMX service/));
  const { stdout } = await run(await sending('urn:events'), '--verbose');
  expect(stdout).toMatch(/^soap11\.route\/sa-quoted: /m);
  expect(stdout).not.toMatch(/[^\P{Cc}\n]/u);
});

test('a service that stops answering is not called again, and the remaining exchanges are counted', async () => {
  const service = await answering((request, response) => {
    if (request.url?.endsWith('?WSDL'))
      response.end('<wsdl:definitions targetNamespace="http://tempuri.org/"></wsdl:definitions>');
    else request.socket.destroy();
  });
  const { code, stdout } = await run(service, '--verbose');
  expect(stdout).toContain('soap11.route/sa-quoted: no HTTP answer\n');
  const counts =
    'Compared 3 of 328 exchanges; 325 were not sent, because the service does not answer any more.\n';
  expect(stdout).toContain(counts);
  expect(code).toBe(1);
});

test('a program that does not speak HTTP is reported in a sentence', async () => {
  const server = createSocketServer((socket) => socket.resume().end('220 mail.example.org ESMTP\r\n'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const mail = await run({ url: `http://127.0.0.1:${port}` });
  server.close();
  expect(mail).toEqual(failure(/can't be reached: the program there does not speak HTTP\.\n$/));
});

/** The command reports on services of all kinds, and never reports success if it compared nothing. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { conformanceCommand } from '../../../src/cli/conformance';
import { SoapException } from '../../../src/contract/errors';
import type { EventsPortType } from '../../../src/contract/operations';
import { echoService } from '../../support/echo-service';
import { HAS_IPV6 } from '../../support/known-skips.js';
import { listening } from '../../support/listening';
import { runCommand } from '../../support/run-command';
import { serveApp } from '../../support/serve-app';

const run = ({ url }: { url: string }, ...options: string[]) =>
  runCommand(conformanceCommand, [url, ...options]);

const unlikeEcho = () => echoService(() => Promise.resolve('[{"id":1}]'));

// The first namespace must be escaped in many ways, and some encodings can't write the second.
test.each([
  [`urn:events,?a=1&b='2'+100%;`, 269],
  ['http://exämple.org/日本/', 235],
])(
  'an echo has only equal answers and deliberate differences in the namespace %s',
  async (namespace, compared) => {
    const service = await serveApp(echoService(), { SERVICE_NAMESPACE: namespace });
    const { code, out, err } = await run(service, '--echo', '--verbose');
    expect(out).toMatch(/^group +same +deliberate +different +not comparable\n/);
    expect(out).toContain(`In the namespace ${namespace}. Compared ${compared} of 328 exchanges`);
    expect({ code, err }).toEqual({ code: 0, err: '' });
  },
);

test('a service with answers of its own is compared only by the shapes of its answers', async () => {
  const { code, out } = await run(await serveApp(unlikeEcho(), { SERVICE_NAMESPACE: 'urn:events' }));
  expect(out).toMatch(/\nall +263 +6 +0 +59\n/);
  expect(out).toMatch(
    /Compared 269 of 328 exchanges; 59 need a service that answers or fails as the recorded one did\.\n$/,
  );
  expect(code).toBe(0);
});

test('with --echo different results and faults are listed, even if others are the same', async () => {
  const { selectEvents } = unlikeEcho();
  const { selectEvent, selectEventsRanged } = echoService();
  const partial = { selectEvents, selectEvent, selectEventsRanged };
  const { code, out, err } = await run(
    await serveApp(partial, { ERROR_DETAIL: 'long' }),
    '--echo',
    '--verbose',
  );
  expect(out).toMatch(/^soap11\.route\/sa-quoted: Content-Length: "\d+" instead of "\d+"/m);
  expect(out).toMatch(/^soap11\.route\/sa-empty: /m);
  // The table has a row for each group.
  expect(out).toMatch(/^soap11\.route +\d+/m);
  expect(out).toMatch(/\nall +[1-9]\d* +\d+ +[1-9]\d* +59\n/);
  expect({ code, err }).toEqual({ code: 1, err: '' });
});

const failing = (error: Error): EventsPortType => echoService(() => Promise.reject(error));

test('a service that fails every call is not reported as a success', async () => {
  const { code, out, err } = await run(await serveApp(failing(new Error('bug'))));
  expect(out).toMatch(/\d+ were refused by the service itself\.\n$/);
  expect(err).toBe('No call was answered with a result as recorded, so nothing is proved.\n');
  expect(code).toBe(1);
});

test('faults of some calls are counted, but are not differences', async () => {
  const { selectEvents, selectEventsRanged } = unlikeEcho();
  const { selectEvent } = failing(new SoapException('There is no such event.', { code: 'Client' }));
  const { code, out } = await run(await serveApp({ selectEvents, selectEventsRanged, selectEvent }));
  expect(out).toMatch(/\d+ were refused by the service itself\.\n$/);
  expect(code).toBe(0);
});

test('a web server without SOAP is detected by its missing WSDL', async () => {
  const server = createServer((_, response) => response.end('<html>Welcome to nginx</html>'));
  const { code, err, out } = await run(await listening(server, HAS_IPV6 ? '::1' : '127.0.0.1'));
  expect(err).toMatch(
    /^http:\S+\?WSDL is not the WSDL of an ASMX service \(status 200\): nothing was compared\.\n$/,
  );
  expect({ code, out }).toEqual({ code: 1, out: '' });
});

test('a service that stops answering is not called again, and the remaining exchanges are counted', async () => {
  const server = createServer((request, response) => {
    if (request.url?.endsWith('?WSDL'))
      response.end('<wsdl:definitions targetNamespace="http://tempuri.org/"></wsdl:definitions>');
    else request.socket.destroy();
  });
  const { code, out } = await run(await listening(server), '--verbose');
  expect(out).toContain('soap11.route/sa-quoted: no HTTP answer\n');
  expect(out).toContain(
    'Compared 3 of 328 exchanges; 325 were not sent, because nothing answers any more.\n',
  );
  expect(code).toBe(1);
});

test('a program that does not speak HTTP is reported in a sentence', async () => {
  const server = createSocketServer((socket) => socket.resume().end('220 mail.example.org ESMTP\r\n'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const mail = await run({ url: `http://127.0.0.1:${port}` });
  server.close();
  expect(mail).toEqual({
    code: 1,
    out: '',
    err: expect.stringMatching(/can't be reached: the program there does not speak HTTP\.\n$/),
  });
});

import { conformanceCommand } from '../../src/commands/conformance';
import { SoapException } from '../../src/contract/errors';
import { echoService } from '../support/echo-service';
import { runCommand } from '../support/run-command';
import { serveApp } from '../support/serve-app';

const run = (...argv: string[]) => runCommand(conformanceCommand, argv);

const url = ({ hostname, port }: { hostname: string; port: number }) => `http://${hostname}:${port}`;

test('against an echo, everything is the same or deliberate', async () => {
  const { code, out } = await run(url(await serveApp(echoService())), '--echo', '--verbose');
  expect(out).toMatch(/^group +same +deliberate +different +not comparable\n/);
  expect(out).toMatch(/\nall +\d{3} +\d+ +0 +\d+\n/);
  expect(code).toBe(0);
});

test('against a service with answers of its own, the shapes still count', async () => {
  const service = echoService(() => Promise.resolve('[{"id":1}]'));
  const { code, out } = await run(url(await serveApp(service)));
  expect(out).toMatch(/\nall +\d{3} +\d+ +0 +\d+\n/);
  expect(code).toBe(0);
});

test('a fault of the service itself is not held against it', async () => {
  const service = echoService(() =>
    Promise.reject(new SoapException('month must be from 1 to 12.', { code: 'Client' })),
  );
  const { code } = await run(url(await serveApp(service)));
  expect(code).toBe(0);
});

test('a service that is not ASMX is told so, exchange by exchange', async () => {
  const address = await serveApp(echoService(), { ERROR_DETAIL: 'long' });
  const { code, out } = await run(url(address), '--echo', '--verbose');
  expect(out).toContain('soap11.route/sa-empty: ');
  expect(code).toBe(1);
});

test('an address that is none is a sentence and exit code 2', async () => {
  const { code, err } = await run('ftp://x');
  expect(err).toBe('conformance takes one address of the form http://HOST:PORT; --help shows an example.\n');
  expect(code).toBe(2);
});

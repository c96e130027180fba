import { renderWsdl } from '../../../src/bindings/wsdl';
import { wsdlCommand } from '../../../src/cli/wsdl';
import { runCommand } from '../../support/run-command';

const run = (argv: readonly string[], env: Record<string, string> = {}) =>
  runCommand(wsdlCommand, argv, { env });

test.each([
  [{}, 'http://127.0.0.1:8080'],
  [{ PORT: '9000' }, 'http://127.0.0.1:9000'],
  [{ HOST: '0.0.0.0', PORT: '80' }, 'http://localhost:80'],
  [{ HOST: '::1' }, 'http://[::1]:8080'],
])('with %j the WSDL names the address on which the service listens', async (env, root) => {
  const endpoint = `${root}/WebServices/Events.asmx`;
  const expected = renderWsdl({ namespace: 'http://tempuri.org/', endpoint });
  expect(await run([], env)).toEqual({ code: 0, out: expected, err: '' });
});

test('PORT=0 is refused, because the WSDL must name a port', async () => {
  const { code, err } = await run([], { PORT: '0' });
  expect({ code, err }).toEqual({
    code: 1,
    err: 'wsdl needs a fixed port, and PORT=0 means any free port: give the site root with --url.\n',
  });
});

test('settings replace missing options', async () => {
  const env = { PUBLIC_URL: 'https://a.example,https://b.example', SERVICE_NAMESPACE: 'urn:set' };
  const expected = (namespace: string) =>
    renderWsdl({ namespace, endpoint: 'https://a.example/WebServices/Events.asmx' });
  expect((await run([], env)).out).toBe(expected('urn:set'));
  expect((await run(['--namespace', 'urn:given'], env)).out).toBe(expected('urn:given'));
});

test.each([
  [['--url', 'example.org'], /^--url must be .*, not "example\.org"\.\n$/],
  [['--url', 'https://example.org/WebServices/Events.asmx'], /^--url must be .*\n$/],
  [['--url', 'http://a,http://b'], /^--url must be .*, not "http:\/\/a,http:\/\/b"\.\n$/],
  [['--namespace', 'a b'], /^--namespace must be .*, not "a b"\.\n$/],
])('%j ends with the status 2 and one sentence', async (argv, sentence) => {
  const { code, out, err } = await run(argv);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(sentence);
});

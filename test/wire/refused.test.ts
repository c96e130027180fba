/** What is refused before a binding reads it, over real connections. */
import type { Observation } from '../../src/ops/observations';
import { echoService } from '../support/echo-service';
import { converse } from '../support/raw-http';
import { serveApp } from '../support/serve-app';

const ENDPOINT = '/WebServices/Events.asmx';

async function ask(
  head: string,
  body: string | Buffer = '',
): Promise<{ status: number; headers: ReadonlyMap<string, string>; body: string; seen: Observation[] }> {
  const seen: Observation[] = [];
  const address = await serveApp(echoService(), {}, (observation) => seen.push(observation));
  const { answers } = await converse(address, [`${head}\r\n\r\n`, body], 1);
  const [answer] = answers;
  if (answer === undefined) throw new Error('no answer');
  return { ...answer, seen };
}

test.each(['/assets/x/%', '/assets/%zz', '/%', '/calendar/%ff', `${ENDPOINT}/%`, '/assets/..%2f..%'])(
  '%s: a percent sign that begins no escape is the client’s mistake, and no bug',
  async (path) => {
    const { status, body, seen } = await ask(`GET ${path} HTTP/1.1\r\nHost: a`);
    expect([400, 404]).toContain(status);
    expect(body).not.toContain('An error occurred on the server.');
    expect(seen.filter(({ kind }) => kind === 'unexpected-error')).toEqual([]);
  },
);

test.each(['/', ENDPOINT, `${ENDPOINT}?WSDL`, '/assets/site.css', '/nowhere'])(
  '%s with two Host headers is a 400',
  async (path) => {
    const { status, body } = await ask(`GET ${path} HTTP/1.1\r\nHost: a\r\nhost: b`);
    expect({ status, body }).toEqual({ status: 400, body: 'The request has more than one Host header.\r\n' });
  },
);

test.each([
  ['PUT', ENDPOINT, 405],
  ['GET', `${ENDPOINT}/`, 500],
  ['GET', `${ENDPOINT}/%3C`, 400],
])('%s %s: the error page lets nothing run and is no other type', async (method, path, status) => {
  const answer = await ask(`${method} ${path} HTTP/1.1\r\nHost: a`);
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
});

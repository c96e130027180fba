/** The checks of the compose stacks notice faults. */
import { createServer } from 'node:http';
import { Checks } from '../../scripts/compose/checks';
import { listening } from '../support/listening';

async function serve(resultOf: (url: string, calls: number) => string, status = 200) {
  let calls = 0;
  const server = createServer((request, response) => {
    const operation = /Select\w+/.exec(String(request.headers.soapaction ?? request.headers['content-type']));
    const url = request.url ?? '';
    const result = resultOf(url, ++calls) || `events of ${/Select\w+/.exec(url) ?? operation}`;
    request.resume().on('end', () => {
      response.writeHead(status, { 'Content-Type': 'text/xml' }).end(`<string>${result}</string>`);
    });
  });
  const { hostname, port } = await listening(server);
  return { host: hostname, port };
}

beforeEach(() => {
  jest.spyOn(console, 'log').mockImplementation(() => {});
});
afterEach(() => jest.restoreAllMocks());

test.each([
  ['right answers', () => '', 200, { passed: 3, failed: 0 }],
  [
    'a binding with another result',
    (url: string) => (url.includes('?month') ? 'others' : ''),
    200,
    { passed: 2, failed: 1 },
  ],
  ['empty lists', () => '[]', 200, { passed: 0, failed: 3 }],
  ['another status', () => '', 500, { passed: 0, failed: 3 }],
])('calls that get %s are counted as passed or failed', async (_what, resultOf, status, counts) => {
  const checks = new Checks();
  await checks.calls(await serve(resultOf, status));
  expect(checks).toEqual(counts);
});

test.each([
  ['passes if nothing changes', () => '', { passed: 1, failed: 0 }],
  [
    'notices one answer that differs from the earlier ones',
    (_url: string, calls: number) => (calls === 30 ? 'others' : ''),
    { passed: 0, failed: 1 },
  ],
])('load during a disturbance %s', async (_what, resultOf, counts) => {
  const checks = new Checks();
  await checks.undisturbed(await serve(resultOf), 'nothing', async () => {});
  expect(checks).toEqual(counts);
});

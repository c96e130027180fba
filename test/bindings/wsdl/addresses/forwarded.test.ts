import { addressOf, testRows, trust, xForwarded } from './rows';

const forwarded = (value: string) => ({ host: 'inner:8080', forwarded: value });

testRows([
  {
    name: 'host and proto',
    headers: forwarded('for=1.2.3.4;host=example.org;proto=https'),
    trust,
    expected: 'https://example.org',
  },
  { name: 'not trusted', headers: forwarded('host=evil.example'), expected: 'http://inner:8080' },
  {
    name: 'quoted',
    headers: forwarded('for="[2001:db8::1]:4711";host="example.org:8443";proto="https"'),
    trust,
    expected: 'https://example.org:8443',
  },
  {
    name: 'quoted with escapes',
    headers: forwarded('host="ex\\ample.org"'),
    trust,
    expected: 'http://example.org',
  },
  {
    name: 'an unquoted port',
    headers: forwarded('host=example.org:8080'),
    trust,
    expected: 'http://example.org:8080',
  },
  {
    name: 'capitals and blanks',
    headers: forwarded('  For=1.2.3.4 ; HOST=example.org ;Proto=HTTPS'),
    trust,
    expected: 'https://example.org',
  },
  {
    name: 'several proxies',
    headers: forwarded('host=outer.example;proto=https, host=mid.example;proto=http'),
    trust,
    expected: 'https://outer.example',
  },
  {
    name: 'a comma inside quotes',
    headers: forwarded('by="a,b";host=example.org, host=x'),
    trust,
    expected: 'http://example.org',
  },
  {
    name: 'empty elements first',
    headers: forwarded(' , ,host=example.org'),
    trust,
    expected: 'http://example.org',
  },
  { name: 'only for', headers: forwarded('for=1.2.3.4'), trust, expected: 'http://inner:8080' },
  {
    name: 'IPv6',
    headers: forwarded('host="[::1]:8443";proto=https'),
    trust,
    expected: 'https://[::1]:8443',
  },
  {
    name: 'before X-Forwarded-*',
    headers: { ...xForwarded({ host: 'x.example', prefix: '/x' }), ...forwarded('host=f.example') },
    trust,
    expected: 'http://f.example',
  },
  {
    name: 'blank: X-Forwarded-* is read',
    headers: { ...xForwarded({ host: 'x.example' }), forwarded: ' ' },
    trust,
    expected: 'http://x.example',
  },
  ...[
    'host',
    'host=a;host=b',
    'host="a',
    'host=a b',
    'host=a;;proto=http',
    'host=<b>',
    'host="a\\"b"',
    'host=',
    'proto=gopher;host=a',
    'host=_hidden!',
  ].map((value) => ({
    name: `bad ${JSON.stringify(value)}`,
    headers: forwarded(value),
    trust,
    expected: '400',
  })),
]);

test.each([
  ['Forwarded', forwarded('proto=gopher;host=a')],
  ['Forwarded', forwarded('host=a b.')],
  ['X-Forwarded-Proto', xForwarded({ proto: 'gopher' })],
  ['X-Forwarded-Host', xForwarded({ host: 'a b' })],
  ['X-Forwarded-Port', xForwarded({ port: 'x' })],
  ['X-Forwarded-Prefix', xForwarded({ prefix: '//' })],
  ['Host', { host: 'a b' }],
])('the rejection names the header %s', (name, headers) => {
  expect(() => addressOf({ name, headers, trust, expected: '400' })).toThrow(`The ${name} header `);
});

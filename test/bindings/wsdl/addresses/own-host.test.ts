import { publicAddresses } from '../../../../src/server/public-address';
import { testRows } from './rows';

const host = (value: string) => ({ host: value });

describe('the Host that a client names', () => {
  testRows([
    { name: 'a name', headers: host('example.org'), expected: 'http://example.org' },
    { name: 'a name over TLS', headers: host('example.org'), tls: true, expected: 'https://example.org' },
    { name: 'a name with a port', headers: host('example.org:8080'), expected: 'http://example.org:8080' },
    { name: "http's default port", headers: host('example.org:80'), expected: 'http://example.org' },
    {
      name: "https's default port",
      headers: host('example.org:443'),
      tls: true,
      expected: 'https://example.org',
    },
    { name: "the other scheme's port", headers: host('example.org:443'), expected: 'http://example.org:443' },
    { name: 'a port without digits', headers: host('example.org:'), expected: 'http://example.org' },
    {
      name: 'a port with zeros before it',
      headers: host('example.org:0080'),
      expected: 'http://example.org',
    },
    { name: 'capitals', headers: host('Events.Example.ORG'), expected: 'http://events.example.org' },
    { name: 'a trailing dot', headers: host('example.org.'), expected: 'http://example.org.' },
    { name: 'one label', headers: host('localhost:8080'), expected: 'http://localhost:8080' },
    { name: 'an underscore', headers: host('my_service:8080'), expected: 'http://my_service:8080' },
    { name: 'Punycode', headers: host('xn--mnchen-3ya.example'), expected: 'http://xn--mnchen-3ya.example' },
    { name: 'IPv4', headers: host('127.0.0.1:8080'), expected: 'http://127.0.0.1:8080' },
    { name: 'IPv6', headers: host('[::1]:8080'), expected: 'http://[::1]:8080' },
    { name: 'IPv6 without a port', headers: host('[2001:db8::1]'), expected: 'http://[2001:db8::1]' },
    { name: 'IPv6 written out', headers: host('[2001:DB8:0:0:0:0:0:1]'), expected: 'http://[2001:db8::1]' },
    { name: 'no Host (HTTP/1.0)', expected: 'http://localhost' },
    { name: 'no Host over TLS', tls: true, expected: 'https://localhost' },
    {
      name: 'a target in absolute form before Host',
      headers: host('other.example'),
      url: 'HTTP://example.org:8080/WebServices/Events.asmx',
      expected: 'http://example.org:8080',
    },
  ]);
});

describe('a Host that is none', () => {
  testRows([
    ...[
      '',
      ' ',
      'a b',
      'a/b',
      'a,b',
      'a..b',
      '.a',
      '-a.example',
      'a-.example',
      'user@example.org',
      '<script>',
      'a"b',
      "a'b",
      'a&b',
      'a%41',
      'münchen.example',
      'a\u0000',
      'a\r\nX: y',
      'example.org:80a',
      'example.org:0',
      'example.org:65536',
      'example.org:-1',
      'a:1:2',
      '1.2.3',
      '1.2.3.4.5',
      '256.1.1.1',
      '0x7f.1',
      // The URL parser of newer versions of Node reads every label of Punycode.
      ...(URL.canParse('http://xn--a') ? [] : ['xn--a']),
      '::1',
      '[::1',
      '[::1]x',
      '[]',
      '[fe80::1%eth0]',
      '[1.2.3.4]',
      `${'a'.repeat(64)}.example`,
      `${'a.'.repeat(130)}example`,
    ].map((value) => ({ name: `Host ${JSON.stringify(value)}`, headers: host(value), expected: '400' })),
    { name: 'a user in absolute form', url: 'http://user@example.org/', expected: '400' },
  ]);
});

test('an application that is mounted at two paths, also in a server of TLS, names each of them', () => {
  const addressOf = publicAddresses({ publicUrls: [], trustProxy: [] });
  const rootOf = (baseUrl: string, encrypted: boolean) =>
    addressOf({ headers: { host: 'example.org' }, socket: { encrypted }, url: '/', baseUrl }).root;
  expect(['', '/a', '/b', ''].map((path) => rootOf(path, false))).toEqual(
    ['', '/a', '/b', ''].map((path) => `http://example.org${path}`),
  );
  expect(rootOf('', true)).toBe('https://example.org');
});

test('a target in absolute form changes no address for others of the same Host', () => {
  const addressOf = publicAddresses({ publicUrls: [], trustProxy: [] });
  const rootOf = (url: string) => addressOf({ headers: { host: 'example.org' }, socket: {}, url }).root;
  expect(['http://evil.example/', '/', 'http://evil.example/'].map(rootOf)).toEqual([
    'http://evil.example',
    'http://example.org',
    'http://evil.example',
  ]);
});

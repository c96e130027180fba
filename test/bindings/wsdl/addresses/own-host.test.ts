import { createAddressOf, endpointOf } from '../../../../src/server/public-address';
import { type Row, testRows, trust, xForwarded } from './rows';

const host = (value: string) => ({ host: value });
const TLS = { tls: true };

describe('the address follows the Host of the request', () => {
  testRows([
    ['a name', host('example.org'), 'http://example.org'],
    ['a name over TLS', host('example.org'), 'https://example.org', TLS],
    ['the last port', host('example.org:65535'), 'http://example.org:65535'],
    ["http's default port", host('example.org:80'), 'http://example.org'],
    ["https's default port", host('example.org:443'), 'https://example.org', TLS],
    ["the other scheme's port", host('example.org:443'), 'http://example.org:443'],
    ['a port without digits', host('example.org:'), 'http://example.org'],
    ['a port with zeros before it', host('example.org:0080'), 'http://example.org'],
    ['capitals', host('Events.Example.ORG'), 'http://events.example.org'],
    ['a trailing dot', host('example.org.'), 'http://example.org.'],
    ['253 characters', host('a'.padStart(253, 'a.')), `http://${'a'.padStart(253, 'a.')}`],
    ['253 characters and a port', host(`${'a'.padStart(253, 'a.')}:80`), `http://${'a'.padStart(253, 'a.')}`],
    ['one label', host('localhost:8080'), 'http://localhost:8080'],
    ['an underscore', host('my_service:8080'), 'http://my_service:8080'],
    ['Punycode', host('xn--mnchen-3ya.example'), 'http://xn--mnchen-3ya.example'],
    ['IPv4', host('127.0.0.1:8080'), 'http://127.0.0.1:8080'],
    ['IPv6', host('[::1]:8080'), 'http://[::1]:8080'],
    ['IPv6 written out', host('[2001:DB8:0:0:0:0:0:1]'), 'http://[2001:db8::1]'],
    ['no Host (HTTP/1.0)', {}, 'http://localhost'],
    ['no Host over TLS', {}, 'https://localhost', TLS],
    [
      'a target in absolute form before Host',
      host('other.example'),
      'http://example.org:8080',
      { url: 'HTTP://example.org:8080/WebServices/Events.asmx' },
    ],
  ]);
});

describe('an invalid Host is refused', () => {
  const NAMES =
    'a/b a,b a..b .a -a.example a-.example user@example.org <script> a"b a\'b a&b a%41 münchen.example ' +
    'example.org:80a example.org:0 example.org:65536 example.org:-1 a:1:2 1.2.3 1.2.3.4.5 256.1.1.1 0x7f.1 ' +
    '::1 [::1 [::1]x [] [fe80::1%eth0] [1.2.3.4]';
  testRows([
    ...[
      ...NAMES.split(' '),
      ...['', ' ', 'a b', 'a\u0000', 'a\r\nX: y'],
      // The URL parser of newer versions of Node accepts every label of Punycode.
      ...(URL.canParse('http://xn--a') ? [] : ['xn--a']),
      `${'a'.repeat(64)}.example`,
      'a.'.repeat(127),
    ].map((value): Row => ['Host', host(value), '400']),
    ['a user in absolute form', {}, '400', { url: 'http://user@example.org/' }],
  ]);
});

describe('with PUBLIC_URL the address is one of its entries', () => {
  const publicUrl = ['https://events.example.org', 'http://intra:8080/legacy', 'https://[2001:db8::1]:8443'];
  const tls = true;
  testRows(
    [
      ['the first for another host', host('evil.example'), 'https://events.example.org'],
      ['the first without Host', {}, 'https://events.example.org'],
      ['the entry of this host', host('INTRA:8080'), 'http://intra:8080/legacy'],
      ['another port', host('intra:8081'), 'https://events.example.org'],
      ['another scheme', host('intra:8080'), 'https://events.example.org', { publicUrl, tls }],
      ['IPv6', host('[2001:db8:0::1]:8443'), 'https://[2001:db8::1]:8443', { publicUrl, tls }],
      [
        'a default port that is named',
        host('a.example:443'),
        'https://a.example/x',
        { publicUrl: ['https://b.example', 'https://a.example/x'], tls },
      ],
      [
        'a report that matches',
        xForwarded({ host: 'b.example', proto: 'https', prefix: '/p' }),
        'https://b.example/q',
        { publicUrl: ['https://a.example', 'https://b.example/q'], trust },
      ],
      [
        'a report that matches none',
        xForwarded({ host: 'x' }),
        'https://events.example.org',
        { publicUrl, trust },
      ],
      ['a report from a stranger', xForwarded({ host: 'intra:8080' }), 'https://events.example.org'],
      ['a mount', host('x'), 'https://events.example.org/a', { publicUrl, baseUrl: '/a' }],
      ['a bad Host', host('a b'), '400'],
    ],
    { publicUrl },
  );
});

test('an application that is mounted at two paths names the one that was requested, also over TLS', () => {
  const addressOf = createAddressOf({ publicUrls: [], trustProxy: [] });
  const rootOf = (baseUrl: string, encrypted: boolean) =>
    addressOf({ headers: { host: 'example.org' }, socket: { encrypted }, url: '/', baseUrl });
  expect(['', '/a', '/b', ''].map((path) => rootOf(path, false))).toEqual(
    ['', '/a', '/b', ''].map((path) => `http://example.org${path}`),
  );
  expect(rootOf('', true)).toBe('https://example.org');
});

test('a target in absolute form does not change the address for other requests with the same Host', () => {
  const addressOf = createAddressOf({ publicUrls: [], trustProxy: [] });
  const rootOf = (url: string) => addressOf({ headers: { host: 'example.org' }, socket: {}, url });
  expect(['http://evil.example/', '/', 'http://evil.example/'].map(rootOf)).toEqual([
    'http://evil.example',
    'http://example.org',
    'http://evil.example',
  ]);
});

test('64 hosts are kept, and no more, because clients choose the host', () => {
  const addressOf = createAddressOf({ publicUrls: [], trustProxy: [] });
  const parsed = jest.spyOn(URL, 'canParse');
  const ask = (host: number) =>
    addressOf({ headers: { host: `cached-${host}.example` }, socket: {}, url: '/' });
  for (const host of [...Array(64).keys(), ...Array(64).keys()]) ask(host);
  expect(parsed).toHaveBeenCalledTimes(64);
  for (const host of [64, 0]) ask(host);
  expect(parsed).toHaveBeenCalledTimes(66);
});

test.each([
  ['/webservices/EVENTS.asmx', '/webservices/EVENTS.asmx'],
  ['/W%65b/Events.asmx', '/W%65b/Events.asmx'],
  ['/a#b', '/a%23b'],
  ['/a%b', '/a%25b'],
  [Buffer.from('/é').toString('latin1'), '/%C3%A9'],
  ['/<a href="x">', '/%3Ca%20href=%22x%22%3E'],
  ["/it's&co", "/it's&co"],
  ['/a\\b^`{|}', '/a%5Cb%5E%60%7B%7C%7D'],
  ['/a\r\nb', '/a%0D%0Ab'],
])('the path %j appears as %s', (path, expected) => {
  expect(endpointOf('https://example.org/x', path)).toBe(`https://example.org/x${expected}`);
});

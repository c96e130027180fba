/** The documents show the address that a trusted proxy reports. */
import { type Row, testRows, trust, xForwarded } from './rows';

const loopback = ['loopback'];
const IPV4_IN_6 = { trust: loopback, peer: '::ffff:127.0.0.1' };
const forwarded = (value: string) => ({ host: 'inner:8080', forwarded: value });

describe('the address follows X-Forwarded-*', () => {
  type Values = Readonly<Record<string, string>>;
  const row = (name: string, values: Values, expected: string, setup: Row[3] = { trust }): Row => [
    name,
    xForwarded(values),
    expected,
    setup,
  ];
  const bad = (values: Values) => row('bad', values, '400');

  testRows(
    [
      row('not trusted', { host: 'evil.example', proto: 'https', port: '1' }, 'http://inner:8080', {}),
      row('another peer', { host: 'evil.example' }, 'http://inner:8080', { trust, peer: '10.0.0.2' }),
      row('a CIDR block', { host: 'example.org' }, 'http://example.org', { trust: ['10.0.0.0/8'] }),
      row('loopback', { host: 'a.example' }, 'http://a.example', { trust: loopback, peer: '::1' }),
      row('IPv4 inside IPv6', { host: 'example.org' }, 'http://example.org', IPV4_IN_6),
      ['Proto alone', { host: 'example.org', 'x-forwarded-proto': 'https' }, 'https://example.org'],
      [
        'a header twice',
        { host: 'inner', 'x-forwarded-host': ['outer.example', 'x'] },
        'http://outer.example',
      ],
      row('Proto in capitals', { proto: 'HTTPS', host: 'example.org' }, 'https://example.org'),
      row('Proto http', { proto: 'http', host: 'example.org:81' }, 'http://example.org:81'),
      row('Host and Proto', { host: 'example.org', proto: 'https' }, 'https://example.org'),
      row('a port in Host', { host: 'example.org:8443', proto: 'https' }, 'https://example.org:8443'),
      row('Port', { host: 'example.org', proto: 'https', port: '8443' }, 'https://example.org:8443'),
      row('the lowest Port', { host: 'example.org', port: '1' }, 'http://example.org:1'),
      row('a default Port', { host: 'example.org', proto: 'https', port: '443' }, 'https://example.org'),
      row("Host's port before Port", { host: 'example.org:8443', port: '80' }, 'http://example.org:8443'),
      row("Port before our own Host's", { proto: 'https', port: '443' }, 'https://inner'),
      row('Prefix', { host: 'example.org', prefix: '/legacy' }, 'http://example.org/legacy'),
      row('a slash behind Prefix', { host: 'example.org', prefix: '/a/b/' }, 'http://example.org/a/b'),
      row('Prefix that is a slash', { host: 'example.org', prefix: '/' }, 'http://example.org'),
      row('all signs of Prefix', { host: 'a', prefix: '/aZ0._~!$()*+;=:@-' }, 'http://a/aZ0._~!$()*+;=:@-'),
      row('an escape in Prefix', { host: 'a.example', prefix: '/%C3%A9' }, 'http://a.example/%C3%A9'),
      row(
        'several proxies',
        { host: 'outer.example, mid.example', proto: 'https,http', port: '8443, 80', prefix: '/a, /b' },
        'https://outer.example:8443/a',
      ),
      row('IPv6', { host: '[2001:db8::1]:8443', proto: 'https' }, 'https://[2001:db8::1]:8443'),
      row('empty headers', { host: '', proto: '', port: '', prefix: '' }, 'http://inner:8080'),
      ...[{ host: '<b>' }, { host: 'a b' }, { proto: 'javascript' }, { proto: 'ftp' }].map(bad),
      ...[{ port: '0' }, { port: '80a' }, { port: '99999' }].map(bad),
      ...'legacy //evil.example /a//b /../x /%2e%2e/x /<script> /a"b /a\'b /a&b /a?b /a#b /a\\b /a%b /é'
        .split(' ')
        .map((prefix) => bad({ prefix })),
      ...['/a b', '/a\nb'].map((prefix) => bad({ prefix })),
    ],
    { trust },
  );
});

describe('the address follows Forwarded', () => {
  const row = (name: string, value: string, expected: string): Row => [name, forwarded(value), expected];
  const bad = (value: string) => row('bad', value, '400');

  testRows(
    [
      row('host and proto', 'for=1.2.3.4;host=example.org;proto=https', 'https://example.org'),
      ['not trusted', forwarded('host=evil.example'), 'http://inner:8080', {}],
      row('quoted', 'for="[::1]:4711";host="a.example:8443";proto="https"', 'https://a.example:8443'),
      row('quoted with escapes', 'host="ex\\ample.org"', 'http://example.org'),
      row('an unquoted port', 'host=example.org:8080', 'http://example.org:8080'),
      row('capitals and blanks', '  For=1.2.3.4 ; HOST=example.org ;Proto=HTTPS', 'https://example.org'),
      row('several proxies', 'host=outer.example;proto=https, host=mid.example', 'https://outer.example'),
      row('a comma inside quotes', 'by="a,b";host=example.org, host=x', 'http://example.org'),
      row('empty elements first', ' , ,host=example.org', 'http://example.org'),
      row('empty pairs', ';host=example.org; ;proto=https;, host=x', 'https://example.org'),
      row('only for', 'for=1.2.3.4', 'http://inner:8080'),
      row('IPv6', 'host="[::1]:8443";proto=https', 'https://[::1]:8443'),
      [
        'before X-Forwarded-*',
        { ...xForwarded({ host: 'x.example', prefix: '/x' }), ...forwarded('host=f.example') },
        'http://f.example',
      ],
      ['blank', { ...xForwarded({ host: 'x.example' }), forwarded: ' ' }, 'http://x.example'],
      ...['host', 'host=a;host=b', 'host="a', 'host=a b', 'host=a;b', 'host=<b>'].map(bad),
      ...['host="a\\"b"', 'host=', 'proto=gopher;host=a', 'host=_hidden!'].map(bad),
    ],
    { trust },
  );
});

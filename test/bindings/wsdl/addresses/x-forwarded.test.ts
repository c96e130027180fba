import { type Row, testRows, trust, xForwarded } from './rows';

const loopback = ['loopback'];
const row = (name: string, values: Readonly<Record<string, string>>, expected: string): Row => [
  name,
  xForwarded(values),
  expected,
];

testRows(
  [
    ['not trusted', xForwarded({ host: 'evil.example', proto: 'https', port: '1' }), 'http://inner:8080', {}],
    ['another peer', xForwarded({ host: 'evil.example' }), 'http://inner:8080', { trust, peer: '10.0.0.2' }],
    ['a CIDR block', xForwarded({ host: 'example.org' }), 'http://example.org', { trust: ['10.0.0.0/8'] }],
    ['loopback', xForwarded({ host: 'a.example' }), 'http://a.example', { trust: loopback, peer: '::1' }],
    [
      'IPv4 inside IPv6',
      xForwarded({ host: 'example.org' }),
      'http://example.org',
      { trust: loopback, peer: '::ffff:127.0.0.1' },
    ],
    ['Proto alone', { host: 'example.org', 'x-forwarded-proto': 'https' }, 'https://example.org'],
    ['a header twice', { host: 'inner', 'x-forwarded-host': ['outer.example', 'x'] }, 'http://outer.example'],
    row('Proto in capitals', { proto: 'HTTPS', host: 'example.org' }, 'https://example.org'),
    row('Host and Proto', { host: 'example.org', proto: 'https' }, 'https://example.org'),
    row('a port in Host', { host: 'example.org:8443', proto: 'https' }, 'https://example.org:8443'),
    row('Port', { host: 'example.org', proto: 'https', port: '8443' }, 'https://example.org:8443'),
    row('a default Port', { host: 'example.org', proto: 'https', port: '443' }, 'https://example.org'),
    row("Host's port before Port", { host: 'example.org:8443', port: '80' }, 'http://example.org:8443'),
    row("Port before our own Host's", { proto: 'https', port: '443' }, 'https://inner'),
    row('Prefix', { host: 'example.org', prefix: '/legacy' }, 'http://example.org/legacy'),
    row('a slash behind Prefix', { host: 'example.org', prefix: '/a/b/' }, 'http://example.org/a/b'),
    row('Prefix that is a slash', { host: 'example.org', prefix: '/' }, 'http://example.org'),
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

function bad(values: Readonly<Record<string, string>>): Row {
  return row('bad', values, '400');
}

import { addressOf, type Row, testRows, trust, xForwarded } from './rows';

const forwarded = (value: string) => ({ host: 'inner:8080', forwarded: value });
const row = (name: string, value: string, expected: string): Row => [name, forwarded(value), expected];

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
    row('only for', 'for=1.2.3.4', 'http://inner:8080'),
    row('IPv6', 'host="[::1]:8443";proto=https', 'https://[::1]:8443'),
    [
      'before X-Forwarded-*',
      { ...xForwarded({ host: 'x.example', prefix: '/x' }), ...forwarded('host=f.example') },
      'http://f.example',
    ],
    ['blank', { ...xForwarded({ host: 'x.example' }), forwarded: ' ' }, 'http://x.example'],
    ...['host', 'host=a;host=b', 'host="a', 'host=a b', 'host=a;;proto=http', 'host=<b>'].map(bad),
    ...['host="a\\"b"', 'host=', 'proto=gopher;host=a', 'host=_hidden!'].map(bad),
  ],
  { trust },
);

function bad(value: string): Row {
  return row('bad', value, '400');
}

test.each([
  ['Forwarded', forwarded('proto=gopher;host=a')],
  ['Forwarded', forwarded('host=a b.')],
  ['X-Forwarded-Proto', xForwarded({ proto: 'gopher' })],
  ['X-Forwarded-Host', xForwarded({ host: 'a b' })],
  ['X-Forwarded-Port', xForwarded({ port: 'x' })],
  ['X-Forwarded-Prefix', xForwarded({ prefix: '//' })],
  ['Host', { host: 'a b' }],
])('the rejection names the header %s', (name, headers) => {
  expect(() => addressOf(headers, { trust })).toThrow(`The ${name} header `);
});

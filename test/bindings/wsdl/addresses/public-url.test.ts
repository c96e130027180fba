import { testRows, trust, xForwarded } from './rows';

const host = (value: string) => ({ host: value });
const PUBLIC = ['https://events.example.org', 'http://intra:8080/legacy', 'https://[2001:db8::1]:8443'];

testRows([
  {
    name: 'the first for another host',
    headers: host('evil.example'),
    publicUrl: PUBLIC,
    expected: 'https://events.example.org',
  },
  { name: 'the first without Host', publicUrl: PUBLIC, expected: 'https://events.example.org' },
  {
    name: 'the entry of this host',
    headers: host('intra:8080'),
    publicUrl: PUBLIC,
    expected: 'http://intra:8080/legacy',
  },
  {
    name: 'the entry in capitals',
    headers: host('INTRA:8080'),
    publicUrl: PUBLIC,
    expected: 'http://intra:8080/legacy',
  },
  {
    name: 'another port',
    headers: host('intra:8081'),
    publicUrl: PUBLIC,
    expected: 'https://events.example.org',
  },
  {
    name: 'another scheme',
    headers: host('intra:8080'),
    tls: true,
    publicUrl: PUBLIC,
    expected: 'https://events.example.org',
  },
  {
    name: 'an IPv6 entry',
    headers: host('[2001:db8:0::1]:8443'),
    tls: true,
    publicUrl: PUBLIC,
    expected: 'https://[2001:db8::1]:8443',
  },
  {
    name: 'a default port named',
    headers: host('a.example:443'),
    tls: true,
    publicUrl: ['https://b.example', 'https://a.example/x'],
    expected: 'https://a.example/x',
  },
  {
    name: 'a report that matches',
    headers: xForwarded({ host: 'b.example', proto: 'https', prefix: '/p' }),
    trust,
    publicUrl: ['https://a.example', 'https://b.example/q'],
    expected: 'https://b.example/q',
  },
  {
    name: 'a report that matches none',
    headers: xForwarded({ host: 'evil.example' }),
    trust,
    publicUrl: PUBLIC,
    expected: 'https://events.example.org',
  },
  {
    name: 'a report from a stranger',
    headers: xForwarded({ host: 'intra:8080' }),
    publicUrl: PUBLIC,
    expected: 'https://events.example.org',
  },

  { name: 'a bad Host with PUBLIC_URL', headers: host('a b'), publicUrl: PUBLIC, expected: '400' },
]);

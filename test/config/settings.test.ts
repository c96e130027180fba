import { effectiveSettings } from '../../src/cli/config';
import { type Config, loadConfig, REMOVED_SETTINGS } from '../../src/config';
import { type Env, SettingError } from '../../src/config/read-env';
import { SETTING_NAMES, SETTINGS } from '../../src/config/table';

const expectRefused = (env: Env, ...sentences: readonly string[]) =>
  expect(() => loadConfig(env)).toThrow(new SettingError(...sentences));

test('a setting that is empty or blank has its default, which the documents show', () => {
  for (const value of ['', ' ']) {
    const env = Object.fromEntries(SETTING_NAMES.map((name) => [name, value]));
    expect(loadConfig(env)).toEqual(loadConfig({}));
  }
});

// test/cli/settings.test.ts shows the other settings in the running program.
test.each<[string, keyof Config, string, unknown]>([
  ['SEED', 'seed', 'a.json, folder ,', ['a.json', 'folder']],
  [
    'PUBLIC_URL',
    'publicUrls',
    'https://Example.org:443/legacy/,https://example.org//,http://b:81/v1.asmx.old',
    [
      { root: 'https://example.org/legacy', origin: 'https://example.org' },
      { root: 'https://example.org', origin: 'https://example.org' },
      { root: 'http://b:81/v1.asmx.old', origin: 'http://b:81' },
    ],
  ],
  ['TRUST_PROXY', 'trustProxy', 'loopback, 10.0.0.0/8', ['loopback', '10.0.0.0/8']],
  [
    'CORS_ORIGINS',
    'corsOrigins',
    'https://Intranet.example:443/, http://localhost:3000',
    ['https://intranet.example', 'http://localhost:3000'],
  ],
])('%s is a list: %s', (name, field, given, read) => {
  expect(loadConfig({ [name]: given })[field]).toEqual(read);
});

test('the variables that are read are exactly the settings and the removed settings', () => {
  const read = new Set<string>();
  const env: Env = new Proxy({}, { get: (_, name) => void read.add(String(name)) });
  loadConfig(env);
  expect([...read].sort()).toEqual([...SETTING_NAMES, ...REMOVED_SETTINGS.keys()].sort());
});

test.each([...REMOVED_SETTINGS])('the old setting %s is refused with its replacement', (name, sentence) => {
  expect(sentence.startsWith(`${name} `)).toBe(true);
  expectRefused({ [name]: '1' }, sentence);
  expect(() => loadConfig({ [name]: ' ' })).not.toThrow();
});

test('test control is refused without the admin port', () => {
  const sentence = 'TEST_API needs ADMIN_PORT: test control is answered on the admin port only';
  expectRefused({ TEST_API: 'true' }, sentence);
});

test('both ports may have the same number if they have two addresses, or if it is 0', () => {
  expect(loadConfig({ PORT: '0', ADMIN_PORT: '0' }).adminPort).toBe(0);
  expect(loadConfig({ ADMIN_PORT: '8080', ADMIN_HOST: '127.0.0.2' }).adminPort).toBe(8080);
});

test('a refused value is not reported a second time as a contradiction', () => {
  const env = { TEST_API: 'true', ADMIN_PORT: 'x' };
  expect(() => loadConfig(env)).toThrow(/^ADMIN_PORT must be a whole number from \d+ to \d+, not "x"$/);
});

const BOUNDS: Readonly<Record<string, readonly [least: number, most: number]>> = {
  PORT: [0, 65_535],
  ADMIN_PORT: [0, 65_535],
  MAX_EVENTS: [1, 1_000_000],
  MAX_BODY_BYTES: [1024, 1_073_741_824],
  MEMORY_BUDGET_BYTES: [65_536, 1_099_511_627_776],
  MAX_CONNECTIONS: [1, 1_000_000],
  CACHE_BYTES: [0, 1_099_511_627_776],
  REQUEST_TIMEOUT_MS: [1, 600_000],
  KEEP_ALIVE_TIMEOUT_MS: [1, 3_600_000],
  QUERY_TIMEOUT_MS: [1, 600_000],
  MAX_REPLICATION_LAG_S: [1, 86_400],
  SHUTDOWN_GRACE_MS: [0, 600_000],
};

test.each(Object.entries(BOUNDS))('%s is a whole number within its bounds', (name, [least, most]) => {
  for (const value of [least, most]) expect(() => loadConfig({ [name]: String(value) })).not.toThrow();
  for (const value of [least - 1, most + 1])
    expectRefused(
      { [name]: String(value) },
      `${name} must be a whole number from ${least} to ${most}, not "${value}"`,
    );
});

test('the bounds of every setting that is a whole number are tested', () => {
  const isNumber = (name: string): boolean => {
    try {
      loadConfig({ [name]: 'x' });
      return false;
    } catch (error) {
      return String(error).includes(`${name} must be a whole number from`);
    }
  };
  expect(SETTING_NAMES.filter(isNumber).sort()).toEqual(Object.keys(BOUNDS).sort());
});

const HOST_NAME = 'an IP address or a host name, without a scheme, a port or brackets';
const ZONE = 'an IANA time zone such as UTC or Europe/Berlin';
const GRACE = 'a whole number from 0 to 600000';
const ROOTS = 'site roots such as https://example.org or https://example.org/legacy';
const ORIGINS = 'origins such as https://example.org or http://localhost:3000, separated by commas';
const PROXIES = 'addresses, CIDR blocks, loopback, linklocal or uniquelocal, separated by commas';
const FORMAT =
  'one of json, xml, bootstrap-calendar, fullcalendar, icalendar, or file: and the path of a format file';

const NO_ROOTS =
  'ftp://example.org example.org https://u:p@example.org https://u@example.org https://example.org/a?b ' +
  'http://:secret@example.org https://*.example.org';
const NO_ORIGINS =
  '* null https://*.example.org example.org ftp://example.org https://u@example.org ' +
  'https://example.org/app https://example.org?a';

type Wrong = readonly [name: string, what: string, given: string, meant?: string];
const WRONG: readonly Wrong[] = [
  ...['HOST', 'ADMIN_HOST'].flatMap((name): Wrong[] => [
    [name, HOST_NAME, 'http://x', 'x'],
    [name, HOST_NAME, 'HTTPS://x', 'x'],
    [name, HOST_NAME, 'http://db.example:80/a', 'db.example'],
    [name, HOST_NAME, '127.0.0.1:80', '127.0.0.1'],
    [name, HOST_NAME, '[::1]', '::1'],
    [name, HOST_NAME, '[::1]:80', '::1'],
    ...['a b', '256.0.0.1', '8080', '0x7f', '-a', 'a..b'].map((given): Wrong => [name, HOST_NAME, given]),
  ]),
  ['SEED', 'none, or a list of sample, event files and folders without none', 'none,sample'],
  ['SERVICE_NAMESPACE', 'a URI without blanks or control characters', 'a b'],
  ['TIME_ZONE', ZONE, 'Mars/Base'],
  ['TIME_ZONE', ZONE, 'W. Europe Standard Time', 'Europe/Berlin'],
  ['TIME_ZONE', ZONE, '+02:00'],
  ['TIME_ZONE', ZONE, 'IST'],
  ['TIME_ZONE', ZONE, 'bst'],
  ['TIME_ZONE', ZONE, 'Europe/Berln', 'Europe/Berlin'],
  ['LIST_FORMAT', FORMAT, 'JSON', 'json'],
  ['LIST_FORMAT', FORMAT, 'file:'],
  ...NO_ROOTS.split(' ').map((given): Wrong => ['PUBLIC_URL', ROOTS, given]),
  ...['https://h/X.ASMX', 'https://example.org/Events.asmx'].map(
    (given): Wrong => ['PUBLIC_URL', `${ROOTS}, without the path of the service`, given],
  ),
  ...NO_ORIGINS.split(' ').map((given): Wrong => ['CORS_ORIGINS', ORIGINS, given]),
  ...['10.0.0.0/99', 'everyone', '1', '1/8', '10.1', '0x7f000001', '2130706433'].map(
    (given): Wrong => ['TRUST_PROXY', PROXIES, given],
  ),
  ...['1', 'on', 'Yes', 'y', 'TRUE'].map((given): Wrong => ['STRICT', 'true or false', given, 'true']),
  ...['0', 'OFF', 'no', 'n', 'fasle'].map((given): Wrong => ['STRICT', 'true or false', given, 'false']),
  ['SHUTDOWN_GRACE_MS', GRACE, '8s'],
  ['SHUTDOWN_GRACE_MS', GRACE, '1e3'],
  ['RANGE_UNIT', 'one of unix-ms, unix-s, dotnet-ticks', 'unix_ms', 'unix-ms'],
  ['LOG_LEVEL', 'one of debug, info, warn, error, silent', 'trace'],
  ['LOG_LEVEL', 'one of debug, info, warn, error, silent', 'silence', 'silent'],
  ['LOG_LEVEL', 'one of debug, info, warn, error, silent', 'sil'],
];

test.each(WRONG.map((wrong) => ({ wrong })))('$wrong is refused with one sentence', ({ wrong }) => {
  const [name, what, given, meant] = wrong;
  const question = meant === undefined ? '' : `: did you mean ${meant}?`;
  expectRefused({ [name]: given }, `${name} must be ${what}, not "${given}"${question}`);
});

test.each<[string, Env]>([
  ['on one address', {}],
  ['if the service listens on every address', { HOST: '0.0.0.0' }],
  ['if the admin port is on every address', { ADMIN_HOST: '::' }],
  ['if one of them is on localhost', { HOST: 'localhost' }],
  ['if localhost is also the address of IPv6', { HOST: 'localhost', ADMIN_HOST: '::1' }],
])('the two ports must differ %s', (_when, hosts) => {
  const sentence = 'ADMIN_PORT must be another port than PORT, not 8080 too';
  expectRefused({ ...hosts, ADMIN_PORT: '8080' }, sentence);
});

test('all mistakes are reported at once, one on each line', () => {
  expectRefused(
    { PORT: 'x', STRICT: 'maybe', TRUST_PROXY: 'lopback', READER_PASSWORD_FILE: '/none' },
    'PORT must be a whole number from 0 to 65535, not "x"',
    'READER_PASSWORD_FILE names "/none", which can\'t be read: there is no such file',
    `TRUST_PROXY must be ${PROXIES}, not "lopback": did you mean loopback?`,
    'STRICT must be true or false, not "maybe"',
  );
});

const TRUSTED = '::1 fe80::1 10.0.0.0/8 10.0.0.0/255.0.0.0 fc00::/7 loopback linklocal uniquelocal';
test.each(TRUSTED.split(' '))('TRUST_PROXY=%s is accepted', (given) => {
  expect(loadConfig({ TRUST_PROXY: given }).trustProxy).toEqual([given]);
});

const HOSTS = 'localhost 0.0.0.0 :: fe80::1%eth0 db-1.example.org. a_b 10.0.0.1.nip.io x';
test.each(HOSTS.split(' '))('HOST=%s is accepted', (given) => {
  expect(loadConfig({ HOST: given }).host).toBe(given);
});

test('with DATABASE_URL no events are seeded unless SEED asks for them', () => {
  expect(loadConfig({ DATABASE_URL: 'postgres://h/d' }).seed).toEqual([]);
  expect(loadConfig({ DATABASE_URL: 'postgres://h/d', SEED: 'sample' }).seed).toEqual(['sample']);
  expect([loadConfig({}).seed, loadConfig({ SEED: 'none' }).seed]).toEqual([['sample'], []]);
});

describe('the effective settings', () => {
  test('are one line for each setting, in the order of the table', () => {
    const text = effectiveSettings(loadConfig({ SEED: 'none', TRUST_PROXY: 'loopback,::1' }));
    const names = Object.values(SETTINGS).map(({ variables: [{ name }] }) => name);
    expect(text.match(/^\w+(?==.*\n)/gm)).toEqual(names);
    const some = ['PORT=8080', 'ADMIN_PORT=', 'SEED=none', 'TRUST_PROXY=loopback,::1'];
    expect(text.split('\n')).toEqual(expect.arrayContaining(some));
  });

  test('show no password', () => {
    const urlWith = (password: string) =>
      `postgres://user:${password}@db:5433/events?sslpassword=${password}&PASSPHRASE=${password}&application_name=x`;
    const env = { DATABASE_URL: urlWith('s3cret'), READER_PASSWORD: 's3cret' };
    const text = effectiveSettings(loadConfig(env));
    expect(text).not.toContain('s3cret');
    expect(text).toContain(`DATABASE_URL=${urlWith('********')}\n`);
    expect(text).toContain('READER_PASSWORD=********\n');
    expect(effectiveSettings(loadConfig({}))).toContain('READER_PASSWORD=\n');
    const withoutPassword = loadConfig({ DATABASE_URL: 'postgres://user@db/events' });
    expect(effectiveSettings(withoutPassword)).toContain('DATABASE_URL=postgres://user@db/events\n');
  });
});

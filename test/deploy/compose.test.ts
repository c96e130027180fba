import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import packageJson from '../../package.json';
import { loadConfig } from '../../src/config';
import { SETTING_NAMES, VARIABLES } from '../../src/config/table';
import { imageEnvironment } from './image';
import {
  environmentOf,
  interpolate,
  readStack,
  type Service,
  STACK_NAMES,
  STACKS,
  type StackName,
} from './stack';
import { at, ROOT, readText, readYaml, type Yaml } from './yaml';

const FILES = [...new Set(Object.values(STACKS).flat())];

/** Lists the services of this project's own image. The others' variables are Postgres's, PgBouncer's and so on. */
const OWN = ['migrate', 'events', 'import'];

/**
 * The stack fixes these settings, so that no environment changes them: the addresses of its parts, and the owners of
 * data.
 */
const DECIDED = [
  ...['HOST', 'PORT', 'DATA_DIR'],
  ...['DATABASE_URL', 'PGHOST'],
  // Only `migrate` has these settings.
  ...['READER_PASSWORD', 'SEED'],
];

const list = (value: Yaml | undefined) => (Array.isArray(value) ? (value as Yaml[]).map(String) : []);
const keysOf = (value: Yaml | undefined) => Object.keys((value ?? {}) as object);
const entriesOf = (name: StackName): [string, Service][] => Object.entries(readStack(name));
const isOwn = ([name]: [string, Service]) => OWN.includes(name);

test('every setting has a default in the image’s sense and reaches the service, the migration and the import', () => {
  const settings = at(readYaml('docker-compose.yml')[0], 'x-settings');
  const passed = VARIABLES.map(({ name }) => name).filter((name) => !DECIDED.includes(name));
  expect(keysOf(settings).sort()).toEqual([...passed].sort());
  const image = imageEnvironment();
  for (const name of passed) {
    expect([name, at(settings, name)]).toEqual([name, `\${${name}:-${image[name] ?? ''}}`]);
  }
  for (const [, service] of entriesOf('plain').filter(isOwn)) {
    for (const name of passed)
      expect([name, environmentOf(service, { [name]: 'x' })[name]]).toEqual([name, 'x']);
  }
});

test('with nothing set, the service is what the image is, on the database of the stack', () => {
  const image = imageEnvironment();
  const database = {
    PGHOST: 'postgres',
    PGDATABASE: 'events',
    PGUSER: 'events_reader',
    PGPASSWORD: 'reader',
  };
  const { events } = readStack('plain');
  expect(loadConfig({ ...image, ...environmentOf(events) })).toEqual(loadConfig({ ...image, ...database }));
});

test('a password may hold any character', () => {
  const password = String.fromCharCode(...Array.from({ length: 94 }, (_, index) => 33 + index));
  const { events } = readStack('plain');
  const { databaseUrl = '' } = loadConfig(environmentOf(events, { READER_PASSWORD: password }));
  expect(decodeURIComponent(new URL(databaseUrl).password)).toBe(password);
  expect(new URL(databaseUrl).host).toBe('postgres');
});

test('the release is named once, and is the package’s', () => {
  const { events, migrate } = readStack('plain');
  expect(interpolate(String(events?.image), {})).toBe(`events-query:${packageJson.version}`);
  expect(migrate?.image).toBe(events?.image);
  expect(readStack('scale').pgbouncer?.image).toBe(`events-query-pgbouncer:${packageJson.version}`);
});

test('.env.example lists all that the files ask for, with the same defaults', () => {
  const asked = FILES.flatMap((file) => [...readText(file).matchAll(/\$\{(\w+):-([^}]*)\}/g)]);
  // Variables that compose itself reads.
  const expected = new Map(asked.map(([, name = '', byDefault = '']) => [name, byDefault]));
  const lines = [...readText('.env.example').matchAll(/^#([A-Z_]+)=(.*)$/gm)];
  const listed = lines.filter(([, name = '']) => !name.startsWith('COMPOSE_')).map(([, name = '']) => name);
  expect(listed.sort()).toEqual([...expected.keys()].sort());
  for (const [, name = '', value] of lines) {
    // An example, because the default is what is built here.
    if (name.startsWith('COMPOSE_') || name === 'EVENTS_IMAGE') continue;
    expect([name, value]).toEqual([name, expected.get(name)]);
  }
  const stacks = lines.filter(([, name]) => name === 'COMPOSE_FILE').map(([, , files]) => files);
  expect(stacks.sort()).toEqual(
    Object.values(STACKS)
      .map((files) => files.join(':'))
      .sort(),
  );
});

describe.each(STACK_NAMES)('the stack %s', (name) => {
  const services = entriesOf(name);
  const stack = readStack(name);

  test('mounts only what is in the project, to read', () => {
    const mounts = services
      .flatMap(([, service]) => list(service.volumes))
      .map((volume) => interpolate(volume, {}));
    const bound = mounts.filter((volume) => /^[./~]/.test(volume));
    for (const volume of bound) expect(volume).toMatch(/^\.\/[^:]+:\/[^:]+:ro$/);
    const sources = bound
      .map((volume) => volume.split(':')[0] ?? '')
      // Made by deploy/make-certificates.sh.
      .filter((source) => source !== './deploy/certificates');
    expect(sources.filter((source) => !existsSync(path.join(ROOT, source)))).toEqual([]);
  });

  test('publishes one port, on this machine unless asked, and the operator’s to tests on this machine only', () => {
    const all = services.flatMap(([service, { ports }]) => list(ports).map((port) => [service, port]));
    const operators = all.filter(([, port]) => port?.endsWith(':8081'));
    expect(operators).toEqual(
      name === 'test' ? [['events', `127.0.0.1:\${PUBLISHED_ADMIN_PORT:-8081}:8081`]] : [],
    );
    expect(environmentOf(stack.events).TEST_API).toBe(name === 'test' ? 'true' : '');
    const published = all.filter((one) => !operators.includes(one));
    expect(published).toHaveLength(1);
    const [[service, port] = []] = published;
    expect(service).toBe(name.includes('scale') || name.includes('tls') ? 'nginx' : 'events');
    expect(port).toMatch(
      /^\$\{PUBLISHED_HOST:-127\.0\.0\.1\}:\$\{(PUBLISHED_PORT|TLS_PORT):-\d+\}:(8080|80|443)$/,
    );
    for (const [, { expose }] of services) expect(expose).toBeUndefined();
  });

  test('trusts the origin that nginx writes only where nobody else reaches the service', () => {
    const trusted = environmentOf(stack.events).TRUST_PROXY;
    expect(trusted).toBe(stack.nginx === undefined ? '' : 'uniquelocal');
    if (stack.nginx !== undefined) expect(stack.events?.ports).toBeUndefined();
  });

  test('sets only settings that there are', () => {
    for (const [, service] of services.filter(isOwn)) {
      expect(SETTING_NAMES).toEqual(expect.arrayContaining(keysOf(service.environment)));
    }
  });

  test('imports into the database that is up, and starts or changes none for it', () => {
    expect(stack.import?.depends_on).toBeUndefined();
    expect(stack.import?.profiles).toEqual(['tools']);
    const untouched = (service: string) => [service, stack[service]];
    if (name === 'test' || name === 'secrets') return;
    // Commands that name fewer files than the stack was started with find the same database.
    for (const service of ['postgres', 'migrate', 'import']) {
      expect(untouched(service)).toEqual([service, readStack('plain')[service]]);
    }
  });

  test('waits for what it needs: each server has a health check, each job an end without an error', () => {
    const conditions = services.flatMap(([, service]) =>
      keysOf(service.depends_on).map((needed) => ({
        needed,
        condition: at(service.depends_on, `${needed}.condition`),
      })),
    );
    expect(stack.events?.depends_on).toMatchObject({
      migrate: { condition: 'service_completed_successfully' },
    });
    expect(stack.migrate?.depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
    for (const [service, { restart, healthcheck }] of services) {
      if (service === 'import') continue;
      const isJob = healthcheck === undefined;
      const waited = conditions.filter(({ needed }) => needed === service).map(({ condition }) => condition);
      expect([service, new Set(waited)]).toEqual([
        service,
        new Set(
          waited.length === 0 && !isJob ? [] : [isJob ? 'service_completed_successfully' : 'service_healthy'],
        ),
      ]);
      const restarts = isJob || name === 'test' ? [undefined, 'no'] : ['unless-stopped'];
      expect(restarts).toContain(restart);
    }
    expect(at(stack.events, 'healthcheck.test')).toEqual(['CMD', 'node', '/app/dist/main.js', 'healthcheck']);
    // Each starts Node anew, out of the processor that the calls have.
    expect(at(stack.events, 'healthcheck.interval')).toBe(name === 'test' ? '2s' : '5s');
  });
});

test('the scripts of deploy can be run', () => {
  const scripts = readdirSync(path.join(ROOT, 'deploy'), { recursive: true })
    .map((name) => path.join(ROOT, 'deploy', String(name)))
    .filter((name) => name.endsWith('.sh') && statSync(name).isFile());
  expect(scripts.length).toBeGreaterThan(3);
  for (const script of scripts) expect(() => accessSync(script, constants.X_OK)).not.toThrow();
});

test('nginx compresses every type that the service answers with, for clients that ask, as the page says', () => {
  const conf = readText('deploy/nginx/nginx.conf');
  expect(conf).toMatch(/^ *gzip on;$/m);
  const [, types = ''] = /^ *gzip_types\s([^;]*);$/m.exec(conf) ?? [];
  const compressed = types.trim().split(/\s+/);
  const answered = ['text/xml', 'application/soap+xml', 'application/json', 'text/plain'];
  expect(compressed).toEqual(expect.arrayContaining(answered));
  const page = readText('docs/proxies.md');
  for (const line of ['gzip on;', 'gzip_proxied any;', `gzip_types ${compressed.join(' ')};`])
    expect(page).toContain(line);
});

test('a request that nginx passes on says nothing about its origin that a client wrote', () => {
  const conf = readText('deploy/nginx/replicas.conf');
  const set = [...conf.matchAll(/^proxy_set_header (\S+)/gm)].map(([, name]) => name);
  const read = [
    'Forwarded',
    'X-Forwarded-For',
    'X-Forwarded-Proto',
    'X-Forwarded-Host',
    'X-Forwarded-Port',
    'X-Forwarded-Prefix',
  ];
  expect(set).toEqual(expect.arrayContaining(read));
});

/** The compose files and the Kubernetes manifest agree with the code. directives.test.ts checks their lines. */
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import packageJson from '../../package.json';
import { loadConfig } from '../../src/config';
import { SETTING_NAMES } from '../../src/config/table';
import { imageEnvironment } from './image';
import { at, ROOT, readText, readYaml, type Yaml } from './yaml';

const FILES = readdirSync(ROOT).filter((name) => /^(docker-)?compose\b.*\.yml$/.test(name));
const MANIFEST = 'deploy/kubernetes/events-query.yaml';

/** These services run the project's own image. The other services have variables of their own images. */
const OWN = ['migrate', 'events', 'import'];

type Environment = Readonly<Record<string, Yaml>>;
const environmentOf = (file: string, service: string) =>
  (at(readYaml(file)[0], `services.${service}.environment`) ?? {}) as Environment;

/** Replaces `${NAME:-default}` by its default, as if no variable were set. The files have no other form. */
const byDefault = (value: Yaml) => String(value).replace(/\$\{\w+:-([^}]*)\}/g, '$1');

test('without variables the service has the image’s settings and the stack’s database', () => {
  const image = imageEnvironment();
  const events = Object.entries(environmentOf('docker-compose.yml', 'events'));
  const set = Object.fromEntries(events.map(([name, value]) => [name, byDefault(value)]));
  const database = {
    PGHOST: 'postgres',
    PGDATABASE: 'events',
    PGUSER: 'events_reader',
    PGPASSWORD: 'reader',
  };
  expect(loadConfig({ ...image, ...set })).toEqual(loadConfig({ ...image, ...database }));
});

test.each([...FILES, MANIFEST])('%s sets only settings that exist', (file) => {
  const containers = readYaml(file).map((one) => at(one, 'spec.template.spec.containers.0.env'));
  const ofPods = containers.flatMap((env = []) => (env as Yaml[]).map((one) => at(one, 'name')));
  const ofServices = OWN.flatMap((service) => Object.keys(environmentOf(file, service)));
  const names = [...ofPods, ...ofServices.map((name) => name.replace('!reset', ''))];
  expect(names).not.toEqual([]);
  expect(SETTING_NAMES).toEqual(expect.arrayContaining(names));
});

test('the files name the version of the package', () => {
  const named = [...FILES, MANIFEST, '.env.example', 'docs/dotnet.md', 'docs/testing.md'].flatMap((file) => [
    ...readText(file).matchAll(/\bevents-query(?:-pgbouncer:|[:-](?=\d))([\d.]*\d)/g),
  ]);
  expect(named.map(([, release]) => release)).toEqual(Array(7).fill(packageJson.version));
  expect(readText('Dockerfile')).toContain(`image.version="${packageJson.version}"`);
});

test('.env.example lists every variable of the files, with the same defaults', () => {
  const asked = FILES.flatMap((file) => [...readText(file).matchAll(/\$\{(\w+):-([^}]*)\}/g)]);
  const expected = new Map(asked.map(([, name = '', standard = '']) => [name, standard]));
  const lines = [...readText('.env.example').matchAll(/^#([A-Z_]+)=(.*)$/gm)];
  // Compose itself reads these variables.
  const listed = lines.filter(([, name = '']) => !name.startsWith('COMPOSE_'));
  expect(listed.map(([, name]) => name).sort()).toEqual([...expected.keys()].sort());
  // The image's name is only an example, because the default image is built here.
  for (const [, name = '', value] of listed.filter(([, one]) => one !== 'EVENTS_IMAGE'))
    expect([name, value]).toEqual([name, expected.get(name)]);
  const stacks = lines
    .filter(([, name]) => name === 'COMPOSE_FILE')
    .flatMap(([, , files = '']) => files.split(':'));
  expect(new Set(stacks)).toEqual(new Set(FILES));
});

test('no stack has a security option twice, which Compose refuses', () => {
  const listed = readText('.env.example').match(/(?<=^#COMPOSE_FILE=).*$/gm) ?? [];
  const stacks = listed.map((files) => files.split(':'));
  expect(stacks.map(({ length }) => length)).toContain(3);
  const added = (file: string) =>
    Object.entries(at(readYaml(file)[0], 'services') as object)
      .filter(([, service]) => 'security_opt' in service)
      .map(([name]) => name);
  for (const names of stacks.map((files) => files.flatMap(added))) expect(names).toEqual([...new Set(names)]);
});

test('the files that the stacks mount exist, and the scripts of deploy are executable', () => {
  const mounted = FILES.flatMap((file) => [...byDefault(readText(file)).matchAll(/- (\.\/[^:]+):/g)]);
  // deploy/make-certificates.sh creates this folder.
  const sources = mounted.map(([, source = '']) => source).filter((one) => one !== './deploy/certificates');
  expect(sources.length).toBeGreaterThan(5);
  expect(sources.filter((source) => !existsSync(path.join(ROOT, source)))).toEqual([]);
  const scripts = readdirSync(path.join(ROOT, 'deploy'), { recursive: true }).map(String);
  for (const script of scripts.filter((name) => name.endsWith('.sh')))
    expect(() => accessSync(path.join(ROOT, 'deploy', script), constants.X_OK)).not.toThrow();
});

test('nginx compresses every type that the service sends, as the page says', () => {
  const [, types = ''] = /^ *gzip_types\s([^;]*);$/m.exec(readText('deploy/nginx/nginx.conf')) ?? [];
  const compressed = types.trim().split(/\s+/);
  const answered = ['text/xml', 'application/soap+xml', 'application/json', 'text/plain'];
  expect(compressed).toEqual(expect.arrayContaining(answered));
  const page = readText('docs/proxies.md');
  for (const line of ['gzip on;', 'gzip_proxied any;', `gzip_types ${compressed.join(' ')};`])
    expect(page).toContain(line);
});

test('nginx sets or removes every header that names a client or an address, in the example of the page, too', () => {
  const set = (text: string) =>
    [...text.matchAll(/proxy_set_header +((?:X-)?Forwarded\S*)/g)].map(([, name]) => name).sort();
  const inStack = set(readText('deploy/nginx/replicas.conf'));
  expect(inStack).toContain('X-Forwarded-For');
  expect(set(readText('docs/proxies.md'))).toEqual(inStack);
});

import { accessSync, constants, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { SETTING_NAMES } from '../../src/settings/table';
import { at, ROOT, readYaml, type Yaml } from './yaml';

const FILES = ['compose.test.yml', 'compose.scale.yml', 'compose.tls.yml'];

/** The services of this project's own image; the others' variables are Postgres's, PgBouncer's and so on. */
const OWN = ['migrate', 'events', 'import'];

const services = (file: string) =>
  Object.entries(at(readYaml(file)[0], 'services') as Readonly<Record<string, Yaml>>);
const list = (value: Yaml | undefined) => (Array.isArray(value) ? (value as Yaml[]).map(String) : []);

describe.each(FILES)('%s', (file) => {
  test('mounts only what is in the project', () => {
    const sources = services(file)
      .flatMap(([, service]) => list(at(service, 'volumes')))
      .filter((volume) => volume.startsWith('.'))
      .map((volume) => volume.replace(/^(\S+?):\/.*$/, '$1'))
      // A variable's default, and of the edge's ways in the default one.
      .map((source) => source.replace(/\$\{\w+:-([^}]*)\}/, '$1'))
      // Made by deploy/make-certificates.sh.
      .filter((source) => source !== './deploy/certificates');
    expect(sources.filter((source) => !existsSync(path.join(ROOT, source)))).toEqual([]);
  });

  test('sets only settings that the service has', () => {
    const names = services(file)
      .filter(([name]) => OWN.includes(name))
      .flatMap(([, service]) => Object.keys((at(service, 'environment') ?? {}) as object));
    expect(SETTING_NAMES).toEqual(expect.arrayContaining(names));
  });

  test('waits for each server that it adds: a health check, or an end without an error', () => {
    const base = ['postgres', 'migrate', 'events'];
    const waited = new Set<string>();
    for (const [, service] of services(file)) {
      for (const name of Object.keys((at(service, 'depends_on') ?? {}) as object)) waited.add(name);
    }
    for (const [name, service] of services(file)) {
      if (base.includes(name)) continue;
      const healthy = at(service, 'healthcheck.test') !== undefined;
      expect([name, healthy || waited.has(name)]).toEqual([name, true]);
    }
  });
});

test('the scripts of deploy can be run', () => {
  const scripts = readdirSync(path.join(ROOT, 'deploy'), { recursive: true })
    .map((name) => path.join(ROOT, 'deploy', String(name)))
    .filter((name) => name.endsWith('.sh') && statSync(name).isFile());
  expect(scripts.length).toBeGreaterThan(3);
  for (const script of scripts) expect(() => accessSync(script, constants.X_OK)).not.toThrow();
});

test('a request that nginx passes on says nothing about its origin that a client wrote', () => {
  const conf = readFileSync(path.join(ROOT, 'deploy/nginx/replicas.conf'), 'utf8');
  const set = [...conf.matchAll(/^proxy_set_header (\S+)/gm)].map(([, name]) => name);
  const read = [
    'Forwarded',
    'X-Forwarded-Proto',
    'X-Forwarded-Host',
    'X-Forwarded-Port',
    'X-Forwarded-Prefix',
  ];
  expect(set).toEqual(expect.arrayContaining(read));
});

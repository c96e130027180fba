import { readdirSync } from 'node:fs';
import path from 'node:path';
import { at, ROOT, readText, readYaml, type Yaml } from './yaml';

/** Returns the files below a folder of the project. */
const below = (folder: string) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)));

/** The files whose every directive is held; dashboards, alerts, examples and what is made there are not. */
export const FILES: readonly string[] = [
  ...['.ci/run', '.dockerignore', 'Dockerfile', 'docker-compose.yml', 'deploy/observability/prometheus.yml'],
  ...readdirSync(ROOT).filter((name) => /^compose\..*\.yml$/.test(name)),
  ...below('deploy').filter((file) => !/^deploy\/(?:certificates|observability|seed)\//.test(file)),
].sort();

/**
 * Returns the directives of a file: lines without comments, values of YAML by their paths.
 */
export function directivesOf(file: string): string[] {
  if (/\.ya?ml$/.test(file)) {
    const kindOf = (document: Yaml) => String(at(document, 'kind') ?? '');
    return readYaml(file).flatMap((document) => leaves(withoutSettings(document), kindOf(document)));
  }
  return readText(file)
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(?:#|;|--)/.test(line));
}

/** The settings that `npm run docs` writes are held by compose.test.ts; YAML has merged them into each service. */
function withoutSettings(document: Yaml): Yaml {
  const settings = (at(document, 'x-settings') ?? {}) as Readonly<Record<string, Yaml>>;
  const strip = (value: Yaml): Yaml => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(strip);
    const entries = Object.entries(value).filter(
      ([name, one]) => !name.startsWith('x-') && settings[name] !== one,
    );
    return Object.fromEntries(entries.map(([name, one]) => [name, strip(one)]));
  };
  return strip(document);
}

function leaves(value: Yaml, above = ''): string[] {
  if (typeof value !== 'object' || value === null) return [`${above} = ${String(value)}`];
  const isPlain = Array.isArray(value) && value.every((item) => typeof item !== 'object');
  if (isPlain) return [`${above} = ${JSON.stringify(value)}`];
  return Object.entries(value).flatMap(([key, one]) => {
    // An item is found by its name where it has one, so that another before it changes nothing.
    const name = Array.isArray(value) ? (at(one, 'name') ?? key) : key;
    return leaves(one, above === '' ? String(name) : `${above}.${String(name)}`);
  });
}

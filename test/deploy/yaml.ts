import { readFileSync } from 'node:fs';
import path from 'node:path';
import { loadAll } from 'js-yaml';

export const ROOT = path.join(__dirname, '..', '..');

/** What YAML can hold, as a test reaches into it. */
export type Yaml = string | number | boolean | null | readonly Yaml[] | { readonly [key: string]: Yaml };

/** The documents of a YAML file of the project; tags that only Docker Compose knows are taken off. */
export function readYaml(file: string): Yaml[] {
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  return loadAll(text.replaceAll(/!(reset|override)\b/g, '')) as Yaml[];
}

/**
 * What lies at a path of keys and indexes, `undefined` when nothing does.
 * @example at(deployment, 'spec.template.spec.containers.0.image')
 */
export function at(value: Yaml | undefined, keys: string): Yaml | undefined {
  let here: Yaml | undefined = value;
  for (const key of keys.split('.')) {
    if (typeof here !== 'object' || here === null) return undefined;
    here = (here as Readonly<Record<string, Yaml>>)[key];
  }
  return here;
}

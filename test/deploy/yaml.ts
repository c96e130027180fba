import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CORE_SCHEMA, loadAll, mergeTag } from 'js-yaml';

export const ROOT = path.join(__dirname, '..', '..');

export function readText(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8');
}

export type Yaml = string | number | boolean | null | readonly Yaml[] | { readonly [key: string]: Yaml };

/**
 * Returns the documents of a YAML file of the project. A tag of Docker Compose becomes part of the key: `ports: !reset
 * []` has the key `ports!reset`.
 */
export function readYaml(file: string): Yaml[] {
  const text = readText(file).replace(/^( *\w+): !(reset|override)\b/gm, '$1!$2:');
  return loadAll(text, { schema: CORE_SCHEMA.withTags(mergeTag) }) as Yaml[];
}

/**
 * Returns the value at a path of keys and indexes, or `undefined`.
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

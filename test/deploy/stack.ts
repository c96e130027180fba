import { at, readYaml, type Yaml } from './yaml';

export type Service = Readonly<Record<string, Yaml>>;
export type Stack = Readonly<Record<string, Service>>;

/** Has the stacks that the documents name, by the files that make them. */
export const STACKS = {
  plain: ['docker-compose.yml'],
  secrets: ['docker-compose.yml', 'compose.secrets.yml'],
  test: ['docker-compose.yml', 'compose.test.yml'],
  tls: ['docker-compose.yml', 'compose.tls.yml'],
  scale: ['docker-compose.yml', 'compose.scale.yml'],
  'scale and tls': ['docker-compose.yml', 'compose.scale.yml', 'compose.tls.yml'],
} as const;

export type StackName = keyof typeof STACKS;

export const STACK_NAMES = Object.keys(STACKS) as readonly StackName[];

/** Merges the services of a stack like compose: maps by key, lists one after the other. */
export function readStack(name: StackName): Stack {
  const services = STACKS[name].map((file): Yaml => at(readYaml(file)[0], 'services') ?? {});
  return services.reduce((base, over) => merged('services', base, over)) as Stack;
}

/** Returns the variables of a service's containers. `given` is what the environment and .env hold. */
export function environmentOf(
  service: Service | undefined,
  given: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const entries = Object.entries((service?.environment ?? {}) as Readonly<Record<string, Yaml>>);
  return Object.fromEntries(entries.map(([name, value]) => [name, interpolate(String(value), given)]));
}

/** `${NAME:-default}`, the one form that the files use. */
export function interpolate(text: string, given: Readonly<Record<string, string>>): string {
  return text.replace(
    /\$\{(\w+):-([^}]*)\}/g,
    (_, name: string, byDefault: string) => given[name] || byDefault,
  );
}

const isMap = (value: Yaml | undefined): value is Readonly<Record<string, Yaml>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An override replaces these lists as a whole. */
const WHOLE = ['command', 'entrypoint', 'test'];

function merged(key: string, base: Yaml | undefined, over: Yaml): Yaml {
  if (Array.isArray(base) && Array.isArray(over) && !WHOLE.includes(key))
    return [...new Set([...base, ...over])];
  if (!isMap(over)) return over;
  const result: Record<string, Yaml> = isMap(base) ? { ...base } : {};
  for (const [marked, value] of Object.entries(over)) {
    const [name = '', tag] = marked.split('!');
    if (tag === 'reset') delete result[name];
    else result[name] = tag === 'override' ? value : merged(name, result[name], value);
  }
  return result;
}

import { suggest } from '../lib/suggest';
import { isUnspecifiedAddress } from './checks';
import { ignoredVariableWarnings } from './database';
import { type Env, readEnv, SettingError } from './read-env';
import { type Config, SETTING_NAMES, SETTINGS } from './table';

export type { Config };

/**
 * Reads the configuration from environment variables. Programs outside the repository use this function.
 * @throws SettingError with a sentence for each value that is not allowed
 */
export function loadConfig(env: Env): Config {
  const sentences: string[] = [];
  const entries = Object.entries(SETTINGS).map(([name, setting]) => {
    try {
      return [name, setting.read(env)];
    } catch (error) {
      if (!(error instanceof SettingError)) throw error;
      sentences.push(error.message);
      return [name, undefined];
    }
  });
  // A cast is needed, because the type of Object.fromEntries does not relate names to types.
  const config = Object.fromEntries(entries) as Config;
  sentences.push(...findConflicts(config, env));
  for (const [name, sentence] of REMOVED_SETTINGS)
    if (readEnv(env, name) !== undefined) sentences.push(sentence);
  if (sentences.length > 0) throw new SettingError(...sentences);
  return config;
}

/** Servers on two of these hosts may use the same address, because `localhost` may mean either of the others. */
const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '::1'];

/**
 * Returns a sentence for each value that is allowed alone, but not together with another value. A value that was
 * rejected before is `undefined` here, and is not reported again.
 */
function findConflicts(config: Partial<Config>, env: Env): string[] {
  const sentences: string[] = [];
  const { host, port, adminHost, adminPort, testApi } = config;
  const hosts = [host ?? '', adminHost ?? ''];
  const areLoopback = hosts.includes('localhost') && hosts.every((one) => LOOPBACK.includes(one));
  const overlaps = host === adminHost || areLoopback || hosts.some(isUnspecifiedAddress);
  if (port !== undefined && port !== 0 && adminPort === port && overlaps)
    sentences.push(`ADMIN_PORT must be another port than PORT, not ${adminPort} too`);
  if (testApi && readEnv(env, 'ADMIN_PORT') === undefined)
    sentences.push('TEST_API needs ADMIN_PORT: test control is answered on the admin port only');
  return sentences;
}

const KNOWN = new Set(SETTING_NAMES);
/** libpq's names are left out of suggestions, because DATABASE is not a misspelt PGDATABASE. */
const OWN_NAMES = SETTING_NAMES.filter((name) => !name.startsWith('PG'));

/**
 * Returns a sentence for each variable that looks like a misspelt setting, such as `TIMEZONE`, `time_zone`,
 * `DATABASE_URI`, `MAX_EVNETS` or `TIME_ZONE_FILE`.
 */
function misspellingWarnings(env: Env): readonly string[] {
  return Object.keys(env).flatMap((name) => {
    if (KNOWN.has(name)) return [];
    // The name is also compared without `_FILE`, because a longer name may have more typing errors.
    const [, stem, ending = ''] = /^(.+?)(_FILE)?$/i.exec(name) ?? [];
    const suggestion = suggest(name, OWN_NAMES) ?? suggest(stem ?? '', OWN_NAMES);
    if (suggestion === undefined || env[suggestion] !== undefined) return [];
    return ending === '' || suggestion.endsWith('_FILE')
      ? [`${name} is not a setting: did you mean ${suggestion}?`]
      : [`${name} is not a setting: ${suggestion} is not read from a file, so set ${suggestion} itself.`];
  });
}

/** Returns a sentence for each variable that is probably a mistake, although the configuration is valid. */
export function settingWarnings(env: Env): readonly string[] {
  return [...misspellingWarnings(env), ...ignoredVariableWarnings(env)];
}

/**
 * Maps settings of earlier releases to the sentences that reject them. If these settings were ignored, an upgrade would
 * silently drop a limit or a password.
 */
export const REMOVED_SETTINGS: ReadonlyMap<string, string> = new Map([
  constant('COMPRESSION', 'a proxy compresses, as in deploy/nginx (docs/proxies.md)'),
  renamed('DATABASE_HOST', 'PGHOST'),
  renamed('DATABASE_PORT', 'PGPORT'),
  renamed('DATABASE_NAME', 'PGDATABASE'),
  renamed('DATABASE_USER', 'PGUSER'),
  renamed('DATABASE_PASSWORD', 'PGPASSWORD'),
  renamed('DATABASE_PASSWORD_FILE', 'PGPASSWORD_FILE'),
  constant('DATABASE_QUEUE', '1000 lists may wait for the database'),
  constant(
    'HEADERS_TIMEOUT_MS',
    'a client has 10 seconds to send the headers, or REQUEST_TIMEOUT_MS if that is shorter',
  ),
  constant('ANSWER_TIMEOUT_MS', 'a client has 30 seconds to take a byte of its answer'),
  renamed('MAX_BYTES_IN_FLIGHT', 'MEMORY_BUDGET_BYTES'),
  constant('MAX_ELEMENTS', 'MAX_BODY_BYTES limits the elements of a request'),
  constant('MAX_ELEMENT_DEPTH', 'elements may be nested 256 levels deep'),
  renamed('MAX_FORM_BYTES', 'MAX_BODY_BYTES, which applies to every body'),
  constant('MAX_HEADER_BYTES', 'headers may be 16384 bytes long'),
  renamed('MAX_REQUEST_BYTES', 'MAX_BODY_BYTES, which applies to every body'),
  renamed('MAX_STALENESS', 'MAX_REPLICATION_LAG_S'),
  constant(
    'MAX_CONNECTIONS_PER_ADDRESS',
    'for a new connection, the service closes the connection that has waited longest for its client, whatever its address',
  ),
  constant('MAX_URL_BYTES', 'a path with its query may be 8192 bytes long'),
  constant('SHAPE_BYTES', 'request templates take at most 1 MiB'),
]);

function constant(name: string, value: string): readonly [string, string] {
  return [name, `${name} is not a setting any more: ${value}`];
}

function renamed(name: string, newName: string): readonly [string, string] {
  return [name, `${name} is now called ${newName}`];
}

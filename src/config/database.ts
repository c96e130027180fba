import { readFileSync } from 'node:fs';
import { readFailure } from '../lib/errors';
import { isHost, withoutBrackets } from './checks';
import { type Env, readEnv, readSecret, rejectValue, SettingError } from './read-env';
import { MASK, type Setting, type Variable, wholeNumber } from './types';

const URL_VARIABLE: Variable = {
  name: 'DATABASE_URL',
  default: 'the embedded store',
  description: '`postgres://user:password@host:port/database`, Postgres 14 or later',
  secret: true,
};

/** libpq's variables complete `DATABASE_URL`. Without a URL or `PGHOST` the others are ignored. */
const LIBPQ: Variable = {
  name: 'PGHOST',
  also: ['PGPORT', 'PGDATABASE', 'PGUSER', 'PGPASSWORD', 'PGPASSWORD_FILE'],
  default: '',
  description:
    'the variables of libpq, which replace `DATABASE_URL` or add what is not in it; without `DATABASE_URL` they need `PGHOST`',
};

/**
 * This is the address of the Postgres server with the events. Without this address the events are in the embedded
 * store.
 */
export const databaseUrlSetting: Setting<string | undefined> = {
  variables: [URL_VARIABLE, LIBPQ],
  read: readDatabaseUrl,
  show: (value) => (value === undefined ? '' : maskedUrl(value)),
};

/** Returns true if a variable for a server is set, even if its value is invalid. */
export function isDatabaseServerSet(env: Env): boolean {
  return ['DATABASE_URL', 'DATABASE_URL_FILE', 'PGHOST'].some((name) => readEnv(env, name) !== undefined);
}

/** Returns a sentence if a variable says which database is meant, but none says on which server. */
export function ignoredVariableWarnings(env: Env): readonly string[] {
  const names = isDatabaseServerSet(env) ? [] : ['PGDATABASE', 'PGPORT', 'PGUSER'];
  const ignored = names.find((name) => readEnv(env, name) !== undefined);
  return ignored === undefined ? [] : [`${ignored} has no effect without PGHOST or DATABASE_URL.`];
}

function readDatabaseUrl(env: Env): string | undefined {
  const [host, port, name, user] = ['PGHOST', 'PGPORT', 'PGDATABASE', 'PGUSER'].map((one) =>
    readEnv(env, one),
  );
  const password = readSecret(env, 'PGPASSWORD');
  const address = parseDatabaseUrl(readSecret(env, URL_VARIABLE.name));
  if (address === undefined && host === undefined) return undefined;
  checkTlsMode(readEnv(env, 'PGSSLMODE'), 'PGSSLMODE');
  const url = new URL(address ?? 'postgres:///');
  checkTls(url.searchParams);
  // Missing parts become parameters, because a URL that has no host can't have a user, a password or a port.
  const add = (
    parameter: string,
    inUrl: string,
    value: string | undefined,
    check = (text: string) => text,
  ) => {
    if (value === undefined || inUrl !== '' || url.searchParams.has(parameter)) return;
    url.searchParams.set(parameter, check(value));
  };
  add('host', url.hostname, host, checkHostOrFolder);
  add('port', url.port, port, (text) => checkPort(text, 'PGPORT'));
  add('user', url.username, user);
  add('password', url.password, password);
  if (url.pathname.length <= 1 && name !== undefined) {
    // node-postgres reads the name from the path of a URI, and either of these characters would end the path.
    if (/[?#]/.test(name)) rejectValue('PGDATABASE', 'a name without ? and #', name);
    url.pathname = encodeURI(name);
  }
  return url.href;
}

const TLS_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];
const ANY_TLS_MODE = `one of ${TLS_MODES.join(', ')}`;

/**
 * Checks the TLS mode. node-postgres reads the mode itself, and would connect without TLS if the variable has a
 * misspelt value or `sslmode` is empty.
 */
function checkTlsMode(mode: string | undefined, name: string): void {
  if (mode !== undefined && !TLS_MODES.includes(mode)) rejectValue(name, ANY_TLS_MODE, mode);
}

/** Checks the parameters about TLS, and replaces the modes that check everything by `verify-full`. */
function checkTls(parameters: URLSearchParams): void {
  const ssl = parameters.get('ssl');
  // node-postgres takes most values of `ssl` for objects.
  if (ssl !== null) rejectValue('ssl in DATABASE_URL', `written as sslmode with ${ANY_TLS_MODE}`, ssl);
  const mode = parameters.get('sslmode') ?? undefined;
  checkTlsMode(mode, 'sslmode in DATABASE_URL');
  // For these modes node-postgres prints a warning that its next version will check less.
  if (['prefer', 'require', 'verify-ca'].includes(mode ?? '')) parameters.set('sslmode', 'verify-full');
  for (const name of ['sslrootcert', 'sslcert', 'sslkey']) {
    const file = parameters.get(name) ?? '';
    const text = file === '' ? undefined : readNamedFile(file, name);
    // If the file has no certificate, Node trusts all authorities that it knows, as it does without `sslrootcert`.
    if (name === 'sslrootcert' && text?.includes('CERTIFICATE-----') === false)
      throw new SettingError(`${name} of DATABASE_URL names a file without a certificate in PEM form.`);
  }
}

function readNamedFile(file: string, name: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch (error) {
    throw new SettingError(`${name} of DATABASE_URL names a file that can't be read: ${readFailure(error)}.`);
  }
}

function checkHostOrFolder(value: string): string {
  const host = withoutBrackets(value);
  return host.startsWith('/') || isHost(host)
    ? host
    : rejectValue('PGHOST', 'a host name, an address or the folder of a socket', value);
}

function checkPort(value: string, name: string): string {
  return String(wholeNumber(1, 65_535)(value, name));
}

/**
 * Checks the address strictly. An unescaped `@`, `/`, `?` or `#` in a password would split the address, so that the
 * rest of the password would be taken for a host and logged. Messages contain no part of the value, except a parameter
 * `port`.
 * @throws SettingError if it is not a valid address of a Postgres database
 */
function parseDatabaseUrl(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const form = 'DATABASE_URL must be one address of the form postgres://user:password@host:port/database';
  if (!/^postgres(?:ql)?:\/\//i.test(value))
    throw new SettingError(`${form}, but the given value does not begin with postgres://`);
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const rest = value.replace(/^\w+:\/\/[^/?#]*/, '');
  const isWhole =
    url !== undefined &&
    !url.hostname.includes(',') &&
    !/[@#]/.test(rest) &&
    (value.match(/^\w+:\/\/([^/?#]*)/)?.[1]?.split('@').length ?? 0) <= 2 &&
    [url.username, url.password, url.hostname, url.pathname].every(isDecodable);
  if (!isWhole) {
    throw new SettingError(
      `${form}, but the given value is not: in a password write @ / ? # and % as %40 %2F %3F %23 and %25, or set PGPASSWORD instead`,
    );
  }
  // node-postgres does not check `port`. With a wrong port it could not even close its pool.
  const port = url.searchParams.get('port') ?? '';
  if (port !== '') checkPort(port, 'port in DATABASE_URL');
  return value;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Masks the password, which may be part of the user information or a parameter. */
function maskedUrl(value: string): string {
  const url = new URL(value);
  if (url.password !== '') url.password = MASK;
  for (const name of [...url.searchParams.keys()]) {
    if (/pass/i.test(name)) url.searchParams.set(name, MASK);
  }
  return url.href;
}

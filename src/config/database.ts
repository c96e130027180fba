import { type Env, readEnv, readSecret, rejectValue, SettingError } from './read-env';
import { MASK, type Setting, type Variable } from './types';

const URL_VARIABLE: Variable = {
  name: 'DATABASE_URL',
  default: 'the embedded store',
  description: '`postgres://user:password@host:port/database`, Postgres 14 or later',
  secret: true,
};

/** libpq's variables complete `DATABASE_URL`. Without a URL or `PGHOST` they are ignored. */
const LIBPQ: Variable = {
  name: 'PGHOST',
  also: ['PGPORT', 'PGDATABASE', 'PGUSER', 'PGPASSWORD', 'PGPASSWORD_FILE'],
  default: '',
  description: "libpq's variables: the server in place of `DATABASE_URL`, or what it leaves out",
};

/** This is the address of the Postgres server with the events. Without it they are in the embedded store. */
export const database: Setting<string | undefined> = {
  variables: [URL_VARIABLE, LIBPQ],
  read: readDatabaseUrl,
  show: (value) => (value === undefined ? '' : maskedUrl(value)),
};

/** Returns true if a variable for a server is set, even if its value is invalid. */
export function isServerSet(env: Env): boolean {
  return ['DATABASE_URL', 'DATABASE_URL_FILE', 'PGHOST'].some((name) => readEnv(env, name) !== undefined);
}

function readDatabaseUrl(env: Env): string | undefined {
  const [host, port, name, user] = ['PGHOST', 'PGPORT', 'PGDATABASE', 'PGUSER'].map((one) =>
    readEnv(env, one),
  );
  const password = readSecret(env, 'PGPASSWORD');
  const address = parseDatabaseUrl(readSecret(env, URL_VARIABLE.name)) ?? urlOfHost(host);
  if (address === undefined) return undefined;
  const url = new URL(address);
  // The URL standard allows a user, password or port only with a host.
  if (url.hostname !== '') {
    if (url.username === '' && user !== undefined) url.username = encodeURIComponent(user);
    if (url.password === '' && password !== undefined) url.password = encodeURIComponent(password);
    if (url.port === '') url.port = portOf(port) ?? '';
  }
  if (url.pathname.length <= 1 && name !== undefined) {
    // node-postgres reads the name from the path of a URI, which these two characters would end.
    if (/[?#]/.test(name)) rejectValue('PGDATABASE', 'a name without ? and #', name);
    url.pathname = encodeURI(name);
  }
  return url.href;
}

function urlOfHost(host: string | undefined): string | undefined {
  if (host === undefined) return undefined;
  if (/[\s@?#,]/.test(host)) rejectValue('PGHOST', 'a host name, an address or the folder of a socket', host);
  const place = host.includes(':') ? `[${host.replace(/^\[|\]$/g, '')}]` : encodeURIComponent(host);
  return `postgres://${place}`;
}

function portOf(value: string | undefined): string | undefined {
  const fits =
    value === undefined || (/^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 65_535);
  return fits ? value : rejectValue('PGPORT', 'a whole number from 1 to 65535', value);
}

/**
 * Checks the address strictly. An unescaped `@`, `/`, `?` or `#` in a password would split the address, so that the
 * rest of the password would be taken for a host and logged. Messages never contain the value.
 * @throws SettingError if it is not a valid address of a Postgres database
 */
function parseDatabaseUrl(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const form = 'DATABASE_URL must be one address of the form postgres://user:password@host:port/database';
  if (!/^postgres(?:ql)?:\/\//i.test(value)) {
    throw new SettingError(`${form}, but the given value does not begin with postgres://`);
  }
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const rest = value.replace(/^\w+:\/\/[^/?#]*/, '');
  const isWhole =
    url !== undefined &&
    !url.hostname.includes(',') &&
    !/[@#]/.test(rest) &&
    (value.match(/^\w+:\/\/([^/?#]*)/)?.[1]?.split('@').length ?? 0) <= 2 &&
    [url.username, url.password, url.hostname, url.pathname].every(isDecodable);
  if (isWhole) return value;
  throw new SettingError(
    `${form}, but the given value is not: in a password write @ / ? # and % as %40 %2F %3F %23 and %25, or set PGPASSWORD instead`,
  );
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

import { type Env, readEnv, readSecret, rejectValue, SettingError } from './read-env';
import { MASK, type Setting, type Variable } from './setting';

const URL_VARIABLE: Variable = {
  name: 'DATABASE_URL',
  byDefault: 'the embedded store',
  about: '`postgres://user:password@host:port/database`, Postgres 14 or later',
  secret: true,
};

/** libpq's variables fill what `DATABASE_URL` leaves out. Without a URL or a host the others mean nothing here. */
const LIBPQ: Variable = {
  name: 'PGHOST',
  also: ['PGPORT', 'PGDATABASE', 'PGUSER', 'PGPASSWORD', 'PGPASSWORD_FILE'],
  byDefault: '',
  about: "libpq's variables: the server in place of `DATABASE_URL`, or what it leaves out",
};

/** Address of the Postgres server that holds the events; `undefined` means the embedded store. */
export const database: Setting<string | undefined> = {
  variables: [URL_VARIABLE, LIBPQ],
  read: readDatabaseUrl,
  show: (value) => (value === undefined ? '' : maskedUrl(value)),
};

/** Tells whether the environment names a server, rightly or wrongly. */
export function namesServer(env: Env): boolean {
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
  // A URL without a host takes no user, password or port.
  if (url.hostname !== '') {
    if (url.username === '' && user !== undefined) url.username = encodeURIComponent(user);
    if (url.password === '' && !url.searchParams.has('password') && password !== undefined)
      url.password = encodeURIComponent(password);
    if (url.port === '') url.port = portOf(port) ?? '';
  }
  if (url.pathname.length <= 1 && name !== undefined) {
    // node-postgres decodes the path as a whole URI, which these two would end.
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
 * The message never holds the value, which carries a password. An `@`, `/`, `?` or `#` within a password would cut the
 * address in two, and the rest of the password would be taken, and logged, for a host.
 */
function parseDatabaseUrl(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const form = 'DATABASE_URL must be one address of the form postgres://user:password@host:port/database';
  if (!/^postgres(?:ql)?:\/\//i.test(value)) {
    throw new SettingError(
      `${form}, and what was given does not begin with postgres://: only a Postgres server can hold the events`,
    );
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
    `${form}, and what was given is not: in a password @ / ? # and % are written %40 %2F %3F %23 and %25, or it is given as PGPASSWORD`,
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

/** A connection string may carry a password as user information or as a parameter. */
function maskedUrl(value: string): string {
  const url = new URL(value);
  if (url.password !== '') url.password = MASK;
  for (const name of [...url.searchParams.keys()]) {
    if (/pass/i.test(name)) url.searchParams.set(name, MASK);
  }
  return url.href;
}

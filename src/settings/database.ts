import { MASK, type Setting, type Variable } from './setting';
import { type Env, given, givenSecret, refuse, SettingError } from './values';

const URL_VARIABLE: Variable = {
  name: 'DATABASE_URL',
  byDefault: 'the embedded store',
  about: '`postgres://user:password@host:port/database`, Postgres 14 or later',
  secret: true,
};

const PARTS = {
  host: {
    name: 'DATABASE_HOST',
    byDefault: 'as in `DATABASE_URL`',
    about: 'the address in parts, each as it is: a name, an address or the folder of a socket',
  },
  port: { name: 'DATABASE_PORT', byDefault: '5432', about: 'the port of `DATABASE_HOST`' },
  database: { name: 'DATABASE_NAME', byDefault: 'events', about: 'the database of `DATABASE_HOST`' },
  user: { name: 'DATABASE_USER', byDefault: 'events', about: 'who connects to `DATABASE_HOST`' },
  password: {
    name: 'DATABASE_PASSWORD',
    byDefault: '',
    about: 'any characters, also beside a `DATABASE_URL` without a password',
    secret: true,
  },
} as const satisfies Readonly<Record<string, Variable>>;

/** Where the events are: `undefined` is the embedded store. Whatever it is read from, it is one address. */
export const database: Setting<string | undefined> = {
  variables: [URL_VARIABLE, ...Object.values(PARTS)],
  read: readDatabaseUrl,
  show: (value) => (value === undefined ? '' : maskedUrl(value)),
};

/** Whether a server is asked for, right or wrong. */
export function namesServer(env: Env): boolean {
  return ['DATABASE_URL', 'DATABASE_URL_FILE', 'DATABASE_HOST'].some(
    (name) => given(env, name) !== undefined,
  );
}

function readDatabaseUrl(env: Env): string | undefined {
  const url = parseDatabaseUrl(givenSecret(env, URL_VARIABLE.name));
  const parts = {
    host: given(env, PARTS.host.name),
    port: portOf(given(env, PARTS.port.name)),
    database: given(env, PARTS.database.name),
    user: given(env, PARTS.user.name),
    password: givenSecret(env, PARTS.password.name),
  };
  if (url !== undefined) return withPassword(url, parts);
  if (parts.host !== undefined) return urlOf(parts, parts.host);
  const useless = PART_NAMES.find((part) => parts[part] !== undefined);
  if (useless === undefined) return undefined;
  // The one part that may stand beside a whole address.
  const needed = useless === 'password' ? 'DATABASE_HOST or a DATABASE_URL' : 'DATABASE_HOST';
  throw new SettingError(`${PARTS[useless].name} needs ${needed} beside it, and there is none`);
}

type Part = keyof typeof PARTS;
type Parts = Readonly<Record<Part, string | undefined>>;

const PART_NAMES = Object.keys(PARTS) as readonly Part[];

/** Only a password may come beside an address: any other part would leave it open which of the two counts. */
function withPassword(url: string, parts: Parts): string {
  const doubled = PART_NAMES.find((part) => part !== 'password' && parts[part] !== undefined);
  if (doubled !== undefined)
    throw new SettingError(`${PARTS[doubled].name} and DATABASE_URL exclude each other`);
  if (parts.password === undefined) return url;
  const whole = new URL(url);
  if (whole.password !== '' || whole.searchParams.has('password'))
    throw new SettingError('DATABASE_PASSWORD and the password of DATABASE_URL exclude each other');
  if (whole.hostname === '') throw new SettingError('DATABASE_PASSWORD needs a host in DATABASE_URL');
  if (whole.username === '') whole.username = PARTS.user.byDefault;
  return whole.href.replace('@', `:${encodeURIComponent(parts.password)}@`);
}

function urlOf(parts: Parts, host: string): string {
  if (/[\s@?#,]/.test(host)) {
    refuse(PARTS.host.name, 'a host name, an address or the folder of a socket', host);
  }
  const user = encodeURIComponent(parts.user ?? PARTS.user.byDefault);
  const password = parts.password === undefined ? '' : `:${encodeURIComponent(parts.password)}`;
  const place = host.includes(':') ? `[${host.replace(/^\[|\]$/g, '')}]` : encodeURIComponent(host);
  const name = parts.database ?? PARTS.database.byDefault;
  if (/[?#]/.test(name)) refuse(PARTS.database.name, 'a name without ? and #', name);
  return `postgres://${user}${password}@${place}:${parts.port ?? PARTS.port.byDefault}/${encodeURI(name)}`;
}

function portOf(value: string | undefined): string | undefined {
  const fits =
    value === undefined || (/^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 65_535);
  return fits ? value : refuse(PARTS.port.name, 'a whole number from 1 to 65535', value);
}

/**
 * The message never holds the value: it carries a password. An `@`, `/`, `?` or `#` that stands for itself in a
 * password would cut it in two, and its rest would be taken, and logged, for a host.
 */
function parseDatabaseUrl(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const rest = value.replace(/^\w+:\/\/[^/?#]*/, '');
  const isWhole =
    url !== undefined &&
    ['postgres:', 'postgresql:'].includes(url.protocol) &&
    !url.hostname.includes(',') &&
    !/[@#]/.test(rest) &&
    (value.match(/^\w+:\/\/([^/?#]*)/)?.[1]?.split('@').length ?? 0) <= 2 &&
    [url.username, url.password, url.hostname, url.pathname].every(isDecodable);
  if (isWhole) return value;
  throw new SettingError(
    'DATABASE_URL must be one address of the form postgres://user:password@host:port/database, and what was given is not: in a password @ / ? # and % are written %40 %2F %3F %23 and %25, or it is given as DATABASE_PASSWORD',
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

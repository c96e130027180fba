import { FORMAT_NAMES } from '../formats/built-in';
import { RANGE_UNITS } from '../lib/time/range-unit';
import {
  checkHost,
  checkNamespace,
  checkTimeZone,
  checkTrustedProxy,
  parseOrigin,
  parsePublicUrl,
} from './checks';
import { database, namesServer } from './database';
import { readEnv, rejectValue } from './read-env';
import type { Setting, Variable } from './setting';
import { choice, flag, format, itemsOf, list, secret, text, wholeNumber } from './types';

/** What fills an empty store: `sample`, or paths of event files and folders; empty is nothing. */
const seed: Setting<readonly string[]> = {
  variables: [
    {
      name: 'SEED',
      byDefault: '`sample`; on a server `none`',
      about:
        'what fills an empty store: `sample`, `none`, event files and folders, comma-separated; on a server only `migrate` does it',
    },
  ],
  read: (env) => {
    const value = readEnv(env, 'SEED') ?? (namesServer(env) ? 'none' : 'sample');
    const sources = itemsOf(value);
    if (!sources.includes('none')) return sources;
    if (sources.length > 1)
      rejectValue('SEED', 'none alone, or sample, event files and folders without it', value);
    return [];
  },
  show: (sources) => sources.join(',') || 'none',
};

/**
 * Every setting, by its name in `Config`. All else follows from a setting's line: its type, `loadConfig`, what
 * `events-query config` prints, the names that misspelt ones are compared with, and the rows that `npm run docs` writes
 * into documents and compose files.
 */
export const SETTINGS = {
  host: text('HOST', {
    byDefault: '127.0.0.1',
    parse: (value) => checkHost('HOST', value),
    about: 'the address that the service listens on',
  }),
  port: wholeNumber('PORT', {
    min: 0,
    max: 65_535,
    byDefault: 8080,
    about: 'its port; 0 is any that is free',
  }),
  adminHost: text('ADMIN_HOST', {
    byDefault: '127.0.0.1',
    parse: (value) => checkHost('ADMIN_HOST', value),
    about: 'the address of the admin port',
  }),
  adminPort: wholeNumber('ADMIN_PORT', {
    min: 0,
    max: 65_535,
    byDefault: undefined,
    unset: 'off',
    about: '`/live`, `/ready`, `/metrics`: never on the public port',
  }),
  /** `undefined`: the embedded store in `dataDir`. */
  databaseUrl: database,
  dataDir: text('DATA_DIR', { byDefault: '.data', about: "the embedded store's folder" }),
  seed,
  readerPassword: secret('READER_PASSWORD', {
    about: 'with it, `migrate` makes the read-only role `events_reader`',
  }),
  /** Byte for byte as it stands in the WSDL and in every answer. */
  serviceNamespace: text('SERVICE_NAMESPACE', {
    byDefault: 'http://tempuri.org/',
    parse: checkNamespace,
    about: 'byte for byte as in the service that is replaced',
  }),
  /** IANA name. */
  timeZone: text('TIME_ZONE', {
    byDefault: 'UTC',
    parse: checkTimeZone,
    about: 'IANA name: where months and all-day events begin',
  }),
  rangeUnit: choice('RANGE_UNIT', {
    choices: RANGE_UNITS,
    byDefault: 'unix-ms',
    about: 'what `from` and `to` count: `unix-ms`, `unix-s`, `dotnet-ticks`',
  }),
  listFormat: format('LIST_FORMAT', {
    byDefault: 'json',
    about: `of lists: ${FORMAT_NAMES.map((name) => `\`${name}\``).join(', ')}, or \`file:PATH\` (docs/formats.md)`,
  }),
  eventJsonFormat: format('EVENT_JSON_FORMAT', {
    byDefault: 'json',
    about: 'what `bolAsJSON` true means: any of these',
  }),
  eventTextFormat: format('EVENT_TEXT_FORMAT', {
    byDefault: 'xml',
    about: 'what `bolAsJSON` false means: any of these',
  }),
  maxEvents: wholeNumber('MAX_EVENTS', {
    min: 1,
    max: 1_000_000,
    byDefault: 10_000,
    about: 'the most events of one answer',
  }),
  publicUrls: list('PUBLIC_URL', {
    unset: "the request's Host",
    parse: parsePublicUrl,
    show: ({ root }) => root,
    about: 'site roots that the WSDL may name, comma-separated',
  }),
  /** Addresses, CIDR blocks and Express's names (`loopback`, `linklocal`, `uniquelocal`). */
  trustProxy: list('TRUST_PROXY', {
    parse: checkTrustedProxy,
    show: String,
    about:
      'whose `Forwarded` and `X-Forwarded-*` count: addresses, CIDR blocks, `loopback`, `linklocal`, `uniquelocal`',
  }),
  /** As browsers write them in the header Origin. */
  corsOrigins: list('CORS_ORIGINS', {
    unset: 'off',
    parse: parseOrigin,
    show: String,
    about: 'sites whose pages may call the service and its feeds, such as `https://intranet.example`',
  }),
  errorDetail: choice('ERROR_DETAIL', {
    choices: ['short', 'long'],
    byDefault: 'short',
    about: '`long`: the texts that ASMX shows with customErrors off',
  }),
  strict: flag('STRICT', {
    byDefault: false,
    about: 'faults for parameters that are missing, doubled, unknown or in another namespace',
  }),
  maxBodyBytes: wholeNumber('MAX_BODY_BYTES', {
    min: 1024,
    max: 1_073_741_824,
    byDefault: 65_536,
    about: 'the longest body of a request; ASMX takes 4194304, which stall other calls while they are read',
  }),
  memoryBudgetBytes: wholeNumber('MEMORY_BUDGET_BYTES', {
    min: 65_536,
    max: 1_099_511_627_776,
    byDefault: 67_108_864,
    about: 'bodies and answers that are held in memory for clients, all together',
  }),
  maxConnections: wholeNumber('MAX_CONNECTIONS', {
    min: 1,
    max: 1_000_000,
    byDefault: 2000,
    about: 'open at a time; a new one takes the place of the one that has waited longest for its client',
  }),
  cacheBytes: wholeNumber('CACHE_BYTES', {
    min: 0,
    max: 1_099_511_627_776,
    byDefault: 67_108_864,
    about: 'answers that are cached while the events are the same, as text and as sent; 0 caches none',
  }),
  requestTimeoutMs: wholeNumber('REQUEST_TIMEOUT_MS', {
    min: 1,
    max: 600_000,
    byDefault: 30_000,
    about: 'how long a whole request may take, in milliseconds',
  }),
  keepAliveTimeoutMs: wholeNumber('KEEP_ALIVE_TIMEOUT_MS', {
    min: 1,
    max: 3_600_000,
    byDefault: 120_000,
    about: 'how long an idle connection is kept, in milliseconds',
  }),
  queryTimeoutMs: wholeNumber('QUERY_TIMEOUT_MS', {
    min: 1,
    max: 600_000,
    byDefault: 5000,
    about: 'how long a call waits for the database, in milliseconds',
  }),
  maxReplicationLagSeconds: wholeNumber('MAX_REPLICATION_LAG_S', {
    min: 1,
    max: 86_400,
    byDefault: undefined,
    unset: 'any',
    about: 'how far behind its primary a standby may be before `/ready` is 503, in seconds',
  }),
  shutdownGraceMs: wholeNumber('SHUTDOWN_GRACE_MS', {
    min: 0,
    max: 600_000,
    byDefault: 8000,
    about: 'how long a stop waits for calls in flight, in milliseconds',
  }),
  logLevel: choice('LOG_LEVEL', {
    choices: ['debug', 'info', 'warn', 'error', 'silent'],
    byDefault: 'info',
    about: '`debug`, `info`, `warn`, `error`, `silent`',
  }),
  logFormat: choice('LOG_FORMAT', {
    choices: ['text', 'json'],
    byDefault: 'text',
    about: '`text` for people, `json` for machines',
  }),
  testApi: flag('TEST_API', {
    byDefault: false,
    about: 'test control on the admin port (docs/testing.md): never in production',
  }),
};

type ValueOf<One> = One extends Setting<infer Value> ? Value : never;

/** Everything that can be set, as `loadConfig` reads it. */
export type Config = { readonly [Name in keyof typeof SETTINGS]: ValueOf<(typeof SETTINGS)[Name]> };

export const VARIABLES: readonly Variable[] = Object.values(SETTINGS).flatMap(({ variables }) => variables);

/** Every environment variable that is read. */
export const SETTING_NAMES: readonly string[] = VARIABLES.flatMap(namesOf);

/** Every name that a row of the documents' tables begins with. */
export function namesOf({ name, also = [], secret }: Variable): readonly string[] {
  return secret === true ? [name, `${name}_FILE`, ...also] : [name, ...also];
}

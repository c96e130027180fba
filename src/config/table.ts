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
import {
  choice,
  flag,
  format,
  itemsOf,
  list,
  type Setting,
  secret,
  text,
  type Variable,
  wholeNumber,
} from './types';

/** An empty store is filled from these sources: `sample`, or paths of event files and folders. */
const seed: Setting<readonly string[]> = {
  variables: [
    {
      name: 'SEED',
      default: '`sample`; on a server `none`',
      description:
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
 * Maps names in `Config` to settings. Everything else follows from this table: the type `Config`, `loadConfig`,
 * the output of `events-query config`, suggestions for misspelt names, and the rows that `npm run docs` writes into
 * documents and compose files.
 */
export const SETTINGS = {
  host: text('HOST', {
    default: '127.0.0.1',
    parse: (value) => checkHost('HOST', value),
    description: 'the address that the service listens on',
  }),
  port: wholeNumber('PORT', {
    min: 0,
    max: 65_535,
    default: 8080,
    description: 'its port; 0 picks a free one',
  }),
  adminHost: text('ADMIN_HOST', {
    default: '127.0.0.1',
    parse: (value) => checkHost('ADMIN_HOST', value),
    description: 'the address of the admin port',
  }),
  adminPort: wholeNumber('ADMIN_PORT', {
    min: 0,
    max: 65_535,
    default: undefined,
    unset: 'off',
    description: '`/live`, `/ready`, `/metrics`: never on the public port',
  }),
  /** It is `undefined` for the embedded store in `dataDir`. */
  databaseUrl: database,
  dataDir: text('DATA_DIR', { default: '.data', description: "the embedded store's folder" }),
  seed,
  readerPassword: secret('READER_PASSWORD', {
    description: 'with it, `migrate` makes the read-only role `events_reader`',
  }),
  /** The WSDL and every answer carry it byte for byte. */
  serviceNamespace: text('SERVICE_NAMESPACE', {
    default: 'http://tempuri.org/',
    parse: checkNamespace,
    description: 'the namespace of the WSDL, byte for byte as in the service that you replace',
  }),
  timeZone: text('TIME_ZONE', {
    default: 'UTC',
    parse: checkTimeZone,
    description: 'the IANA time zone in which months and all-day events begin',
  }),
  rangeUnit: choice('RANGE_UNIT', {
    choices: RANGE_UNITS,
    default: 'unix-ms',
    description: 'what `from` and `to` count: `unix-ms`, `unix-s`, `dotnet-ticks`',
  }),
  listFormat: format('LIST_FORMAT', {
    default: 'json',
    description: `the format of lists: ${FORMAT_NAMES.map((name) => `\`${name}\``).join(', ')}, or \`file:PATH\` (docs/events.md)`,
  }),
  eventJsonFormat: format('EVENT_JSON_FORMAT', {
    default: 'json',
    description: 'the format of one event with `bolAsJSON` true: any format of `LIST_FORMAT`',
  }),
  eventTextFormat: format('EVENT_TEXT_FORMAT', {
    default: 'xml',
    description: 'the format of one event with `bolAsJSON` false: any format of `LIST_FORMAT`',
  }),
  maxEvents: wholeNumber('MAX_EVENTS', {
    min: 1,
    max: 1_000_000,
    default: 10_000,
    description: 'the most events in one answer',
  }),
  publicUrls: list('PUBLIC_URL', {
    unset: "the request's Host",
    parse: parsePublicUrl,
    show: ({ root }) => root,
    description: 'site roots that the WSDL may name, comma-separated',
  }),
  /** Items are addresses, CIDR blocks or Express's names (`loopback`, `linklocal`, `uniquelocal`). */
  trustProxy: list('TRUST_PROXY', {
    parse: checkTrustedProxy,
    show: String,
    description:
      'whose `Forwarded` and `X-Forwarded-*` count: addresses, CIDR blocks, `loopback`, `linklocal`, `uniquelocal`',
  }),
  /** Items are written as browsers write the header Origin. */
  corsOrigins: list('CORS_ORIGINS', {
    unset: 'off',
    parse: parseOrigin,
    show: String,
    description: 'sites whose pages may call the service and its feeds, such as `https://intranet.example`',
  }),
  errorDetail: choice('ERROR_DETAIL', {
    choices: ['short', 'long'],
    default: 'short',
    description: '`long` sends the texts that ASMX sends with customErrors off',
  }),
  strict: flag('STRICT', {
    default: false,
    description: 'answers a fault when a parameter is missing, doubled, unknown or in another namespace',
  }),
  maxBodyBytes: wholeNumber('MAX_BODY_BYTES', {
    min: 1024,
    max: 1_073_741_824,
    default: 65_536,
    description:
      'the longest body of a request, in bytes; ASMX allows 4194304, and reading that much delays other calls',
  }),
  memoryBudgetBytes: wholeNumber('MEMORY_BUDGET_BYTES', {
    min: 65_536,
    max: 1_099_511_627_776,
    default: 67_108_864,
    description: 'memory for the bodies and answers of all clients together, in bytes',
  }),
  maxConnections: wholeNumber('MAX_CONNECTIONS', {
    min: 1,
    max: 1_000_000,
    default: 2000,
    description:
      'open connections; past it the one that has waited longest for its client is closed for a new one',
  }),
  cacheBytes: wholeNumber('CACHE_BYTES', {
    min: 0,
    max: 1_099_511_627_776,
    default: 67_108_864,
    description: 'memory for cached answers, in bytes; 0 turns the cache off',
  }),
  requestTimeoutMs: wholeNumber('REQUEST_TIMEOUT_MS', {
    min: 1,
    max: 600_000,
    default: 30_000,
    description: 'how long a client may take to send a request, in milliseconds',
  }),
  keepAliveTimeoutMs: wholeNumber('KEEP_ALIVE_TIMEOUT_MS', {
    min: 1,
    max: 3_600_000,
    default: 120_000,
    description: 'how long an idle connection is kept, in milliseconds',
  }),
  queryTimeoutMs: wholeNumber('QUERY_TIMEOUT_MS', {
    min: 1,
    max: 600_000,
    default: 5000,
    description: 'how long a call waits for the database, in milliseconds',
  }),
  maxReplicationLagSeconds: wholeNumber('MAX_REPLICATION_LAG_S', {
    min: 1,
    max: 86_400,
    default: undefined,
    unset: 'any',
    description: 'how far a standby may lag behind its primary before `/ready` answers 503, in seconds',
  }),
  shutdownGraceMs: wholeNumber('SHUTDOWN_GRACE_MS', {
    min: 0,
    max: 600_000,
    default: 8000,
    description: 'how long a stop waits for running calls, in milliseconds',
  }),
  logLevel: choice('LOG_LEVEL', {
    choices: ['debug', 'info', 'warn', 'error', 'silent'],
    default: 'info',
    description: '`debug`, `info`, `warn`, `error`, `silent`',
  }),
  logFormat: choice('LOG_FORMAT', {
    choices: ['text', 'json'],
    default: 'text',
    description: '`text` for people, `json` for machines',
  }),
  testApi: flag('TEST_API', {
    default: false,
    description: 'test control on the admin port (docs/testing.md): never in production',
  }),
};

type ValueOf<One> = One extends Setting<infer Value> ? Value : never;

/** Holds the values of all settings, as `loadConfig` returns them. */
export type Config = { readonly [Name in keyof typeof SETTINGS]: ValueOf<(typeof SETTINGS)[Name]> };

export const VARIABLES: readonly Variable[] = Object.values(SETTINGS).flatMap(({ variables }) => variables);

/** Lists every environment variable that is read. */
export const SETTING_NAMES: readonly string[] = VARIABLES.flatMap(namesOf);

/** Lists the names that a variable's row in the documents begins with. */
export function namesOf({ name, also = [], secret }: Variable): readonly string[] {
  return secret === true ? [name, `${name}_FILE`, ...also] : [name, ...also];
}

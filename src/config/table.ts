import { FORMAT_NAMES } from '../formats/built-in';
import { RANGE_UNITS } from '../lib/time/range-unit';
import {
  checkHost,
  checkNamespace,
  checkTimeZone,
  checkTrustedProxy,
  type PublicUrl,
  parseOrigin,
  parsePublicUrl,
} from './checks';
import { databaseUrlSetting, isDatabaseServerSet } from './database';
import { readEnv, rejectValue } from './read-env';
import {
  bool,
  formatChoice,
  itemsOf,
  listOf,
  oneOf,
  type Setting,
  setting,
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
        'what fills an empty store: `sample`, `none`, or event files and folders, comma-separated; only `migrate` fills a database on a server',
    },
  ],
  read: (env) => {
    const value = readEnv(env, 'SEED') ?? (isDatabaseServerSet(env) ? 'none' : 'sample');
    const sources = itemsOf(value);
    if (!sources.includes('none')) return sources;
    if (sources.length > 1)
      rejectValue('SEED', 'none, or a list of sample, event files and folders without none', value);
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
  host: setting('HOST', {
    default: '127.0.0.1',
    parse: checkHost,
    description: 'the address that the service listens on',
  }),
  port: setting('PORT', {
    parse: wholeNumber(0, 65_535),
    default: 8080,
    description: 'the port of the service; 0 chooses a free one',
  }),
  adminHost: setting('ADMIN_HOST', {
    default: '127.0.0.1',
    parse: checkHost,
    description: 'the address of the admin port',
  }),
  adminPort: setting('ADMIN_PORT', {
    parse: wholeNumber(0, 65_535),
    unset: 'off',
    description: 'the port of `/live`, `/ready` and `/metrics`; never make it public',
  }),
  /** This is `undefined` for the embedded store in `dataDir`. */
  databaseUrl: databaseUrlSetting,
  dataDir: setting('DATA_DIR', {
    default: '.data',
    parse: String,
    description: "the embedded store's folder",
  }),
  seed,
  readerPassword: setting('READER_PASSWORD', {
    secret: true,
    parse: String,
    description: 'if set, `migrate` creates the read-only role `events_reader` with this password',
  }),
  /** The WSDL and every answer contain the namespace unchanged. */
  serviceNamespace: setting('SERVICE_NAMESPACE', {
    default: 'http://tempuri.org/',
    parse: checkNamespace,
    description: 'the namespace of the WSDL, byte for byte as in the service that you replace',
  }),
  timeZone: setting('TIME_ZONE', {
    default: 'UTC',
    parse: checkTimeZone,
    description: 'the IANA time zone in which months and all-day events begin',
  }),
  rangeUnit: setting('RANGE_UNIT', {
    parse: oneOf(RANGE_UNITS),
    default: 'unix-ms',
    description: 'the unit of `from` and `to`: `unix-ms`, `unix-s` or `dotnet-ticks`',
  }),
  listFormat: setting('LIST_FORMAT', {
    parse: formatChoice,
    default: 'json',
    description: `the format of lists: ${FORMAT_NAMES.map((name) => `\`${name}\``).join(', ')}, or \`file:PATH\` (docs/events.md)`,
  }),
  eventJsonFormat: setting('EVENT_JSON_FORMAT', {
    parse: formatChoice,
    default: 'json',
    description: 'the format of one event with `bolAsJSON` true: any format of `LIST_FORMAT`',
  }),
  eventTextFormat: setting('EVENT_TEXT_FORMAT', {
    parse: formatChoice,
    default: 'xml',
    description: 'the format of one event with `bolAsJSON` false: any format of `LIST_FORMAT`',
  }),
  maxEvents: setting('MAX_EVENTS', {
    parse: wholeNumber(1, 1_000_000),
    default: 10_000,
    description: 'the maximum number of events in one answer',
  }),
  publicUrls: setting('PUBLIC_URL', {
    default: '',
    unset: "the request's Host",
    parse: listOf(parsePublicUrl),
    show: (urls: readonly PublicUrl[]) => urls.map(({ root }) => root).join(','),
    description: 'site roots that the WSDL may name, comma-separated',
  }),
  /** Items are addresses, CIDR blocks or Express's names (`loopback`, `linklocal`, `uniquelocal`). */
  trustProxy: setting('TRUST_PROXY', {
    default: '',
    parse: listOf(checkTrustedProxy),
    description:
      'the proxies whose headers `Forwarded` and `X-Forwarded-*` are trusted: addresses, CIDR blocks, `loopback`, `linklocal`, `uniquelocal`',
  }),
  /** Items have the form of the header Origin, as browsers send it. */
  corsOrigins: setting('CORS_ORIGINS', {
    default: '',
    unset: 'off',
    parse: listOf(parseOrigin),
    description: 'sites whose pages may call the service and its feeds, such as `https://intranet.example`',
  }),
  errorDetail: setting('ERROR_DETAIL', {
    parse: oneOf(['short', 'long']),
    default: 'short',
    description: '`long` sends the texts that ASMX sends with customErrors off',
  }),
  strict: setting('STRICT', {
    parse: bool,
    default: false,
    description:
      'answers with a fault if a parameter is missing, given twice, unknown or in another namespace',
  }),
  maxBodyBytes: setting('MAX_BODY_BYTES', {
    parse: wholeNumber(1024, 1_073_741_824),
    default: 65_536,
    description:
      'the longest body of a request, in bytes; ASMX allows 4194304, and reading that much delays other calls',
  }),
  memoryBudgetBytes: setting('MEMORY_BUDGET_BYTES', {
    parse: wholeNumber(65_536, 1_099_511_627_776),
    default: 67_108_864,
    description: 'memory for the bodies and answers of all clients together, in bytes',
  }),
  maxConnections: setting('MAX_CONNECTIONS', {
    parse: wholeNumber(1, 1_000_000),
    default: 2000,
    description:
      'the maximum number of connections; for a further one, the service closes the connection that has waited longest for its client',
  }),
  cacheBytes: setting('CACHE_BYTES', {
    parse: wholeNumber(0, 1_099_511_627_776),
    default: 67_108_864,
    description: 'memory for cached answers, in bytes; 0 turns the cache off',
  }),
  requestTimeoutMs: setting('REQUEST_TIMEOUT_MS', {
    parse: wholeNumber(1, 600_000),
    default: 30_000,
    description: 'how long a client may take to send a request, in milliseconds',
  }),
  keepAliveTimeoutMs: setting('KEEP_ALIVE_TIMEOUT_MS', {
    parse: wholeNumber(1, 3_600_000),
    default: 120_000,
    description: 'how long an idle connection is kept, in milliseconds',
  }),
  queryTimeoutMs: setting('QUERY_TIMEOUT_MS', {
    parse: wholeNumber(1, 600_000),
    default: 5000,
    description: 'how long a call waits for the database, in milliseconds',
  }),
  maxReplicationLagSeconds: setting('MAX_REPLICATION_LAG_S', {
    parse: wholeNumber(1, 86_400),
    unset: 'any',
    description: 'how far a standby may lag behind its primary before `/ready` answers 503, in seconds',
  }),
  shutdownGraceMs: setting('SHUTDOWN_GRACE_MS', {
    parse: wholeNumber(0, 600_000),
    default: 8000,
    description: 'how long a stop waits for running calls, in milliseconds',
  }),
  logLevel: setting('LOG_LEVEL', {
    parse: oneOf(['debug', 'info', 'warn', 'error', 'silent']),
    default: 'info',
    description: 'the lowest level that is logged: `debug`, `info`, `warn` or `error`; `silent` logs nothing',
  }),
  logFormat: setting('LOG_FORMAT', {
    parse: oneOf(['text', 'json']),
    default: 'text',
    description: '`text` for people, `json` for machines',
  }),
  testApi: setting('TEST_API', {
    parse: bool,
    default: false,
    description: 'test control on the admin port (docs/testing.md): never in production',
  }),
};

type ValueOf<One> = One extends Setting<infer Value> ? Value : never;

/** Contains the values of all settings, as `loadConfig` returns them. */
export type Config = { readonly [Name in keyof typeof SETTINGS]: ValueOf<(typeof SETTINGS)[Name]> };

export const VARIABLES: readonly Variable[] = Object.values(SETTINGS).flatMap(({ variables }) => variables);

/** Lists every environment variable that is read. */
export const SETTING_NAMES: readonly string[] = VARIABLES.flatMap(({ name, also = [], secret }) =>
  secret === true ? [name, `${name}_FILE`, ...also] : [name, ...also],
);

import { RANGE_UNITS, type RangeUnit } from './contract/range-unit';
import { FORMAT_NAMES, type FormatName } from './formats';
import {
  checkNamespace,
  checkTimeZone,
  checkTrustProxy,
  type PublicUrl,
  parseDatabaseUrl,
  parsePublicUrl,
} from './settings/checks';
import { choice, type Env, flag, given, list, SettingError, text, wholeNumber } from './settings/values';

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;

/** Everything that can be set, read once from the environment. README, Settings, describes each. */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly adminHost: string;
  /** `undefined`: no admin port. */
  readonly adminPort: number | undefined;
  /** `undefined`: the embedded store in `dataDir`. */
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  /** What fills an empty store: `sample`, or paths of event files and folders; empty is nothing. */
  readonly seed: readonly string[];
  readonly readerPassword: string | undefined;
  /** Byte for byte as it stands in the WSDL and in every answer. */
  readonly serviceNamespace: string;
  /** IANA name. */
  readonly timeZone: string;
  readonly rangeUnit: RangeUnit;
  readonly listFormat: FormatName;
  readonly eventTextFormat: FormatName;
  readonly maxEvents: number;
  readonly publicUrls: readonly PublicUrl[];
  /** Addresses, CIDR blocks and Express's names (`loopback`, `linklocal`, `uniquelocal`). */
  readonly trustProxy: readonly string[];
  readonly errorDetail: 'short' | 'long';
  readonly strict: boolean;
  readonly maxRequestBytes: number;
  readonly queryTimeoutMs: number;
  readonly shutdownGraceMs: number;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  readonly logFormat: 'text' | 'json';
  readonly compression: boolean;
}

/**
 * Reads the configuration from environment variables.
 * @throws SettingError with one sentence for the first value that is not allowed
 */
export function loadConfig(env: Env): Config {
  const databaseUrl = parseDatabaseUrl(given(env, 'DATABASE_URL'));
  const host = text(env, 'HOST', '127.0.0.1');
  const port = wholeNumber(env, 'PORT', { min: 0, max: 65535, fallback: 8080 });
  const adminHost = text(env, 'ADMIN_HOST', '127.0.0.1');
  const adminPort = wholeNumber(env, 'ADMIN_PORT', { min: 0, max: 65535, fallback: undefined });
  if (adminPort === port && adminHost === host && port !== 0) {
    throw new SettingError(`ADMIN_PORT must be another port than PORT, not ${adminPort} too`);
  }
  const seed = list(env, 'SEED', databaseUrl === undefined ? ['sample'] : []);
  return {
    host,
    port,
    adminHost,
    adminPort,
    databaseUrl,
    dataDir: text(env, 'DATA_DIR', '.data'),
    seed: seed.filter((source) => source !== 'none'),
    readerPassword: given(env, 'READER_PASSWORD'),
    serviceNamespace: checkNamespace(text(env, 'SERVICE_NAMESPACE', 'http://tempuri.org/')),
    timeZone: checkTimeZone(text(env, 'TIME_ZONE', 'UTC')),
    rangeUnit: choice(env, 'RANGE_UNIT', RANGE_UNITS, 'unix-ms'),
    listFormat: choice(env, 'LIST_FORMAT', FORMAT_NAMES, 'json'),
    eventTextFormat: choice(env, 'EVENT_TEXT_FORMAT', FORMAT_NAMES, 'xml'),
    maxEvents: wholeNumber(env, 'MAX_EVENTS', { min: 1, max: 1_000_000, fallback: 10_000 }),
    publicUrls: list(env, 'PUBLIC_URL', []).map(parsePublicUrl),
    trustProxy: checkTrustProxy(list(env, 'TRUST_PROXY', [])),
    errorDetail: choice(env, 'ERROR_DETAIL', ['short', 'long'], 'short'),
    strict: flag(env, 'STRICT', false),
    maxRequestBytes: wholeNumber(env, 'MAX_REQUEST_BYTES', {
      min: 1024,
      max: 1_073_741_824,
      fallback: 4_194_304,
    }),
    queryTimeoutMs: wholeNumber(env, 'QUERY_TIMEOUT_MS', { min: 1, max: 600_000, fallback: 5000 }),
    shutdownGraceMs: wholeNumber(env, 'SHUTDOWN_GRACE_MS', { min: 0, max: 600_000, fallback: 8000 }),
    logLevel: choice(env, 'LOG_LEVEL', LOG_LEVELS, 'info'),
    logFormat: choice(env, 'LOG_FORMAT', ['text', 'json'], 'text'),
    compression: flag(env, 'COMPRESSION', false),
  };
}

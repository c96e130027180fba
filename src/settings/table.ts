import type { Config } from '../config';

/** Shown in the place of a secret. */
const MASK = '********';

/**
 * Every setting and the text of its effective value. What `events-query config` prints and what a misspelt name
 * is compared with; a test holds it against what `loadConfig` reads.
 */
export const SETTINGS = {
  HOST: (config) => config.host,
  PORT: (config) => config.port,
  ADMIN_HOST: (config) => config.adminHost,
  ADMIN_PORT: (config) => config.adminPort,
  DATABASE_URL: (config) => maskedUrl(config.databaseUrl),
  DATA_DIR: (config) => config.dataDir,
  SEED: (config) => (config.seed.length === 0 ? 'none' : config.seed),
  READER_PASSWORD: (config) => config.readerPassword && MASK,
  SERVICE_NAMESPACE: (config) => config.serviceNamespace,
  TIME_ZONE: (config) => config.timeZone,
  RANGE_UNIT: (config) => config.rangeUnit,
  LIST_FORMAT: (config) => config.listFormat,
  EVENT_TEXT_FORMAT: (config) => config.eventTextFormat,
  MAX_EVENTS: (config) => config.maxEvents,
  PUBLIC_URL: (config) => config.publicUrls.map(({ root }) => root),
  TRUST_PROXY: (config) => config.trustProxy,
  ERROR_DETAIL: (config) => config.errorDetail,
  STRICT: (config) => config.strict,
  MAX_REQUEST_BYTES: (config) => config.maxRequestBytes,
  QUERY_TIMEOUT_MS: (config) => config.queryTimeoutMs,
  SHUTDOWN_GRACE_MS: (config) => config.shutdownGraceMs,
  LOG_LEVEL: (config) => config.logLevel,
  LOG_FORMAT: (config) => config.logFormat,
  COMPRESSION: (config) => config.compression,
} satisfies Readonly<
  Record<string, (config: Config) => string | number | boolean | readonly string[] | undefined>
>;

export type SettingName = keyof typeof SETTINGS;

export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[];

/** `NAME=value` lines that a shell or an env file could take, secrets masked; what is not set is empty. */
export function effectiveSettings(config: Config): string {
  const line = (name: SettingName) => `${name}=${String(SETTINGS[name](config) ?? '')}\n`;
  return SETTING_NAMES.map(line).join('');
}

/** A connection string may carry a password as user information or as a parameter. */
function maskedUrl(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const url = new URL(value);
  if (url.password !== '') url.password = MASK;
  for (const name of [...url.searchParams.keys()]) {
    if (/pass/i.test(name)) url.searchParams.set(name, MASK);
  }
  return url.href;
}

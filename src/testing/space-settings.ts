/** What a space may have otherwise than the service: format, zone, unit, namespace, limits, strictness, detail. */
import type { Config } from '../config';
import { SETTINGS } from '../settings/table';
import { SettingError } from '../settings/values';
import { Problem } from './problem';

const OWN = {
  listFormat: SETTINGS.listFormat,
  eventJsonFormat: SETTINGS.eventJsonFormat,
  eventTextFormat: SETTINGS.eventTextFormat,
  timeZone: SETTINGS.timeZone,
  rangeUnit: SETTINGS.rangeUnit,
  serviceNamespace: SETTINGS.serviceNamespace,
  maxEvents: SETTINGS.maxEvents,
  maxRequestBytes: SETTINGS.maxRequestBytes,
  maxFormBytes: SETTINGS.maxFormBytes,
  maxUrlBytes: SETTINGS.maxUrlBytes,
  maxElementDepth: SETTINGS.maxElementDepth,
  maxElements: SETTINGS.maxElements,
  strict: SETTINGS.strict,
  errorDetail: SETTINGS.errorDetail,
};

/** By their environment variables. */
export const SPACE_SETTINGS: readonly string[] = Object.values(OWN).map(({ variables }) => variables[0].name);

/**
 * A configuration with some settings changed.
 * @param given values by the names of the environment variables, of `SPACE_SETTINGS` only
 * @throws Problem for a value that is not allowed
 */
export function withSettings(config: Config, given: Readonly<Record<string, unknown>>): Config {
  const changed = Object.entries(OWN).flatMap(([key, setting]) => {
    const name = setting.variables[0].name;
    if (!Object.hasOwn(given, name)) return [];
    const field = `/settings/${name}`;
    try {
      return [[key, setting.read({ [name]: String(given[name]) })] as const];
    } catch (error) {
      if (error instanceof SettingError) throw new Problem('wrong-value', `${error.message}.`, { field });
      throw error;
    }
  });
  return { ...config, ...Object.fromEntries(changed) };
}

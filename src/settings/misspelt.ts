import { nearest } from './nearest';
import { SETTING_NAMES } from './table';
import type { Env } from './values';

/**
 * One sentence for each variable that is no setting but looks like one: `TIMEZONE`, `time_zone`, `DATABASE_URI`,
 * `MAX_EVNETS`.
 */
export function misspellingWarnings(env: Env): readonly string[] {
  const known = new Set(SETTING_NAMES);
  return Object.keys(env)
    .filter((given) => !known.has(given))
    .flatMap((given) => {
      const meant = nearest(given, SETTING_NAMES);
      const isSet = meant === undefined || env[meant] !== undefined;
      return isSet ? [] : [`${given} is not a setting: did you mean ${meant}?`];
    });
}

import { suggest } from '../lib/suggest';
import type { Env } from './read-env';
import { SETTING_NAMES } from './table';

const KNOWN = new Set(SETTING_NAMES);
/** libpq's are no names of ours: DATABASE is not a misspelt PGDATABASE. */
const OWN = SETTING_NAMES.filter((name) => !name.startsWith('PG'));

/**
 * One sentence for each variable that is no setting but looks like one: `TIMEZONE`, `time_zone`, `DATABASE_URI`,
 * `MAX_EVNETS`, `TIME_ZONE_FILE`.
 */
export function misspellingWarnings(env: Env): readonly string[] {
  return Object.keys(env).flatMap((given) => {
    if (KNOWN.has(given)) return [];
    // With the ending every name would look longer, and so forgive more slips, than it does alone.
    const [, stem, ending = ''] = /^(.+?)(_FILE)?$/i.exec(given) ?? [];
    const meant = suggest(given, OWN) ?? suggest(stem ?? '', OWN);
    if (meant === undefined || env[meant] !== undefined) return [];
    const asFile = `${meant}_FILE`;
    if (ending === '' || meant.endsWith('_FILE'))
      return [`${given} is not a setting: did you mean ${meant}?`];
    return KNOWN.has(asFile)
      ? [`${given} is not a setting: did you mean ${asFile}?`]
      : [`${given} is not a setting: ${meant} is not read from a file, so set ${meant} itself.`];
  });
}

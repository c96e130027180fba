import { SETTING_NAMES, type SettingName } from './table';
import type { Env } from './values';

export interface Misspelling {
  readonly given: string;
  readonly meant: SettingName;
}

/** One sentence for each variable that is no setting but looks like one. */
export function misspellingWarnings(env: Env): readonly string[] {
  return misspeltSettings(env).map(({ given, meant }) => `${given} is not a setting: did you mean ${meant}?`);
}

/** The variables that are no setting but look like one: `TIMEZONE`, `time_zone`, `DATABASE_URI`, `MAX_EVNETS`. */
export function misspeltSettings(env: Env): readonly Misspelling[] {
  const known: ReadonlySet<string> = new Set(SETTING_NAMES);
  return Object.keys(env)
    .filter((given) => !known.has(given))
    .flatMap((given) => {
      const meant = SETTING_NAMES.find((name) => looksLike(given, name));
      return meant === undefined || env[meant] !== undefined ? [] : [{ given, meant }];
    });
}

function looksLike(given: string, name: string): boolean {
  const bare = (text: string) => text.replace(/[_.-]/g, '').toUpperCase();
  if (bare(given) === bare(name)) return true;
  // One slip in a short name makes another word (PORT, POST): only long names are forgiven any.
  const slips = name.length >= 10 ? 2 : name.length >= 8 ? 1 : 0;
  return Math.abs(given.length - name.length) <= slips && editDistance(given.toUpperCase(), name) <= slips;
}

/** How many characters must be put in, left out, changed or swapped with their neighbour (optimal string alignment). */
function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      const best = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + change);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(swapped ? Math.min(best, at(i - 2, j - 2) + 1) : best);
    }
  }
  return at(a.length, b.length);
}

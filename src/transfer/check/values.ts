/** Checks texts and extra fields. Each function returns the problem, which the caller reports. */

import { type ExtraFields, MAX_EXTRA_FIELDS } from '../../formats/event-fields';
import { NOT_XML } from '../../lib/text/markup';
import { quoted } from '../../lib/text/messages';

/**
 * Matches a character that XML 1.0 does not allow. With the flag `u`, only a surrogate without its other half matches.
 */
const FORBIDDEN = new RegExp(`[${NOT_XML}\\ud800-\\udfff]`, 'u');

const SCHEMES = ['http', 'https', 'mailto'];

/** Returns the first character that XML 1.0 does not allow, such as `U+0001`, or `undefined` if all are allowed. */
export function characterOutsideXml(text: string): string | undefined {
  const code = FORBIDDEN.exec(text)?.[0].codePointAt(0);
  return code === undefined ? undefined : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/**
 * Returns true for a URL that a page may link to: a relative URL, or a URL with http, https or mailto. Line feeds and
 * tabs are refused, because browsers remove them, so that `java\nscript:` becomes `javascript:`. Browsers also remove
 * spaces at the beginning.
 * @param url a text in which each line end is a line feed, and without characters that XML does not allow
 */
export function isSafeAddress(url: string): boolean {
  if (/[\t\n]/.test(url)) return false;
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url.trimStart())?.[1];
  return scheme === undefined || SCHEMES.includes(scheme.toLowerCase());
}

/** The database has the same limit as a constraint (migration 0002). */
export const MAX_EXTRA_BYTES = 65_536;
const MAX_DEPTH = 64;

/**
 * Returns the reason why extra fields can't be stored, or `undefined` if they can. There may be too many, they may be
 * too large, or a text may have a character that XML does not allow.
 */
export function extraProblem(extra: ExtraFields): string | undefined {
  const names = Object.keys(extra);
  if (names.length > MAX_EXTRA_FIELDS)
    return `must have at most ${MAX_EXTRA_FIELDS} extra fields, not ${names.length}`;
  for (const name of names) {
    const problem = valueProblem(name, 0) ?? valueProblem(extra[name], 0);
    if (problem !== undefined) return `must have an extra field ${quoted(name, 40)} ${problem}`;
  }
  const bytes = bytesOf(extra);
  return bytes > MAX_EXTRA_BYTES
    ? `must have at most ${MAX_EXTRA_BYTES} bytes of extra fields, as JSON, not ${bytes}`
    : undefined;
}

function valueProblem(value: unknown, depth: number): string | undefined {
  if (typeof value === 'string') {
    const character = characterOutsideXml(value);
    return character === undefined ? undefined : `that XML 1.0 can carry, without ${character}`;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth === MAX_DEPTH) return `that is nested at most ${MAX_DEPTH} levels deep`;
  for (const [name, member] of Object.entries(value)) {
    const problem = valueProblem(name, depth) ?? valueProblem(member, depth + 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Postgres writes numbers without exponents: JavaScript's `1.5e-7` is `0.00000015` there. */
const NUMERIC = new Intl.NumberFormat('en', {
  useGrouping: false,
  maximumSignificantDigits: 21,
  signDisplay: 'negative',
});

/** Returns the length of a jsonb value as text in Postgres, which has a space after commas and colons. */
function bytesOf(value: unknown): number {
  if (typeof value === 'number') return NUMERIC.format(value).length;
  if (typeof value !== 'object' || value === null) return Buffer.byteLength(JSON.stringify(value));
  const members = Object.entries(value);
  const sizes = members.map(
    ([name, member]) =>
      (Array.isArray(value) ? 0 : Buffer.byteLength(JSON.stringify(name)) + 2) + bytesOf(member) + 2,
  );
  return sizes.reduce((sum, size) => sum + size, members.length === 0 ? 2 : 0);
}

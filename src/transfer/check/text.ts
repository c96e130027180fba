/** Checks of texts. Each answers what is wrong, for the caller to report. */
import { NOT_XML } from '../../lib/text/markup';

const FORBIDDEN = new RegExp(`[${NOT_XML}]`);

const SCHEMES = ['http', 'https', 'mailto'];

export function withLfLineEnds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** The first character that XML 1.0 can't carry, as `U+0001`. */
export function characterOutsideXml(text: string): string | undefined {
  const control = FORBIDDEN.exec(text);
  if (control !== null) return codePoint(control[0]);
  if (text.isWellFormed()) return undefined;
  const surrogate = /[\uD800-\uDFFF]/u.exec(text);
  return surrogate === null ? undefined : codePoint(surrogate[0]);
}

/**
 * True for an address that a page may link to: relative, or http, https, mailto. Line ends and tabs are refused:
 * browsers drop them, so that `java\nscript:` is `javascript:`, as they drop blanks and controls before it.
 */
export function isSafeAddress(url: string): boolean {
  if (/[\t\n]/.test(url)) return false;
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url.trimStart())?.[1];
  return scheme === undefined || SCHEMES.includes(scheme.toLowerCase());
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

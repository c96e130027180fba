/** Escapes markup for the wire, the pages, the formats and the checks of imports. */

/** Maps the five special characters of markup to references that HTML and XML both know. */
export const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Lists the characters that XML 1.0 does not allow (2.2 Char), except lone surrogates, for a character class of a
 * regular expression.
 */
export const NOT_XML = '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\ufffe\\uffff';

/** Escapes a text for use between tags and in quoted attributes. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const CHARACTER = new RegExp(`^[^${NOT_XML}\\ud800-\\udfff]$`, 'u');
const LAST_CODE_POINT = 0x10ffff;

/** Reverses `escapeMarkup`. A reference to a character that XML does not allow is left unchanged. */
export function unescapeMarkup(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos));/g,
    (reference, decimal?: string, hexadecimal?: string, name = '') => {
      if (decimal !== undefined) return characterOf(Number(decimal)) ?? reference;
      if (hexadecimal !== undefined) return characterOf(Number.parseInt(hexadecimal, 16)) ?? reference;
      return NAMED[name] ?? reference;
    },
  );
}

function characterOf(code: number): string | undefined {
  const character = code <= LAST_CODE_POINT ? String.fromCodePoint(code) : '';
  return CHARACTER.test(character) ? character : undefined;
}

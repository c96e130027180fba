/** Escapes markup for the wire, the pages, the formats and the checks of imports. */

/** Maps the five characters that mean something in markup to references, as HTML and XML both write them. */
export const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Lists the characters that XML 1.0 can't carry (2.2 Char), except lone surrogates, for a class of a regular
 * expression.
 */
export const NOT_XML = '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\ufffe\\uffff';

/** Escapes a text so that it may stand between tags and in a quoted attribute. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const CHARACTER = new RegExp(`^[^${NOT_XML}\\ud800-\\udfff]$`, 'u');
const LAST_CODE_POINT = 0x10ffff;

/** Reads what `escapeMarkup` wrote. A reference that names no character of XML stays. */
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

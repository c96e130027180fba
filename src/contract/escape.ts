/**
 * Escapes like XmlTextWriter for XML text and attributes, and like WebUtility.HtmlEncode for HTML (contract 4.2, 5.2).
 */
import { ENTITIES, NOT_XML } from '../lib/text/markup';

const FORBIDDEN = new RegExp(`[${NOT_XML}]`);
const EACH_FORBIDDEN = new RegExp(FORBIDDEN, 'g');

/**
 * Escapes text content. Characters that XML 1.0 does not allow become U+FFFD, so that the answer is always well-formed
 * (a deliberate difference from contract 4.2). An unpaired surrogate becomes U+FFFD when it is encoded. CR, LF and TAB
 * are not changed.
 */
export function escapeXmlText(text: string): string {
  let escaped = FORBIDDEN.test(text) ? text.replace(EACH_FORBIDDEN, '\ufffd') : text;
  // Most texts contain none of the three characters, and a search is several times faster than a replacement.
  if (escaped.includes('&')) escaped = escaped.replaceAll('&', '&amp;');
  if (escaped.includes('<')) escaped = escaped.replaceAll('<', '&lt;');
  if (escaped.includes('>')) escaped = escaped.replaceAll('>', '&gt;');
  return escaped;
}

/** Escapes an attribute's value between double quotes. */
export function escapeXmlAttribute(value: string): string {
  return escapeXmlText(value).replace(/"/g, '&quot;');
}

/**
 * Escapes like WebUtility.HtmlEncode, which writes U+00A0 to U+00FF and characters outside the BMP as numeric
 * references (contract 5.2).
 */
export function htmlEncode(text: string): string {
  return text.replace(/[&<>"'\u00a0-\u00ff]|[\ud800-\udbff][\udc00-\udfff]/g, (character) => {
    return ENTITIES[character] ?? `&#${character.codePointAt(0)};`;
  });
}

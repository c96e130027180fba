/**
 * Escapers of the wire: XML text and attributes as XmlTextWriter, HTML as WebUtility.HtmlEncode (contract 4.2, 5.2).
 */
import { mayHoldControls } from '../text/controls';
import { ENTITIES, NOT_XML } from '../text/markup';
import { escapeMarkupBytes } from './escape-bytes';

const XML_TEXT = new RegExp(`[&<>\\ud800-\\udfff${NOT_XML}]`);
const UNSOUND = new RegExp(`[\\ud800-\\udfff${NOT_XML}]`);
const FORBIDDEN = new RegExp(`[${NOT_XML}]`, 'g');

/**
 * Text content. Characters that XML 1.0 can't carry become U+FFFD, so that the answer is always well-formed
 * (a deliberate difference from contract 4.2); CR, LF and TAB stay as they are.
 */
export function escapeXmlText(text: string): string {
  if (!XML_TEXT.test(text)) return text;
  return escapeThree(UNSOUND.test(text) ? text.toWellFormed().replace(FORBIDDEN, '\ufffd') : text);
}

/** A long text, escaped as `escapeXmlText` does it, as UTF-8. */
export function encodeXmlText(text: string): Buffer {
  const bytes = Buffer.from(text);
  // What a half of a surrogate pair becomes in UTF-8 is U+FFFD too.
  const isSound = !mayHoldControls(bytes) && !text.includes('\ufffe') && !text.includes('\uffff');
  if (!isSound) return Buffer.from(escapeXmlText(text));
  const hasMarkup = text.includes('&') || text.includes('<') || text.includes('>');
  return hasMarkup ? escapeMarkupBytes(bytes) : bytes;
}

/** Text content needs no more than these: quotation marks stay. */
function escapeThree(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/** An attribute's value between double quotes. */
export function escapeXmlAttribute(value: string): string {
  return escapeXmlText(value).replace(/"/g, '&quot;');
}

/** WebUtility.HtmlEncode: U+00A0 to U+00FF and characters outside the BMP as numbers (contract 5.2). */
export function htmlEncode(text: string): string {
  return text.toWellFormed().replace(/[&<>"'\u00a0-\u00ff]|[\ud800-\udbff][\udc00-\udfff]/g, (character) => {
    return ENTITIES[character] ?? `&#${character.codePointAt(0)};`;
  });
}

/** Writes text in XML, and marks the places of placeholders in XML while it is parsed. */
import { ENTITIES, NOT_XML } from '../lib/text/markup';
import type { FormatDocument } from './document';
import { type Element, parseXml } from './xml-tree';

// The text is parsed with stand-ins for placeholders: each is a number between two private-use characters.
export const STAND_IN = /\ue000(\d+)\ue001/;
export const STAND_INS = /\ue000(\d+)\ue001/g;
export const standIn = (index: number) => `\ue000${index}\ue001`;

/** Parses XML with stand-ins. @returns the tree, or a sentence's part that says what is wrong with the text */
export function parseTemplate(text: string): readonly Element[] | string {
  const roots = parseXml(text);
  return typeof roots === 'string' ? `${roots.replace(/[\ue000\ue001]/g, '')}.` : roots;
}

const REFERENCES: Readonly<Record<string, string>> = { ...ENTITIES, '\r': '&#xD;', '\n': '&#xA;' };
const reference = (character: string) => REFERENCES[character] ?? character;

const UNSOUND = new RegExp(`[${NOT_XML}]`, 'g');
const IN_TEXT = new RegExp(`[&<>\\ud800-\\udfff${NOT_XML}]`);
const IN_ATTRIBUTE = new RegExp(`[&<>"'\\r\\n\\ud800-\\udfff${NOT_XML}]`);

/** Escapes text between tags, as .NET's XmlTextWriter does it: line ends stay. */
export function escapeText(text: string): string {
  return IN_TEXT.test(text) ? wellFormed(text).replace(/[&<>]/g, reference) : text;
}

/**
 * Escapes the value of an attribute, as .NET's XmlTextWriter does it: tabs stay, and so does the quote that does not end
 * the value.
 */
export function escapeAttribute(text: string, quote: string): string {
  if (!IN_ATTRIBUTE.test(text)) return text;
  return wellFormed(text).replace(/[&<>"'\r\n]/g, (one) =>
    /["']/.test(one) && one !== quote ? one : reference(one),
  );
}

/** Characters that XML does not allow become U+FFFD. */
function wellFormed(text: string): string {
  return text.toWellFormed().replace(UNSOUND, '\ufffd');
}

/** Reads how the tag of an empty element ends: ` />` or `/>`. Without the member these elements have end tags. */
export function emptyEnding(file: FormatDocument): string | undefined {
  return file.value('emptyElement', '" />" or "/>"', (text) => /^ ?\/>$/.test(text));
}

/** Returns a function that rewrites all empty elements to an ending. */
export function emptyElements(ending: string | undefined): (xml: string) => string {
  if (ending === undefined) return (xml) => xml;
  return (xml) => xml.replace(/<([^\s<>/!?]+)([^<>]*)><\/\1>/g, `<$1$2${ending}`);
}

/** Writes text in XML, and marks the places of placeholders in XML while it is parsed. */
import { ENTITIES, NOT_XML } from '../lib/text/markup';
import type { FormatDocument } from './document';
import { MAX_DEPTH, parseXml, type XmlTree } from './xml-tree';

// The text is parsed with stand-ins for placeholders: each is a number between two private-use characters.
export const STAND_IN = /\ue000(\d+)\ue001/;
export const STAND_INS = /\ue000(\d+)\ue001/g;
export const standIn = (index: number) => `\ue000${index}\ue001`;

/** Parses XML with stand-ins. @returns the tree, or a sentence's part that says what is wrong with the text */
export function parseTemplate(text: string): XmlTree | string {
  const tree = parseXml(text);
  if (typeof tree === 'string') return `is not well-formed XML: ${tree.replace(/[\ue000\ue001]/g, '')}.`;
  return tree.depth > MAX_DEPTH ? `is nested deeper than ${MAX_DEPTH} levels.` : tree;
}

const REFERENCES: Readonly<Record<string, string>> = {
  ...ENTITIES,
  '\r': '&#13;',
  '\n': '&#10;',
  '\t': '&#9;',
};
const reference = (character: string) => REFERENCES[character] ?? character;

const UNSOUND = new RegExp(`[${NOT_XML}]`, 'g');
const IN_TEXT = new RegExp(`[&<>\\r\\ud800-\\udfff${NOT_XML}]`);
const IN_ATTRIBUTE = new RegExp(`[&<>"'\\r\\n\\t\\ud800-\\udfff${NOT_XML}]`);

/** Escapes text between tags. A carriage return is escaped, because a parser would turn it into a line feed. */
export function escapeText(text: string): string {
  return IN_TEXT.test(text) ? wellFormed(text).replace(/[&<>\r]/g, reference) : text;
}

/**
 * Escapes the value of an attribute. Line ends and tabs are escaped, because a parser would turn them into spaces.
 */
export function escapeAttribute(text: string): string {
  return IN_ATTRIBUTE.test(text) ? wellFormed(text).replace(/[&<>"'\r\n\t]/g, reference) : text;
}

/** Characters that XML does not allow become U+FFFD. */
function wellFormed(text: string): string {
  return text.toWellFormed().replace(UNSOUND, '\ufffd');
}

/**
 * Reads how the tag of an empty element ends: ` />` or `/>`.
 * @returns a function that rewrites all empty elements to this form; without the member they keep their end tags
 */
export function emptyElements(file: FormatDocument): (xml: string) => string {
  const ending = file.value('emptyElement', '" />" or "/>"', (text) => /^ ?\/>$/.test(text));
  if (ending === undefined) return (xml) => xml;
  return (xml) => xml.replace(/<([^\s<>/!?]+)([^<>]*)><\/\1>/g, `<$1$2${ending}`);
}

/** Writes text in XML, and marks the places of placeholders in XML while it is parsed. */
import { ENTITIES, NOT_XML, unescapeMarkup } from '../lib/text/markup';
import type { FormatDocument } from './document';
import { type Element, parseXml, SPECIAL_MARKUP } from './xml-tree';

// The text is parsed with stand-ins for placeholders: each is a number between two private-use characters.
export const STAND_IN = /\ue000(\d+)\ue001/;
export const STAND_INS = /\ue000(\d+)\ue001/g;
export const standIn = (index: number) => `\ue000${index}\ue001`;

/** Parses XML with stand-ins. @returns the tree, or the end of a sentence that says what is wrong with the text */
export function parseTemplate(text: string): readonly Element[] | string {
  const roots = parseXml(text);
  return typeof roots === 'string' ? `${roots.replace(/[\ue000\ue001]/g, '')}.` : roots;
}

/** Escapes the text between tags, or with `quote` the value of an attribute. */
export type EscapeText = (text: string, quote?: string) => string;

const REFERENCES: Readonly<Record<string, string>> = { ...ENTITIES, '\r': '&#xD;', '\n': '&#xA;' };
const reference = (character: string) => REFERENCES[character] ?? character;

const UNSOUND = new RegExp(`[${NOT_XML}]`, 'g');
const IN_TEXT = new RegExp(`[&<>\\ud800-\\udfff${NOT_XML}]`);
const IN_ATTRIBUTE = new RegExp(`[&<>"'\\r\\n\\ud800-\\udfff${NOT_XML}]`);

/**
 * Escapes as .NET's XmlTextWriter does: line ends only in an attribute, tabs never, and of the quotation marks only
 * `quote`.
 */
export const escapeLikeXmlTextWriter: EscapeText = (text, quote) => {
  if (!(quote === undefined ? IN_TEXT : IN_ATTRIBUTE).test(text)) return text;
  if (quote === undefined) return wellFormed(text).replace(/[&<>]/g, reference);
  return wellFormed(text).replace(/[&<>"'\r\n]/g, (one) =>
    /["']/.test(one) && one !== quote ? one : reference(one),
  );
};

const REFERENCE = /&(?:#\d+|#x[\da-f]+|[a-z]+);/gi;

/** Returns each reference in XML with the character that it stands for. */
export function referencesIn(xml: string): readonly (readonly [character: string, reference: string])[] {
  return [...new Set(xml.match(REFERENCE))].map((one) => [unescapeMarkup(one), one]);
}

/** Returns the function that escapes values. It uses the references that `escape` lists, or those of XmlTextWriter. */
export function xmlEscaper(file: FormatDocument): EscapeText {
  const isKnown = (text: string) =>
    text.replace(REFERENCE, '') === '' &&
    referencesIn(text).every(([{ length }, one]) => length < one.length);
  const listed = file.value('escape', 'references such as "&amp;&lt;&gt;&quot;&apos;"', isKnown);
  if (listed === undefined) return escapeLikeXmlTextWriter;
  const references = new Map(referencesIn(listed));
  return (text, quote) =>
    Array.from(wellFormed(text), (one) => references.get(one) ?? (one === quote ? reference(one) : one)).join(
      '',
    );
}

/** Escapes text in a CDATA section as XmlWriter does: a `]]>` is split between two sections. */
export function escapeCdata(text: string): string {
  return wellFormed(text).replaceAll(']]>', ']]]]><![CDATA[>');
}

/** Replaces characters that XML does not allow with U+FFFD. */
function wellFormed(text: string): string {
  return text.toWellFormed().replace(UNSOUND, '\ufffd');
}

/**
 * Returns a function that gives all empty elements this ending. It skips CDATA, where a value may look like an empty
 * element.
 */
export function emptyElements(ending: string | undefined): (xml: string) => string {
  if (ending === undefined) return (xml) => xml;
  const shortened = (xml: string) => xml.replace(/<([^\s<>/!?]+)([^<>]*)><\/\1>/g, `<$1$2${ending}`);
  return (xml) =>
    xml
      .split(SPECIAL_MARKUP)
      .map((part, index) => (index % 2 === 0 ? shortened(part) : part))
      .join('');
}

import { ENTITIES, NOT_XML } from '../lib/text/markup';
import { type FormatDocument, quotedText } from './document';
import { parseText } from './leaf';
import { COUNT, EVENTS } from './wrapper';
import { elementsOf, parseXml, type XmlTree } from './xml-tree';

// The text is parsed with stand-ins for placeholders: each is a number between two private-use characters.
export const STAND_IN = /\ue000(\d+)\ue001/;
export const STAND_INS = /\ue000(\d+)\ue001/g;
export const standIn = (index: number) => `\ue000${index}\ue001`;
export const withoutStandIns = (text: string) => text.replace(/[\ue000\ue001]/g, '');

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
 * Reads the text around the events, or around a single event.
 * @returns the text with `EVENTS` and `COUNT` in the places of the placeholders
 */
export function xmlWrapper(file: FormatDocument, key: 'list' | 'single'): string | undefined {
  const { problems } = file;
  const text = file.value(key);
  if (text === undefined) return undefined;
  const inside = key === 'list' ? 'events' : 'event';
  const parts = parseText(text);
  if (typeof parts === 'string') {
    problems.add(key, `is ${quotedText(text)}, which ${parts}.`);
    return undefined;
  }
  const bodies = parts.flatMap((part) => (typeof part === 'string' ? [] : [part.body]));
  const other = bodies.find((body) => body !== inside && !(key === 'list' && body === 'count'));
  const allowed =
    key === 'list'
      ? 'placeholders allowed there are {events} and {count}'
      : 'placeholder allowed there is {event}';
  if (other !== undefined) {
    problems.add(key, `contains ${quotedText(`{${other}}`)}: the only ${allowed}.`);
    return undefined;
  }
  const times = bodies.filter((body) => body === inside).length;
  if (times !== 1) {
    problems.add(key, `must contain {${inside}} exactly once, not ${times} times.`);
    return undefined;
  }
  const source = parts.map((part) =>
    typeof part === 'string' ? part : standIn(part.body === inside ? 0 : 1),
  );
  const tree = parseXml(source.join(''));
  const isOutside = ({ roots, aside }: XmlTree) =>
    [aside, ...[...elementsOf(roots)].flatMap(({ attributes }) => Object.values(attributes))].some((text) =>
      text.includes(standIn(0)),
    );
  if (typeof tree === 'string') problems.add(key, `is not well-formed XML: ${withoutStandIns(tree)}.`);
  else if (isOutside(tree)) problems.add(key, `must contain {${inside}} between elements.`);
  else if (STAND_IN.test(tree.aside))
    problems.add(key, 'has {count} in a comment, a CDATA section or an instruction.');
  return source.join('').replace(standIn(0), EVENTS).replaceAll(standIn(1), COUNT);
}

/** Reads the answer for no event, a text without placeholders. */
export function noneText(file: FormatDocument): string | undefined {
  const { problems } = file;
  const text = file.value('none');
  if (text === undefined) return undefined;
  const parts = parseText(text);
  if (typeof parts === 'string') problems.add('none', `is ${quotedText(text)}, which ${parts}.`);
  else if (parts.some((part) => typeof part !== 'string')) {
    problems.add('none', 'contains a placeholder, but there is no event that it could show.');
  } else return parts.join('');
  return '';
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

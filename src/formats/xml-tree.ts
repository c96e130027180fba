import { SaxesParser } from 'saxes';
import { unescapeMarkup } from '../lib/text/markup';

export interface Element {
  /** This is the parsed text, to which all offsets refer. */
  readonly source: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  /** This is the text between the tags without the text of its children. It keeps CR, which a parser would change. */
  text: string;
  readonly start: number;
  /** The content begins at this offset, after the start tag. */
  readonly contentStart: number;
  /** The content ends at this offset, before the end tag. */
  contentEnd: number;
  end: number;
  /** Only an element without an end tag has this. It is the end of the tag: `/>` or ` />`. */
  readonly emptyEnding: string | undefined;
}

/** XML with deeper nesting is refused, because functions on the tree recurse. Real answers nest only a few levels. */
export const MAX_ANSWER_DEPTH = 200;

/**
 * Parses XML that may have more than one root element.
 * @returns the root elements, or why there are none: `is not well-formed XML: …`
 */
export function parseXml(text: string): readonly Element[] | string {
  // A fragment can't contain a declaration or a document type. Spaces replace everything before the root element, so
  // that offsets stay the same.
  const fragment = text.replace(PROLOG, (prolog) => ' '.repeat(prolog.length));
  const roots: Element[] = [];
  const open: Element[] = [];
  const parser = new SaxesParser<{ xmlns: false; fragment: true }>({ xmlns: false, fragment: true });
  let textFrom = 0;
  const addText = (to: number) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += textIn(text.slice(textFrom, to));
    textFrom = parser.position;
  };
  parser.on('error', ({ message }) => {
    // The parser would otherwise continue and report an error for each character.
    // The line and column are removed, because they count stand-ins instead of placeholders.
    throw new Unreadable(`is not well-formed XML: ${message.replace(/^\d+:\d+: |\.$/g, '')}`);
  });
  parser.on('opentag', ({ name, attributes, isSelfClosing }) => {
    const contentStart = parser.position;
    const start = fragment.lastIndexOf('<', contentStart - 1);
    const tag = fragment.slice(start, contentStart);
    const emptyEnding = isSelfClosing ? /\s?\/>$/.exec(tag)?.[0] : undefined;
    for (const { name, source } of attributesIn(tag)) attributes[name] = unescapeMarkup(source);
    addText(start);
    const element: Element = {
      source: text,
      name,
      attributes,
      children: [],
      text: '',
      start,
      contentStart,
      contentEnd: contentStart,
      end: contentStart,
      emptyEnding,
    };
    (open.at(-1)?.children ?? roots).push(element);
    open.push(element);
    if (open.length > MAX_ANSWER_DEPTH)
      throw new Unreadable(`is nested deeper than ${MAX_ANSWER_DEPTH} levels`);
  });
  parser.on('closetag', () => {
    const element = open.at(-1);
    if (element === undefined) return;
    if (element.emptyEnding === undefined)
      element.contentEnd = fragment.lastIndexOf('</', parser.position - 1);
    addText(element.contentEnd);
    element.end = parser.position;
    open.pop();
  });
  try {
    parser.write(fragment).close();
  } catch (error) {
    if (error instanceof Unreadable) return error.message;
    throw error;
  }
  return roots;
}

/** Matches the declaration, comments and instructions at the beginning, and a document type after them. */
const PROLOG = /^\s*(?:(?:<\?[\s\S]*?\?>|<!--[\s\S]*?-->)\s*)*(?:<!DOCTYPE\s[^>[]*(?:\[[^\]]*\]\s*)?>)?/;

/** Unescapes the text between two tags. */
function textIn(source: string): string {
  // Most texts contain neither character. Without this check parsing would take one and a half times as long.
  if (!/[&<]/.test(source)) return source;
  return source
    .split(SPECIAL_MARKUP)
    .map((part, index) => (index % 2 === 0 ? unescapeMarkup(part) : part.replace(NO_TEXT, '')))
    .join('');
}

/** Matches CDATA sections, comments and instructions. */
export const SPECIAL_MARKUP = /(<!\[CDATA\[[\s\S]*?\]\]>|<!--[\s\S]*?-->|<\?[\s\S]*?\?>)/g;

/** Matches a CDATA section. It has no `g` flag, which would make `test` depend on the call before. */
export const CDATA = /(<!\[CDATA\[[\s\S]*?\]\]>)/;

/** Matches the delimiters of a CDATA section, and whole comments and instructions. */
const NO_TEXT = /^<!\[CDATA\[|\]\]>$|^<[\s\S]*>$/g;

/** Represents an attribute. Its offsets are offsets in the tag. */
interface Attribute {
  readonly name: string;
  /** This is the value as it is written: its references are not resolved. */
  readonly source: string;
  readonly quote: string;
  /** The white space before its name begins at this offset. */
  readonly spaceStart: number;
  readonly start: number;
  readonly end: number;
}

/** Returns the attributes in the start tag of an element. */
export function attributesOf({ source, start, contentStart }: Element): readonly Attribute[] {
  return attributesIn(source.slice(start, contentStart));
}

function attributesIn(tag: string): readonly Attribute[] {
  if (!tag.includes('=')) return [];
  return Array.from(tag.matchAll(ATTRIBUTE), (match) => {
    const [whole, space = '', name = '', quote = '', source = ''] = match;
    const { index: spaceStart } = match;
    const [start, end] = [spaceStart + space.length, spaceStart + whole.length];
    return { name, source, quote, spaceStart, start, end };
  });
}

// A match begins only at the first of several spaces. If it could begin at each space, it would take quadratic time.
const ATTRIBUTE = /(?<!\s)(\s+)([^\s=<]+)\s*=\s*(["'])(.*?)\3/gs;

/** Ends the parser at the first error. */
class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

/** Returns every element in the order of the text; an element precedes its children. */
export function elementsOf(roots: readonly Element[]): readonly Element[] {
  return roots.flatMap((element) => [element, ...elementsOf(element.children)]);
}

/** Returns the outermost elements of a name in the order of the text. */
export function outermost(roots: readonly Element[], name: string): readonly Element[] {
  return roots.flatMap((element) => {
    if (isNotData(element.name)) return [];
    return decodedName(element.name) === name ? [element] : outermost(element.children, name);
  });
}

/** Returns the text of an element. White space between its children is indentation, and is removed. */
export function textOf({ text, children }: Pick<Element, 'text' | 'children'>): string {
  return children.length === 0 ? text : text.trim();
}

/**
 * Returns the line end and the indentation before a tag that begins a line, or an empty text for any other tag. The
 * line before must end with a tag or a stand-in, because white space after other text belongs to this text.
 */
export function indentBefore(text: string, at: number): string {
  let from = at;
  while (/\s/.test(text[from - 1] ?? '')) from--;
  const blanks = text.slice(from, at);
  return /[>\ue001]/.test(text[from - 1] ?? '') && blanks.includes('\n') ? blanks : '';
}

/**
 * Decodes a name that `XmlConvert.EncodeLocalName` has encoded, as in `Full_x0020_Day`. Names must be decoded before
 * they are compared.
 */
export function decodedName(name: string): string {
  if (!name.includes('_x')) return name;
  return name.replace(/_x([0-9a-f]{4}|[0-9a-f]{8})_/gi, (written, code: string) => {
    const point = Number.parseInt(code, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : written;
  });
}

/** Returns true for a schema, and for the old rows in a DiffGram. They contain neither events nor values. */
export function isNotData(name: string): boolean {
  return /^(?:xsd?:schema|diffgr:(?:before|errors))$/.test(name);
}

/** Returns true for namespaces and for attributes of .NET and OData that describe types or rows, not the event. */
export function isMetadata(attribute: string): boolean {
  return /^(?:xmlns(?::|$)|xsi:|m:(?:type|null|etag)$|diffgr:|msdata:|\w+:nil$)/.test(attribute);
}

/** Returns true for an element that is nil (XML Schema 1.0 part 1, 2.6.2). */
export function isNil({ attributes }: Pick<Element, 'attributes'>): boolean {
  return Object.entries(attributes).some(
    ([name, value]) => /^\w+:nil$/.test(name) && /^\s*(?:true|1)\s*$/.test(value),
  );
}

/**
 * Returns the result in a `<string>` or a SOAP Envelope: the text of the only element that has no others in it. Any
 * other text is returned unchanged, such as an event whose attributes have values and whose text begins with a quote.
 */
export function unwrap(text: string): string {
  // White space is kept, because it may be the first cells of CSV.
  if (!/^\s*</.test(text)) return text;
  const roots = parseXml(text);
  if (typeof roots === 'string') return text;
  const [end, ...others] = elementsOf(roots).filter(({ children }) => children.length === 0);
  if (end === undefined || others.length > 0 || !Object.keys(end.attributes).every(isMetadata)) return text;
  const inner = end.text.trim();
  return /^[<[{"]|^null$|^BEGIN:VCALENDAR/.test(inner) ? inner : text;
}

import { SaxesParser } from 'saxes';

/** Represents an element. */
export interface Element {
  /** This is the text that was parsed. The offsets count its characters. */
  readonly source: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  /** This is the text between its tags, without its children's. */
  text: string;
  readonly from: number;
  /** Its content begins here, after the start tag. */
  readonly opened: number;
  to: number;
  /** The tag ends here if there is no end tag: `/>`, or ` />`. */
  readonly shut?: string;
}

/** Answers nest a few levels, and the functions that look into their elements recurse. */
export const MAX_DEPTH = 200;

export interface XmlTree {
  readonly roots: readonly Element[];
  /** This is the text of comments, CDATA sections and processing instructions. */
  readonly aside: string;
  /** So many elements are inside each other. */
  readonly depth: number;
}

/**
 * Parses elements one after the other, with or without one around them all.
 * @returns what is wrong with the text where it is not well-formed
 */
export function parseXml(text: string): XmlTree | string {
  // A declaration and a document type are no part of a fragment: blanks of their length keep the offsets.
  const fragment = text.replace(PROLOG, (prolog) => ' '.repeat(prolog.length));
  const roots: Element[] = [];
  const open: Element[] = [];
  let aside = '';
  let depth = 0;
  const parser = new SaxesParser<{ xmlns: false; fragment: true }>({ xmlns: false, fragment: true });
  const toAside = (given: string) => {
    aside += given;
  };
  parser.on('error', ({ message }) => {
    // The parser would go on, and complain of each character of what is no XML.
    throw new NotWellFormed(message);
  });
  parser.on('opentag', ({ name, attributes, isSelfClosing }) => {
    const opened = parser.position;
    const from = fragment.lastIndexOf('<', opened - 1);
    const shut = isSelfClosing ? /\s?\/>$/.exec(fragment.slice(from, opened))?.[0] : undefined;
    const element: Element = {
      ...{ source: text, name, attributes, children: [], text: '', from, opened, to: opened },
      ...(shut !== undefined && { shut }),
    };
    (open.at(-1)?.children ?? roots).push(element);
    open.push(element);
    depth = Math.max(depth, open.length);
  });
  parser.on('closetag', () => {
    const element = open.pop();
    if (element !== undefined) element.to = parser.position;
  });
  parser.on('text', (given) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += given;
  });
  parser.on('cdata', (given) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += given;
    toAside(given);
  });
  parser.on('comment', toAside);
  parser.on('processinginstruction', ({ target, body }) => toAside(target + body));
  try {
    parser.write(fragment).close();
  } catch (error) {
    // Its place is not that of the file: it counts placeholders as what stands for them.
    if (error instanceof NotWellFormed) return error.message.replace(/^\d+:\d+: |\.$/g, '');
    throw error;
  }
  return { roots, aside, depth };
}

const PROLOG = /^\s*(?:<\?xml\s[^>]*\?>)?(?:\s*<!DOCTYPE\s[^>[]*(?:\[[^\]]*\]\s*)?>)?/;

/**
 * A result's CR LF is written as it is (contract 4.2), but a parser would make LF of it. Inside a tag neither matters.
 */
export function parseKeepingReturns(text: string): XmlTree | string {
  const kept = parseXml(text.replaceAll('\r', '&#13;'));
  return typeof kept === 'string' ? parseXml(text) : kept;
}

/** Ends the parser at the first error. */
class NotWellFormed extends Error {
  override readonly name = 'NotWellFormed';
}

/**
 * Returns every element, outer before inner, in the order of the text.
 * @param leavesOut elements that are passed over, with all that is in them
 */
export function* elementsOf(
  roots: readonly Element[],
  leavesOut: (name: string) => boolean = () => false,
): Generator<Element> {
  const waiting = roots.toReversed();
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    if (leavesOut(element.name)) continue;
    yield element;
    for (const child of element.children.toReversed()) waiting.push(child);
  }
}

/** Returns the outermost elements of a name in the order of the text. */
export function outermost(roots: readonly Element[], name: string): readonly Element[] {
  return roots.flatMap((element) => {
    if (isAside(element.name)) return [];
    return decodedName(element.name) === name ? [element] : outermost(element.children, name);
  });
}

/** Returns the line end and the blanks before a tag that stands on a line of its own, or an empty text. */
export function indentBefore(text: string, at: number): string {
  let from = at;
  while (/\s/.test(text[from - 1] ?? '')) from--;
  const blanks = text.slice(from, at);
  return text[from - 1] === '>' && blanks.includes('\n') ? blanks : '';
}

/**
 * Decodes a name of `XmlConvert.EncodeLocalName`: `Full_x0020_Day` is `Full Day`. Two names are the same if these are.
 */
export function decodedName(name: string): string {
  if (!name.includes('_x')) return name;
  return name.replace(/_x([0-9a-f]{4}|[0-9a-f]{8})_/gi, (written, code: string) => {
    const point = Number.parseInt(code, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : written;
  });
}

/** Returns true for a schema and for the former rows that a DiffGram keeps: their elements are no events and no values. */
export function isAside(name: string): boolean {
  return /^(?:xsd?:schema|diffgr:(?:before|errors))$/.test(name);
}

/** Returns true for namespaces and for what .NET and OData tell of types, rows and their order: it is not of the event. */
export function isMachine(attribute: string): boolean {
  return /^(?:xmlns(?::|$)|xsi:|m:(?:type|null|etag)$|diffgr:|msdata:|\w+:nil$)/.test(attribute);
}

/** Returns true for an element that stands for no value (XML Schema 1.0 part 1, 2.6.2). */
export function isNil({ attributes }: Pick<Element, 'attributes'>): boolean {
  return Object.entries(attributes).some(([name, value]) => /^\w+:nil$/.test(name) && value === 'true');
}

/**
 * Takes a result that was saved from the wire out of its `<string>` or its Envelope. Any other text stays what it is.
 */
export function unwrap(text: string): string {
  const plain = text.replace(/^\ufeff/, '');
  const bare = plain.trim();
  // White space is kept, because it may be the first cells of CSV.
  if (!bare.startsWith('<')) return plain;
  const tree = parseKeepingReturns(bare);
  if (typeof tree === 'string') return plain;
  const ends = [...elementsOf(tree.roots)].filter(({ children }) => children.length === 0);
  const [end] = ends;
  const inner = end?.text.trim() ?? '';
  return ends.length === 1 && /^[<[{"]|^null$|^BEGIN:VCALENDAR/.test(inner) ? inner : plain;
}

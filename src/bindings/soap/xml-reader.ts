/**
 * A pull reader over saxes with the laziness of .NET's XmlTextReader: what was not read was not parsed, so an error
 * beyond the last node that a call needs is never noticed (contract 2.3), and the place of the next node is known
 * when a value turns out to be wrong (contract 2.7.1). Strict: namespaces, one root, no DTD, no entities but the
 * five, bounded depth and attributes.
 */
import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes';
import type { DecodedText } from './decode';
import { isBlank, position, skipBlanks, XmlError } from './xml-errors';
import { messageFor, type OpenElement } from './xml-messages';

/** ASMX has no limit of its own (contract 10.1): levels below Envelope, and attributes of one element. */
const MAX_DEPTH = 257;
const MAX_ATTRIBUTES = 256;

/** saxes gets this many characters at a time, so that a long request is parsed only as far as it is read. */
const SLICE = 16_384;

export interface XmlElement {
  readonly local: string;
  readonly namespace: string;
  readonly attributes: readonly SaxesAttributeNS[];
}

/** A node and where it begins; `text` includes blanks and the content of CDATA sections. */
export type XmlNode = { readonly offset: number } & (
  | ({ readonly kind: 'start'; readonly isEmpty: boolean } & XmlElement)
  | { readonly kind: 'end' }
  | { readonly kind: 'text' | 'cdata'; readonly value: string }
  | { readonly kind: 'comment' | 'pi' | 'eof' }
);

export class XmlReader {
  readonly #text: string;
  readonly #limit: number;
  readonly #encodingError: DecodedText['error'];
  readonly #parser = new SaxesParser({ xmlns: true, position: false });
  readonly #queue: XmlNode[] = [];
  #head = 0;
  #failure: XmlError | undefined;
  #fed = 0;
  #nodeStart: number;
  /** Outermost first. */
  readonly #open: OpenElement[] = [];
  #attributes = 0;
  #node: XmlNode = { kind: 'pi', offset: 0 };

  /** @param source the whole document; reading begins before its first node */
  constructor(source: DecodedText) {
    this.#text = source.text;
    this.#encodingError = source.error;
    this.#limit = source.error?.offset ?? endWithoutNul(source.text);
    // saxes tells nothing of a mark and blanks before the first node.
    this.#nodeStart = skipBlanks(source.text, source.text.startsWith('\ufeff') ? 1 : 0);
    this.#listen();
  }

  /** The node that the reader stands on. */
  get node(): XmlNode {
    return this.#node;
  }

  /** True on the one tag of an element written as `<a/>`, which has no end tag of its own. */
  get isEmptyElement(): boolean {
    return this.#node.kind === 'start' && this.#node.isEmpty;
  }

  /**
   * Goes to the next node; past the last one it stays at `eof`.
   * @throws XmlError where the document is not well-formed
   */
  read(): XmlNode {
    while (this.#head === this.#queue.length) {
      if (this.#failure !== undefined) throw this.#failure;
      this.#queue.length = 0;
      this.#head = 0;
      this.#feed();
    }
    const node = this.#queue[this.#head] as XmlNode;
    if (node.kind !== 'eof') this.#head++;
    this.#node = node;
    return node;
  }

  /** Skips blanks, comments and processing instructions from where the reader stands: XmlReader.MoveToContent. */
  moveToContent(): XmlNode {
    while (isIgnorable(this.#node)) this.read();
    return this.#node;
  }

  /** Leaves the element that the reader stands on, or any other node, behind: XmlReader.Skip. */
  skip(): void {
    if (this.#node.kind === 'start' && !this.isEmptyElement) {
      for (let depth = 1; depth > 0; ) {
        const node = this.read();
        if (node.kind === 'start' && !node.isEmpty) depth++;
        else if (node.kind === 'end') depth--;
      }
    }
    this.read();
  }

  isStart(local: string, namespace: string): boolean {
    const node = this.moveToContent();
    return node.kind === 'start' && node.local === local && node.namespace === namespace;
  }

  /** Line and column of the node that the reader stands on, as XmlTextReader counts them (contract 2.7.1). */
  place(): { readonly line: number; readonly column: number } {
    return position(this.#text, this.#node.offset + anchor(this.#text, this.#node));
  }

  #feed(): void {
    try {
      if (this.#fed < this.#limit) {
        const next = Math.min(this.#fed + SLICE, this.#limit);
        const slice = this.#text.slice(this.#fed, next);
        this.#fed = next;
        this.#parser.write(slice);
      } else {
        if (this.#encodingError !== undefined) this.#fail(this.#encodingError.message, this.#limit);
        this.#pushTextAtEnd();
        this.#parser.close();
        this.#queue.push({ kind: 'eof', offset: this.#text.length });
      }
    } catch (error) {
      if (!(error instanceof XmlError)) throw error;
      this.#failure ??= error;
    }
  }

  /** saxes drops the text that an incomplete document ends with; XmlTextReader reports it before the error. */
  #pushTextAtEnd(): void {
    const rest = this.#text.slice(this.#nodeStart, this.#limit);
    if (this.#open.length === 0 || rest === '' || rest.startsWith('<')) return;
    this.#push({ kind: 'text', value: rest, offset: this.#nodeStart }, this.#limit);
  }

  #listen(): void {
    const parser = this.#parser;
    parser.on('error', ({ message }) => this.#failAt(parser.position, message));
    parser.on('xmldecl', (declaration) => {
      if (declaration.version !== '1.0') {
        this.#fail(
          `Version number '${declaration.version}' is invalid.`,
          this.#text.indexOf(declaration.version ?? ''),
        );
      }
      this.#nodeStart = parser.position;
    });
    parser.on('doctype', () => this.#failAt(parser.position));
    parser.on('text', (value) => {
      if (this.#open.length === 0 && !isBlank(value)) this.#failAt(parser.position);
      const end = Math.min(parser.position, this.#limit);
      this.#push(
        { kind: 'text', value, offset: this.#nodeStart },
        this.#text[end - 1] === '<' ? end - 1 : end,
      );
    });
    parser.on('cdata', (value) => this.#push({ kind: 'cdata', value, offset: this.#nodeStart }));
    parser.on('comment', () => {
      // saxes reports a comment before it has seen the `>`.
      if (this.#text[parser.position] !== '>') this.#failAt(parser.position + 1, 'malformed comment.');
      this.#push({ kind: 'comment', offset: this.#nodeStart }, parser.position + 1);
    });
    parser.on('processinginstruction', () => this.#push({ kind: 'pi', offset: this.#nodeStart }));
    parser.on('attribute', () => {
      this.#attributes++;
      if (this.#attributes > MAX_ATTRIBUTES)
        this.#fail('An element has too many attributes.', parser.position);
    });
    parser.on('opentag', (tag) => this.#openTag(tag));
    parser.on('closetag', ({ name, isSelfClosing }) => {
      // saxes closes elements up to the one that an end tag names, and complains only then.
      const isItsOwn = isSelfClosing || this.#text.startsWith(`</${name}`, this.#nodeStart);
      if (!isItsOwn) this.#failAt(parser.position, 'unexpected close tag.');
      this.#open.pop();
      if (!isSelfClosing) this.#push({ kind: 'end', offset: this.#nodeStart });
    });
  }

  #openTag(tag: SaxesTagNS): void {
    this.#attributes = 0;
    if (this.#open.push({ name: tag.name, offset: this.#nodeStart }) > MAX_DEPTH)
      this.#fail('The elements are nested too deeply.', this.#nodeStart);
    const { local, uri: namespace, isSelfClosing: isEmpty } = tag;
    const attributes = Object.values(tag.attributes);
    // saxes looks at the first character of a whole name only; the local part has rules of its own.
    const odd = [tag, ...attributes].find(({ local }) => /^[-.0-9\u00b7]/.test(local));
    if (odd !== undefined) this.#failAt(this.#text.indexOf(odd.local, this.#nodeStart) + 1);
    this.#checkXmlSpace(attributes);
    this.#push({ kind: 'start', local, namespace, attributes, isEmpty, offset: this.#nodeStart });
  }

  /** XML 1.0 2.10: an error that a reader need not notice; XmlTextReader does. */
  #checkXmlSpace(attributes: readonly SaxesAttributeNS[]): void {
    const space = attributes.find(({ name }) => name === 'xml:space')?.value;
    if (space === undefined || /^\s*(default|preserve)\s*$/.test(space)) return;
    this.#fail(`'${space}' is an invalid xml:space value.`, this.#text.indexOf('xml:space', this.#nodeStart));
  }

  #push(node: XmlNode, end = this.#parser.position): void {
    this.#queue.push(node);
    this.#nodeStart = end;
  }

  #failAt(offset: number, reason = ''): never {
    const end = Math.min(offset, this.#limit);
    const failure = { text: this.#text, start: this.#nodeStart, offset: end, reason, open: this.#open };
    const { message, at } = messageFor(failure);
    return this.#fail(message, at);
  }

  #fail(message: string, at: number | undefined): never {
    const error = new XmlError(message, at === undefined ? undefined : position(this.#text, at));
    this.#failure ??= error;
    throw error;
  }
}

/** XmlTextReader takes NUL characters after the document for the end of its buffer (contract 2.3). */
function endWithoutNul(text: string): number {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 0) end--;
  return end;
}

function isIgnorable(node: XmlNode): boolean {
  return node.kind === 'comment' || node.kind === 'pi' || (node.kind === 'text' && isBlank(node.value));
}

/** How far into a node the column that .NET reports lies (contract 2.7.1). */
function anchor(text: string, node: XmlNode): number {
  switch (node.kind) {
    case 'start':
      return 1;
    case 'end':
    case 'pi':
      return 2;
    case 'comment':
      return '<!--'.length;
    case 'cdata':
      return '<![CDATA['.length;
    default:
      return text.startsWith('<', node.offset) ? 1 : 0;
  }
}

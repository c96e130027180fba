/**
 * Reads a request's XML node by node, like .NET's XmlReader: it parses lazily, in slices, and has the same messages. If
 * a value is wrong, the error reports the place of the next node (contract 2.7.1). An error is thrown only when its
 * place is read, so code that stops earlier never sees it (contract 2.3). The reader resolves namespaces, allows one
 * root, no DTD and only the five predefined entities, and limits depth and attributes.
 */
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { clientFault, RequestRejected } from '../../../contract/fault';
import {
  type ChainedException,
  errorInXmlDocument,
  tooDeep,
  unableToReadRequest,
} from '../../../contract/messages';
import type { DecodedText } from '../../content-type';
import { isBlank, skipBlanks } from '../../scalars';
import { messageFor, type OpenElement, position, XmlError } from './messages';
import { Namespaces, type XmlNode } from './namespaces';

/** Limits the levels of elements below Envelope. ASMX has no limit (contract 10.1). */
const MAX_DEPTH = 256;
const MAX_ATTRIBUTES = 256;

/** saxes gets this many characters at a time, so that a long request is parsed only as far as it is read. */
const SLICE = 16_384;

export class XmlReader {
  readonly #text: string;
  readonly #error: DecodedText['error'];
  /** The text ends at this offset, or is not decodable from here on. */
  readonly #limit: number;
  readonly #parser = new Parser();
  readonly #namespaces = new Namespaces((message) => this.#fail(message, this.#nodeStart + 1));
  /** The outermost element comes first. */
  readonly #open: OpenElement[] = [];
  #node: XmlNode = { kind: 'pi', offset: 0 };
  /** These are the parsed nodes. Nodes before index `#next` were already returned. */
  #nodes: XmlNode[] = [];
  #next = 0;
  #failure: XmlError | RequestRejected | undefined;
  #fed = 0;
  #nodeStart: number;
  #attributes = 0;

  /** The reader starts before the first node. */
  constructor({ text, error }: DecodedText) {
    this.#text = text;
    this.#error = error;
    this.#limit = error?.offset ?? endWithoutNul(text);
    // saxes does not report a byte order mark and white space before the first node.
    this.#nodeStart = skipBlanks(text, text.startsWith('\ufeff') ? 1 : 0);
    this.#listen();
  }

  get node(): XmlNode {
    return this.#node;
  }

  /** This is true on the tag of an element written as `<a/>`, which has no end tag of its own. */
  get isEmptyElement(): boolean {
    return this.#node.kind === 'start' && this.#node.isEmpty;
  }

  /**
   * Advances to the next node, and returns it. After the last node it is always `eof`.
   * @throws XmlError if the document is not well-formed there
   * @throws RequestRejected if elements are nested too deeply
   */
  read(): XmlNode {
    if (this.#node.kind !== 'eof') this.#node = this.#nextNode();
    return this.#node;
  }

  /** Skips white space, comments and processing instructions from the current node on, like XmlReader.MoveToContent. */
  moveToContent(): XmlNode {
    while (isIgnorable(this.#node)) this.read();
    return this.#node;
  }

  /** Skips the current element with its content, or any other node, like XmlReader.Skip. */
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

  /** Returns the line and column of the current node as XmlTextReader counts them (contract 2.7.1). */
  place(): { readonly line: number; readonly column: number } {
    return position(this.#text, this.#node.offset + anchor(this.#text, this.#node));
  }

  #nextNode(): XmlNode {
    for (;;) {
      const node = this.#nodes[this.#next];
      if (node !== undefined) {
        this.#next++;
        return node;
      }
      if (this.#failure !== undefined) throw this.#failure;
      this.#nodes = [];
      this.#next = 0;
      this.#parseSlice();
    }
  }

  #parseSlice(): void {
    try {
      if (this.#fed < this.#limit) {
        const start = this.#fed;
        this.#fed = Math.min(start + SLICE, this.#limit);
        this.#parser.write(this.#text.slice(start, this.#fed));
      } else {
        if (this.#error !== undefined) this.#fail(this.#error.message, this.#limit, this.#error.cause);
        this.#pushTextAtEnd();
        this.#parser.close();
        this.#nodes.push({ kind: 'eof', offset: this.#text.length });
      }
    } catch (failure) {
      if (!(failure instanceof XmlError || failure instanceof RequestRejected)) throw failure;
      this.#failure ??= failure;
    }
  }

  /** saxes drops the text at the end of an incomplete document. XmlTextReader reports it before the error. */
  #pushTextAtEnd(): void {
    const rest = this.#text.slice(this.#nodeStart, this.#limit);
    if (this.#open.length === 0 || rest === '' || rest.startsWith('<')) return;
    this.#push({ kind: 'text', value: rest, offset: this.#nodeStart }, this.#limit);
  }

  #listen(): void {
    const text = this.#text;
    const parser = this.#parser;
    parser.on('error', ({ message }) => this.#failAt(parser.position, message));
    parser.on('xmldecl', ({ version = '' }) => {
      // Like XmlTextReader, the reader accepts only version 1.0.
      if (version !== '1.0') this.#failAt(parser.position);
      this.#nodeStart = parser.position;
    });
    parser.on('doctype', () => this.#failAt(parser.position));
    parser.on('text', (value) => {
      if (this.#open.length === 0 && !isBlank(value)) this.#failAt(parser.position);
      const end = Math.min(parser.position, this.#limit);
      this.#push({ kind: 'text', value, offset: this.#nodeStart }, text[end - 1] === '<' ? end - 1 : end);
    });
    parser.on('cdata', (value) => this.#push({ kind: 'cdata', value, offset: this.#nodeStart }));
    parser.on('comment', () => {
      // saxes reports a comment before it has seen the `>`.
      if (text[parser.position] !== '>') this.#failAt(parser.position + 1);
      this.#push({ kind: 'comment', offset: this.#nodeStart }, parser.position + 1);
    });
    parser.on('processinginstruction', ({ target }) => {
      if (target.includes(':')) this.#failAt(parser.position);
      this.#push({ kind: 'pi', offset: this.#nodeStart });
    });
    parser.on('attribute', () => {
      if (++this.#attributes > MAX_ATTRIBUTES)
        this.#fail('An element has too many attributes.', parser.position);
    });
    parser.on('opentag', (tag) => this.#openTag(tag));
    parser.on('closetag', ({ name, isSelfClosing }) => {
      // saxes closes elements up to the one that an end tag names, and reports the error only then.
      const isItsOwn = isSelfClosing || isEndOf(name, text, this.#nodeStart);
      if (!isItsOwn) this.#failAt(parser.position, 'unexpected close tag.');
      this.#namespaces.leave();
      this.#open.pop();
      if (!isSelfClosing) this.#push({ kind: 'end', offset: this.#nodeStart });
    });
  }

  #openTag({ name, attributes: named, isSelfClosing: isEmpty }: SaxesTagPlain): void {
    this.#attributes = 0;
    const offset = this.#nodeStart;
    if (this.#open.length > MAX_DEPTH) {
      const { line, column } = position(this.#text, offset + 1);
      const fault = clientFault(unableToReadRequest, errorInXmlDocument(line, column), tooDeep(MAX_DEPTH));
      throw new RequestRejected('element-depth', fault);
    }
    this.#open.push({ name, offset });
    const { prefix, local, namespace, attributes } = this.#namespaces.enter(name, named);
    const space = named['xml:space'];
    // XML 1.0 2.10 allows a parser to ignore this error, but XmlTextReader reports it.
    if (space !== undefined && !/^\s*(default|preserve)\s*$/.test(space)) this.#failAt(this.#parser.position);
    this.#push({ kind: 'start', prefix, local, namespace, attributes, isEmpty, offset });
  }

  #push(node: XmlNode, end = this.#parser.position): void {
    this.#nodes.push(node);
    this.#nodeStart = end;
  }

  #failAt(end: number, reason = ''): never {
    const offset = Math.min(end, this.#limit);
    const failure = { text: this.#text, start: this.#nodeStart, offset, reason, open: this.#open };
    const { message, at } = messageFor(failure);
    return this.#fail(message, at);
  }

  #fail(message: string, at: number | undefined, inner?: ChainedException): never {
    const error = new XmlError(message, at === undefined ? undefined : position(this.#text, at), inner);
    this.#failure ??= error;
    throw error;
  }
}

function isIgnorable(node: XmlNode): boolean {
  return node.kind === 'comment' || node.kind === 'pi' || (node.kind === 'text' && isBlank(node.value));
}

/** Returns the distance from the start of a node to the column that .NET reports (contract 2.7.1). */
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

const OPTIONS = { xmlns: false, position: false } as const;

type Plain = SaxesParser<typeof OPTIONS>;

// The type is replaced, because the fields for listeners are private in saxes.
const Base = SaxesParser as unknown as new (
  options: typeof OPTIONS,
) => Pick<Plain, 'on' | 'write' | 'close' | 'position'>;

/**
 * Declares all fields for saxes' listeners. If `on` adds them later, V8 gives up the hidden class of the object, and
 * parsing takes three times as long.
 */
class Parser extends Base {
  readonly xmldeclHandler = undefined;
  readonly textHandler = undefined;
  readonly piHandler = undefined;
  readonly doctypeHandler = undefined;
  readonly commentHandler = undefined;
  readonly attributeHandler = undefined;
  readonly openTagHandler = undefined;
  readonly closeTagHandler = undefined;
  readonly cdataHandler = undefined;
  readonly errorHandler = undefined;

  constructor() {
    super(OPTIONS);
  }
}

/** Returns true for the end tag of this name, and false for that of a longer name that begins with it. */
function isEndOf(name: string, text: string, offset: number): boolean {
  const tag = `</${name}`;
  return text.startsWith(tag, offset) && /[\s>]/.test(text.charAt(offset + tag.length));
}

/** Returns the end of the text without NUL characters, which XmlTextReader ignores there (contract 2.3). */
function endWithoutNul(text: string): number {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 0) end--;
  return end;
}

/**
 * The nodes of a request, parsed as far as they were asked for and kept: a reader that looks ahead and the one that
 * reads the call share them. An error stands where XmlTextReader would meet it, behind the nodes before it, and is
 * never met by a reader that doesn't get there (contract 2.3). Strict: namespaces, one root, no DTD, no entities but
 * the five; depth, attributes and nodes are bounded.
 */
import type { SaxesTagPlain } from 'saxes';
import { RequestFault } from '../../../contract/fault';
import {
  type ChainedException,
  errorInXmlDocument,
  inserted,
  tooDeep,
  tooManyElements,
  unableToReadRequest,
} from '../../../contract/messages';
import type { RefusalReason } from '../../../contract/refusals';
import { atOnce } from '../../../work/at-once';
import type { DecodedText } from '../decode';
import { isBlank, position, skipBlanks, XmlError } from './errors';
import { messageFor, messageForName, type OpenElement } from './messages';
import { type NameFault, Namespaces, type QualifiedName, type XmlAttribute } from './namespaces';
import { XmlParser } from './parser';

/** ASMX has none of its own (contract 10.1). */
export interface XmlLimits {
  /** Levels of elements below Envelope. */
  readonly maxElementDepth: number;
  readonly maxElements: number;
}

const MAX_ATTRIBUTES = 256;
/** Tags, texts, comments and instructions for each element that there may be. */
const NODES_AN_ELEMENT = 10;

/** saxes gets this many characters at a time, so that a long request is parsed only as far as it is read. */
const SLICE = 16_384;

export interface XmlElement extends QualifiedName {
  readonly attributes: readonly XmlAttribute[];
}

/** A node and where it begins; `text` includes blanks and the content of CDATA sections. */
export type XmlNode = { readonly offset: number } & (
  | ({ readonly kind: 'start'; readonly isEmpty: boolean } & XmlElement)
  | { readonly kind: 'end' }
  | { readonly kind: 'text' | 'cdata'; readonly value: string }
  | { readonly kind: 'comment' | 'pi' | 'eof' }
);

export class XmlDocument {
  readonly #decoding: Generator<void, DecodedText>;
  #source: DecodedText | undefined;
  readonly #parser = new XmlParser();
  readonly #namespaces = new Namespaces((fault) => this.#failName(fault));
  readonly #nodes: XmlNode[] = [];
  #limit = 0;
  #failure: XmlError | RequestFault | undefined;
  #fed = 0;
  #nodeStart = 0;
  /** Outermost first. */
  readonly #open: OpenElement[] = [];
  #attributes = 0;
  #elements = 0;
  readonly #limits: XmlLimits;

  /** @param decoding what gives the text, begun when the first node is asked for */
  constructor(decoding: Generator<void, DecodedText>, limits: XmlLimits) {
    this.#decoding = decoding;
    this.#limits = limits;
  }

  get text(): string {
    return this.#begin().text;
  }

  /**
   * Node number `index`; the last one is `eof`.
   * @throws XmlError where the document is not well-formed before it
   * @throws RequestFault where it goes beyond a limit before it
   */
  node(index: number): XmlNode {
    for (;;) {
      const node = this.#nodes[index];
      if (node !== undefined) return node;
      if (this.#failure !== undefined) throw this.#failure;
      this.#feed(this.#begin());
    }
  }

  /** Parses the document to its end, or its first error, a short slice at a step. */
  *parse(): Generator<void, void> {
    const source = this.#source ?? this.#start(yield* this.#decoding);
    while (this.#failure === undefined && this.#nodes.at(-1)?.kind !== 'eof') {
      yield;
      this.#feed(source);
    }
  }

  #begin(): DecodedText {
    return this.#source ?? this.#start(atOnce(this.#decoding));
  }

  #start(source: DecodedText): DecodedText {
    const { text, error } = source;
    this.#source = source;
    this.#limit = error?.offset ?? endWithoutNul(text);
    // saxes tells nothing of a mark and blanks before the first node.
    this.#nodeStart = skipBlanks(text, text.startsWith('\ufeff') ? 1 : 0);
    this.#listen(text);
    return source;
  }

  #feed({ text, error }: DecodedText): void {
    try {
      if (this.#fed < this.#limit) {
        const next = Math.min(this.#fed + SLICE, this.#limit);
        const slice = text.slice(this.#fed, next);
        this.#fed = next;
        this.#parser.write(slice);
      } else {
        if (error !== undefined) this.#fail(error.message, this.#limit, error.cause);
        this.#pushTextAtEnd(text);
        this.#parser.close();
        this.#nodes.push({ kind: 'eof', offset: text.length });
      }
    } catch (failure) {
      if (!(failure instanceof XmlError || failure instanceof RequestFault)) throw failure;
      this.#failure ??= failure;
    }
  }

  /** saxes drops the text that an incomplete document ends with; XmlTextReader reports it before the error. */
  #pushTextAtEnd(text: string): void {
    const rest = text.slice(this.#nodeStart, this.#limit);
    if (this.#open.length === 0 || rest === '' || rest.startsWith('<')) return;
    this.#push({ kind: 'text', value: rest, offset: this.#nodeStart }, this.#limit);
  }

  #listen(text: string): void {
    const parser = this.#parser;
    parser.on('error', ({ message }) => this.#failAt(parser.position, message));
    parser.on('xmldecl', ({ version = '' }) => {
      // The first quotation mark is the one before it: saxes wants the version first.
      if (version !== '1.0')
        this.#fail(`Version number '${inserted(version)}' is invalid.`, text.search(/["']/) + 1);
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
      if (text[parser.position] !== '>') this.#failAt(parser.position + 1, 'malformed comment.');
      this.#push({ kind: 'comment', offset: this.#nodeStart }, parser.position + 1);
    });
    parser.on('processinginstruction', ({ target }) => {
      if (target.includes(':')) this.#failName({ kind: 'malformed', name: target });
      this.#push({ kind: 'pi', offset: this.#nodeStart });
    });
    parser.on('attribute', () => {
      this.#attributes++;
      if (this.#attributes > MAX_ATTRIBUTES)
        this.#fail('An element has too many attributes.', parser.position);
    });
    parser.on('opentag', (tag) => this.#openTag(text, tag));
    parser.on('closetag', ({ name, isSelfClosing }) => {
      // saxes closes elements up to the one that an end tag names, and complains only then.
      const isItsOwn = isSelfClosing || isEndOf(name, text, this.#nodeStart);
      if (!isItsOwn) this.#failAt(parser.position, 'unexpected close tag.');
      this.#namespaces.leave();
      this.#open.pop();
      if (!isSelfClosing) this.#push({ kind: 'end', offset: this.#nodeStart });
    });
  }

  #openTag(text: string, { name, attributes: named, isSelfClosing: isEmpty }: SaxesTagPlain): void {
    this.#attributes = 0;
    const offset = this.#nodeStart;
    const { maxElementDepth, maxElements } = this.#limits;
    if (this.#open.length > maxElementDepth) this.#refuse('element-depth', tooDeep(maxElementDepth), offset);
    if (++this.#elements > maxElements) this.#refuse('element-count', tooManyElements(maxElements), offset);
    this.#open.push({ name, offset });
    const { prefix, local, namespace, attributes } = this.#namespaces.enter(name, named);
    const space = named['xml:space'];
    // XML 1.0 2.10: an error that a reader need not notice; XmlTextReader does.
    if (space !== undefined && !/^\s*(default|preserve)\s*$/.test(space))
      this.#fail(`'${inserted(space)}' is an invalid xml:space value.`, text.indexOf('xml:space', offset));
    this.#push({ kind: 'start', prefix, local, namespace, attributes, isEmpty, offset });
  }

  #push(node: XmlNode, end = this.#parser.position): void {
    if (this.#nodes.push(node) > NODES_AN_ELEMENT * this.#limits.maxElements)
      this.#fail('The document has too many nodes.', node.offset);
    this.#nodeStart = end;
  }

  #refuse(reason: RefusalReason, why: ChainedException, offset: number): never {
    const { line, column } = position(this.text, offset + 1);
    const chain = [unableToReadRequest, errorInXmlDocument(line, column), why];
    const fault = new RequestFault('Client', chain, { reason });
    this.#failure ??= fault;
    throw fault;
  }

  #failName(fault: NameFault): never {
    const { message, at } = messageForName(fault, this.text, this.#nodeStart);
    return this.#fail(message, at);
  }

  #failAt(offset: number, reason = ''): never {
    const end = Math.min(offset, this.#limit);
    const { message, at } = messageFor({
      text: this.text,
      start: this.#nodeStart,
      offset: end,
      reason,
      open: this.#open,
    });
    return this.#fail(message, at);
  }

  #fail(message: string, at: number | undefined, inner?: ChainedException): never {
    const error = new XmlError(message, at === undefined ? undefined : position(this.text, at), inner);
    this.#failure ??= error;
    throw error;
  }
}

/** Whether what stands at `offset` is the end tag of this name, and not of a longer one. */
function isEndOf(name: string, text: string, offset: number): boolean {
  const tag = `</${name}`;
  return text.startsWith(tag, offset) && /[\s>]/.test(text.charAt(offset + tag.length));
}

/** XmlTextReader takes NUL characters after the document for the end of its buffer (contract 2.3). */
function endWithoutNul(text: string): number {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 0) end--;
  return end;
}

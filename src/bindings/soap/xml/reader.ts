/**
 * Reads a request's XML node by node, as .NET's XmlTextReader does, with its messages. An error is thrown only when its
 * place is read, so code that stops earlier never sees it (contract 2.3). If a value is wrong, the error reports the
 * place of the next node (contract 2.7.1). The reader resolves namespaces, and prohibits DTDs. It limits the depth of
 * elements and the number of attributes.
 */
import { clientFault, RequestRejected } from '../../../contract/fault';
import { errorInXmlDocument, tooDeep, unableToReadRequest } from '../../../contract/messages';
import type { DecodedText } from '../../content-type';
import { isBlank } from '../../scalars';
import * as messages from './messages';
import { XmlError } from './messages';
import { ATTRIBUTE_VALUE, runUntil, XmlScanner } from './scanner';
import { type StartTag, StartTags } from './start-tags';

/** Limits the levels of elements below Envelope. ASMX has no limit (contract 10.1). */
const MAX_DEPTH = 256;

/**
 * Represents a node with the offset whose place .NET reports (contract 2.7.1). For a tag this is the offset of its
 * name.
 */
export type XmlNode = { readonly offset: number } & (
  | ({ readonly kind: 'start' } & StartTag)
  /** A `space` is a text that .NET counts as white space. */
  | { readonly kind: 'text' | 'space' | 'cdata'; readonly value: string }
  /** An `entity` is a reference to an entity, which .NET does not resolve. */
  | { readonly kind: 'end' | 'comment' | 'pi' | 'entity' | 'eof' }
);

const TEXT = runUntil('<&\\]');
const COMMENT = runUntil('\\-');
const CDATA = runUntil('\\]');
const INSTRUCTION = runUntil('?');

const DECLARATION = '<?xml';
/** These are the parts of the XML declaration in their order. The first is required. */
const DECLARED: readonly string[] = ['version', 'encoding', 'standalone'];

export class XmlReader {
  readonly #scanner: XmlScanner;
  readonly #tags: StartTags;
  /** Lists the open elements with the offsets of their names. The outermost comes first. */
  readonly #open: { readonly name: string; readonly offset: number }[] = [];
  #hasRoot = false;
  #node: XmlNode = { kind: 'pi', offset: 0 };

  /** The reader starts before the first node. */
  constructor(source: DecodedText) {
    this.#scanner = new XmlScanner(source);
    this.#tags = new StartTags(this.#scanner, (lines) => this.#failUnclosed(lines));
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
    if (this.#scanner.at === 0) this.#skipDeclaration();
    this.#node = this.#nextNode();
    return this.#node;
  }

  /** Skips white space, comments and processing instructions from the current node on, like XmlReader.MoveToContent. */
  moveToContent(): XmlNode {
    while (['space', 'comment', 'pi'].includes(this.#node.kind)) this.read();
    return this.#node;
  }

  /**
   * Skips the current element with its content, or any other node, like XmlReader.Skip.
   * @returns true if the skipped node contains an entity
   */
  skip(): boolean {
    let hasEntity = false;
    let depth = 0;
    do {
      const node = this.#node;
      hasEntity ||= node.kind === 'entity' || (node.kind === 'start' && node.hasEntity);
      if (node.kind === 'start' && !node.isEmpty) depth++;
      else if (node.kind === 'end') depth--;
      this.read();
    } while (depth > 0);
    return hasEntity;
  }

  /** Moves to content, and returns true for the start tag of this element, like XmlReader.IsStartElement. */
  isStart(local: string, namespace: string): boolean {
    const node = this.moveToContent();
    return node.kind === 'start' && node.local === local && node.namespace === namespace;
  }

  /** Returns the line and column of the current node as XmlTextReader counts them (contract 2.7.1). */
  place(): { readonly line: number; readonly column: number } {
    return this.#scanner.placeOf(this.#node.offset);
  }

  /** Skips the XML declaration, whose encoding was read before. */
  #skipDeclaration(): void {
    const scanner = this.#scanner;
    const { text } = scanner;
    const end = DECLARATION.length;
    if (!text.startsWith(DECLARATION) || scanner.isInName(end)) return;
    scanner.at = end;
    for (let next = 0; ; ) {
      const before = scanner.at;
      scanner.skipSpaces();
      const { at } = scanner;
      if (text.startsWith('?>', at) && next > 0) {
        scanner.at = at + '?>'.length;
        return;
      }
      if (text.startsWith('?>', at)) scanner.fail(messages.invalidDeclaration, at);
      if (text[at] === '?' && at + 1 === text.length) scanner.failAtEnd(messages.unexpectedEnd, at);
      if (text[at] === '?') scanner.failUnexpected(at, "'>'");
      if (at === before && next > 0) scanner.failUnexpected(at, '?>');
      const part = DECLARED.indexOf(scanner.readName(false));
      if (part < next || (next === 0 && part > 0)) scanner.fail(messages.invalidDeclaration, at);
      this.#skipDeclaredValue(part);
      next = part + 1;
    }
  }

  #skipDeclaredValue(part: number): void {
    const scanner = this.#scanner;
    const quote = scanner.readEquals();
    const { text, at: start } = scanner;
    scanner.skip(ATTRIBUTE_VALUE);
    if (scanner.isAtEnd()) scanner.fail(messages.unclosedLiteral, start);
    if (text[scanner.at] !== quote) scanner.fail(messages.invalidDeclaration, start);
    const value = text.slice(start, scanner.at++);
    if (part === 0 && value !== '1.0') scanner.fail(messages.invalidVersion(value), start);
    if (part === 2 && value !== 'yes' && value !== 'no') scanner.fail(messages.invalidDeclaration, start - 1);
  }

  #nextNode(): XmlNode {
    const scanner = this.#scanner;
    const { text, at } = scanner;
    const isAtRoot = this.#open.length === 0;
    if (text[at] !== '<') return isAtRoot ? this.#spaceAtRoot() : this.#text();
    if (isAtRoot && text.length - at < '<a/>'.length) scanner.failAtEnd(messages.invalidRoot, at);
    scanner.at = at + 2;
    switch (text[at + 1]) {
      case '?':
        return this.#instruction();
      case '!':
        return text[at + 2] === '-' ? this.#comment() : this.#cdata();
      case '/':
        return this.#endTag();
      case undefined:
        return this.#failUnclosed();
      default:
        scanner.at = at + 1;
        return this.#startTag();
    }
  }

  /** Reads what is outside the root element: white space, or the end. */
  #spaceAtRoot(): XmlNode {
    const scanner = this.#scanner;
    const { text, at: start } = scanner;
    // XmlTextReader ignores everything after a NUL (contract 2.3).
    if (text[start] === '\0') scanner.at = text.length;
    if (scanner.isAtEnd()) {
      if (!this.#hasRoot) throw new XmlError(messages.missingRoot, undefined);
      return { kind: 'eof', offset: start };
    }
    scanner.skipSpaces();
    const { at } = scanner;
    if (!scanner.isAtEnd() && text[at] !== '<') {
      // Outside the root element XmlTextReader allows no surrogate, not even in a pair.
      const isAllowed = scanner.isAllowed() && (text.codePointAt(at) ?? 0) <= 0xffff;
      scanner.fail(isAllowed ? messages.invalidRoot : messages.invalidCharacter(text, at), at);
    }
    return { kind: 'space', value: scanner.textBetween(start, at), offset: start };
  }

  #comment(): XmlNode {
    const scanner = this.#scanner;
    const { text, at } = scanner;
    if (at + 1 === text.length) this.#failUnclosed();
    if (text[at + 1] !== '-') scanner.failUnexpected(at + 1, '-');
    scanner.at = at + '--'.length;
    const { at: offset } = scanner;
    scanner.readUntil('-->', COMMENT, 'Comment');
    return { kind: 'comment', offset };
  }

  /** Reads the CDATA section that should begin after `<!`. */
  #cdata(): XmlNode {
    const scanner = this.#scanner;
    const { text, at } = scanner;
    if (this.#open.length === 0) {
      if (text[at] === '[') scanner.fail(messages.invalidRoot, at - 2);
      throw new XmlError(messages.dtdProhibited, undefined);
    }
    const offset = at + '[CDATA['.length;
    if (text.length - at < 2 || (text[at] === '[' && text.length < offset)) this.#failUnclosed();
    if (text[at] === '[' && !text.startsWith('[CDATA[', at)) scanner.failUnexpected(at + 1, 'CDATA[');
    if (scanner.tokenAt(at) === 'DOCTYPE') scanner.fail(messages.misplacedDtd, at);
    if (text[at] !== '[') scanner.failUnexpected(at, '<!--', '<[CDATA[');
    scanner.at = offset;
    return { kind: 'cdata', value: scanner.readUntil(']]>', CDATA, 'CDATA'), offset };
  }

  #instruction(): XmlNode {
    const scanner = this.#scanner;
    const { text, at: offset } = scanner;
    const target = scanner.readName(false);
    if (target === 'xml') scanner.fail(messages.misplacedDeclaration, offset);
    if (target.toLowerCase() === 'xml') scanner.fail(messages.invalidTarget(target), offset);
    const { at: end } = scanner;
    scanner.skipSpaces();
    if (scanner.at === end && !text.startsWith('?>', end)) scanner.fail(messages.badNameChar(text, end), end);
    scanner.readUntil('?>', INSTRUCTION, 'PI');
    return { kind: 'pi', offset };
  }

  #startTag(): XmlNode {
    const scanner = this.#scanner;
    const { at: offset } = scanner;
    if (this.#open.length === 0 && this.#hasRoot) scanner.fail(messages.multipleRoots, offset);
    this.#hasRoot = true;
    if (this.#open.length > MAX_DEPTH) {
      const { line, column } = scanner.placeOf(offset);
      const fault = clientFault(unableToReadRequest, errorInXmlDocument(line, column), tooDeep(MAX_DEPTH));
      throw new RequestRejected('element-depth', fault);
    }
    const tag = this.#tags.read();
    if (tag.isEmpty) this.#tags.leave();
    else this.#open.push({ name: tag.name, offset });
    return { kind: 'start', offset, ...tag };
  }

  #endTag(): XmlNode {
    const scanner = this.#scanner;
    const { text, at: offset } = scanner;
    const element = this.#open.at(-1) ?? scanner.fail(messages.unexpectedEndTag, offset);
    const end = offset + element.name.length;
    if (!text.startsWith(element.name, offset) || scanner.isInName(end)) {
      const place = scanner.placeOf(element.offset);
      scanner.fail(messages.tagMismatch(element.name, place, scanner.readName(true)), offset);
    }
    scanner.at = end;
    scanner.skipSpaces();
    if (scanner.isAtEnd()) this.#failUnclosed();
    if (text[scanner.at] !== '>') scanner.failUnexpected(scanner.at, '>');
    scanner.at++;
    this.#open.pop();
    this.#tags.leave();
    return { kind: 'end', offset };
  }

  /** Reads a text, or the reference to an entity. A text ends before markup, an entity and the end of the document. */
  #text(): XmlNode {
    const scanner = this.#scanner;
    const { at: start } = scanner;
    if (scanner.isAtEnd()) this.#failUnclosed();
    let value = '';
    let from = start;
    let isText = false;
    for (;;) {
      scanner.skip(TEXT);
      const { text, at } = scanner;
      if (scanner.isAtEnd() || text[at] === '<') break;
      if (text.startsWith(']]>', at)) scanner.fail(messages.endOfCdataInText, at);
      const reference = text[at] === '&' ? scanner.characterReference() : undefined;
      if (reference !== undefined) {
        value += scanner.textBetween(from, at) + reference.character;
        scanner.at = reference.end;
        from = reference.end;
        // XmlTextReader counts a blank as text if it is written as a decimal number, such as `&#32;`.
        isText ||= reference.isDecimal || !isBlank(reference.character);
      } else if (text[at] === '&') break;
      else scanner.skipAllowed();
    }
    const { text, at } = scanner;
    value += scanner.textBetween(from, at);
    if (at > start || text[at] !== '&')
      return { kind: isText || !isBlank(value) ? 'text' : 'space', value, offset: start };
    scanner.skipEntity();
    return { kind: 'entity', offset: start + 1 };
  }

  #failUnclosed(lines = 0): never {
    const { text } = this.#scanner;
    const names = this.#open.map(({ name }) => name).toReversed();
    return this.#scanner.failAtEnd(messages.unclosedElements(names), text.length, lines);
  }
}

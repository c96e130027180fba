/** Reads start tags, and resolves their names in XML namespaces. */
import { isXmlSpace } from '../../scalars';
import * as messages from './messages';
import { ATTRIBUTE_VALUE, type XmlScanner } from './scanner';

export interface QualifiedName {
  readonly prefix: string;
  readonly local: string;
  readonly namespace: string;
}

export interface XmlAttribute extends QualifiedName {
  readonly value: string;
}

export interface StartTag extends QualifiedName {
  /** This is the name with its prefix. */
  readonly name: string;
  readonly attributes: readonly XmlAttribute[];
  /** This is true for an element written as `<a/>`, which has no end tag. */
  readonly isEmpty: boolean;
  /** This is true if an attribute refers to an entity. */
  readonly hasEntity: boolean;
}

/** Represents an attribute whose prefix is not resolved yet. Its name begins at `offset`. */
interface WrittenAttribute {
  readonly name: string;
  readonly prefix: string;
  readonly local: string;
  readonly value: string;
  readonly offset: number;
}

interface Namespace {
  readonly uri: string;
  /** Equal URIs have the same number. The numbers are compared, because a URI may be long. */
  readonly number: number;
}

const XML = 'http://www.w3.org/XML/1998/namespace';
const XMLNS = 'http://www.w3.org/2000/xmlns/';
const NO_NAMESPACE: Namespace = { uri: '', number: 0 };

/** An element may have at most this many attributes. ASMX has no limit (contract 10.1). */
const MAX_ATTRIBUTES = 256;

export class StartTags {
  /** Maps each prefix to its namespaces. The namespace of the innermost element is the last. */
  readonly #meanings = new Map<string, Namespace[]>();
  readonly #numbers = new Map<string, number>([['', NO_NAMESPACE.number]]);
  /** Lists the prefixes that each open element declares. */
  readonly #declared: string[][] = [[]];
  #hasEntity = false;

  /** @param failUnclosed fails because the document ends; it subtracts `lines` from the line in the error */
  constructor(
    private readonly scanner: XmlScanner,
    private readonly failUnclosed: (lines: number) => never,
  ) {
    this.#map('xml', XML);
    this.#map('xmlns', XMLNS);
  }

  /**
   * Reads from the name to the end of a tag. Its declarations are valid until `leave`.
   * @throws XmlError if the tag is not well-formed
   */
  read(): StartTag {
    const { scanner } = this;
    const start = scanner.at;
    const name = scanner.readName(true);
    this.#declared.push([]);
    this.#hasEntity = false;
    const written: WrittenAttribute[] = [];
    const hasSpace = isXmlSpace(scanner.text.charCodeAt(scanner.at));
    const isEmpty = hasSpace ? this.#readAttributes(written) : this.#endsAtOnce();
    const { prefix, local } = split(name);
    const { uri: namespace } = this.#resolve(prefix, start);
    const attributes = this.#resolveAll(written);
    return { name, prefix, local, namespace, attributes, isEmpty, hasEntity: this.#hasEntity };
  }

  /** Ends the declarations of the innermost element. */
  leave(): void {
    for (const prefix of this.#declared.pop() ?? []) this.#meanings.get(prefix)?.pop();
  }

  /** Reads the end of a tag without attributes. @returns true for the tag of an empty element */
  #endsAtOnce(): boolean {
    const { scanner } = this;
    const { text, at } = scanner;
    const isEmpty = text[at] === '/';
    if (isEmpty && at + 1 === text.length) scanner.failAtEnd(messages.endIn('>'), at);
    if (isEmpty && text[at + 1] !== '>') scanner.failUnexpected(at, '>');
    if (!isEmpty && text[at] !== '>') scanner.fail(messages.badNameChar(text, at), at);
    scanner.at = at + (isEmpty ? 2 : 1);
    return isEmpty;
  }

  /** Reads attributes up to the end of the tag. @returns true for the tag of an empty element */
  #readAttributes(written: WrittenAttribute[]): boolean {
    const { scanner } = this;
    for (;;) {
      const before = scanner.at;
      scanner.skipSpaces();
      const { text, at } = scanner;
      const isEmpty = text[at] === '/';
      // At the end of the text XmlTextReader does not count the lines after the last attribute.
      if (at + (isEmpty ? 1 : 0) === text.length)
        this.failUnclosed(scanner.placeOf(at).line - scanner.placeOf(before).line);
      if (isEmpty && text[at + 1] !== '>') scanner.failUnexpected(at + 1, '>');
      if (isEmpty || text[at] === '>') {
        scanner.at = at + (isEmpty ? 2 : 1);
        return isEmpty;
      }
      if (written.length === MAX_ATTRIBUTES) scanner.fail(messages.tooManyAttributes, at);
      written.push(this.#readAttribute(at > before));
    }
  }

  #readAttribute(isSeparated: boolean): WrittenAttribute {
    const { scanner } = this;
    const { text, at: offset } = scanner;
    if (!scanner.startsName(offset)) scanner.fail(messages.badNameStart(text, offset), offset);
    if (!isSeparated) scanner.fail(messages.whiteSpaceExpected(scanner.tokenAt(offset)), offset);
    const name = scanner.readName(true);
    const quote = scanner.readEquals();
    const valueOffset = scanner.at;
    const attribute = { name, ...split(name), value: this.#readValue(quote), offset };
    this.#declare(attribute, valueOffset);
    return attribute;
  }

  /** Reads a value and its closing quote. White space becomes blanks (XML 1.0 3.3.3). */
  #readValue(quote: string): string {
    const { scanner } = this;
    const { text } = scanner;
    let value = '';
    let from = scanner.at;
    const replace = (replacement: string, end: number) => {
      value += text.slice(from, scanner.at) + replacement;
      scanner.at = end;
      from = end;
    };
    for (;;) {
      scanner.skip(ATTRIBUTE_VALUE);
      if (scanner.isAtEnd()) scanner.fail(messages.unclosedLiteral, scanner.at);
      const { at } = scanner;
      const next = text[at];
      if (next === quote) {
        replace('', at + 1);
        return value;
      }
      if (next === '<') scanner.fail(messages.badAttributeChar(text, at), at);
      if (next === '\t' || next === '\n' || next === '\r')
        replace(' ', text.startsWith('\r\n', at) ? at + 2 : at + 1);
      else if (next !== '&') scanner.skipAllowed();
      else {
        const reference = scanner.characterReference();
        if (reference !== undefined) replace(reference.character, reference.end);
        else {
          scanner.skipEntity();
          this.#hasEntity = true;
        }
      }
    }
  }

  /**
   * Declares the namespace of `xmlns`, and checks `xml:space`. @throws XmlError if one of them has a forbidden value
   */
  #declare({ name, prefix, local, value, offset }: WrittenAttribute, valueOffset: number): void {
    const { scanner } = this;
    if (name === 'xml:space' && !/^[\t\n\r ]*(default|preserve)[\t\n\r ]*$/.test(value))
      scanner.fail(messages.invalidXmlSpace(value), offset);
    if (name !== 'xmlns' && prefix !== 'xmlns') return;
    const declared = prefix === '' ? '' : local;
    if (value === '' && prefix !== '') scanner.fail(messages.invalidNamespace, valueOffset - 1);
    if (value === XMLNS && declared !== 'xmlns')
      scanner.fail(messages.reservedNamespace(declared), valueOffset);
    if (declared === 'xmlns') scanner.fail(messages.reservedXmlns, value === XMLNS ? valueOffset : offset);
    if (declared === 'xml' && value !== XML) scanner.fail(messages.reservedXml, offset);
    this.#map(declared, value);
  }

  /** Maps a prefix, or `''` for the default namespace, to a namespace, until the innermost element ends. */
  #map(prefix: string, uri: string): void {
    const number = this.#numbers.get(uri) ?? this.#numbers.size;
    this.#numbers.set(uri, number);
    const meanings = this.#meanings.get(prefix);
    if (meanings === undefined) this.#meanings.set(prefix, [{ uri, number }]);
    else meanings.push({ uri, number });
    this.#declared.at(-1)?.push(prefix);
  }

  /** Returns the namespace of a prefix. @param offset the place of the name, which an error reports */
  #resolve(prefix: string, offset: number): Namespace {
    const meaning = this.#meanings.get(prefix)?.at(-1);
    if (meaning !== undefined) return meaning;
    return prefix === '' ? NO_NAMESPACE : this.scanner.fail(messages.undeclaredPrefix(prefix), offset);
  }

  #resolveAll(written: readonly WrittenAttribute[]): readonly XmlAttribute[] {
    // The default namespace does not apply to attributes.
    const meanings = written.map(({ name, prefix, offset }) =>
      prefix === '' && name !== 'xmlns' ? NO_NAMESPACE : this.#resolve(prefix || 'xmlns', offset),
    );
    const seen = new Set<string>();
    return written.map(({ name, prefix, local, value, offset }, index) => {
      const { uri: namespace, number } = meanings[index] ?? NO_NAMESPACE;
      const expanded = `${number}:${local}`;
      if (seen.has(expanded)) this.scanner.fail(messages.duplicateAttribute(name), offset);
      seen.add(expanded);
      return { prefix, local, namespace, value };
    });
  }
}

function split(name: string): { readonly prefix: string; readonly local: string } {
  const colon = name.indexOf(':');
  return { prefix: name.slice(0, Math.max(colon, 0)), local: name.slice(colon + 1) };
}

/** Moves over the characters of a document as XmlTextReader does, and fails with its messages. */
import { LETTER, NAME_CHAR } from 'xmlchars/xml/1.0/ed4';
import { arithmeticOverflow } from '../../../contract/messages';
import type { DecodedText } from '../../content-type';
import * as messages from './messages';
import { XmlError } from './messages';

/** These match a name without a colon, with the characters of the fourth edition of XML 1.0 (contract 2.3). */
const NAME_START = new RegExp(`[_${LETTER}]`, 'y');
const NAME_REST = new RegExp(`[${NAME_CHAR.replace(':', '')}]*`, 'y');
const SPACES = /[\t\n\r ]*/y;
const LINE_END = /\r\n?|\n/g;
const [LF, CR] = [0x0a, 0x0d];
const DIGITS = /[0-9]*/y;
const HEX_DIGITS = /[0-9A-Fa-f]*/y;
const NAMED_REFERENCE = /&(amp|apos|quot|lt|gt);/y;
const NAMED: Readonly<Record<string, string>> = { amp: '&', apos: "'", quot: '"', lt: '<', gt: '>' };
/** Matches a character that XML allows (XML 1.0 2.2). */
const ALLOWED = /[\t\n\r\u0020-\ud7ff\ue000-\ufffd]|[\ud800-\udbff][\udc00-\udfff]/y;

/**
 * Returns an expression for a run of characters that XML allows, without the characters in `ends`. A surrogate pair
 * ends a run, too, because only `skipAllowed` checks that it is a pair.
 */
export function runUntil(ends: string): RegExp {
  return new RegExp(
    `[^${ends}\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\ud800-\\udfff\\ufffe\\uffff]*`,
    'y',
  );
}

/** Matches a part of the value of an attribute. White space and references end it. */
export const ATTRIBUTE_VALUE = runUntil('<>&"\'\\t\\n\\r');

/** Represents a reference to a character. The reference ends before the offset `end`. */
interface CharacterReference {
  readonly character: string;
  readonly isDecimal: boolean;
  readonly end: number;
}

const MAX_INT = 2 ** 31 - 1;
const MAX_CODE_POINT = 0x10ffff;

export class XmlScanner {
  /** The next character is at this offset. */
  at = 0;
  readonly text: string;
  readonly #error: DecodedText['error'];

  constructor({ text, error }: DecodedText) {
    this.text = error === undefined ? text : text.slice(0, error.offset);
    this.#error = error;
  }

  /** Returns true at the end. @throws XmlError if the text ends only because the bytes after it are invalid */
  isAtEnd(): boolean {
    if (this.at < this.text.length) return false;
    if (this.#error === undefined) return true;
    const { message, hasNoPlace, cause } = this.#error;
    throw new XmlError(message, hasNoPlace ? undefined : this.placeOf(this.text.length), cause);
  }

  /** Returns line and column of an offset, both from 1. A column is a UTF-16 code unit (contract 2.7.1). */
  placeOf(offset: number): { readonly line: number; readonly column: number } {
    const before = this.text.slice(0, offset);
    let line = 1;
    let start = 0;
    // Splitting the text into lines would take a hundred times as long, and a request may consist of line ends only.
    for (let at = 0; at < before.length; at++) {
      const code = before.charCodeAt(at);
      if (code !== LF && (code !== CR || before.charCodeAt(at + 1) === LF)) continue;
      line++;
      start = at + 1;
    }
    return { line, column: before.length - start + 1 };
  }

  /** Returns the text between two offsets, with LF for every line end (XML 1.0 2.11). */
  textBetween(start: number, end: number): string {
    const text = this.text.slice(start, end);
    return text.includes('\r') ? text.replace(LINE_END, '\n') : text;
  }

  /** Skips the characters that match. @param run a sticky expression that also matches an empty text */
  skip(run: RegExp): void {
    this.at = endOf(run, this.text, this.at);
  }

  skipSpaces(): void {
    this.skip(SPACES);
  }

  /** Skips a character that ended a run. @throws XmlError if XML does not allow it */
  skipAllowed(): void {
    if (!this.isAllowed()) this.fail(messages.invalidCharacter(this.text, this.at), this.at);
    this.at = ALLOWED.lastIndex;
  }

  /** Returns true if XML allows the next character. */
  isAllowed(): boolean {
    ALLOWED.lastIndex = this.at;
    return ALLOWED.test(this.text);
  }

  /**
   * Moves after the mark that ends a node, and returns the text before it.
   * @param run a run that ends before the mark's first character
   * @param part what an incomplete node is called
   * @throws XmlError if the mark is missing, or if the text before it is not allowed
   */
  readUntil(mark: '-->' | ']]>' | '?>', run: RegExp, part: 'Comment' | 'CDATA' | 'PI'): string {
    const start = this.at;
    const text = this.text;
    const isShort = text.length - start < mark.length;
    const isCutOff = (at: number) => text.length - at < mark.length && mark.startsWith(text.slice(at));
    for (;;) {
      if (!isShort) this.skip(run);
      const { at } = this;
      if (text.startsWith(mark, at)) {
        this.at = at + mark.length;
        return this.textBetween(start, at);
      }
      if (isShort || isCutOff(at)) this.failAtEnd(messages.endIn(part), part === 'PI' ? text.length : at);
      // Only the run of a comment ends before a hyphen.
      if (text.startsWith('--', at)) this.fail(messages.hyphensInComment, at);
      this.skipAllowed();
    }
  }

  startsName(offset: number): boolean {
    NAME_START.lastIndex = offset;
    return NAME_START.test(this.text);
  }

  /** Returns true for a character that can be inside a qualified name. */
  isInName(offset: number): boolean {
    return this.text[offset] === ':' || endOf(NAME_REST, this.text, offset) > offset;
  }

  /**
   * Moves after a name, and returns it. A qualified name may have one colon.
   * @throws XmlError if there is no name here, or if the text ends
   */
  readName(isQualified: boolean): string {
    const text = this.text;
    const start = this.at;
    let from = start;
    for (let hasColon = false; ; hasColon = true) {
      if (!this.startsName(from)) {
        if (from + 1 >= text.length) this.failAtEnd(messages.endIn('Name'), from);
        this.fail(messages.badNameStart(text, from), from);
      }
      this.at = endOf(NAME_REST, text, from);
      if (this.isAtEnd()) this.fail(messages.endIn('Name'), this.at);
      if (text[this.at] !== ':') return text.slice(start, this.at);
      if (hasColon || !isQualified) this.fail(messages.badNameChar(text, this.at), this.at);
      from = this.at + 1;
    }
  }

  /** Moves after an equals sign and a quote, and returns the quote. @throws XmlError if one of the two is missing */
  readEquals(): string {
    this.skipSpaces();
    if (this.text[this.at] !== '=') this.failUnexpected(this.at, '=');
    this.at++;
    this.skipSpaces();
    const quote = this.text[this.at];
    if (quote !== '"' && quote !== "'") return this.failUnexpected(this.at, '"', "'");
    this.at++;
    return quote;
  }

  /**
   * Returns the reference to a character that begins here, and leaves `at` unchanged. Returns `undefined` for a
   * reference to anything else.
   * @throws XmlError if the reference is incomplete, or names no character that XML allows
   */
  characterReference(): CharacterReference | undefined {
    const { at } = this;
    if (at + 1 === this.text.length) this.failAtEnd(messages.unexpectedEnd, at);
    if (this.text[at + 1] === '#') return this.#numericReference(at);
    NAMED_REFERENCE.lastIndex = at;
    const name = NAMED_REFERENCE.exec(this.text)?.[1];
    if (name === undefined) return undefined;
    return { character: NAMED[name] ?? '', isDecimal: false, end: NAMED_REFERENCE.lastIndex };
  }

  #numericReference(at: number): CharacterReference {
    const text = this.text;
    const isHex = text[at + 2] === 'x';
    const start = at + (isHex ? 3 : 2);
    const end = endOf(isHex ? HEX_DIGITS : DIGITS, text, start);
    let code = 0;
    for (let digit = start; digit < end; digit++) {
      code = code * (isHex ? 16 : 10) + Number.parseInt(text.charAt(digit), 16);
      if (code > MAX_INT)
        throw new XmlError(messages.numberTooLarge, this.placeOf(digit), arithmeticOverflow);
    }
    if (end === text.length) this.failAtEnd(messages.endIn(''), at);
    if (text[end] !== ';' || end === start) this.fail(messages.invalidNumber(isHex), end);
    const character = characterOf(code);
    ALLOWED.lastIndex = 0;
    if (code > MAX_CODE_POINT || !ALLOWED.test(character))
      this.fail(messages.invalidCharacter(character, 0), start);
    return { character, isDecimal: !isHex, end: end + 1 };
  }

  /**
   * Skips the reference to an entity. No entity is declared, because DTDs are prohibited.
   * @throws XmlError if the name of the entity or its semicolon is missing
   */
  skipEntity(): void {
    const text = this.text;
    const start = this.at + 1;
    const isName = this.startsName(start);
    this.at = isName ? endOf(NAME_REST, text, start) : start;
    if (isName && text[this.at] === ';') this.at++;
    else this.fail(messages.badEntityName, this.isInName(this.at) || this.isAtEnd() ? this.at : start);
  }

  /** Returns what messages call a token: the characters of a name, or else one character. */
  tokenAt(offset: number): string {
    return this.text.slice(offset, Math.max(endOf(NAME_REST, this.text, offset), offset + 1));
  }

  /** Throws an XmlError, because the token at `offset` is none of those that were expected. */
  failUnexpected(offset: number, ...expected: readonly string[]): never {
    if (offset >= this.text.length) this.failAtEnd(messages.unexpectedEnd, offset);
    this.fail(messages.unexpectedToken(this.tokenAt(offset), expected), offset);
  }

  /** Throws an XmlError. @param lines the number of lines that is subtracted from the line in the error */
  fail(message: string, offset: number, lines = 0): never {
    const { line, column } = this.placeOf(offset);
    throw new XmlError(message, { line: line - lines, column });
  }

  /** Fails because the text ends. If it ends only because the bytes after it are invalid, the error says so. */
  failAtEnd(message: string, offset: number, lines = 0): never {
    this.at = this.text.length;
    this.isAtEnd();
    this.fail(message, offset, lines);
  }
}

/**
 * Returns the offset after the characters from `from` on that match.
 * @param run a sticky expression that also matches an empty text
 */
function endOf(run: RegExp, text: string, from: number): number {
  run.lastIndex = from;
  run.test(text);
  return run.lastIndex;
}

/** Returns the character of a number. Above U+10FFFF it is the result of .NET's formula for a first surrogate. */
function characterOf(code: number): string {
  if (code <= MAX_CODE_POINT) return String.fromCodePoint(code);
  return String.fromCharCode(0xd800 + ((code - 0x10000) >> 10));
}

/** Reads texts as values: SOAP's as .NET's XmlConvert (contract 2.7), and those of GET and POST as Convert (5.4). */
import {
  type ChainedException,
  notABoolean,
  notANumber,
  notAnXmlBoolean,
  outOfRange,
} from '../contract/messages';
import type { XsdType, XsdValue } from '../contract/operations';

/**
 * Reads a text as .NET's XmlConvert does (contract 2.6.3).
 * @returns what is wrong if the text is no value of the type
 */
export function readXmlScalar(type: XsdType, text: string): XsdValue | ChainedException {
  return type === 'boolean'
    ? xmlBoolean(text)
    : integer(type, /^[\t\n\r ]*([+-]?)([0-9]+)[\t\n\r ]*$/.exec(text));
}

/** Reads a text as .NET's Convert does (contract 5.4). @returns what is wrong if the text is no value of the type */
export function readFormScalar(type: XsdType, text: string): XsdValue | ChainedException {
  if (type !== 'boolean') return integer(type, FORM_INTEGER.exec(text));
  const found = FORM_BOOLEAN.exec(text);
  return found === null ? notABoolean : found[1] !== undefined;
}

/** Matches the form that nearly all clients write, which every binding reads in the same way. */
const CANONICAL = /^(?:-?[0-9]{1,19}|true|false)$/;

/** Returns the value of a text in its canonical form, or `undefined` if the text needs a closer look. */
export function readCanonicalScalar(type: XsdType, text: string): XsdValue | undefined {
  const value = CANONICAL.test(text) ? readXmlScalar(type, text) : undefined;
  return typeof value === 'object' ? undefined : value;
}

const BITS = { int: 32, long: 64 } as const;

function integer(type: 'int' | 'long', written: RegExpExecArray | null): XsdValue | ChainedException {
  if (written === null) return notANumber;
  const [, sign, digits = ''] = written;
  // No longer number fits 64 bits, and the time to convert one grows faster than its text.
  const significant = digits.length > 19 ? digits.replace(/^0+/, '') : digits;
  const size = significant.length > 19 ? 2n ** 64n : BigInt(significant);
  const value = sign === '-' ? -size : size;
  if (BigInt.asIntN(BITS[type], value) !== value) return outOfRange(type === 'int' ? 'Int32' : 'Int64');
  return type === 'int' ? Number(value) : value;
}

function xmlBoolean(text: string): boolean | ChainedException {
  const trimmed = trimXmlSpace(text);
  if (trimmed === 'true' || trimmed === '1') return true;
  if (trimmed === 'false' || trimmed === '0') return false;
  return notAnXmlBoolean(trimmed);
}

/** This is a loop, because a regular expression that trims the end takes quadratic time on inner blanks. */
function trimXmlSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isXmlSpace(text.charCodeAt(start))) start++;
  while (end > start && isXmlSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: Int32.Parse takes NUL characters at the end
const FORM_INTEGER = /^[\t\n\v\f\r ]*([+-]?)([0-9]+)[\t\n\v\f\r ]*\u0000*$/;

/** Matches like .NET Framework's Char.IsWhiteSpace, and NUL. JavaScript's `\s` lacks U+0085 and has U+FEFF. */
const PADDING =
  '[\\u0000\\t-\\r \\u0085\\u00a0\\u1680\\u180e\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]*';
const FORM_BOOLEAN = new RegExp(`^${PADDING}(?:(true)|false)${PADDING}$`, 'i');

export function isXmlSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

export function isBlank(value: string): boolean {
  return skipBlanks(value, 0) === value.length;
}

/** Returns the offset of the first character from `from` on that is no blank, or the text's length. */
export function skipBlanks(text: string, from: number): number {
  let at = from;
  while (isXmlSpace(text.charCodeAt(at))) at++;
  return at;
}

/**
 * Converts texts to values: for SOAP like .NET's XmlConvert (contract 2.7), for GET and POST like .NET's Convert
 * (contract 5.4).
 */
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
 * @returns the value, or .NET's exception if the text is not a value of the type
 */
export function readXmlScalar(type: XsdType, text: string): XsdValue | ChainedException {
  return type === 'boolean'
    ? xmlBoolean(text)
    : integer(type, /^[\t\n\r ]*([+-]?)([0-9]+)[\t\n\r ]*$/.exec(text));
}

/** Reads a text as .NET's Convert does (contract 5.4). @returns the value, or .NET's exception */
export function readFormScalar(type: XsdType, text: string): XsdValue | ChainedException {
  if (type !== 'boolean') return integer(type, FORM_INTEGER.exec(text));
  const found = FORM_BOOLEAN.exec(text);
  return found === null ? notABoolean : found[1] !== undefined;
}

/**
 * Matches the form in which nearly all clients send a value. Its bytes mean the same characters in every charset that
 * contains ASCII. The form has no `+`, because in UTF-7 a `+` begins Base64.
 */
const CANONICAL = /^(?:-?[0-9]{1,19}|true|false)$/;

/** Returns the value of a text in canonical form, or `undefined` if the text needs the full conversion. */
export function readCanonicalScalar(type: XsdType, text: string): XsdValue | undefined {
  const value = CANONICAL.test(text) ? readXmlScalar(type, text) : undefined;
  return typeof value === 'object' ? undefined : value;
}

function integer(type: 'int' | 'long', written: RegExpExecArray | null): XsdValue | ChainedException {
  if (written === null) return notANumber;
  const [, sign = '', digits = ''] = written;
  // A BigInt would also work for an int, but would take 2 % of the time of a GET.
  if (type === 'int') {
    const value = Number(sign + digits);
    return value === (value | 0) ? value | 0 : outOfRange('Int32');
  }
  const significant = digits.replace(/^0+/, '');
  // A number with more digits does not fit into 64 bits, and the time to convert it grows faster than its length.
  const magnitude = significant.length > 19 ? 2n ** 64n : BigInt(significant);
  const value = sign === '-' ? -magnitude : magnitude;
  return BigInt.asIntN(64, value) === value ? value : outOfRange('Int64');
}

function xmlBoolean(text: string): boolean | ChainedException {
  const trimmed = trimBy(isXmlSpace, text);
  if (trimmed === 'true' || trimmed === '1') return true;
  if (trimmed === 'false' || trimmed === '0') return false;
  return notAnXmlBoolean(trimmed);
}

/**
 * Removes characters from both ends of a text with loops. A regular expression for the end could take quadratic time if
 * there is much white space inside the text.
 */
export function trimBy(isTrimmed: (code: number) => boolean, text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isTrimmed(text.charCodeAt(start))) start++;
  while (end > start && isTrimmed(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: Int32.Parse accepts NUL characters at the end
const FORM_INTEGER = /^[\t-\r ]*([+-]?)([0-9]+)[\t-\r ]*\u0000*$/;

/** These are the characters of .NET Framework's Char.IsWhiteSpace. JavaScript's `\s` lacks U+0085 and has U+FEFF. */
const WHITE_SPACE = '\\t-\\r \\u0085\\u00a0\\u1680\\u180e\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
const PADDING = `[\\u0000${WHITE_SPACE}]*`;
const FORM_BOOLEAN = new RegExp(`^${PADDING}(?:(true)|false)${PADDING}$`, 'i');

const IS_WHITE_SPACE = new RegExp(`[${WHITE_SPACE}]`);

/** Removes white space from the end as .NET's String.TrimEnd does. */
export function trimEnd(text: string): string {
  let end = text.length;
  while (IS_WHITE_SPACE.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

export function isXmlSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** Returns true for a text that is empty or has only XML white space. */
export function isBlank(value: string): boolean {
  return trimBy(isXmlSpace, value) === '';
}

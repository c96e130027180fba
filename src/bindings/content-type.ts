/**
 * Reads Content-Type as ASMX does, which differs from HTTP's definition (contract 1.6, 2.8). Decodes texts in .NET's
 * character sets (contract 2.8, 5.3), and SOAP requests as ASMX does (contract 2.8, 3.5).
 */
import iconv from 'iconv-lite';
import { type ChainedException, encodingNotSupported } from '../contract/messages';
import { CHARSETS } from './charsets';
import { singleByteDecoder, utf7 } from './decoders';
import { trimBy } from './scalars';

export interface MediaType {
  /** The media type is in lower case and has no parameters. It is `''` if there is no header. */
  readonly base: string;
  /** The `charset` parameter is `undefined` if it is absent or empty. */
  readonly charset: string | undefined;
  /** The `action` parameter of SOAP 1.2 is `undefined` if it is absent or empty. */
  readonly action: string | undefined;
}

/**
 * Splits a Content-Type at each `;`, even inside quotes. The base is the piece before the first `;`, and is not
 * trimmed. The value of a parameter is in the first piece that *starts with* the parameter's name and contains `=`.
 */
export function readMediaType(header = ''): MediaType {
  const [base = '', ...pieces] = header.split(';');
  return {
    base: base.toLowerCase(),
    charset: parameter(pieces, 'charset'),
    action: parameter(pieces, 'action'),
  };
}

function parameter(pieces: readonly string[], name: string): string | undefined {
  for (const piece of pieces) {
    const trimmed = piece.trimStart();
    const equals = trimmed.indexOf('=');
    if (equals < 0 || !trimmed.toLowerCase().startsWith(name)) continue;
    return trimBy(isBlankOrQuote, trimmed.slice(equals + 1)) || undefined;
  }
  return undefined;
}

/**
 * Returns true for the characters that ASMX trims from a parameter: blanks, tabs and quotes. The quotes need not be
 * pairs (contract 2.8).
 */
function isBlankOrQuote(code: number): boolean {
  return ' \'"\t'.includes(String.fromCharCode(code));
}

type Decoder = (bytes: Buffer) => string;

const utf8: Decoder = (bytes) => bytes.toString('utf8');
const latin1: Decoder = (bytes) => bytes.toString('latin1');

/** Returns a decoder that replaces unpaired surrogates with U+FFFD, as .NET does. */
function byIconv(name: string): Decoder {
  return (bytes) => iconv.decode(bytes, name, { stripBOM: false }).toWellFormed();
}

export const utf16le = byIconv('utf-16le');
export const utf16be = byIconv('utf-16be');
export const utf32le = byIconv('utf-32le');
export const utf32be = byIconv('utf-32be');

/** Decodes like .NET's ASCIIEncoding, which turns every byte from 0x80 on into `?` and never fails. */
const usAscii: Decoder = (bytes) => {
  const ascii = Buffer.from(bytes);
  for (let at = 0; at < ascii.length; at++) if ((ascii[at] ?? 0) > 0x7f) ascii[at] = 0x3f;
  return ascii.toString('latin1');
};

const DECODERS: Readonly<Record<string, Decoder>> = {
  'us-ascii': usAscii,
  'iso-8859-1': latin1,
  'utf-8': utf8,
  'utf-7': utf7,
  'utf-16le': utf16le,
  'utf-16be': utf16be,
  'utf-32le': utf32le,
  'utf-32be': utf32be,
};

/** In these encodings one character may have several bytes. */
const MULTI_BYTE = ['cp950', 'gbk', 'gb18030', 'shift_jis', 'euc-jp', 'cp949', 'euc-kr'];

const BY_NAME = new Map(
  CHARSETS.flatMap(([encoding, names]) => {
    const isMultiByte = MULTI_BYTE.includes(encoding);
    const decode = DECODERS[encoding] ?? (isMultiByte ? byIconv : singleByteDecoder)(encoding);
    return names.split(', ').map((name) => [name, decode] as const);
  }),
);

/**
 * Returns the decoder of a charset, or `undefined` if .NET has no such encoding. The letter case of the name is
 * ignored.
 */
export function decoderOf(name: string): Decoder | undefined {
  return BY_NAME.get(name.toLowerCase());
}

/**
 * Represents an encoding that was detected by the first bytes. The byte order mark has `length` bytes, or 0 if it is
 * absent.
 */
interface FoundEncoding {
  readonly decode: Decoder;
  readonly length: number;
  /** An ASCII character has this many bytes in the encoding. */
  readonly unit: 1 | 2 | 4;
}

/** Detects a byte order mark as StreamReader does. */
function byteOrderMark(bytes: Buffer): FoundEncoding | undefined {
  if (startsWith(bytes, 0xef, 0xbb, 0xbf)) return { decode: utf8, length: 3, unit: 1 };
  if (startsWith(bytes, 0xff, 0xfe, 0, 0)) return { decode: utf32le, length: 4, unit: 4 };
  if (startsWith(bytes, 0, 0, 0xfe, 0xff)) return { decode: utf32be, length: 4, unit: 4 };
  if (startsWith(bytes, 0xff, 0xfe)) return { decode: utf16le, length: 2, unit: 2 };
  if (startsWith(bytes, 0xfe, 0xff)) return { decode: utf16be, length: 2, unit: 2 };
  return undefined;
}

/** Detects an encoding without a byte order mark as XmlTextReader does, by the bytes of the first `<`. */
function encodingWithoutMark(bytes: Buffer): FoundEncoding {
  if (startsWith(bytes, 0x3c, 0, 0, 0)) return { decode: utf32le, length: 0, unit: 4 };
  if (startsWith(bytes, 0, 0, 0, 0x3c)) return { decode: utf32be, length: 0, unit: 4 };
  if (startsWith(bytes, 0x3c, 0)) return { decode: utf16le, length: 0, unit: 2 };
  if (startsWith(bytes, 0, 0x3c)) return { decode: utf16be, length: 0, unit: 2 };
  return { decode: utf8, length: 0, unit: 1 };
}

function startsWith(bytes: Buffer, ...first: number[]): boolean {
  return first.every((byte, index) => bytes[index] === byte);
}

export interface DecodedText {
  readonly text: string;
  /** This is set if the bytes can't be decoded from `offset` on (a UTF-16 index into `text`). */
  readonly error?: {
    readonly message: string;
    readonly offset: number;
    /** This is true if .NET's message has no position. */
    readonly hasNoPlace?: boolean;
    readonly cause?: ChainedException;
  };
}

/** Decodes XML. The encoding in its XML declaration is used only for `application/…` without a known charset. */
export function decodeMessage(bytes: Buffer, mediaType: MediaType): DecodedText {
  const named = mediaType.charset === undefined ? undefined : decoderOf(mediaType.charset);
  if (named === undefined && mediaType.base.startsWith('application/'))
    return withoutLastNul(detectEncoding(bytes));
  // StreamReader prefers a byte order mark, ignores the XML declaration, and never reports an error.
  const mark = byteOrderMark(bytes);
  const decode = mark?.decode ?? named ?? usAscii;
  const content = bytes.subarray(mark?.length ?? 0);
  // Nearly every request ends with an ASCII character, and streams are slower to decode.
  const mayBeCut = decode === utf8 && (content.at(-1) ?? 0) > 0x7f;
  return { text: mayBeCut ? streamedUtf8(content, false) : decode(content) };
}

/** XmlTextReader over a stream takes a NUL for its end if nothing but white space is between it and the last tag. */
function withoutLastNul(decoded: DecodedText): DecodedText {
  const isEnd = decoded.error === undefined && /(?:^|>)[\t\n\r ]*\0$/.test(decoded.text);
  return isEnd ? { text: decoded.text.slice(0, -1) } : decoded;
}

/**
 * Decodes like XmlTextReader over a stream: by the byte order mark, else by the declaration, else as UTF-8. Invalid
 * bytes are an error.
 */
function detectEncoding(bytes: Buffer): DecodedText {
  const { decode, length, unit } = byteOrderMark(bytes) ?? encodingWithoutMark(bytes);
  const content = bytes.subarray(length);
  const isUtf8 = unit === 1;
  const whole = (isUtf8 ? latin1 : decode)(content);
  const declared = declaredEncoding(whole);
  if (declared === undefined) return isUtf8 ? strictUtf8(content) : { text: whole };
  const { name, offset, end } = declared;
  // For this name, XmlTextReader keeps the encoding that it has detected, and no longer rejects invalid bytes.
  if (/^ucs-4$/i.test(name)) return { text: decode(content) };
  const text = whole.slice(0, end);
  if (/^(utf-16|ucs-2|iso-10646-ucs-2)$/i.test(name)) {
    if (unit === 2) return { text: whole };
    const message = 'There is no Unicode byte order mark. Cannot switch to Unicode.';
    return { text, error: { message, offset, hasNoPlace: true } };
  }
  const decoder = decoderOf(name);
  if (decoder === undefined) {
    const message = `System does not support '${name}' encoding.`;
    return { text, error: { message, offset, cause: encodingNotSupported(name) } };
  }
  // XmlTextReader switches to the encoding after the declaration.
  const rest = content.subarray(unit * end);
  if (!/^utf-8$/i.test(name)) return { text: text + decoder(rest) };
  const { text: decoded, error } = strictUtf8(rest);
  return { text: text + decoded, ...(error && { error: { ...error, offset: end + error.offset } }) };
}

/** Returns the encoding's name in the XML declaration at the start of `text`, its offset, and the declaration's end. */
function declaredEncoding(
  text: string,
): { readonly name: string; readonly offset: number; readonly end: number } | undefined {
  if (!/^<\?xml[\t\n\r ]/.test(text)) return undefined;
  const [declaration = ''] = text.slice(1).split(/[<>]/, 1);
  const before = /[\t\n\r ]encoding[\t\n\r ]*=[\t\n\r ]*(["'])/.exec(declaration);
  if (before === null) return undefined;
  const start = before.index + before[0].length;
  const end = declaration.indexOf(before[1] ?? '', start);
  const name = declaration.slice(start, end);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these end the value of the declaration with an error
  if (end < 0 || /[&\0-\x1f]/.test(name)) return undefined;
  return { name, offset: start + 1, end: declaration.length + '<>'.length };
}

/** Decodes UTF-8 as .NET does in a stream, where an incomplete character at the end is ignored. */
function streamedUtf8(bytes: Buffer, fatal: boolean): string {
  return new TextDecoder('utf-8', { fatal, ignoreBOM: true }).decode(bytes, { stream: true });
}

/** Decodes UTF-8 up to the first invalid byte. */
function strictUtf8(bytes: Buffer): DecodedText {
  try {
    return { text: streamedUtf8(bytes, true) };
  } catch {
    const again = Buffer.from(bytes.toString('utf8'));
    let valid = 0;
    while (again[valid] === bytes[valid]) valid++;
    // `again` has U+FFFD in place of an invalid character, and both may begin with the same bytes. These bytes then
    // count as valid, but the decoder drops them, because they are an incomplete character.
    const prefix = streamedUtf8(bytes.subarray(0, valid), false);
    return {
      text: prefix,
      error: { message: 'Invalid character in the given encoding.', offset: prefix.length },
    };
  }
}

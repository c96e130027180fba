/** Names of character sets as .NET's Encoding.GetEncoding knows them, and their decoders (contract 2.8, 5.3). */
import iconv from 'iconv-lite';

export interface Decoder {
  (bytes: Buffer): string;
  /** The same, a slice of long bytes at a step: where decoding is slow. */
  readonly inSteps?: (bytes: Buffer) => Generator<void, string>;
}

/** Bytes of one step; the slowest encoding, UTF-7, takes up to two milliseconds for a thousand. */
const SLICE = 8_192;
const HYPHEN = 0x2d;

const utf8: Decoder = (bytes) => bytes.toString('utf8');
// As of bytes that are no UTF-8, .NET makes U+FFFD of halves of surrogate pairs.
const utf16le: Decoder = (bytes) => bytes.toString('utf16le').toWellFormed();
const utf16be: Decoder = (bytes) => utf16le(Buffer.from(bytes.subarray(0, bytes.length & ~1)).swap16());

/** ASCIIEncoding makes a `?` of every byte from 0x80 on; it never fails. */
export const usAscii: Decoder = (bytes) => {
  const ascii = Buffer.from(bytes);
  for (let at = 0; at < ascii.length; at++) if ((ascii[at] ?? 0) > 0x7f) ascii[at] = 0x3f;
  return ascii.toString('latin1');
};

const BY_NAME: Readonly<Record<string, Decoder>> = {
  'utf-8': utf8,
  'unicode-1-1-utf-8': utf8,
  'unicode-2-0-utf-8': utf8,
  'us-ascii': usAscii,
  ascii: usAscii,
  'utf-16': utf16le,
  'utf-16le': utf16le,
  'ucs-2': utf16le,
  'iso-10646-ucs-2': utf16le,
  unicode: utf16le,
  'utf-16be': utf16be,
  unicodefffe: utf16be,
  'iso-8859-1': (bytes) => bytes.toString('latin1'),
  latin1: (bytes) => bytes.toString('latin1'),
};

/** iconv-lite's own inventions and spellings; .NET refuses them (`utf8` is the common one). */
const NOT_DOTNET = /^(utf8|cesu8|ucs2|binary|base64|hex|utf16|utf16le|utf32|utf-7-imap)$/;

/** The decoder of a charset name in any letter case; `undefined` when .NET knows no such encoding. */
export function decoderOf(name: string): Decoder | undefined {
  const key = name.toLowerCase();
  if (Object.hasOwn(BY_NAME, key)) return BY_NAME[key];
  if (NOT_DOTNET.test(key) || !/^[a-z0-9][a-z0-9._:-]*$/.test(key) || !iconv.encodingExists(key))
    return undefined;
  const decode = (bytes: Buffer) => iconv.decode(bytes, key, { stripBOM: false });
  return Object.assign(decode, { inSteps: (bytes: Buffer) => decodeInSteps(key, bytes) });
}

/** A decoder with a state carries what a slice's end tears apart. */
function* decodeInSteps(name: string, bytes: Buffer): Generator<void, string> {
  const decoder = iconv.getDecoder(name, { stripBOM: false });
  let text = '';
  for (let at = 0, end = 0; at < bytes.length; at = end) {
    // iconv-lite takes the hyphen that ends a run of UTF-7 for a plus sign if a slice begins with it.
    end = at + SLICE + (bytes[at + SLICE] === HYPHEN ? 1 : 0);
    text += decoder.write(bytes.subarray(at, end));
    yield;
  }
  return text + (decoder.end() ?? '');
}

/** The encoding that a byte order mark names, as StreamReader detects it, and the mark's length. */
export function byteOrderMark(
  bytes: Buffer,
): { readonly decode: Decoder; readonly length: number } | undefined {
  const starts = (...mark: number[]) => mark.every((byte, index) => bytes[index] === byte);
  if (starts(0xef, 0xbb, 0xbf)) return { decode: utf8, length: 3 };
  if (starts(0xff, 0xfe, 0, 0)) return { decode: (rest) => iconv.decode(rest, 'utf-32le'), length: 4 };
  if (starts(0, 0, 0xfe, 0xff)) return { decode: (rest) => iconv.decode(rest, 'utf-32be'), length: 4 };
  if (starts(0xff, 0xfe)) return { decode: utf16le, length: 2 };
  if (starts(0xfe, 0xff)) return { decode: utf16be, length: 2 };
  return undefined;
}

/** The bytes of a SOAP request to text, as ASMX's readers decode them (contract 2.8, 3.5). */
import { byteOrderMark, type Decoder, decoderOf, usAscii } from '../charsets';
import type { MediaType } from '../media-type';

export interface DecodedText {
  readonly text: string;
  /** What is wrong with the encoding, from `offset` on (a UTF-16 index into `text`). */
  readonly error?: { readonly message: string; readonly offset: number };
}

export function decodeRequest(bytes: Buffer, mediaType: MediaType): DecodedText {
  const named = mediaType.charset === undefined ? undefined : decoderOf(mediaType.charset);
  if (named === undefined && mediaType.base.startsWith('application/')) return detectEncoding(bytes);
  // A StreamReader: a byte order mark wins, the XML declaration does not count, nothing is an error.
  const mark = byteOrderMark(bytes);
  const decode = mark?.decode ?? named ?? usAscii;
  return { text: withoutEncodingName(decode(bytes.subarray(mark?.length ?? 0))) };
}

/** Not even the syntax of the name counts; saxes would look at it. Its length stays, for the places of errors. */
function withoutEncodingName(text: string): string {
  return text.replace(
    /^(<\?xml\s[^<>]*?\sencoding\s*=\s*(["']))([^"'<>]+)(?=\2)/,
    (_, before: string, _quote, name: string) => before + 'x'.repeat(name.length),
  );
}

/** XmlTextReader over a stream: byte order mark, then declaration, else UTF-8; invalid bytes are an error. */
function detectEncoding(bytes: Buffer): DecodedText {
  const mark = byteOrderMark(bytes);
  if (mark !== undefined) return { text: mark.decode(bytes.subarray(mark.length)) };
  const utf16 = utf16WithoutMark(bytes);
  if (utf16 !== undefined) return { text: utf16(bytes) };

  const declared = declaredEncoding(bytes);
  if (declared === undefined) return strictUtf8(bytes);
  const text = bytes.toString('latin1');
  const offset = declared.offset;
  if (/^(utf-16(le|be)?|ucs-2|iso-10646-ucs-2|unicode)$/i.test(declared.name)) {
    const message = 'There is no Unicode byte order mark. Cannot switch to Unicode.';
    return { text, error: { message, offset } };
  }
  const decode = decoderOf(declared.name);
  if (decode === undefined) {
    return { text, error: { message: `System does not support '${declared.name}' encoding.`, offset } };
  }
  return /^utf-8$/i.test(declared.name) ? strictUtf8(bytes) : { text: decode(bytes) };
}

function utf16WithoutMark(bytes: Buffer): Decoder | undefined {
  if (bytes[0] === 0x3c && bytes[1] === 0 && bytes[3] === 0) return decoderOf('utf-16le');
  if (bytes[0] === 0 && bytes[1] === 0x3c && bytes[2] === 0) return decoderOf('utf-16be');
  return undefined;
}

function declaredEncoding(bytes: Buffer): { readonly name: string; readonly offset: number } | undefined {
  const head = bytes.toString('latin1', 0, 256);
  const found = /^<\?xml\s[^>]*?\sencoding\s*=\s*["']([^"'>]*)["']/.exec(head);
  if (found?.[1] === undefined) return undefined;
  return { name: found[1], offset: found[0].length - found[1].length - 1 };
}

function strictUtf8(bytes: Buffer): DecodedText {
  const text = bytes.toString('utf8');
  const again = Buffer.from(text, 'utf8');
  if (again.equals(bytes)) return { text };
  const valid = again.findIndex((byte, index) => byte !== bytes[index]);
  const prefix = bytes.toString('utf8', 0, Math.max(valid, 0));
  const offset = prefix.length;
  return { text: prefix, error: { message: 'Invalid character in the given encoding.', offset } };
}

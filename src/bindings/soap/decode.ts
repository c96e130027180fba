/** The bytes of a SOAP request to text, as ASMX's readers decode them (contract 2.8, 3.5). */
import { type ChainedException, encodingNotSupported } from '../../contract/messages';
import { byteOrderMark, type Decoder, decoderOf, usAscii } from '../charsets';
import type { MediaType } from '../media-type';

export interface DecodedText {
  readonly text: string;
  /** What is wrong with the encoding, from `offset` on (a UTF-16 index into `text`), and what that was caused by. */
  readonly error?: { readonly message: string; readonly offset: number; readonly cause?: ChainedException };
}

/** A slice of long bytes at a step. */
export function* decodeRequest(bytes: Buffer, mediaType: MediaType): Generator<void, DecodedText> {
  const named = mediaType.charset === undefined ? undefined : decoderOf(mediaType.charset);
  if (named === undefined && mediaType.base.startsWith('application/')) return yield* detectEncoding(bytes);
  // A StreamReader: a byte order mark wins, the XML declaration does not count, nothing is an error.
  const mark = byteOrderMark(bytes);
  const decode = mark?.decode ?? named ?? usAscii;
  return { text: withoutEncodingName(yield* decoded(decode, bytes.subarray(mark?.length ?? 0))) };
}

/** Not even the syntax of the name counts; saxes would look at it. Its length stays, for the places of errors. */
export function withoutEncodingName(text: string): string {
  const declared = declaredEncoding(text.slice(0, DECLARATION_LIMIT));
  if (declared === undefined || declared.name === '') return text;
  const { name, offset } = declared;
  return text.slice(0, offset) + 'x'.repeat(name.length) + text.slice(offset + name.length);
}

/** XmlTextReader over a stream: byte order mark, then declaration, else UTF-8; invalid bytes are an error. */
function* detectEncoding(bytes: Buffer): Generator<void, DecodedText> {
  const mark = byteOrderMark(bytes);
  if (mark !== undefined) return { text: mark.decode(bytes.subarray(mark.length)) };
  const utf16 = utf16WithoutMark(bytes);
  if (utf16 !== undefined) return { text: utf16(bytes) };

  const declared = declaredEncoding(bytes.toString('latin1', 0, DECLARATION_LIMIT));
  if (declared === undefined) return strictUtf8(bytes);
  const { name, offset } = declared;
  if (/^(utf-16(le|be)?|ucs-2|iso-10646-ucs-2|unicode)$/i.test(name)) {
    const message = 'There is no Unicode byte order mark. Cannot switch to Unicode.';
    return { text: bytes.toString('latin1'), error: { message, offset } };
  }
  const decode = decoderOf(name);
  if (decode === undefined) {
    const message = `System does not support '${name}' encoding.`;
    return { text: bytes.toString('latin1'), error: { message, offset, cause: encodingNotSupported(name) } };
  }
  return /^utf-8$/i.test(name) ? strictUtf8(bytes) : { text: yield* decoded(decode, bytes) };
}

function* decoded(decode: Decoder, bytes: Buffer): Generator<void, string> {
  return decode.inSteps === undefined ? decode(bytes) : yield* decode.inSteps(bytes);
}

function utf16WithoutMark(bytes: Buffer): Decoder | undefined {
  if (bytes[0] === 0x3c && bytes[1] === 0 && bytes[3] === 0) return decoderOf('utf-16le');
  if (bytes[0] === 0 && bytes[1] === 0x3c && bytes[2] === 0) return decoderOf('utf-16be');
  return undefined;
}

/** As much of a request as XmlTextReader looks at before it knows the encoding. */
const DECLARATION_LIMIT = 4096;

/** The name in the XML declaration that `head` begins with, and where it stands. */
function declaredEncoding(head: string): { readonly name: string; readonly offset: number } | undefined {
  if (!/^<\?xml[\t\n\r ]/.test(head)) return undefined;
  const [declaration = ''] = head.slice(1).split(/[<>]/, 1);
  const before = /[\t\n\r ]encoding[\t\n\r ]*=[\t\n\r ]*(["'])/.exec(declaration);
  if (before === null) return undefined;
  const start = before.index + before[0].length;
  const end = declaration.indexOf(before[1] ?? '', start);
  return end < 0 ? undefined : { name: declaration.slice(start, end), offset: start + 1 };
}

function strictUtf8(bytes: Buffer): DecodedText {
  const text = bytes.toString('utf8');
  const again = Buffer.from(text, 'utf8');
  if (again.equals(bytes)) return { text };
  let valid = 0;
  while (again[valid] === bytes[valid]) valid++;
  const prefix = bytes.toString('utf8', 0, valid);
  return {
    text: prefix,
    error: { message: 'Invalid character in the given encoding.', offset: prefix.length },
  };
}

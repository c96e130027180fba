import { concat, readAhead } from '../../lib/async-iterables';
import { codeOf } from '../../lib/errors';
import { encodingError, TransferError } from '../errors';
import { refuseOtherFiles } from './signatures';

/** A line with more characters is rejected, so that a file without line ends can't fill the memory. */
const MAX_LINE = 16 * 1024 * 1024;
/** A text that must be read as a whole may have at most this many characters. */
const MAX_WHOLE = 64 * 1024 * 1024;

/** This many bytes are enough to recognise a file. */
const HEAD_BYTES = 4096;
/**
 * A file may begin with at most this many characters of white space, because they are searched again with each chunk.
 */
const MAX_BLANKS = 1_000_000;

/** Represents a file whose beginning was read to detect its format. Either its bytes or its text can be read, once. */
export interface OpenText {
  /** This is the beginning of the text, with the first characters that are not white space. */
  readonly head: string;
  readonly text: AsyncIterable<string>;
  /**
   * These are the bytes of the text in UTF-8. If the user gave no encoding, the bytes of a UTF-8 file are not checked.
   */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/**
 * Reads the beginning of a file.
 * @param given a label of `TextDecoder`; without it the text is UTF-8, or UTF-16 if the first bytes show it
 * @throws TransferError for a kind of file that has no events; reading `text` throws it for bytes that are not text in
 *   the encoding
 */
export async function openText(
  all: AsyncIterable<Uint8Array>,
  file: string,
  given: string | undefined,
): Promise<OpenText> {
  let beginning: Uint8Array = new Uint8Array();
  let head = '';
  const { rest } = await readAhead(all, (chunk) => {
    beginning = Buffer.concat([beginning, chunk]);
    head = new TextDecoder(given ?? encodingOf(beginning)).decode(beginning);
    const isBlank = head.trim() === '';
    if (isBlank && head.length > MAX_BLANKS)
      throw new TransferError(
        `${file} begins with more than ${MAX_BLANKS} characters of white space, and has no event there.`,
      );
    return beginning.length >= HEAD_BYTES && !isBlank;
  });
  refuseOtherFiles(beginning, file);
  const encoding = given ?? encodingOf(beginning);
  const bytes = concat([beginning], rest);
  const text = decoded(bytes, new TextDecoder(encoding, { fatal: true }), (cause) =>
    encodingError(file, given, cause),
  );
  return { head, text, bytes: given === undefined && encoding === 'utf-8' ? bytes : utf8(text) };
}

/** Decodes bytes, and removes a byte order mark. */
async function* decoded(
  bytes: AsyncIterable<Uint8Array>,
  decoder: InstanceType<typeof TextDecoder>,
  failure: (cause: unknown) => TransferError,
): AsyncGenerator<string> {
  try {
    // `stream` is always set. Without it Node 24.11 decodes windows-1252 as ISO 8859-1, in which € is a control
    // character.
    for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    throw codeOf(error) === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? failure(error) : error;
  }
}

/** Returns UTF-8, unless the first bytes show UTF-16. */
function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  // In UTF-16 one of the two bytes of an ASCII character is 0. Text in UTF-8 has no byte 0.
  if (second === 0 || (first === 0xff && second === 0xfe)) return 'utf-16le';
  if (first === 0 || (first === 0xfe && second === 0xff)) return 'utf-16be';
  return 'utf-8';
}

export interface Line {
  /** This is the number of the line, from 1. */
  readonly number: number;
  /** This is the line without its line end (LF or CRLF). */
  readonly text: string;
}

/** Splits a file into lines without reading all of it first. @throws TransferError if a line is too long */
export async function* lines(text: AsyncIterable<string>, file: string): AsyncGenerator<Line> {
  let rest = '';
  let number = 0;
  for await (const chunk of text) {
    const parts = chunk.split('\n');
    parts[0] = rest + parts[0];
    rest = parts.pop() ?? '';
    for (const part of parts) yield { number: ++number, text: part.replace(/\r$/, '') };
    if (rest.length > MAX_LINE)
      throw new TransferError(`${file}, line ${number + 1} is longer than ${MAX_LINE} characters.`);
  }
  if (rest !== '') yield { number: ++number, text: rest.replace(/\r$/, '') };
}

/**
 * Joins a text whose format can't be read in parts.
 * @param instead the formats that may have any length, for the error
 * @throws TransferError if the text is longer than `MAX_WHOLE`
 */
export async function wholeText(text: AsyncIterable<string>, file: string, instead: string): Promise<string> {
  const parts: string[] = [];
  let length = 0;
  for await (const part of text) {
    length += part.length;
    if (length > MAX_WHOLE) {
      throw new TransferError(
        `${file} is longer than ${MAX_WHOLE} characters, which is too long for a file that must be read as a whole; ${instead} may have any length.`,
      );
    }
    parts.push(part);
  }
  return parts.join('');
}

/** Yields the whole text as one part, for a function that reads a stream. */
export async function* oneChunk(text: string): AsyncGenerator<string> {
  yield text;
}

export async function* utf8(text: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const part of text) yield Buffer.from(part);
}

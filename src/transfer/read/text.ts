import { codeOf } from '../../lib/errors';
import { EncodingError, TransferError } from '../errors';

/** Longer lines are rejected, so that a file without line ends can't fill the memory. */
const MAX_LINE = 16 * 1024 * 1024;
/** A text that must be read as a whole has at most so many characters. */
const MAX_WHOLE = 64 * 1024 * 1024;

type Decoder = InstanceType<typeof TextDecoder>;

/**
 * Decodes UTF-8, or UTF-16 if a byte order mark or the first characters show it. The mark itself is removed.
 * @param encoding the label of another encoding for `TextDecoder`
 * @throws TransferError if the bytes are no such text
 */
export async function* decode(
  bytes: AsyncIterable<Uint8Array>,
  file: string,
  encoding?: string,
): AsyncGenerator<string> {
  // `stream` is always set. Without it Node 24.11 reads windows-1252 as ISO 8859-1, and € as a control character.
  let decoder = encoding === undefined ? undefined : new TextDecoder(encoding, { fatal: true });
  let head = new Uint8Array();
  try {
    for await (const chunk of bytes) {
      if (decoder === undefined) {
        head = Buffer.concat([head, chunk]);
        if (head.length < SHOWN) continue;
        decoder = decoderFor(head);
        yield decoder.decode(head, { stream: true });
      } else {
        yield decoder.decode(chunk, { stream: true });
      }
    }
    yield decoder === undefined ? decoderFor(head).decode(head) : decoder.decode();
  } catch (error) {
    if (codeOf(error) !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error;
    throw new EncodingError(file, encoding, error);
  }
}

/** This is the number of bytes that show a text's encoding. */
const SHOWN = 4;

/** Returns UTF-8, unless the first bytes show UTF-16. */
export function encodingOf([first, second, third, fourth]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  // In UTF-16 every other byte of ASCII is 0, and no UTF-8 text has such bytes.
  const isLittle = first && third && second === 0 && fourth === 0;
  const isBig = second && fourth && first === 0 && third === 0;
  if (isLittle || (first === 0xff && second === 0xfe)) return 'utf-16le';
  if (isBig || (first === 0xfe && second === 0xff)) return 'utf-16be';
  return 'utf-8';
}

function decoderFor(head: Uint8Array): Decoder {
  return new TextDecoder(encodingOf(head), { fatal: true });
}

export interface Line {
  /** This is the number of the line, from 1. */
  readonly number: number;
  /** This is the line without its line end (LF or CRLF). */
  readonly text: string;
}

export async function* lines(text: AsyncIterable<string>, file: string): AsyncGenerator<Line> {
  let rest = '';
  let number = 0;
  for await (const chunk of text) {
    const parts = chunk.split('\n');
    parts[0] = rest + parts[0];
    rest = parts.pop() ?? '';
    for (const part of parts) yield { number: ++number, text: withoutCr(part) };
    if (rest.length > MAX_LINE) {
      throw new TransferError(`${file}, line ${number + 1} is longer than ${MAX_LINE} characters.`);
    }
  }
  if (rest !== '') yield { number: ++number, text: withoutCr(rest) };
}

function withoutCr(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

/**
 * Reads a text that must be read as a whole.
 * @param instead the formats that may be of any length
 * @throws TransferError if the text is too long for the memory
 */
export async function wholeOf(text: AsyncIterable<string>, file: string, instead: string): Promise<string> {
  const parts: string[] = [];
  let length = 0;
  for await (const part of text) {
    length += part.length;
    if (length > MAX_WHOLE) {
      throw new TransferError(
        `${file} is longer than ${MAX_WHOLE} characters, and has to be read whole; ${instead} may be of any length.`,
      );
    }
    parts.push(part);
  }
  return parts.join('');
}

/** Yields the whole text after its head was read. */
export async function* joinedAgain(head: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  yield head;
  yield* { [Symbol.asyncIterator]: () => rest };
}

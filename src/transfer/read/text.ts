import { codeOf } from '../../errors';
import { TransferError } from '../errors';

/** Refuses single lines beyond this: a file without line ends must not fill the memory. */
const MAX_LINE = 16 * 1024 * 1024;

/**
 * Decodes UTF-8, or UTF-16 that a byte order mark announces or its first characters show; the mark itself goes.
 * @throws TransferError for bytes that are no such text
 */
export async function* decode(bytes: AsyncIterable<Uint8Array>, file: string): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
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
    throw new TransferError(`${file} is not UTF-8 text; save it as UTF-8 and import it again.`, {
      cause: error,
    });
  }
}

/** Bytes by which a text's encoding is known. */
const SHOWN = 4;

function decoderFor(head: Uint8Array): InstanceType<typeof TextDecoder> {
  const [first, second, third, fourth] = head;
  // Of characters of ASCII every other byte is 0, which no text has in UTF-8.
  const isLittle = first && third && second === 0 && fourth === 0;
  const isBig = second && fourth && first === 0 && third === 0;
  if (isLittle || (first === 0xff && second === 0xfe)) return new TextDecoder('utf-16le', { fatal: true });
  if (isBig || (first === 0xfe && second === 0xff)) return new TextDecoder('utf-16be', { fatal: true });
  return new TextDecoder('utf-8', { fatal: true });
}

export interface Line {
  /** Counted from 1. */
  readonly number: number;
  /** Without its line end (LF or CRLF). */
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

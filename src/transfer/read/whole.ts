import { TransferError } from '../errors';

const MAX_CHARACTERS = 64 * 1024 * 1024;

/**
 * A text that can only be understood as a whole.
 * @param instead what may be of any length
 * @throws TransferError when it is too long to be held
 */
export async function wholeOf(text: AsyncIterable<string>, file: string, instead: string): Promise<string> {
  const pieces: string[] = [];
  let length = 0;
  for await (const piece of text) {
    length += piece.length;
    if (length > MAX_CHARACTERS) {
      throw new TransferError(
        `${file} is longer than ${MAX_CHARACTERS} characters, and has to be read whole; ${instead} may be of any length.`,
      );
    }
    pieces.push(piece);
  }
  return pieces.join('');
}

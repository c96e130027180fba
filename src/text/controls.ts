import { WORD } from './words';

/** Bytes that are looked at together. */
const BLOCK = 32;
/** For each byte of a word a blank, the first character that is no control, and the bit that a borrow leaves. */
const [BLANKS, BORROWS] = [0x20202020, 0x80808080];

/**
 * Whether UTF-8 may hold a control character that XML can't; tabs and line ends it can. A byte below a blank borrows
 * where a blank is taken from it, and of the four in a word all are tried at once: over megabytes this takes a sixth
 * of a regular expression's time.
 */
export function mayHoldControls(bytes: Uint8Array): boolean {
  // Words must be aligned, as Buffer makes them; of others nothing is known.
  if (bytes.byteOffset % WORD !== 0) return true;
  const whole = bytes.length - (bytes.length % BLOCK);
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, whole / WORD);
  const borrow = (at: number) => {
    const word = words[at] ?? 0;
    return (word - BLANKS) & ~word;
  };
  for (let at = 0; at < words.length; at += 8) {
    const borrows =
      borrow(at) |
      borrow(at + 1) |
      borrow(at + 2) |
      borrow(at + 3) |
      borrow(at + 4) |
      borrow(at + 5) |
      borrow(at + 6) |
      borrow(at + 7);
    if ((borrows & BORROWS) !== 0 && holdsControl(bytes, 4 * at, 4 * at + BLOCK)) return true;
  }
  return holdsControl(bytes, whole, bytes.length);
}

function holdsControl(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) return true;
  }
  return false;
}

/**
 * Markup in UTF-8, escaped as XML text. Four bytes are looked at together, and copied together where none of them is
 * markup: of regular expressions' time a list of events takes a third, whether it is XML or JSON.
 */
import { IS_LITTLE_ENDIAN, WORD } from '../text/words';

const [AMPERSAND, LESS, GREATER] = [0x26, 0x3c, 0x3e];

/** By bytes: how many more stand for one. */
const GROWTH = new Uint8Array(256);
GROWTH[AMPERSAND] = '&amp;'.length - 1;
GROWTH[LESS] = '&lt;'.length - 1;
GROWTH[GREATER] = '&gt;'.length - 1;

/** For each byte of a word: an ampersand; what both angles are without the bit in which they differ; the other bits. */
const [AMPERSANDS, ANGLES, BUT_ONE] = [0x26262626, 0x3c3c3c3c, 0xfdfdfdfd];
/** For each byte of a word: 1, and the bit that taking it from 0 leaves. */
const [ONES, BORROWS] = [0x01010101, 0x80808080];

/** @param bytes their words aligned, as Buffer makes them; they themselves are the answer where they hold no markup */
export function escapeMarkupBytes(bytes: Buffer): Buffer {
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.length / WORD));
  const length = escapedLength(bytes, words);
  if (length === bytes.length) return bytes;
  const escaped = Buffer.allocUnsafe(length);
  const view = new DataView(escaped.buffer, escaped.byteOffset, length);
  let end = 0;
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? 0;
    const at = WORD * index;
    if (holdsMarkup(word)) {
      end = escapeBetween(bytes, at, at + WORD, escaped, end);
    } else {
      view.setInt32(end, word, IS_LITTLE_ENDIAN);
      end += WORD;
    }
  }
  escapeBetween(bytes, WORD * words.length, bytes.length, escaped, end);
  return escaped;
}

/** Whether any of four bytes is markup: what is equal becomes 0, and 0 borrows where 1 is taken from it. */
function holdsMarkup(word: number): boolean {
  const angle = (word & BUT_ONE) ^ ANGLES;
  const ampersand = word ^ AMPERSANDS;
  return ((((angle - ONES) & ~angle) | ((ampersand - ONES) & ~ampersand)) & BORROWS) !== 0;
}

function escapedLength(bytes: Buffer, words: Int32Array): number {
  let length = bytes.length;
  for (let index = 0; index < words.length; index++) {
    const at = WORD * index;
    if (holdsMarkup(words[index] ?? 0)) length += growth(bytes, at, at + WORD);
  }
  return length + growth(bytes, WORD * words.length, bytes.length);
}

/** By how much the bytes between two offsets grow. */
function growth(bytes: Buffer, from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to; at++) sum += GROWTH[bytes[at] ?? 0] ?? 0;
  return sum;
}

/** Writes the bytes between two offsets. @returns where the next one goes */
function escapeBetween(bytes: Buffer, from: number, to: number, escaped: Buffer, start: number): number {
  let end = start;
  for (let at = from; at < to; at++) {
    const byte = bytes[at] ?? 0;
    if (GROWTH[byte] === 0) {
      escaped[end++] = byte;
      continue;
    }
    escaped[end++] = AMPERSAND;
    if (byte === AMPERSAND) {
      escaped[end++] = 0x61;
      escaped[end++] = 0x6d;
      escaped[end++] = 0x70;
    } else {
      escaped[end++] = byte === LESS ? 0x6c : 0x67;
      escaped[end++] = 0x74;
    }
    escaped[end++] = 0x3b;
  }
  return end;
}

import { isAscii } from 'node:buffer';
import { IS_LITTLE_ENDIAN, WORD } from '../../text/words';
import { escapeAttribute, escapeText } from './xml-escape';

const FIRST_SIZE = 1024;
const ASCII = 0x80;
/** The most bytes that one becomes: `&quot;`. */
const LONGEST = 6;

/** Of a safe integer, and a sign. */
const MOST_DIGITS = 17;
const MINUS = '-'.charCodeAt(0);
const ZERO = '0'.charCodeAt(0);
const HALF_DIGITS = 8;
const HALF = 10 ** HALF_DIGITS;

const BACKSLASH = '\\'.charCodeAt(0);
/** What the store writes behind a backslash, and means by it. */
const MEANT: ReadonlyMap<number | undefined, number> = new Map(
  [...Buffer.from('"\\nt')].map((byte, index) => [byte, '"\\\n\t'.charCodeAt(index)]),
);

/** Where text stands, and what it becomes there. */
export interface Place {
  readonly escaped: (text: string) => string;
  /** By ASCII's codes: whether a character is escaped, and the bytes that it then is. */
  readonly isEscaped: Uint8Array;
  readonly escapes: readonly Uint8Array[];
  /** By a byte of a JSON string: whether it is another here. */
  readonly differsFromJson: Uint8Array;
}

/** @param escaped leaves what is not ASCII as it is, if it fits into XML */
function place(escaped: Place['escaped']): Place {
  const characters = Array.from({ length: ASCII }, (_, code) => String.fromCharCode(code));
  const isEscaped = Uint8Array.from(characters, (character) => Number(escaped(character) !== character));
  const differsFromJson = new Uint8Array(256);
  differsFromJson.set(isEscaped);
  differsFromJson[BACKSLASH] = 1;
  return {
    escaped,
    isEscaped,
    escapes: characters.map((character) => Buffer.from(escaped(character))),
    differsFromJson,
  };
}

/** Where nothing is to be escaped. */
export const PLAIN = place((text) => text);
/** Between the quotes of a JSON string. */
export const JSON_STRING: Place = {
  ...place((text) => JSON.stringify(text).slice(1, -1)),
  differsFromJson: new Uint8Array(256),
};
/** Between tags. */
export const XML_TEXT = place(escapeText);
/** The value of an attribute, in quotes of either kind. */
export const XML_ATTRIBUTE = place(escapeAttribute);

/** Bytes of UTF-8 that are always the same, for `Output.fixed`. */
export class FixedText {
  readonly length: number;
  /** With what fills the last word up. */
  readonly words: Int32Array;

  constructor(text: string) {
    this.length = Buffer.byteLength(text);
    this.words = new Int32Array(Math.ceil(this.length / WORD));
    Buffer.from(this.words.buffer).write(text);
  }
}

/** An answer that grows, as bytes of UTF-8. Strings that are joined for each event cost a quarter more. */
export class Output {
  #bytes: Buffer;
  #view: DataView;
  #length = 0;

  /** @param size a guess at how many bytes there will be */
  constructor(size = FIRST_SIZE) {
    this.#bytes = Buffer.allocUnsafe(size);
    this.#view = viewOf(this.#bytes);
  }

  get length(): number {
    return this.#length;
  }

  fixed({ words, length }: FixedText): void {
    this.#withRoomFor(WORD * words.length);
    const view = this.#view;
    const start = this.#length;
    // A few dozen bytes: a call of `set` costs more than they do. What fills the last word is written over.
    for (let index = 0; index < words.length; index++)
      view.setInt32(start + WORD * index, words[index] ?? 0, IS_LITTLE_ENDIAN);
    this.#length += length;
  }

  /** The digits of an integer that is safe. */
  integer(value: number): void {
    const bytes = this.#withRoomFor(MOST_DIGITS);
    let at = this.#length;
    if (value < 0) bytes[at++] = MINUS;
    const size = Math.abs(value);
    // V8 takes twice as long to write what is beyond 31 bits, as it writes fractions.
    const high = Math.floor(size / HALF);
    if (high > 0) at = putDigits(bytes, at, high, digitCount(high));
    this.#length = putDigits(bytes, at, size - high * HALF, high > 0 ? HALF_DIGITS : digitCount(size));
  }

  text(text: string, place: Place): void {
    const { isEscaped } = place;
    const bytes = this.#withRoomFor(text.length);
    const start = this.#length;
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      // Also what is not ASCII, of which the table has nothing.
      if (isEscaped[code] !== 0) {
        this.#encode(place.escaped(text));
        return;
      }
      bytes[start + index] = code;
    }
    this.#length += text.length;
  }

  /** Text that stands between the quotes of a JSON string: at two offsets of its bytes. */
  json(json: Buffer, from: number, to: number, place: Place): void {
    const { differsFromJson, escapes } = place;
    const bytes = this.#withRoomFor(LONGEST * (to - from));
    let end = this.#length;
    for (let at = from; at < to; at++) {
      const byte = json[at] ?? 0;
      if (differsFromJson[byte] === 0) {
        bytes[end++] = byte;
        continue;
      }
      const meant = byte === BACKSLASH ? MEANT.get(json[++at]) : byte;
      if (meant === undefined) {
        const text = JSON.parse(`"${json.toString('utf8', from, to)}"`) as string;
        this.#encode(place.escaped(text));
        return;
      }
      for (const one of escapes[meant] ?? []) bytes[end++] = one;
    }
    this.#length = end;
  }

  /** Takes the last byte away. */
  takeBack(): void {
    this.#length--;
  }

  toString(): string {
    const bytes = this.#bytes.subarray(0, this.#length);
    // A third of the time, where each byte is known to be a character.
    return bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8');
  }

  #encode(text: string): void {
    // A UTF-16 unit is at most three bytes of UTF-8.
    const bytes = this.#withRoomFor(3 * text.length);
    this.#length += bytes.write(text, this.#length, 'utf8');
  }

  #withRoomFor(count: number): Buffer {
    const needed = this.#length + count;
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.#bytes.length));
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
      this.#view = viewOf(larger);
    }
    return this.#bytes;
  }
}

function viewOf({ buffer, byteOffset, length }: Buffer): DataView {
  return new DataView(buffer, byteOffset, length);
}

function digitCount(value: number): number {
  let count = 1;
  for (let beyond = 10; value >= beyond; beyond *= 10) count++;
  return count;
}

/** @returns the offset behind them */
function putDigits(bytes: Buffer, from: number, value: number, count: number): number {
  let rest = value | 0;
  for (let at = from + count - 1; at >= from; at--) {
    const tenth = (rest / 10) | 0;
    bytes[at] = ZERO + rest - 10 * tenth;
    rest = tenth;
  }
  return from + count;
}

import { isAscii } from 'node:buffer';
import { IS_LITTLE_ENDIAN, WORD } from '../../text/words';
import { escapeAttribute, escapeText } from './xml-escape';

const FIRST_SIZE = 1024;
const ASCII = 0x80;
const FIRST_SURROGATE = 0xd800;
/** The most bytes that a UTF-16 unit becomes: `\u001f`, `&quot;`. */
const LONGEST = 6;

/** Where text stands, and what it becomes there. */
export interface Place {
  readonly escaped: (text: string) => string;
  /** By ASCII's codes: whether a character is escaped, and the bytes that it then is. */
  readonly isEscaped: Uint8Array;
  readonly escapes: readonly Uint8Array[];
}

/** @param escaped leaves what is below the surrogates, and not ASCII, as it is */
function place(escaped: Place['escaped']): Place {
  const characters = Array.from({ length: ASCII }, (_, code) => String.fromCharCode(code));
  return {
    escaped,
    isEscaped: Uint8Array.from(characters, (character) => Number(escaped(character) !== character)),
    escapes: characters.map((character) => Buffer.from(escaped(character))),
  };
}

/** Where nothing is to be escaped. */
export const PLAIN = place((text) => text);
/** Between the quotes of a JSON string. */
export const JSON_STRING = place((text) => JSON.stringify(text).slice(1, -1));
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
  #bytes = Buffer.allocUnsafe(FIRST_SIZE);
  #view = viewOf(this.#bytes);
  #length = 0;

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

  /** Text that stands between two offsets of an array of UTF-16. */
  units(units: Uint16Array, from: number, to: number, place: Place): void {
    const { isEscaped, escapes } = place;
    const bytes = this.#withRoomFor(LONGEST * (to - from));
    let end = this.#length;
    for (let at = from; at < to; at++) {
      const code = units[at] ?? 0;
      if (code < ASCII) {
        if (isEscaped[code] === 0) bytes[end++] = code;
        else for (const byte of escapes[code] ?? []) bytes[end++] = byte;
      } else if (code < 0x800) {
        bytes[end++] = 0xc0 | (code >> 6);
        bytes[end++] = 0x80 | (code & 0x3f);
      } else if (code < FIRST_SURROGATE) {
        bytes[end++] = 0xe0 | (code >> 12);
        bytes[end++] = 0x80 | ((code >> 6) & 0x3f);
        bytes[end++] = 0x80 | (code & 0x3f);
      } else {
        this.#length = end;
        this.#encode(place.escaped(textOf(units.subarray(at, to))));
        return;
      }
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

function textOf(units: Uint16Array): string {
  return Buffer.from(units.buffer, units.byteOffset, units.byteLength).toString('utf16le');
}

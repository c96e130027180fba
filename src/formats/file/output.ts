import { escapeAttribute, escapeText } from './xml-escape';

const FIRST_SIZE = 1024;

/** ASCII that a place does not take as it is, and what the text from such a character on becomes there. */
interface Place {
  readonly special: Uint8Array;
  readonly escaped: (text: string) => string;
}

/** @param isSpecial of a character's code; what is not ASCII is special everywhere, and `escaped` may leave it as it is */
function place(isSpecial: (code: number) => boolean, escaped: Place['escaped']): Place {
  return { special: Uint8Array.from({ length: 0x7f }, (_, code) => Number(isSpecial(code))), escaped };
}

const within = (characters: string) => (code: number) =>
  code < 0x20 || characters.includes(String.fromCharCode(code));

const PLAIN = place(
  () => false,
  (text) => text,
);
const JSON_STRING = place(within('"\\'), (text) => JSON.stringify(text).slice(1, -1));
const XML_TEXT = place(within('&<>'), escapeText);
const XML_ATTRIBUTE = place(within('&<>"\''), escapeAttribute);

/**
 * An answer that grows, as bytes of UTF-8: most texts are ASCII that is copied as it is looked through. Strings that
 * are joined for each event cost a quarter more.
 */
export class Output {
  #bytes = Buffer.allocUnsafe(FIRST_SIZE);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Bytes of UTF-8 that are always the same. */
  fixed(part: Uint8Array): void {
    const bytes = this.#withRoomFor(part.length);
    const start = this.#length;
    // A few dozen: a call of `set` costs more than they do.
    for (let index = 0; index < part.length; index++) bytes[start + index] = part[index] ?? 0;
    this.#length += part.length;
  }

  /** Text in which nothing is to be escaped. */
  plain(text: string): void {
    this.#put(text, PLAIN);
  }

  /** Text between the quotes of a JSON string. */
  json(text: string): void {
    this.#put(text, JSON_STRING);
  }

  /** Text between tags. */
  xml(text: string): void {
    this.#put(text, XML_TEXT);
  }

  /** The value of an attribute, in quotes of either kind. */
  attribute(text: string): void {
    this.#put(text, XML_ATTRIBUTE);
  }

  /** Takes the last byte away. */
  takeBack(): void {
    this.#length--;
  }

  toString(): string {
    return this.#bytes.toString('utf8', 0, this.#length);
  }

  #put(text: string, { special, escaped }: Place): void {
    // A UTF-16 unit is at most three bytes of UTF-8.
    const bytes = this.#withRoomFor(3 * text.length);
    let at = this.#length;
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      if (special[code] !== 0) {
        this.#length = at;
        this.#encode(escaped(text.slice(index)));
        return;
      }
      bytes[at++] = code;
    }
    this.#length = at;
  }

  #encode(text: string): void {
    const bytes = this.#withRoomFor(3 * text.length);
    this.#length += bytes.write(text, this.#length, 'utf8');
  }

  #withRoomFor(count: number): Buffer {
    const needed = this.#length + count;
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.#bytes.length));
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    return this.#bytes;
  }
}

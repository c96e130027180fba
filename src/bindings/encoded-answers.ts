/**
 * Long answers as the bytes in which they went out. A text that the store keeps is the same text at every call: what
 * was escaped and encoded once is found by it, and can't be older than it.
 */
import { BoundedMap, bytesOfText } from '../memory/bounded-map';
import type { XmlAround } from './reply';

interface Encoded {
  readonly body: XmlAround;
  readonly slices: readonly Buffer[];
}

export class EncodedAnswers {
  readonly #kept: BoundedMap<string, Encoded>;

  /** @param maxBytes 0 keeps nothing */
  constructor(maxBytes: number) {
    this.#kept = new BoundedMap(maxBytes);
  }

  get bytes(): number {
    return this.#kept.bytes;
  }

  /** All of `body` in slices, if it went out so before. */
  find(body: XmlAround): readonly Buffer[] | undefined {
    const found = this.#kept.get(body.text);
    return found !== undefined && isAround(found.body, body) ? found.slices : undefined;
  }

  keep(body: XmlAround, slices: readonly Buffer[]): void {
    this.#kept.set(body.text, { body, slices }, bytesOfText(body.text) + bytesOf(slices));
  }
}

export const bytesOf = (slices: readonly Buffer[]): number =>
  slices.reduce((sum, { length }) => sum + length, 0);

function isAround(one: XmlAround, other: XmlAround): boolean {
  return one.head === other.head && one.tail === other.tail && one.isPlain === other.isPlain;
}

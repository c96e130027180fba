/**
 * Long answers as the bytes in which they went out. A text that the store keeps is the same text at every call: what
 * was escaped and encoded once is found by it, and can't be older than it.
 */
import { BoundedMap, bytesOfText } from '../memory/bounded-map';
import type { XmlAround } from './xml-around';

interface Encoded {
  readonly body: XmlAround;
  readonly slices: readonly Buffer[];
}

export class EncodedAnswers {
  /** By the text, once for each way in which it went out: one list may be asked for through several bindings. */
  readonly #kept: BoundedMap<string, readonly Encoded[]>;

  /** @param maxBytes 0 keeps nothing */
  constructor(maxBytes: number) {
    this.#kept = new BoundedMap(maxBytes);
  }

  /** As CACHE_BYTES bounds them: the other half is the store's, for the texts. */
  static halfOf(cacheBytes: number): EncodedAnswers {
    return new EncodedAnswers(cacheBytes / 2);
  }

  get bytes(): number {
    return this.#kept.bytes;
  }

  /** All of `body` in slices, if it went out so before. */
  find(body: XmlAround): readonly Buffer[] | undefined {
    return this.#kept.get(body.text)?.find((one) => isAround(one.body, body))?.slices;
  }

  keep(body: XmlAround, slices: readonly Buffer[]): void {
    const others = (this.#kept.get(body.text) ?? []).filter((one) => !isAround(one.body, body));
    const all = [...others, { body, slices }];
    const bytes = all.reduce((sum, one) => sum + bytesOf(one.slices), bytesOfText(body.text));
    this.#kept.set(body.text, all, bytes);
  }
}

export const bytesOf = (slices: readonly Buffer[]): number =>
  slices.reduce((sum, { length }) => sum + length, 0);

function isAround(one: XmlAround, other: XmlAround): boolean {
  return one.head === other.head && one.tail === other.tail && one.isPlain === other.isPlain;
}

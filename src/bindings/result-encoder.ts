import { setImmediate as endOfTurn } from 'node:timers/promises';
import { CallAbandonedError } from '../contract/errors';
import { escapeXmlText } from '../contract/escape';
import type { Result } from '../contract/operations';
import type { MemoryBudget } from '../server/memory-budget';

/** From this length on, Node sends a Buffer faster than a string. */
const LONG = 16_384;

/**
 * At most this many characters are encoded in one turn of the event loop, so that a long result does not delay short
 * ones. Above 128 KB, V8 allocates each text from the system, which doubles the cost of a slice.
 */
const SLICE = 65_536;

/** Answers that are not XML use this function instead of escaping. */
export const unescaped = (text: string): string => text;

/** Escapes and encodes the texts of results. Calls that share a result share its encoded form. */
export class ResultEncoder {
  #lastTurn: Promise<void> = Promise.resolve();

  /**
   * @param budget the memory budget, which counts long texts until they are encoded
   * @param escapeText the escaping of the answers; the default is XML's
   */
  constructor(
    private readonly budget: MemoryBudget,
    private readonly escapeText: (text: string) => string = escapeXmlText,
  ) {}

  /** Encodes a result. @throws CallAbandonedError if the signal is aborted */
  async encode(text: string, signal?: AbortSignal): Promise<Result> {
    if (text.length <= LONG) return { text: this.escapeText(text) };
    const { release } = this.budget.reserveAnswer(undefined, text.length);
    try {
      const slices: Buffer[] = [];
      for (let start = 0; start < text.length; start = sliceEnd(text, start)) {
        if (text.length > SLICE) await this.#turn();
        if (signal?.aborted) throw new CallAbandonedError(signal.reason);
        slices.push(Buffer.from(this.escapeText(text.slice(start, sliceEnd(text, start)))));
      }
      return { slices, length: slices.reduce((sum, { length }) => sum + length, 0) };
    } finally {
      release();
    }
  }

  /**
   * Resolves when the caller may encode its next slice. All long results together encode one slice in each turn of the
   * event loop, so a short call waits for at most one slice.
   */
  #turn(): Promise<void> {
    this.#lastTurn = this.#lastTurn.then(() => endOfTurn());
    return this.#lastTurn;
  }
}

/** Returns the end of a slice, which is never inside a surrogate pair. The last one may end after the text. */
function sliceEnd(text: string, start: number): number {
  const end = start + SLICE;
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff ? end + 1 : end;
}

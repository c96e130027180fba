import { CallAbandonedError } from '../contract/errors';
import { escapeXmlText } from '../contract/escape';
import type { Result } from '../contract/operations';
import { ownTurn } from '../lib/turns';
import type { MemoryBudget } from '../server/memory-budget';

/** Node sends a text of more characters than this faster as a Buffer than as a string. */
const LONG = 16_384;

/**
 * At most this many characters are encoded in one turn of the event loop, so that a long result does not delay short
 * results. V8 allocates a text of more than 128 KB from the operating system, which doubles the cost of a slice.
 */
const SLICE = 65_536;

/**
 * Returns the text as it is. Answers that are not XML are encoded with this function in place of an escaping function.
 */
export const withoutEscaping = (text: string): string => text;

/** Escapes and encodes the text of a result. @throws CallAbandonedError if the signal is aborted */
export type EncodeResult = (text: string, signal?: AbortSignal) => Promise<Result>;

/**
 * Makes the function that encodes the results of one kind of answer.
 * @param budget the memory budget, which counts long texts until they are encoded
 * @param escapeText the function that escapes a text; by default it escapes for XML
 */
export function resultEncoder(budget: MemoryBudget, escapeText = escapeXmlText): EncodeResult {
  return async (text, signal) => {
    if (text.length <= LONG) return { text: escapeText(text) };
    const { release } = budget.reserveAnswer(undefined, text.length);
    try {
      const slices: Buffer[] = [];
      for (let start = 0; start < text.length; start = sliceEnd(text, start)) {
        if (text.length > SLICE) await ownTurn();
        if (signal?.aborted) throw new CallAbandonedError(signal.reason);
        slices.push(Buffer.from(escapeText(text.slice(start, sliceEnd(text, start)))));
      }
      return { slices, length: slices.reduce((sum, { length }) => sum + length, 0) };
    } finally {
      release();
    }
  };
}

/**
 * Returns the end of a slice, which is never inside a surrogate pair. The end of the last slice may be after the text.
 */
function sliceEnd(text: string, start: number): number {
  const end = start + SLICE;
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff ? end - 1 : end;
}

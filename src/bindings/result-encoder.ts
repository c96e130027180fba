import { setImmediate as endOfTurn } from 'node:timers/promises';
import { CallAbandonedError } from '../contract/errors';
import { escapeXmlText } from '../contract/escape';
import type { Result } from '../contract/operations';
import type { MemoryBudget } from '../server/memory-budget';

/** From this length on, a string costs Node more than its bytes do. */
const LONG = 16_384;

/**
 * One turn of the event loop escapes and encodes at most this many characters, so that a long result does not stall short
 * ones. V8 allocates each text of more than 128 KB from the system, which doubles the cost of a slice.
 */
const SLICE = 65_536;

/** Is the escaping of answers that are not XML. */
export const unescaped = (text: string): string => text;

/** Turns the texts of results into what answers hold. Each result is escaped and encoded once, whoever asks for it. */
export class ResultEncoder {
  #lastTurn: Promise<void> = Promise.resolve();

  /**
   * @param budget counts the long texts that wait for their turn
   * @param escapeText makes a text fit for the answers, which are XML unless it says otherwise
   */
  constructor(
    private readonly budget: MemoryBudget,
    private readonly escapeText: (text: string) => string = escapeXmlText,
  ) {}

  /** Encodes a result. @throws CallAbandonedError if the signal is aborted meanwhile */
  async encode(text: string, signal?: AbortSignal): Promise<Result> {
    if (text.length <= LONG) return { text: this.escapeText(text) };
    const release = this.budget.reserveResult(text.length);
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
   * All long results together encode one slice in each turn of the event loop, so a short call waits for one slice at
   * most.
   */
  #turn(): Promise<void> {
    this.#lastTurn = this.#lastTurn.then(() => endOfTurn());
    return this.#lastTurn;
  }
}

/** A slice never ends between the halves of a surrogate pair. */
function sliceEnd(text: string, start: number): number {
  const end = Math.min(start + SLICE, text.length);
  const last = text.charCodeAt(end - 1);
  return end < text.length && last >= 0xd800 && last <= 0xdbff ? end + 1 : end;
}

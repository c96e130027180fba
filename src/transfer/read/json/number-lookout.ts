import { shortened } from '../../errors';
import type { ReadOptions } from '../options';

/** Up to 15 digits are exact, and so is what has no exponent of three (IEEE 754, binary64). */
const SUSPECT = /\d{16}|\de\+?\d{3}/i;

/** Tells, once for each file, of a number of JSON that JavaScript's numbers can't hold. */
export class NumberLookout {
  #told = false;

  constructor(
    private readonly file: string,
    private readonly notice: ReadOptions['notice'],
  ) {}

  look(json: string): void {
    if (this.#told || !SUSPECT.test(json)) return;
    const bare = json.replace(/"[^"\\]*(?:\\.[^"\\]*)*"/g, '""');
    const found = bare.match(/-?\d[\d.e+-]*/gi)?.find((number) => !isHeld(number));
    if (found === undefined) return;
    this.#told = true;
    this.notice(
      `${this.file}: numbers such as ${shortened(found, 40)} are rounded; in quotes, as text, they are kept`,
    );
  }
}

function isHeld(number: string): boolean {
  const value = Number(number);
  return Number.isFinite(value) && (!/^-?\d+$/.test(number) || BigInt(value) === BigInt(number));
}

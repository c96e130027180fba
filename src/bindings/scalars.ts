/** What SOAP's scalars and those of GET and POST have in common: the ranges and the error. */
import type { ChainedException } from '../contract/messages';

/** A text that is no value of its type. `chain` is what the error's text shows below the binding's own links. */
export class ScalarError extends Error {
  override readonly name = 'ScalarError';
  readonly chain: readonly ChainedException[];

  constructor(chain: readonly ChainedException[]) {
    super(chain.at(-1)?.message);
    this.chain = chain;
  }
}

/**
 * The value of `digits` with its sign. Past 19 digits nothing fits 64 bits, and the time to convert grows faster
 * than the text: such a number counts as 2^64, which fits nothing either.
 */
export function toInteger(sign: string | undefined, digits: string): bigint {
  const significant = digits.replace(/^0+/, '');
  const value = significant.length > 19 ? 2n ** 64n : BigInt(significant);
  return sign === '-' ? -value : value;
}

export function fitsInt32(value: bigint): boolean {
  return BigInt.asIntN(32, value) === value;
}

export function fitsInt64(value: bigint): boolean {
  return BigInt.asIntN(64, value) === value;
}

/** Values as nearly all clients write them, which every binding reads in the same way. */
import type { XsdType, XsdValue } from '../contract/operations';
import { fitsInt64 } from './scalars';

/** `undefined` for what is not plain, or what the readers of values would refuse or read in another way. */
export function plainValue(type: XsdType, text: string): XsdValue | undefined {
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined;
  if (!PLAIN_NUMBER.test(text)) return undefined;
  if (type === 'int') {
    const value = Number(text);
    // Not -0, which `| 0` makes 0 of.
    return value === (value | 0) ? value | 0 : undefined;
  }
  const value = BigInt(text);
  return fitsInt64(value) ? value : undefined;
}

/** No sign but a minus, no blank, not more digits than a long has. */
const PLAIN_NUMBER = /^-?[0-9]{1,19}$/;

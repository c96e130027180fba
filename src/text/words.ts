/** Bytes in words of four: what looks at them or copies them one by one takes several times as long. */
import { endianness } from 'node:os';

export const WORD = Int32Array.BYTES_PER_ELEMENT;

/** How an `Int32Array` reads and writes, for a `DataView` that is to do the same where words are not aligned. */
export const IS_LITTLE_ENDIAN = endianness() === 'LE';

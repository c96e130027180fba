/** Scalars as .NET's Convert reads them in the invariant culture: the values of GET and POST (contract 5.4). */

import {
  type ChainedException,
  cannotConvert,
  notABoolean,
  notANumber,
  outOfRange,
} from '../../contract/messages';
import type { XsdType, XsdValue } from '../../contract/operations';
import { fitsInt32, fitsInt64, ScalarError, toInteger } from '../scalars';

const DOTNET_TYPE = { int: 'Int32', long: 'Int64', boolean: 'Boolean' } as const;

/** @throws ScalarError with the two links of contract 5.4 */
export function readFormScalar(type: XsdType, text: string): XsdValue {
  const refuse = (why: ChainedException): never => {
    throw new ScalarError([cannotConvert(text, DOTNET_TYPE[type]), why]);
  };
  if (type === 'boolean') return formBoolean(text) ?? refuse(notABoolean);
  const value = formInteger(text) ?? refuse(notANumber);
  if (type === 'int') return fitsInt32(value) ? Number(value) : refuse(outOfRange('Int32'));
  return fitsInt64(value) ? value : refuse(outOfRange('Int64'));
}

function formInteger(text: string): bigint | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: Int32.Parse takes NUL characters at the end
  const digits = /^[\t\n\v\f\r ]*([+-]?)([0-9]+)[\t\n\v\f\r ]*\u0000*$/.exec(text);
  if (digits === null) return undefined;
  return toInteger(digits[1], digits[2] ?? '');
}

/** Char.IsWhiteSpace of .NET Framework, and NUL: JavaScript's `\s` lacks U+0085 and has U+FEFF. */
const PADDING =
  '[\\u0000\\t-\\r \\u0085\\u00a0\\u1680\\u180e\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]*';
const BOOLEAN = new RegExp(`^${PADDING}(?:(true)|false)${PADDING}$`, 'i');

function formBoolean(text: string): boolean | undefined {
  const found = BOOLEAN.exec(text);
  return found === null ? undefined : found[1] !== undefined;
}

/** XSD scalars as .NET's XmlConvert reads them: the values of SOAP parameters (contract 2.6.3, 2.7). */

import { type ChainedException, notANumber, notAnXmlBoolean, outOfRange } from '../../contract/messages';
import type { XsdType, XsdValue } from '../../contract/operations';
import { fitsInt32, fitsInt64, ScalarError, toInteger } from '../scalars';

/** @throws ScalarError with the one link that the fault's chain ends in */
export function readXmlScalar(type: XsdType, text: string): XsdValue {
  switch (type) {
    case 'boolean':
      return xmlBoolean(text);
    case 'int':
      return Number(xmlInteger(text, fitsInt32, outOfRange('Int32')));
    case 'long':
      return xmlInteger(text, fitsInt64, outOfRange('Int64'));
  }
}

function xmlInteger(text: string, fits: (value: bigint) => boolean, tooLarge: ChainedException): bigint {
  const digits = /^[\t\n\r ]*([+-]?)([0-9]+)[\t\n\r ]*$/.exec(text);
  if (digits === null) throw new ScalarError([notANumber]);
  const value = toInteger(digits[1], digits[2] ?? '');
  if (!fits(value)) throw new ScalarError([tooLarge]);
  return value;
}

function xmlBoolean(text: string): boolean {
  const trimmed = trimXmlSpace(text);
  if (trimmed === 'true' || trimmed === '1') return true;
  if (trimmed === 'false' || trimmed === '0') return false;
  throw new ScalarError([notAnXmlBoolean(trimmed)]);
}

/** A loop, since a regular expression that trims the end takes quadratic time on inner blanks. */
function trimXmlSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isXmlSpace(text.charCodeAt(start))) start++;
  while (end > start && isXmlSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

export function isXmlSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

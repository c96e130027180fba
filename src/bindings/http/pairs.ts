/**
 * The pairs of a query string or a form, and what ASP.NET checks in them before a method sees one (contract 5.3, 5.8).
 */
import { RequestFault } from '../../contract/fault';
import { dangerousValue, tooManyNames } from '../../contract/messages';
import {
  type BytesDecoder,
  parseValuesInSteps,
  TooManyNamesError,
  type ValueCollection,
} from '../../contract/value-collection';
import { atOnce } from '../../work/at-once';
import { decoderOf } from '../charsets';
import { readMediaType } from '../media-type';

/** Characters between two steps. */
const SLICE = 16_384;

/**
 * Reads pairs in the charset of the request's Content-Type, be it a GET, else UTF-8.
 * @throws RequestFault for a value that request validation takes for markup
 */
export function readPairs(
  raw: string | Buffer,
  source: 'QueryString' | 'Form',
  contentType: string | undefined,
): ValueCollection {
  return atOnce(readPairsInSteps(raw, source, contentType));
}

/** As `readPairs`, a slice of a long form at a step. */
export function* readPairsInSteps(
  raw: string | Buffer,
  source: 'QueryString' | 'Form',
  contentType: string | undefined,
): Generator<void, ValueCollection> {
  const { charset } = readMediaType(contentType);
  const isUtf16 = charset !== undefined && /^(utf-16|unicode|ucs-2|iso-10646-ucs-2)/i.test(charset);
  // The `&` and `=` of a form in UTF-16 are two bytes long: ASP.NET finds no name in it, and reads a query as UTF-8.
  const readable = source === 'Form' && isUtf16 ? '' : raw;
  const pairs = yield* parse(readable, charset === undefined || isUtf16 ? undefined : decoderOf(charset));
  let looked = 0;
  for (const { name, values } of pairs.entries) {
    const value = values.length === 1 ? (values[0] ?? '') : values.join(',');
    looked += value.length;
    if (looked > SLICE) {
      looked = 0;
      yield;
    }
    const at = dangerousAt(value);
    if (at >= 0)
      throw new RequestFault('Client', [dangerousValue(source, excerpt(name, value, at))], {
        reason: 'markup',
      });
  }
  return pairs;
}

function* parse(raw: string | Buffer, decode: BytesDecoder | undefined): Generator<void, ValueCollection> {
  try {
    return yield* parseValuesInSteps(raw, decode);
  } catch (error) {
    throw error instanceof TooManyNamesError
      ? new RequestFault('Client', tooManyNames, { reason: 'too-many-names' })
      : error;
  }
}

/** CrossSiteScriptingValidation: `<` before a letter, `!`, `/` or `?`, and `&` before `#`. */
function dangerousAt(value: string): number {
  return value.search(/<[A-Za-z!/?]|&#/);
}

/** Up to ten characters before the match and twenty from it on, as the message shows a value. */
function excerpt(name: string | undefined, value: string, at: number): string {
  const start = Math.max(at - 10, 0);
  const end = Math.min(at + 20, value.length);
  const before = start > 0 ? '...' : '';
  const after = end < value.length ? '...' : '';
  return `${name ?? ''}="${before}${value.slice(start, end)}${after}"`;
}

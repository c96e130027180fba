import type { DecodedText } from './decode';

/** Characters of one step. */
const SLICE = 32_768;

/**
 * A document's text with its lines ended as XML wants it read (XML 1.0 2.11): a CR, and a CRLF, is one LF. saxes does
 * the same, but keeps what stands between two of them as pieces of their own, and four million are half a gigabyte.
 * Lines and columns stay what they are.
 */
export function* withLineFeeds(decoding: Generator<void, DecodedText>): Generator<void, DecodedText> {
  const { text, error } = yield* decoding;
  if (!text.includes('\r')) return error === undefined ? { text } : { text, error };
  const slices: string[] = [];
  for (let start = 0; start < text.length; ) {
    let end = Math.min(start + SLICE, text.length);
    if (text[end - 1] === '\r' && text[end] === '\n') end++;
    slices.push(lineFeeds(text.slice(start, end)));
    start = end;
    yield;
  }
  const read = slices.join('');
  if (error === undefined) return { text: read };
  const isAtEnd = error.offset === text.length;
  const offset = isAtEnd ? read.length : lineFeeds(text.slice(0, error.offset)).length;
  return { text: read, error: { ...error, offset } };
}

/** Split and joined: what `replace` makes of many is put together, a piece at a time, by whoever looks at it first. */
function lineFeeds(text: string): string {
  return text.split(/\r\n?/).join('\n');
}

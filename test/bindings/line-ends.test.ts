import type { DecodedText } from '../../src/bindings/soap/decode';
import { withLineFeeds } from '../../src/bindings/soap/line-ends';
import { atOnce } from '../../src/work/at-once';

// biome-ignore lint/correctness/useYield: what is decoded at once has no steps
function* decoded(text: DecodedText): Generator<void, DecodedText> {
  return text;
}

const read = (text: DecodedText) => atOnce(withLineFeeds(decoded(text)));

test('CR and CRLF are one LF each, also where a slice ends', () => {
  expect(read({ text: 'a\r\nb\rc\n\r\r\nd' })).toEqual({ text: 'a\nb\nc\n\n\nd' });
  const long = `${'x'.repeat(32_767)}\r\n${'\r'.repeat(70_000)}`;
  expect(read({ text: long }).text).toBe(`${'x'.repeat(32_767)}${'\n'.repeat(70_001)}`);
});

test('the place of what is wrong with the encoding moves with the text', () => {
  const error = { message: 'wrong', offset: 4 };
  expect(read({ text: 'a\r\nbc', error })).toEqual({ text: 'a\nbc', error: { ...error, offset: 3 } });
  const atEnd = { message: 'wrong', offset: 5 };
  expect(read({ text: 'a\r\nbc', error: atEnd }).error?.offset).toBe(4);
});

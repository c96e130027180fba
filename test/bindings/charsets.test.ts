/** Other programs decode the charsets of .NET in the same way. */
import { CHARSETS } from '../../src/bindings/charsets';
import { decoderOf } from '../../src/bindings/content-type';
import dotnetCharsets from './dotnet-charsets.json';

/** Returns the text that browsers read, or `undefined` if they do not know the name or the bytes are no character. */
function browserText(name: string, bytes: Buffer): string | undefined {
  try {
    return new TextDecoder(name, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

test.each([
  [0xe1, 0xe4],
  [0xe1, 0xf5],
])('a charset that browsers know decodes the letters %i and %i as in browsers', (...numbers) => {
  const bytes = Buffer.from(numbers);
  // .NET reads bytes beyond ASCII as question marks.
  const others = CHARSETS.filter(([encoding]) => encoding !== 'us-ascii');
  const names = others.flatMap(([, all]) => all.split(', ')).filter((name) => browserText(name, bytes));
  expect(names.length).toBeGreaterThan(130);
  for (const name of names)
    expect([name, decoderOf(name)?.(bytes)]).toEqual([name, browserText(name, bytes)]);
});

test('none of the 231 names is lost', () => {
  expect(new Set(CHARSETS.flatMap(([, names]) => names.split(', '))).size).toBe(231);
});

/**
 * The table has the names of each single-byte encoding of .NET 10, and the characters that `Encoding.GetString` returned
 * for the bytes from 0x7f to 0xff, one at a time.
 */
test.each(Object.entries(dotnetCharsets))('%s: each byte is decoded as in .NET', (names, characters) => {
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  const text = bytes.toString('latin1', 0, 0x7f) + characters;
  for (const name of names.split(', ')) expect([name, decoderOf(name)?.(bytes)]).toEqual([name, text]);
});

// The expected texts are those that `UTF7Encoding` of .NET 10 returned.
test.each([
  ['a+b', 'a'],
  ['+-', '+'],
  ['+A-', ''],
  ['+AGEA-b', 'ab'],
  ['+AGEA6Q-', 'aé'],
  ['+AGEAYgBj', 'abc'],
  ['+AGE<', 'a<'],
  ['+AGE\xe9-', 'aé-'],
  ['+\xe9+AGE', 'éa'],
  ['+2D3eAA-', '\ud83d\ude00'],
  ['+2D0-a', '\ud83da'],
  ['+AGE-+AGI--', 'ab-'],
  ['+\0\0', '\0'],
])('%j is decoded from UTF-7 as in .NET', (text, expected) => {
  expect(decoderOf('utf-7')?.(Buffer.from(text, 'latin1'))).toBe(expected);
});

/** Other programs decode the charsets of .NET in the same way. */
import { CHARSETS } from '../../src/bindings/charsets';
import { decoderOf } from '../../src/bindings/content-type';
import dotnetCharsets from './dotnet-charsets.json';

const BYTES = Buffer.from([0xe1, 0xe4]);

/** Returns what browsers read, or `undefined` for a name that they do not know. */
function browserText(name: string): string | undefined {
  try {
    return new TextDecoder(name).decode(BYTES);
  } catch {
    return undefined;
  }
}

test('a charset that browsers know decodes letters as in browsers', () => {
  // .NET reads bytes beyond ASCII as question marks.
  const others = CHARSETS.filter(([encoding]) => encoding !== 'us-ascii');
  const names = others.flatMap(([, all]) => all.split(', ')).filter((name) => browserText(name));
  expect(names.length).toBeGreaterThan(140);
  for (const name of names) expect([name, decoderOf(name)?.(BYTES)]).toEqual([name, browserText(name)]);
});

test('none of the 231 names is lost', () => {
  expect(new Set(CHARSETS.flatMap(([, names]) => names.split(', '))).size).toBe(231);
});

/** `Encoding.GetString` of .NET 10 returned these characters for the bytes from 0x7f to 0xff, one at a time. */
test.each(Object.entries(dotnetCharsets))('%s decodes each byte as in .NET', (name, characters) => {
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  expect(decoderOf(name)?.(bytes)).toBe(bytes.toString('latin1', 0, 0x7f) + characters);
});

// `UTF7Encoding` of .NET 10 returned the texts.
test.each([
  ['a+b', 'a'],
  ['+-', '+'],
  ['+A-', ''],
  ['+AGEA-b', 'ab'],
  ['+AGEA6Q-', 'aé'],
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

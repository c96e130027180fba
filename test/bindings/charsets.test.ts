/** Other programs decode the charsets of .NET in the same way. */
import { CHARSETS } from '../../src/bindings/charsets';
import { decoderOf } from '../../src/bindings/content-type';

const BYTES = Buffer.from([0x88, 0x9b, 0xe1, 0xf5]);

/** Returns what browsers read, or `undefined` for a name that they do not know. */
function browserText(name: string): string | undefined {
  try {
    return new TextDecoder(name).decode(BYTES.subarray(2));
  } catch {
    return undefined;
  }
}

test('a charset that browsers know decodes letters as in browsers', () => {
  // .NET reads bytes beyond ASCII as question marks.
  const others = CHARSETS.filter(([encoding]) => encoding !== 'us-ascii');
  const names = others.flatMap(([, all]) => all.split(', ')).filter((name) => browserText(name));
  expect(names.length).toBeGreaterThan(140);
  for (const name of names)
    expect([name, decoderOf(name)?.(BYTES.subarray(2))]).toEqual([name, browserText(name)]);
});

test('none of the 231 names is lost', () => {
  expect(new Set(CHARSETS.flatMap(([, names]) => names.split(', '))).size).toBe(231);
});

// Python's codecs of these names returned the texts.
test.each([
  ['cspc8codepage437', 'ê¢ß⌡'],
  ['dos-720', 'êؤطُ'],
  ['ibm737', 'ΙδάΫ'],
  ['ibm775', 'łøß§'],
  ['ibm850', 'êøß§'],
  ['ibm852', 'łŤß§'],
  ['ibm855', 'ѕЏрш'],
  ['ibm857', 'êøß§'],
  ['pc-multilingual-850+euro', 'êøß§'],
  ['ibm860', 'ê¢ß⌡'],
  ['ibm861', 'êøß⌡'],
  ['ibm862', 'ט¢ß⌡'],
  ['ibm863', 'ê¢ß⌡'],
  ['ibm864', '┤\ufffdﻓﻰ'],
  ['ibm865', 'êøß⌡'],
  ['ibm869', '·άη§'],
  ['x-mac-ce', 'ąõŠű'],
  ['x-mac-croatian', 'àõ·ı'],
  ['x-mac-greek', 'à¦αθ'],
  ['x-mac-icelandic', 'àõ·ı'],
  ['x-mac-romanian', 'àõ·ı'],
])('%s decodes as in Python', (name, text) => {
  expect(decoderOf(name)?.(BYTES)).toBe(text);
});

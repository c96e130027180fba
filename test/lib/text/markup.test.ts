import { escapeMarkup, unescapeMarkup } from '../../../src/lib/text/markup';

test('unescaping restores the escaped text', () => {
  const text = `<a href="x?a=1&b=2">it's &amp; &#38;</a>`;
  expect(unescapeMarkup(escapeMarkup(text))).toBe(text);
});

test.each([
  ['&#38;', '&'],
  ['&#x26;', '&'],
  ['&#X26;&#x00E9;&#xe9;', '&éé'],
  ['&#128197;&#x1F4C5;', '📅📅'],
  ['&#9;&#xA;&#xd;', '\t\n\r'],
  ['&#xD7FF;&#xE000;&#xFFFD;&#x10FFFF;&#1114111;', '\ud7ff\ue000\ufffd\u{10ffff}\u{10ffff}'],
  // A reference is resolved only once.
  ['&#x26;amp;', '&amp;'],
  ['&amp;#x26;', '&#x26;'],
])('%s is unescaped to %j', (written, text) => {
  expect(unescapeMarkup(written)).toBe(text);
});

const NO_CHARACTERS =
  '&#0; &#x1; &#11; &#xD800; &#57343; &#xFFFE; &#65535; &#x110000; &#99999999; &#x; &#xg; &#; &eacute; &amp';
test.each(NO_CHARACTERS.split(' '))('%s names no character of XML, and is left unchanged', (written) => {
  expect(unescapeMarkup(written)).toBe(written);
});

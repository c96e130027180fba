import { escapeRegExp } from '../../../src/lib/text/regexp';

const ASCII = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index));

test.each(['', 'u'])('every character stands for itself, with the flags %j', (flags) => {
  for (const character of ASCII) {
    const expression = new RegExp(`^${escapeRegExp(character)}$`, flags);
    expect(ASCII.filter((one) => expression.test(one))).toEqual([character]);
  }
});

test('a whole text is matched only by itself, also next to other texts', () => {
  const text = 'http://a.example/(b)[c]*?d=1+1|$^\\n';
  expect(text.replace(new RegExp(`x|${escapeRegExp(text)}|y`), 'found')).toBe('found');
});

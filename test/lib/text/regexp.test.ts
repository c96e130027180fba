import { escapeRegExp, linearRegExp } from '../../../src/lib/text/regexp';

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

test('an untrusted expression may count to 16, and has neither look-aheads nor references', () => {
  const isAllowed = (source: string) => {
    try {
      return linearRegExp(source).source === source;
    } catch {
      return false;
    }
  };
  expect(['a{16}', '[a-z]{1,16}', '(?:a{4}){4}', '^Bearer '].map(isAllowed)).toEqual(Array(4).fill(true));
  expect(['a{17}', '(?:a{4}){5}', '(?=a)', '(?!a)', '(a)\\1'].map(isAllowed)).toEqual(Array(5).fill(false));
});

import { encodeXmlText, escapeXmlText } from '../../src/contract/escape';
import { Random } from '../support/random';

const PIECES = [
  ...[
    'plain words',
    'é',
    '中文',
    '😀',
    '\ud800',
    '\udc00',
    '&',
    '<',
    '>',
    '"',
    '\t',
    '\r\n',
    '\u007f',
    '\u0080',
  ],
  ...['\u0000', '\u0001', '\u0008', '\u000b', '\u001f', '\ufffe', '\uffff', '\ufffd', '\ufeff', ' '],
];

test('a long text encodes to the bytes of its escaped form, whatever it holds and wherever', () => {
  const random = new Random(1);
  for (let n = 0; n < 3_000; n++) {
    const text = Array.from({ length: random.below(40) }, () => random.pick(PIECES)).join('');
    expect(encodeXmlText(text)).toEqual(Buffer.from(escapeXmlText(text)));
  }
});

test.each(['\u0000', '\u001f', '\u000b', '\ufffe', '\ud800', '&', '<', '>', '='])(
  '%j is seen at every place of a block',
  (character) => {
    for (let at = 0; at < 70; at++) {
      const text = `${'x'.repeat(at)}${character}${'é'.repeat(70 - at)}`;
      expect(encodeXmlText(text).toString()).toBe(escapeXmlText(text));
    }
  },
);

import { Output } from '../../src/formats/file/output';
import { escapeAttribute, escapeText } from '../../src/formats/file/xml-escape';

const TEXTS = [
  '',
  'plain',
  'x'.repeat(5_000),
  '€'.repeat(5_000),
  '\u{1F600}"<'.repeat(2_000),
  'a "b" \\ & <c> \'d\'\r\n\t\u0000\u007f',
  `${'y'.repeat(1_023)}ü`,
];

test('texts come out as they are, or escaped for their place, however long all of them are', () => {
  for (const text of TEXTS) {
    for (const before of ['', 'z'.repeat(1_020)]) {
      const output = new Output();
      output.fixed(Buffer.from(before));
      output.plain(text);
      output.json(text);
      output.xml(text);
      output.attribute(text);
      const json = JSON.stringify(text).slice(1, -1);
      const expected = before + text + json + escapeText(text) + escapeAttribute(text);
      expect(output.toString() === expected).toBe(true);
      expect(output.length).toBe(Buffer.byteLength(expected));
    }
  }
});

test('half of a pair of surrogates is escaped in JSON, and replaced elsewhere', () => {
  const output = new Output();
  output.json('a\ud800b');
  output.xml('a\udc00b');
  expect(output.toString()).toBe('a\\ud800ba\ufffdb');
});

test('the last byte can be taken back', () => {
  const output = new Output();
  output.plain('1,2,');
  output.takeBack();
  output.plain(']');
  expect(output.toString()).toBe('1,2]');
});

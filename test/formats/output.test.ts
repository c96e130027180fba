import {
  FixedText,
  JSON_STRING,
  Output,
  PLAIN,
  type Place,
  XML_ATTRIBUTE,
  XML_TEXT,
} from '../../src/formats/file/output';
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

function asText(output: Output, text: string, place: Place): void {
  output.text(text, place);
}

/** From the middle of some JSON. */
function asJson(output: Output, text: string, place: Place): void {
  const json = Buffer.from(`[${JSON.stringify(text)}]`);
  output.json(json, 2, json.length - 2, place);
}

test('texts come out as they are, or escaped for their place, however long all of them are', () => {
  for (const text of TEXTS) {
    for (const before of ['', 'z'.repeat(1_020)]) {
      for (const put of [asText, asJson]) {
        const output = new Output();
        output.fixed(new FixedText(before));
        for (const place of [PLAIN, JSON_STRING, XML_TEXT, XML_ATTRIBUTE]) put(output, text, place);
        const json = JSON.stringify(text).slice(1, -1);
        const expected = before + text + json + escapeText(text) + escapeAttribute(text);
        expect(output.toString() === expected).toBe(true);
        expect(output.length).toBe(Buffer.byteLength(expected));
      }
    }
  }
});

test.each([
  ['a text', asText],
  ['JSON', asJson],
])('half of a pair of surrogates in %s is escaped in JSON, and replaced elsewhere', (_what, put) => {
  const output = new Output();
  put(output, 'a\ud800b', JSON_STRING);
  put(output, 'a\udc00b', XML_TEXT);
  expect(output.toString()).toBe('a\\ud800ba\ufffdb');
});

test('integers are written as String writes them', () => {
  const edges = [0, 1, 999, 1e3, 1e6, 1e8, 1e9, 1e12, 1e15, 2 ** 31, Number.MAX_SAFE_INTEGER];
  for (const edge of edges) {
    for (const value of [edge - 1, edge, Math.min(edge + 1, Number.MAX_SAFE_INTEGER), -edge]) {
      const output = new Output(1);
      output.integer(value);
      expect(output.toString()).toBe(String(value));
    }
  }
});

test('the last byte can be taken back', () => {
  const output = new Output();
  output.text('1,2,', PLAIN);
  output.takeBack();
  output.text(']', PLAIN);
  expect(output.toString()).toBe('1,2]');
});

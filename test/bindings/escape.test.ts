import { escapeXmlText } from '../../src/contract/escape';

test.each([
  ['plain é 中文 😀 "words" \'', 'plain é 中文 😀 "words" \''],
  ['a & b < c > d && <>', 'a &amp; b &lt; c &gt; d &amp;&amp; &lt;&gt;'],
  ['&amp;', '&amp;amp;'],
  ['\t\r\n \u007f\u0080\ufeff', '\t\r\n \u007f\u0080\ufeff'],
  ['\u0000\u0008\u000b\u001f\ufffe\uffff', '\ufffd'.repeat(6)],
  ['\ud800x\udc00', '\ufffdx\ufffd'],
])('%j as XML text', (text, escaped) => {
  expect(escapeXmlText(text)).toBe(escaped);
});

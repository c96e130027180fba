import { XmlReader } from '../../src/bindings/soap/xml/reader';

/** The nodes up to the end or the error, and the error's message. */
function readAll(text: string): { readonly nodes: string[]; readonly error: string | undefined } {
  const reader = new XmlReader({ text });
  const nodes: string[] = [];
  try {
    for (let node = reader.read(); node.kind !== 'eof'; node = reader.read()) {
      const { line, column } = reader.place();
      const name = node.kind === 'start' ? ` ${node.local}` : '';
      nodes.push(`${node.kind}${name} ${line},${column}`);
    }
    return { nodes, error: undefined };
  } catch (error) {
    return { nodes, error: (error as Error).message };
  }
}

test('every kind of node has the place that XmlTextReader reports', () => {
  const text = '\n<a b="c">\r\n x<!-- c --><?pi d?><![CDATA[e]]><p:f xmlns:p="u"/>\r</a>\n<!-- end -->';
  expect(readAll(text)).toEqual({
    nodes: [
      'start a 2,2',
      'text 2,10',
      'comment 3,7',
      'pi 3,15',
      'cdata 3,30',
      'start f 3,35',
      'text 3,52',
      'end 4,3',
      'text 4,5',
      'comment 5,5',
    ],
    error: undefined,
  });
});

/** These are the messages of System.Xml's XmlTextReader for the same texts. */
const DOTNET: readonly (readonly [text: string, message: string])[] = [
  ['', 'Root element is missing.'],
  ['<', 'Data at the root level is invalid. Line 1, position 1.'],
  ['<so', 'Data at the root level is invalid. Line 1, position 1.'],
  ['<?xml version="1.0"?><s', 'Data at the root level is invalid. Line 1, position 22.'],
  ['<!doctype html>', 'DTD is prohibited in this XML document.'],
  ['<a><b', 'Unexpected end of file while parsing Name has occurred. Line 1, position 6.'],
  ['<a><b c', 'Unexpected end of file while parsing Name has occurred. Line 1, position 8.'],
  ['<a><b c=', 'Unexpected end of file has occurred. Line 1, position 9.'],
  ['<a><b c="d', 'There is an unclosed literal string. Line 1, position 11.'],
  ['<a></b', 'Unexpected end of file while parsing Name has occurred. Line 1, position 7.'],
  ...[
    ['<a><b ', 7, 'a'] as const,
    ['<a><b c="d" ', 13, 'a'] as const,
    ['<a></a', 7, 'a'] as const,
    ['<a><b>x', 8, 'b, a'] as const,
  ].map(
    ([text, column, open]) =>
      [
        text,
        `Unexpected end of file has occurred. The following elements are not closed: ${open}. Line 1, position ${column}.`,
      ] as const,
  ),
  [
    '<ab><a></ab>',
    "The 'a' start tag on line 1 position 6 does not match the end tag of 'ab'. Line 1, position 10.",
  ],
  ['<a:b/>', "'a' is an undeclared prefix. Line 1, position 2."],
];

test.each(DOTNET)('%j: the message of XmlTextReader', (text, message) => {
  expect(readAll(text).error).toBe(message);
});

test.each(['<a b=c>', '<a>]]>'])('%j is refused at a place', (text) => {
  expect(readAll(text).error).toMatch(/Line 1, position \d+\.$/);
});

const LONG = 'a'.repeat(2_000);

test.each([
  `<${LONG}:b/>`,
  `<a:b:${LONG}/>`,
  `<x xmlns:p="u" xmlns:q="u" p:${LONG}="" q:${LONG}=""/>`,
  `<${LONG}>`,
  `<${LONG}></b>`,
  `<b></${LONG}>`,
])('a message shows at most 1,024 characters of a name: %#', (text) => {
  expect(readAll(text).error).toMatch(/(?<![abq:])[abq:]{1021}\.\.\./);
});

test('text before a sudden end is read before the error is met', () => {
  expect(readAll('<a>x').nodes).toEqual(['start a 1,2', 'text 1,4']);
});

test('an end tag that is not its own ends nothing', () => {
  expect(readAll('<a><b></a>').nodes).toEqual(['start a 1,2', 'start b 1,5']);
});

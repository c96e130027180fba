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

/** What System.Xml's XmlTextReader said to the same texts. */
const DOTNET: readonly (readonly [text: string, message: string])[] = [
  ['', 'Root element is missing.'],
  ['<', 'Data at the root level is invalid. Line 1, position 1.'],
  ['</', 'Data at the root level is invalid. Line 1, position 1.'],
  ['<!-', 'Data at the root level is invalid. Line 1, position 1.'],
  ['<so', 'Data at the root level is invalid. Line 1, position 1.'],
  ['<?xml version="1.0"?><s', 'Data at the root level is invalid. Line 1, position 22.'],
  ['<?xml ', 'Unexpected end of file while parsing Name has occurred. Line 1, position 7.'],
  ['<?xml version=', 'Unexpected end of file has occurred. Line 1, position 15.'],
  ['<?xml version="1.0', 'There is an unclosed literal string. Line 1, position 16.'],
  ['<!doctype html>', 'DTD is prohibited in this XML document.'],
  ['<?x', 'Data at the root level is invalid. Line 1, position 1.'],
  ['<!--', 'Unexpected end of file while parsing Comment has occurred. Line 1, position 5.'],
  ['<?xml version="1.1"?><a/>', "Version number '1.1' is invalid. Line 1, position 16."],
  [
    '<a><b c="d" ',
    'Unexpected end of file has occurred. The following elements are not closed: a. Line 1, position 13.',
  ],
  ['<a><b', 'Unexpected end of file while parsing Name has occurred. Line 1, position 6.'],
  [
    '<a><b ',
    'Unexpected end of file has occurred. The following elements are not closed: a. Line 1, position 7.',
  ],
  ['<a><b c', 'Unexpected end of file while parsing Name has occurred. Line 1, position 8.'],
  ['<a><b c=', 'Unexpected end of file has occurred. Line 1, position 9.'],
  ['<a><b c="d', 'There is an unclosed literal string. Line 1, position 11.'],
  ['<a></b', 'Unexpected end of file while parsing Name has occurred. Line 1, position 7.'],
  [
    '<a></a',
    'Unexpected end of file has occurred. The following elements are not closed: a. Line 1, position 7.',
  ],
  [
    '<a>x',
    'Unexpected end of file has occurred. The following elements are not closed: a. Line 1, position 5.',
  ],
  ['<a><!--', 'Unexpected end of file while parsing Comment has occurred. Line 1, position 8.'],
  ['<a><?p x', 'Unexpected end of file while parsing PI has occurred. Line 1, position 9.'],
  ['<a>]]>', "']]>' is not allowed in character data. Line 1, position 4."],
  ['<a b=c>', "'c' is an unexpected token. The expected token is '\"' or '''. Line 1, position 6."],
  ['<a b>', "'>' is an unexpected token. The expected token is '='. Line 1, position 5."],
  ['<a b="1"c="2">', "'c' is an unexpected token. Expecting white space. Line 1, position 9."],
  ['<a /b>', "'b' is an unexpected token. The expected token is '>'. Line 1, position 5."],
  ['<a b="1" b="2">', "'b' is a duplicate attribute name. Line 1, position 10."],
  ['<a:b/>', "'a' is an undeclared prefix. Line 1, position 2."],
  [
    '<a></b>',
    "The 'a' start tag on line 1 position 2 does not match the end tag of 'b'. Line 1, position 6.",
  ],
  [
    '<ab><a></ab>',
    "The 'a' start tag on line 1 position 6 does not match the end tag of 'ab'. Line 1, position 10.",
  ],
  ['<a>\u0001', "'\u0001', hexadecimal value 0x01, is an invalid character. Line 1, position 4."],
  [
    '<!-- -- -->',
    "An XML comment cannot contain '--', and '-' cannot be the last character. Line 1, position 6.",
  ],
];

test.each(DOTNET)('%j: the message of XmlTextReader', (text, message) => {
  expect(readAll(text).error).toBe(message);
});

test('a local name that begins like none is refused, behind a prefix too', () => {
  expect(readAll('<p:a xmlns:p="u"><p:1b/></p:a>').error).toContain('Line 1, position 21.');
});

test('text before a sudden end is read before the error is met', () => {
  expect(readAll('<a>x').nodes).toEqual(['start a 1,2', 'text 1,4']);
});

test('an end tag that is not its own ends nothing', () => {
  expect(readAll('<a><b></a>').nodes).toEqual(['start a 1,2', 'start b 1,5']);
});

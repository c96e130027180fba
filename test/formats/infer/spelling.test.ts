/** `format` finds how a service spells JSON and XML. */
import type { EventRow } from '../../../src/formats/event';
import { inferFormat } from '../../../src/formats/infer/infer';
import { formatReader } from '../../../src/formats/read';
import { isObject } from '../../../src/lib/json';
import { BERLIN, compileFile } from '../../support/drafts';
import { rowsIn } from './support';

/**
 * Postgres keeps extra fields as jsonb, which sorts the members of objects and does not keep the spelling of numbers.
 */
function asStored(row: EventRow): EventRow {
  return JSON.parse(JSON.stringify(row), (_, value) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).sort()) : value,
  );
}

describe('a service is written as it spells', () => {
  const dotnet =
    '{"Id":1,"Title":"Q\\u0026A \\u003cb\\u003e","Url":"http://x/y","Start":"\\/Date(1772391600000)\\/"}';
  const xmlEvent = (title: string, hall: string) =>
    `<Event><Title>${title}</Title><Start>2026-03-01T09:00:00Z</Start>${hall}</Event>`;
  const xml = xmlEvent('a', '<Hall />') + xmlEvent('b', '<Hall>c</Hall>');

  const nullable = (prefix: string, ending: string) => {
    const nil = ` ${prefix}:nil="true"${ending}`;
    const events =
      xmlEvent('a', `<Hall>x</Hall><End${nil}`) + xmlEvent('b', `<Hall${nil}<End>2026-03-01T10:00:00Z</End>`);
    return `<L xmlns:${prefix}="http://www.w3.org/2001/XMLSchema-instance">${events}</L>`;
  };

  const SPELLINGS: Readonly<Record<string, [string, object?, string[]?]>> = {
    JavaScriptSerializer: [`{"d":[${dotnet}]}`, { escape: '&<>' }, ['{"d":[]}']],
    'JavaScriptSerializer of other dates beside an address': [
      `[${['"\\/Date(1772355600000)\\/"', 'null'].map((date) => `{"Title":"a","Start":"\\/Date(1772391600000)\\/","Changed":${date},"Url":"/a"}`)}]`,
    ],
    'JavaScriptSerializer of local times': [`[${dotnet.replace('000)', '000+0100)')}]`, { escape: '&<>' }],
    'JavaScriptSerializer, no slash but those of times': [
      `[${dotnet.replace('http://x/y', 'x')}]`,
      { escape: '&<>' },
    ],
    DataContractJsonSerializer: [
      `[${dotnet.replaceAll(/\\u00../g, '_').replaceAll(/\\?\//g, '\\/')}]`,
      { escape: '/' },
    ],
    'DefaultValueHandling.Ignore': [
      '[{"Title":"a","Start":"2026-03-01T00:00:00","AllDay":true,"X":""},{"Title":"b","Start":"2026-03-01T09:00:00"}]',
    ],
    'StringEscapeHandling.EscapeNonAscii': [
      '[{"Title":"K\\u00f6ln","Start":"2026-03-01","Place":"\\ud83c\\udf88"}]',
      { escape: '\u0080-\uffff' },
    ],
    'DataContractJsonSerializer of an emoji': [
      '[{"Title":"K\u00f6ln \\ud83c\\udf88","Start":"2026-03-01","Place":"a\\/b"}]',
      { escape: '/\ud800-\udfff' },
    ],
    'System.Text.Json': [
      '[{"Title":"\\u00C9lan \\u0022a\\u002Bb\\u0022 5e\\u002B5f c\\\\d\\n\\u003C/b\\u003E","Start":"2026-03-01","Big":1e+21}]',
      { escape: '\\u0022\\u002B\\u003C\\u003E\\u0080-\\uFFFF' },
    ],
    'StringEscapeHandling.EscapeHtml': [
      '[{"Title":"\\u003cb\\u003e \\u0022a\\u0022 c\\\\d\\\\","Start":"2026-03-01"}]',
      { escape: '"<>' },
    ],
    'json.dumps of Python': [
      '[{"Title": "K\\u00f6ln\\u007f \\"a\\"", "Start": "2026-03-01"}]',
      { escape: '\x7f\u0080-\uffff', space: { ',': ', ', ':': ': ' } },
    ],
    'System.Text.Json of decimals': [
      `[${['8.00,"Fee":{"Net":1.50},"At":7.25', '-0.25,"Fee":{"Net":12.75},"At":10'].map((price) => `{"Title":"a","Start":"2026-03-01","Price":${price}}`)}]`,
    ],
    'Json.NET of decimals and lists of objects': [
      `[${['8.0,"Who":[{"role":"chair","Name":"Ann {1 : 2}"}]', '12.50,"Who":[]', '0.99,"Who":null'].map((price) => `{"Title":"a","Start":"2026-03-01","Price":${price}}`)}]`,
    ],
    'StringBuilder with an event on each line': [
      '[{ "Title" : "a, b", "Start" : "2026-03-01" },\r\n{ "Title" : "c:[d]", "Start" : "2026-03-02" }]',
      { space: { '{': '{ ', ':': ' : ', ',2': ', ', ',1': ',\r\n', '}': ' }' } },
    ],
    'Formatting.Indented': [
      JSON.stringify({ d: [{ Title: 'a', Start: '2026-03-01', Tags: [], Who: [{ Name: 'b' }] }] }, null, 2),
      expect.objectContaining({ space: expect.objectContaining({ ':': ': ', ',3': ',\n      ' }) }),
    ],
    'String.Format with other white space in each event': [
      '[{"Title":"a", "Start":"2026-03-01"},{"Title":"b","Start":"2026-03-02"}]'.replace(', ', ','),
    ],
    'empty texts for no time': [
      `[${['"","To":"","AllDay":true', '"9:00","To":"10:00","AllDay":false', '"19:30","To":"","AllDay":false'].map((more) => `{"Title":"a","StartDate":"2026-03-01","At":${more}}`)}]`,
    ],
    'an object of an empty list': [
      '{"d":[{"Id":1,"Title":"a","Start":"2026-03-01"}]}',
      { empty: '{"d":[ ]}\n' },
      ['{"d":[ ]}\n'],
    ],
    'texts of JavaScriptSerializer in XML': [
      '<L><Event><Title>a</Title><Start>/Date(1772391600000)/</Start></Event></L>',
    ],
    XmlSerializer: [`<L>${xml}</L>`, { emptyElement: ' />' }, ['<L />']],
    'DataSet.GetXml': [
      `<L>${xml.replaceAll('<Event>', '\r\n  <Event>')}\r\n</L>`,
      { emptyElement: ' />', empty: '<L />' },
      ['<L />'],
    ],
    'DataSet.WriteXml with a schema': [
      `<L><xs:schema id="x"><xs:element name="Title"/></xs:schema>\r\n  ${xmlEvent('a', '<Full_x0020_Name>b</Full_x0020_Name>')}\r\n</L>`,
      { emptyElement: '/>' },
    ],
    'a list without a root behind its declaration': [
      `<?xml version="1.0"?>${xmlEvent('a', '')}${xmlEvent('b', '')}`,
    ],
    'DataSet.WriteXml, a DiffGram': [`<L><N>${xmlEvent('a', '')}</N></L>`, { empty: '<L />' }, ['<L />']],
    'XmlSerializer of nullable values': [nullable('xsi', ' />'), { emptyElement: ' />' }],
    DataContractSerializer: [nullable('i', '/>'), { emptyElement: '/>' }],
    'DataContractSerializer of lists of texts': [
      `<L>${xmlEvent('a', '<T xmlns:a="urn:a"><a:string>x</a:string></T>')}${xmlEvent('b', '<T xmlns:a="urn:a"/>')}</L>`,
      { emptyElement: '/>' },
    ],
    'XmlSerializer without the namespaces of the root': [
      nullable('p3', ' xmlns:p3="http://www.w3.org/2001/XMLSchema-instance" />').replace(/<L [^>]*>/, '<L>'),
      { emptyElement: ' />' },
    ],
    'XmlSerializer of lists: full, empty, shorter, none': [
      `<L>${['<Ort>\n    <a>x</a>\n    <a>y</a>\n  </Ort>', '<Ort />', '<Ort>\n    <a>x</a>\n  </Ort>', '']
        .map((list) => `\n${xmlEvent('a', `\n  ${list}`.trimEnd()).replace('</Event>', '\n</Event>')}`)
        .join('')}\n</L>`,
      { emptyElement: ' />' },
    ],
    'DataContractSerializer of lists: empty, none, full': [
      `<L xmlns:i="http://www.w3.org/2001/XMLSchema-instance">${['/>', ' i:nil="true"/>', '><a>x</a></Tags>']
        .map((tags) => xmlEvent('a', `<Tags${tags}`))
        .join('')}</L>`,
      { emptyElement: '/>' },
    ],
    'DataContractSerializer of empty texts': [nullable('i', ' />').replaceAll('>x<', '><')],
    WriteCData: [
      `<L>${xmlEvent('a', '<Note><![CDATA[<b>&]]></Note>')}${xmlEvent('b', '<Note><![CDATA[]]></Note>')}</L>`,
    ],
    'WriteCData of markup': [
      `<L>${['<b></b>', '<br/>'].map((text) => xmlEvent('a', `<Note><![CDATA[${text}]]></Note><Hall />`)).join('')}</L>`,
      { emptyElement: ' />' },
    ],
    'SecurityElement.Escape': [
      `<L>${xmlEvent('a', '<Hall n="&amp;&quot;">&quot;B&apos;s&quot;\n&lt;&#228;&gt;</Hall>')}</L>`,
      { escape: '&amp;&quot;&apos;&lt;&#228;&gt;' },
    ],
    'FOR XML AUTO': [
      '<e Title="a" Start="2026-03-01" Place="&quot;A&#x0A;B&quot;"/><e Title="b\'" Start="2026-03-02" Place="C"/>',
      { escape: '&amp;&lt;&gt;&quot;&#x0A;', emptyElement: '/>' },
    ],
    'a text for no events': ['[{"Title":"a","Start":"2026-03-01"}]', { empty: '' }, ['']],
    'StringBuilder: apostrophes, line ends of Windows, a byte order mark': [
      `\ufeff<L v='{"'>${xmlEvent('a', `<Url u='"&#39;' v="&quot;'\t">a\r\nb</Url>`)}</L>\r\n`,
    ],
  };

  test.each(Object.entries(SPELLINGS))('%s', (_service, [list, members = {}, empty = []]) => {
    const { text, notes } = inferFormat([list, ...empty], BERLIN);
    const file = JSON.parse(text);
    const spelling = Object.entries(file).filter(([name]) => /^(?:escape|space|empty)/.test(name));
    expect(Object.fromEntries(spelling)).toEqual(members);
    expect(text).not.toMatch(/[\u007f-\u009f\ufeff\uffff]/);
    expect(notes.filter((note) => note.includes('it writes'))).toEqual([]);
    const compiled = compileFile(text);
    const rows = rowsIn(compiled, list).map(asStored);
    expect(compiled.format.list(rows)).toBe(list);
    const bare = (text: string) => text.replace(/\s/g, '');
    const single = bare(compiled.format.event(rows[0]) ?? '').replace(/^\ufeff?<L[^>]*>|<\/L>$/g, '');
    expect(bare(list)).toContain(single);
    for (const answer of empty) {
      expect(compiled.format.list([])).toBe(answer);
      expect(formatReader(compiled).read(answer)).toMatchObject({ events: [], isList: true });
    }
  });

  test('a line end after the last bracket is proved by two lists, because an editor may add one to a single file', () => {
    const list = (id: number) => `[{"Id":${id},"Title":"a","Start":"2026-03-01","Tags":[1]}]\r\n`;
    const { text, notes } = inferFormat([list(1), list(2), '[]\r\n'], BERLIN);
    expect(JSON.parse(text)).toMatchObject({ space: { ']1': ']\r\n' }, empty: '[]\r\n' });
    expect(notes).toEqual(['kept as extra fields: Tags']);
    const compiled = compileFile(text);
    expect(compiled.format.list(rowsIn(compiled, list(1)).map(asStored))).toBe(list(1));
    const single = inferFormat([list(1)], BERLIN);
    expect(JSON.parse(single.text)).not.toHaveProperty('space');
    expect(single.notes.join()).toContain('the same to a parser): the format writes');
  });

  test('a field of its own has the name that an encoded element means', () => {
    const { text } = inferFormat([`<L>${xmlEvent('a', '<Full_x0020_Name>b</Full_x0020_Name>')}</L>`], BERLIN);
    expect(JSON.parse(text).event).toContain('<Full_x0020_Name>{extra.Full Name}</Full_x0020_Name>');
  });

  test('what it spells in two ways is left as JSON and XML have it, and the answers without events too', () => {
    const fileOf = (...answers: readonly string[]) => JSON.parse(inferFormat(answers, BERLIN).text);
    const event = (title: string) => ({ Id: title.length, Title: title, Start: '2026-03-01' });
    const json = `[${JSON.stringify(event('a/b'))},${JSON.stringify(event('ac/d')).replace('/', '\\/')}]`;
    const backslash = JSON.stringify([event('a\\u0026b')]);
    for (const answers of [[json, '[ ]', '[  ]'], [backslash], ['Id,Title,Start\n1,a<br/>b,2026-03-01\n']])
      expect(Object.keys(fileOf(...answers))).toEqual(['kind', 'event']);
    for (const hall of ['<Hall></Hall>', '<Hall/>'])
      expect(fileOf(`<L>${xml}${xmlEvent('d', hall)}</L>`)).not.toHaveProperty('emptyElement');
    const listOf = (name: string, ...contents: readonly string[]) =>
      `<L>${contents.map((content) => xmlEvent('a', `<${name}${content}</${name}>`)).join('')}</L>`;
    expect(fileOf(listOf('Note', '>&apos;&quot;', ">'"))).not.toHaveProperty('escape');
    expect(fileOf(listOf('Note', '>&apos;', '>&#39;'))).not.toHaveProperty('escape');
    const filled = listOf('Hall', ' xsi:nil="false">x', ' xsi:nil="false">y');
    expect(fileOf(filled).event).toContain('<Hall>{location}</Hall>');
  });
});

test('white space and the end of an empty element are those that every event has', () => {
  const [title, start] = ['<Title>A</Title>', '<Start>2026-03-01</Start>'];
  const spaced = `<E>\n<Geo lat="1"/>${title}\n${start}\n</E>`;
  const { text } = inferFormat([`<L>${spaced}<E><Geo lat="2"></Geo>${title}${start}</E></L>`], BERLIN);
  expect(JSON.parse(text).event).toBe(
    '<E><Geo lat="{extra.lat}"></Geo><Title>{title}</Title><Start>{start}</Start></E>',
  );
});

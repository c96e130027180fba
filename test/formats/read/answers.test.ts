/** Format files find the events in an answer, and compare the text around them with the format. */
import { rowOf } from '../../../src/formats/infer/fit';
import { compileFile } from '../../support/drafts';
import { fieldsOf, json, read, xml } from './support';

test('a document type may follow a declaration, comments and instructions', () => {
  const before =
    '<?xml version="1.0"?>\n<!-- > -->\n<?xml-stylesheet href="a.xsl"?>\n<!DOCTYPE l [<!ELEMENT l ANY>]>\n';
  const fields = fieldsOf(xml('<e><t>{title}</t></e>'), `${before}<l><e><t>a</t></e></l>`);
  expect(fields).toMatchObject([{ title: 'a' }]);
});

test.each(['"a"', '[a]', '<a>'])('an event with attributes and the text %s is no envelope', (title) => {
  const file = xml('<e id="{id}">{title}</e>', { list: '<l>{events}</l>' });
  const { format } = compileFile(file);
  const answer = format.list([rowOf({ id: 1, title, extra: {} })]) ?? '';
  expect(fieldsOf(file, answer)).toMatchObject([{ id: 1, title }]);
});

const READ = {
  'one event': '{"id":1,"title":"t"}',
  'with a byte order mark': '\ufeff [{"id":1,"title":"t"}]\n',
  'in the string of GET and POST':
    '<?xml version="1.0"?>\n<string\r\nxmlns="http://tempuri.org/">[{"id":1,"title":"t"}]</string>',
  'in an Envelope':
    '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><R><SelectEventsResult>[{"id":1,"title":"t"}]</SelectEventsResult></R></s:Body></s:Envelope>',
};

test.each(Object.entries(READ))('an answer is read as %s', (_what, answer) => {
  expect(fieldsOf(json({ id: '{id}', title: '{title}' }), answer)).toMatchObject([{ id: 1, title: 't' }]);
});

const RAW = json({ T: '{title}', F: '{extra.fee:raw}' });
const nested = (levels: number) => '<e>'.repeat(levels) + '</e>'.repeat(levels);
const DEEP_JSON = `[{"T":"t","F":${'['.repeat(20_000)}${']'.repeat(20_000)}}]`;
test.each([
  ['deep XML', xml('<e>{title}</e>'), nested(20_000), 'it is nested deeper than 200 levels.'],
  ['XML of 201 levels', xml('<e>{title}</e>'), nested(201), 'it is nested deeper than 200 levels.'],
  ['deep JSON with a raw value', RAW, DEEP_JSON, 'it is nested deeper than 200 levels.'],
  ['no XML', xml('<e>{title}</e>'), 'hello <', 'it is not well-formed XML: unexpected end.'],
])('an answer that is %s is refused', (_what, file, answer, sentence) => {
  expect(() => read(file, answer)).toThrow(`The answer does not have the shape of x.json: ${sentence}`);
});

describe('the text around the events is compared with the format', () => {
  const around = { Success: true, Version: '1.4', Count: 4, At: '2026-03-01', Error: null };
  const list = { ...around, Data: { Events: '{events}' } };
  const file = json({ N: '{title}' }, { list });
  const answer = (more: object) => JSON.stringify({ ...around, Data: { Events: [] }, ...more });

  test.each<[object, string]>([
    [{ Version: '1.5' }, 'Version is "1.5", and the format has "1.4" there'],
    [{ Error: 'DB down' }, 'Error is "DB down", and the format has null there'],
    [{ Success: false, Data: null }, 'Success is false, and the format has true there'],
    [{ Data: { Events: [{ Code: 5 }] } }, 'Data.Events is not an array of events'],
    [
      { Errors: ['DB down'] },
      'it has no events, and Errors[0] is "DB down", which the format\'s list does not have',
    ],
  ])('%j is refused', (more, sentence) => {
    const reason = `The answer does not have the shape of x.json: ${sentence}`;
    expect(() => read(file, answer(more))).toThrow(reason);
  });

  test('counts and times may differ, null may be left out, and beside events there may be more', () => {
    const varying = ['Count is not 4 as in the format', 'At is not "2026-03-01" as in the format'];
    const found = read(file, answer({ Count: 0, At: '2026-04-02', Error: undefined }));
    expect(found).toMatchObject({ events: [], isList: true, varying });
    expect(read(file, answer({ More: 'x', Data: { Events: [{ N: 'a' }] } })).events).toHaveLength(1);
    for (const at of ['/Date(1)/', '1.3.2026', '9:00', 'Sun, 01 Mar 2026 09:00:00 GMT']) {
      const timed = json({ N: '{title}' }, { list: { at, l: '{events}' } });
      expect(read(timed, '{"at":"2026-04-02","l":[]}').varying).toHaveLength(1);
    }
  });

  test('the answer of none is an empty list if the format has it', () => {
    const none = { Success: false, Reason: 'none' };
    expect(read({ ...file, none }, JSON.stringify(none))).toMatchObject({ events: [], isList: true });
    expect(read(file, 'null')).toMatchObject({ events: [], isList: false });
    expect(read({ ...file, none: null }, 'null')).toMatchObject({ events: [], isList: true });
    expect(read({ ...file, none: '' }, '')).toMatchObject({ events: [], isList: true });
    expect(read({ ...RAW, none: '' }, '')).toMatchObject({ events: [], isList: true });
    const nil = xml('<e n="{title}"/>', { list: '<l>{events}</l>', none: ' <nil/>\n' });
    for (const answered of ['<nil/>', '\n<nil/> '])
      expect(read(nil, answered)).toMatchObject({ events: [], isList: true });
    const spaced = { ...file, empty: JSON.stringify(none, undefined, 1) };
    expect(read(spaced, JSON.stringify(none))).toMatchObject({ events: [], isList: true });
    expect(() => read(file, '')).toThrow('x.json: it is empty; ');
    expect(() => read(file, '""')).toThrow('x.json: Success is missing');
    const one = json({ N: '{title}' }, { list, single: '{event}' });
    expect(read(one, '{"N":"a"}')).toMatchObject({ events: [{}], isList: false });
  });

  const markup = xml('<e n="{title}"/>', {
    list: '<r ok="true"><v>a</v><count>2</count><l>{events}</l></r>',
  });

  test('markup may have white space around each element and each text', () => {
    for (const events of ['', '<e n="b"/>']) {
      const answered = `\n<r ok="true">\n<v>\n a </v> <count> 2 </count>\n<l>\n${events}\n</l></r>\n`;
      expect(read(markup, answered)).toMatchObject({ isList: true, varying: [] });
    }
  });

  test('an element outside the list is no event, even if the list begins with white space in the format', () => {
    const around = (events: string) => `<r><v><e n="a"/></v><l>${events}</l></r>`;
    const file = xml('<e n="{title}"/>', { list: ' '.repeat(100) + around('{events}') });
    expect(fieldsOf(file, around('<e n="b"/>'))).toMatchObject([{ title: 'b' }]);
  });

  test('an element outside the place of a single event is no event', () => {
    const around = (event: string) => `<r><v><e n="a"/></v><one>${event}</one></r>`;
    const file = xml('<e n="{title}"/>', { list: '<l>{events}</l>', single: around('{event}') });
    expect(fieldsOf(file, around('<e n="b"/>'))).toMatchObject([{ title: 'b' }]);
  });

  test.each([
    ['<r ok="false"><v>a</v><count>0</count><l/></r>', 'r/@ok is "false", and the format has "true" there'],
    [
      '<r ok="true"><v>b</v><count>1</count><l><e n="x"/></l></r>',
      'r/v is "b", and the format has "a" there.',
    ],
    ['<r ok="true"><v>a</v><count>0</count><l/><error/></r>', 'it has no events, and r/error is'],
    ['<_x00110000_/>', 'it has no element e, and r is missing'],
    ['<r ok="true"><v>a</v><count>0</count><l/></r> DB down', 'it has no element e, but'],
  ])('%s is refused', (answer, sentence) => {
    expect(() => read(markup, answer)).toThrow(sentence);
  });

  test.each<[object, string]>([
    [file, ''],
    [file, answer({ Message: 'No events' })],
    [file, answer({ Success: false })],
    [json({ N: '{title}' }), '{"Error":"No events"}'],
    [json({ N: '{title}' }, { list: { Text: '', Data: '{events}' } }), '{"Text":"No events","Data":null}'],
    [markup, ''],
    [markup, 'No events'],
    [markup, '<r ok="true"/>'],
    [markup, '<html/>'],
  ])('the refusal of an answer without events says how to write it as empty: %#', (format, text) => {
    const advice =
      /; if this answer means no events, write its text as the member empty of the format file\.$/;
    expect(() => read(format, text)).toThrow(advice);
    expect(() => read(format, text)).not.toThrow('the format has ""');
    expect(read({ ...format, empty: `${text}\n` }, ` ${text}`)).toMatchObject({ events: [], isList: true });
  });

  test('a list of XML with another count, or of a format that has nothing around it', () => {
    const answer = '<r ok="true"><v>a</v><count>0</count><l/></r>';
    const varying = ['r/count is not "2" as in the format'];
    expect(read(markup, answer)).toMatchObject({ events: [], varying });
    const bare = xml('<e n="{title}"/>');
    expect(read(bare, '').events).toEqual([]);
    expect(() => read(bare, 'DB down')).toThrow('it has no element e, but "DB down"');
    const single = { ...bare, list: '<l>{events}</l>', single: '<one>{event}</one>' };
    expect(() => read(single, '<one/>')).toThrow('it has no element e, and l is missing');
  });
});

describe('events as an object by their ids', () => {
  const file = json(
    { N: '{title}', S: '{start}' },
    { list: { d: { '{id}': '{events}' }, total: '{count}', said: '{count} in all' } },
  );
  const events = { 17: { N: 'a', S: '2026-03-01' }, 4: { N: 'b', S: '2026-03-02' } };

  test('each is read by its own name', () => {
    const answer = JSON.stringify({ d: events, total: 2, said: '2 in all' });
    expect(fieldsOf(file, answer)).toMatchObject([
      { id: 4, title: 'b' },
      { id: 17, title: 'a' },
    ]);
    const missing = expect.not.arrayContaining(['id']);
    expect(read(file, answer)).toMatchObject({ ignored: [], varying: [], isList: true, missing });
    expect(fieldsOf(file, '{"d":{},"total":0}')).toEqual([]);
    const labelled = { ...file, event: { N: '{id}. {title}' } };
    expect(fieldsOf(labelled, '{"d":{"17":{"N":"1. a"}},"total":1}')).toMatchObject([{ id: 17 }]);
  });

  test.each<[object, unknown, unknown]>([
    [{ '{id}': '{events}' }, { e: '{event}' }, { e: events[4] }],
    [{ d: { '{id}': '{events}' } }, { d: { e: '{event}' } }, { d: { e: events[4] } }],
  ])('with list %j and single %j, %j is a single event', (list, single, answer) => {
    const found = [{ fields: { title: 'b' }, unread: [] }];
    expect(read({ ...file, list, single }, JSON.stringify(answer))).toMatchObject({
      events: found,
      isList: false,
    });
  });

  test('a member of the event may have the name of the list', () => {
    const named = { ...file, event: { d: { N: '{title}' } }, list: { d: { '{id}': '{events}' } } };
    const [alone, listed] = [{ title: 'a' }, { id: 4 }].map((fields) => [{ fields, unread: [] }]);
    expect(read(named, '{"d":{"4":{"d":{"N":"a"}}}}')).toMatchObject({ events: listed, isList: true });
    expect(read(named, '{"d":{"N":"a"}}')).toMatchObject({ events: alone, isList: false });
  });

  test('a name of another kind refuses its event', () => {
    const unread = ['id must be as "{id}" writes it, not "x"'];
    expect(read(file, '{"d":{"x":{"N":"a"}},"total":1}').events).toMatchObject([{ unread }]);
  });

  test('a count that differs from the number of events is noted, because an answer may be one page of several', () => {
    const markup = xml('<e n="{title}"/>', { list: '<l total="{count}">of {events}<x/></l>' });
    for (const total of [40, 0])
      expect(read(markup, `<l total="${total}">of <e n="a"/><x/></l>`).varying).toEqual([
        'l/@total is not 1, the number of events',
      ]);
    expect(read(markup, '<l total="1">of <e n="a"/><x/></l>')).toMatchObject({ events: [{}], varying: [] });
  });

  test.each<[unknown, string]>([
    [{ '{id}': '{events}', n: 1 }, 'list.{id} has a placeholder in its name'],
    [{ 'x{id}': ['{events}'] }, 'list.x{id} has a placeholder in its name'],
    [{ a: '{events}', b: { '{id}': 1 } }, 'list.b.{id} must be "{events}": each event has its own name'],
    [{ '{id}': ['{events}'] }, 'list.{id} must be "{events}": each event has its own name there.'],
    ['{count}', 'list must contain "{events}" exactly once, not 0 times.'],
  ])('list %j is refused', (list, sentence) => {
    expect(() => compileFile(json({ N: '{title}' }, { list }))).toThrow(sentence);
  });
});

describe('the additions of .NET to a DataSet', () => {
  const schema =
    '<xs:schema id="NewDataSet" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:msdata="urn:x"><xs:element name="NewDataSet" msdata:IsDataSet="true"><xs:element name="Table"><xs:sequence minOccurs="0"/></xs:element></xs:element></xs:schema>';
  const row = (more = '') =>
    `<Table diffgr:id="Table1" msdata:rowOrder="0"${more}><T>a</T><Full_x0020_Day xsi:type="xsd:boolean">True</Full_x0020_Day><S m:type="Edm.DateTime">2026-03-01</S></Table>`;
  const event = '<Table><T>{title}</T><Full_x0020_Day>{allDay}</Full_x0020_Day><S>{start:date}</S></Table>';
  const file = xml(event, { list: '<DataSet><NewDataSet>{events}</NewDataSet></DataSet>' });

  test('the former rows of a DiffGram are no events', () => {
    const rows = row(' diffgr:hasChanges="modified"');
    const answer = `<DataSet>${schema}<NewDataSet>${rows}</NewDataSet><diffgr:before>${row()}</diffgr:before></DataSet>`;
    const fields = { title: 'a', allDay: true, start: '2026-03-01' };
    const events = [{ fields, extra: {}, unread: [] }];
    for (const one of [file, { ...file, list: '{events}' }])
      expect(read(one, answer)).toMatchObject({ events, ignored: [], varying: [] });
  });

  test.each(['_x00FC_', '_x00fc_', '_x000000FC_'])('the letter %s of a name is ü', (letter) => {
    const named = xml('<Table><T>{title}</T><Für>{location}</Für></Table>');
    const answer = `<Table><T>a</T><F${letter}r>alle</F${letter}r></Table>`;
    const fields = { title: 'a', location: 'alle' };
    expect(read(named, answer)).toMatchObject({ events: [{ fields, unread: [] }], ignored: [] });
  });

  test('nothing of it has to be in an answer', () => {
    const list = `<DataSet m:type="x">${schema}<NewDataSet>{events}</NewDataSet></DataSet>`;
    const withSchema = { ...file, list };
    expect(read(withSchema, `<DataSet><NewDataSet>${row()}</NewDataSet></DataSet>`).events).toHaveLength(1);
    expect(read(withSchema, '<DataSet><NewDataSet/></DataSet>').events).toEqual([]);
  });
});

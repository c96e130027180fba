/** Proposed format files: they compile, and read the answer they were made from. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SaxesParser } from 'saxes';
import { FormatError } from '../../src/formats/document';
import { compileFormat } from '../../src/formats/format-file';
import { guessTimeForm } from '../../src/formats/propose/guess-time';
import { proposeFormat } from '../../src/formats/propose/propose';
import { formatReader } from '../../src/formats/read';
import { parseXml } from '../../src/formats/xml-tree';
import { clockOf } from '../../src/time/clock';
import { shown } from '../support/drafts';

const BERLIN = clockOf('Europe/Berlin');

test.each(['wcf', 'array-of-event', 'fullcalendar-v1'])(
  '%s: the events are those of the format made by hand',
  (name) => {
    const folder = join(__dirname, '../../examples/formats');
    const answer = readFileSync(join(folder, `${name}.answer.txt`), 'utf8');
    const read = (text: string) =>
      formatReader(compileFormat(text, name, BERLIN), BERLIN)
        .read(answer)
        .events.map(shown);
    const byHand = read(readFileSync(join(folder, `${name}.json`), 'utf8'));
    const proposed = read(proposeFormat(answer, BERLIN).text);
    for (const [index, { fields }] of byHand.entries()) {
      const { id, title, start, allDay, location } = fields;
      expect(proposed[index]?.fields).toMatchObject(
        Object.fromEntries(
          Object.entries({ id, title, start, allDay, location }).filter(([, value]) => value !== undefined),
        ),
      );
      expect(proposed[index]?.unread).toEqual([]);
    }
  },
);

test('what is around the events is kept, what is no field is an extra one', () => {
  const answer =
    '<string>{"ok":1,"data":{"note":"{x}","events":[{"EventID":"7","Subject":"a","When":"b","Begin":1772355600000,"tags":[1]},{"EventID":"8","Subject":null,"Begin":1772355600001,"tags":[]}]}}</string>';
  expect(JSON.parse(proposeFormat(answer, BERLIN).text)).toEqual({
    kind: 'json',
    event: {
      EventID: '{id:text}',
      Subject: '{title|null}',
      When: '{extra.When?}',
      Begin: '{start:unix-ms}',
      tags: '{extra.tags}',
    },
    list: { ok: 1, data: { note: '{{x}}', events: '{events}' } },
  });
});

test('names that hold what placeholders are made of are proposed so that the file compiles', () => {
  const event = { '{title}': 'a', start: '2026-03-01', 'done?': 1, 'x|null': 2, 'a{b': 3, 'c}': 4, '': 5 };
  const proposed = proposeFormat(JSON.stringify([event]), BERLIN).text;
  expect(JSON.parse(proposed).event).toEqual({
    '{{title}}': '{title}',
    start: '{start:date}',
    'done?': '{extra.done?|null}',
    'x|null': '{extra.x|null|null}',
    'a{{b': null,
    'c}}': null,
    '': null,
  });
  const format = compileFormat(proposed, 'proposed', BERLIN);
  const [read] = formatReader(format, BERLIN)
    .read(JSON.stringify([event]))
    .events.map(shown);
  expect(read?.fields).toMatchObject({ title: 'a', start: '2026-03-01' });
  expect(read?.extra).toEqual({ 'done?': 1, 'x|null': 2 });
});

test.each<[readonly unknown[], string | undefined]>([
  [['/Date(1772355600000)/'], ':json-date'],
  [['/Date(1772355600000+0100)/'], ':json-date'],
  [[1772355600], ':unix-s'],
  [[639079578001230000], ':ticks'],
  [['1772355600000'], ':unix-ms-text'],
  [['2026-03-01'], ':date'],
  [['2026-03-01', '2026-03-01T09:00:00Z'], ''],
  [['2026-03-01T09:00:00.1234567Z'], ':iso'],
  [['2026-03-01T09:00:00+01:00'], '@local:iso'],
  [['2026-03-01T09:00:00'], '@local:yyyy-MM-ddTHH:mm:ss'],
  [['2026-03-01 09:00:00.500'], '@local:yyyy-MM-dd HH:mm:ss.fff'],
  [['01.03.2026 09:00'], '@local:dd.MM.yyyy HH:mm'],
  [['1.3.26 9:00'], '@local:d.M.yy H:mm'],
  [['01/03/2026'], '@local:dd/MM/yyyy'],
  [['01/03/2026', '01/13/2026'], '@local:MM/dd/yyyy'],
  [['3/1/2026 9:00:00 AM'], '@local:M/d/yyyy h:mm:ss tt'],
  [['Mon Mar 02 2026 09:15:00'], '@local:ddd MMM dd yyyy HH:mm:ss'],
  [['Sunday, 1 March 2026'], '@local:dddd, d MMMM yyyy'],
  [['2026-03-01T09:00:00.000Z'], ':yyyy-MM-ddTHH:mm:ss.fffZ'],
  [['2026-03-01T09:00:00.000Z', '2026-03-01T09:00:00Z'], ':iso'],
  [['2026-03-01T09:00:00.120+01:00'], '@local:yyyy-MM-ddTHH:mm:ss.fffzzz'],
  [['2026-03-01T09:00:00.1230000'], "@local:yyyy-MM-ddTHH:mm:ss.fff'0000'"],
  [['Sun, 01 Mar 2026 09:00:00 GMT'], ":ddd, dd MMM yyyy HH:mm:ss 'GMT'"],
  [['20260301'], '@local:yyyyMMdd'],
  [['20260301090000'], '@local:yyyyMMddHHmmss'],
  [['20260301T090000Z'], ':yyyyMMddTHHmmssZ'],
  [['tomorrow'], undefined],
  [['12'], undefined],
  [[true], undefined],
])('dates like %j are %s', (values, form) => {
  expect(guessTimeForm(values)).toBe(form);
});

const proposed = (answer: unknown) => {
  const { text, ...rest } = proposeFormat(JSON.stringify(answer), BERLIN);
  return { ...JSON.parse(text), ...rest };
};

describe('what a sample tells beside names', () => {
  const fair = (start: string, end: string) => ({
    Id: Date.parse(start) / 3_600_000,
    Title: 'Fair',
    Start: `/Date(${Date.parse(start)})/`,
    End: `/Date(${Date.parse(end)})/`,
    AllDay: true,
  });

  test('an all-day event tells by its midnights whether instants are of the time zone', () => {
    const inUtc = fair('2026-03-07T00:00:00Z', '2026-03-08T00:00:00Z');
    expect(proposed([inUtc])).toMatchObject({ event: { Start: '{start:json-date}' }, remarks: [] });
    const local = fair('2026-03-06T23:00:00Z', '2026-03-07T23:00:00Z');
    const event = { Start: '{start@local:json-date}', End: '{end@local:json-date}' };
    expect(proposed([local])).toMatchObject({ event, remarks: [] });
    expect(proposed([{ ...local, AllDay: false }])).toMatchObject({ event: { Start: '{start:json-date}' } });
    const neither = fair('2026-03-06T20:00:00Z', '2026-03-07T20:00:00Z');
    expect(proposed([neither, inUtc])).toMatchObject({
      event: { Start: '{start:json-date}' },
      remarks: [
        expect.stringMatching(/^It does not read 1 of the answer's 2 events: its start is 2026-03-06T20/),
      ],
    });
  });

  test('spellings that are not kept are told', () => {
    const json = '[{"Id":1,"Title":"A \\u003cb\\u003e","Start":"\\/Date(1772355600000)\\/"}]';
    expect(proposeFormat(json, BERLIN).remarks).toEqual([
      expect.stringMatching(/^The answer escapes what JSON/),
      'It writes the same JSON in another spelling: from character 21 on [{"Id":1,"Title":"A <b>","Start":"/Date(1772355600000)/"}] for [{"Id":1,"Title":"A \\u003cb\\u003e","Start":"\\/Date(177235560.',
    ]);
    const event = (note: string) => `<e><id>1</id><title>a</title><start>2026-03-01</start>${note}</e>`;
    const remarksOf = (note: string) => proposeFormat(`<l>${event(note)}${event(note)}</l>`, BERLIN).remarks;
    expect(remarksOf('<n>b/c</n>')).toEqual([]);
    const bytes = expect.stringMatching(/^It does not write this answer to the byte: from character \d+ on /);
    expect(remarksOf('<n />')).toEqual([
      expect.stringMatching(/^The answer has elements such as <Place \/>/),
      bytes,
    ]);
    expect(remarksOf('<n><![CDATA[x]]></n>')).toEqual([
      expect.stringMatching(/^The answer has CDATA sections/),
      bytes,
    ]);
  });

  test('a count around the events is told', () => {
    const event = { Id: 7, Title: 'a', Start: '2026-03-01' };
    expect(proposed({ Count: 1, total: '1', Version: '1.4', d: [event] }).remarks).toEqual([
      "Around the events Count is always 1: a format file can't count events, and has no clock.",
      'Around the events total is always "1": a format file can\'t count events, and has no clock.',
    ]);
    const xml = '<l n="2"><e><id>7</id><title>a</title><start>2026-03-01</start></e></l>';
    expect(proposeFormat(xml, BERLIN).remarks).toEqual([
      expect.stringMatching(/^Around the events l\/@n is always "2"/),
    ]);
  });

  test('a title or a start that is not found is missing', () => {
    expect(proposed([{ Title: 'a' }]).missing).toEqual(['start']);
    expect(proposed([{ Wann: '2026-03-01' }]).missing).toEqual(['title']);
    const post = { title: 'a', pubDate: 'Thu, 05 Mar 2026 18:00:00 GMT' };
    expect(proposed([post]).missing).toEqual(['start']);
  });

  test('a time or a text that an object holds is its', () => {
    const event = {
      id: 7,
      description: { text: 'why' },
      name: { text: 'a' },
      start: { timezone: 'Europe/Berlin', utc: '2026-03-01T08:00:00Z' },
      end: { date: '2026-03-02' },
      location: { title: 'here' },
    };
    expect(proposed([event])).toMatchObject({
      event: {
        description: { text: '{description}' },
        name: { text: '{title}' },
        start: { utc: '{start:iso}' },
        end: { date: '{end:date}' },
        location: { title: '{location}' },
      },
      remarks: [],
    });
  });

  test('events that it finds no start of are counted as not read', () => {
    const timed = { summary: 'a', start: { dateTime: '2026-03-01T09:00:00+01:00' } };
    const day = { summary: 'b', start: { date: '2026-03-02' } };
    const found = proposed({ items: [day, timed, timed, { summary: 'c', status: 'cancelled' }] });
    expect(found.event.start).toEqual({ date: '{extra.date?}', dateTime: '{start@local:iso?}' });
    expect(found.remarks).toEqual([
      expect.stringMatching(/^No id was found by its name: put \{id\} in its place, /),
      "It does not read 2 of the answer's 4 events: it finds no start.",
    ]);
    expect(found).toMatchObject({ events: 4, unread: 2 });
  });

  test('names in other languages are known by their words, after those that are known as they are', () => {
    const german = {
      Nr: 1,
      Anzeigename: 'x',
      Titel: 'A',
      'Erstellt am': '2025-01-01T18:00:00Z',
      Beginn: '2026-03-01T18:00:00+01:00',
      Ende: '2026-03-01T20:00:00+01:00',
      Ganztägig: false,
      Veranstaltungsort: 'Saal',
    };
    const other = { ...german, Anzeigename: undefined, Titel: 'B' };
    expect(proposeFormat(JSON.stringify([german, other]), BERLIN)).toMatchObject({ missing: [], unread: 0 });
    expect(proposed([german, other]).event).toEqual({
      Nr: '{extra.Nr}',
      Anzeigename: '{extra.Anzeigename?}',
      Titel: '{title}',
      'Erstellt am': '{extra.Erstellt am}',
      Beginn: '{start@local:iso}',
      Ende: '{end@local:iso}',
      Ganztägig: '{allDay}',
      Veranstaltungsort: '{location}',
    });
    const mixed = {
      Eventnummer: 5,
      EventArt: 'Kurs',
      Hausname: 'x',
      Name: 'a',
      Datum: '2026-03-01',
      Bis: 'b',
    };
    expect(proposed([mixed, mixed]).event).toEqual({
      Eventnummer: '{extra.Eventnummer}',
      EventArt: '{extra.EventArt}',
      Hausname: '{extra.Hausname}',
      Name: '{title}',
      Datum: '{start:date}',
      Bis: '{extra.Bis}',
    });
  });

  test('what is the same of every event is no category', () => {
    const google = (more: object) => ({ kind: 'calendar#event', summary: 'a', start: '2026-03-01', ...more });
    expect(proposed([google({ type: 'x' }), google({ type: 'y' })]).event).toMatchObject({
      kind: '{extra.kind}',
      type: '{category}',
    });
    expect(proposed([google({ category: 'z' }), google({ category: 'z' })]).event).toMatchObject({
      category: '{category}',
    });
  });

  test('elements that come again are the events, whatever they are called', () => {
    const node = '<node><Was>a</Was><Wann>2026-03-01</Wann></node>';
    const { text, missing } = proposeFormat(`<r>${node}${node}</r>`, BERLIN);
    expect(JSON.parse(text).event).toBe('<node><Was>{extra.Was}</Was><Wann>{start:date}</Wann></node>');
    expect(missing).toEqual(['title']);
    expect(() => proposeFormat(`<r>${node}</r>`, BERLIN)).toThrow(
      'The answer holds no elements of events that a format could be made from; save one with two events or more: what comes again shows what an event is.',
    );
  });

  const feed = (channel: string) =>
    `<rss><channel><title>Feed</title><link>http://x/</link>${channel}</channel></rss>`;
  const item = '<item><title>a</title><start>2026-03-05T18:00:00Z</start></item>';

  test.each([
    ['one item', feed(item), 1, '<item><title>{title}</title><start>{start:iso}</start></item>'],
    ['two', feed(item + item), 2, '<item><title>{title}</title><start>{start:iso}</start></item>'],
    [
      'items without a start',
      feed('<item><title>a</title><link>b</link></item><item><title>c</title><link>d</link></item>'),
      0,
      '<item><title>{title}</title><link>{url}</link></item>',
    ],
    [
      'an event whose start is in an element of it',
      '<e><id>1</id><title>a</title><when><start>2026-03-05</start><end>2026-03-06</end></when></e>',
      1,
      '<e><id>{id:text}</id><title>{title}</title><when><start>{start:date}</start><end>{end:date}</end></when></e>',
    ],
    [
      'an event with speakers',
      '<e><id>1</id><title>a</title><start>2026-03-05</start><who><title>Dr</title><name>Ann</name></who></e>',
      1,
      '<e><id>{id:text}</id><title>{title}</title><start>{start:date}</start><who><title>{extra.title}</title><name>{extra.name}</name></who></e>',
    ],
  ])('what the events are in is not taken for one: %s', (_, text, events, event) => {
    const proposal = proposeFormat(text, BERLIN);
    expect([JSON.parse(proposal.text).event, proposal.events]).toEqual([event, events]);
  });

  test('of elements that come again in an event, each has a placeholder', () => {
    const text =
      '<l><e><title>a</title><start>2026-03-01</start><tag>x</tag><tag>y</tag></e><e><title>b</title><start>2026-03-02</start><tag>z</tag></e></l>';
    const proposal = proposeFormat(text, BERLIN);
    expect(JSON.parse(proposal.text).event).toBe(
      '<e><title>{title}</title><start>{start:date}</start><tag>{extra.tag}</tag><tag>{extra.tag 2?}</tag></e>',
    );
    expect(proposal).toMatchObject({ events: 2, unread: 0 });
  });

  test.each([
    ['<e Title="{title}" Start="{start:date}"/>', '<e Title="a" Start="2026-03-01"/>'],
    [
      '<z:e ows_Title="{title}" ows_EventDate="{start:date}"/>',
      '<z:e ows_Title="a" ows_EventDate="2026-03-01"/>',
    ],
    [
      '<t:I><t:Subject>{title}</t:Subject><t:Start>{start:date}</t:Start></t:I>',
      '<t:I><t:Subject>a</t:Subject><t:Start>2026-03-01</t:Start></t:I>',
    ],
  ])('names with a namespace or a mark before them: %s', (event, text) => {
    expect(JSON.parse(proposeFormat(`<l>${text}${text}</l>`, BERLIN).text).event).toBe(event);
  });

  test('of two elements that could be the start, the one that more events have is', () => {
    const text =
      '<l><e><name>a</name><from>2026-03-01</from><start>2026-03-01</start></e><e><name>b</name><start>2026-03-02</start></e></l>';
    expect(proposeFormat(text, BERLIN)).toMatchObject({ events: 2, unread: 0 });
  });

  test('fields that an attribute names are guessed by it (mysql --xml)', () => {
    const row = (id: number, more = '') =>
      `<row>\n<field name="id">${id}</field>\n<field name="title">A</field><field name="start">2026-03-01 09:00:00</field>${more}</row>`;
    const text = `<?xml version="1.0"?>\n<resultset statement="select * from x">${row(1)}${row(2, '<field name="a{b&amp;">c</field>')}</resultset>`;
    const proposal = proposeFormat(text, BERLIN);
    expect(JSON.parse(proposal.text).event).toBe(
      '<row>\n<field name="id">{id:text}</field>\n<field name="title">{title}</field><field name="start">{start@local:yyyy-MM-dd HH:mm:ss}</field><field name="a{{b&amp;"></field></row>',
    );
    expect(proposal).toMatchObject({ missing: [], events: 2, unread: 0 });
    expect(proposeFormat(`<r>${row(1)}</r>`, BERLIN)).toMatchObject({ missing: [], events: 1, unread: 0 });
    const two = row(1).replace(/<field name="id">.*<.field>\n/, '');
    expect(proposeFormat(`<r>${two}</r>`, BERLIN)).toMatchObject({ missing: [], events: 1, unread: 0 });
  });

  test('an answer in lines keeps them, also where an event has no such element', () => {
    const event = (id: number, more: string) =>
      `\r\n  <Table>\r\n    <EventID>${id}</EventID>\r\n    <Title>a</Title>${more}\r\n    <Start>2026-03-01T09:00:00+01:00</Start>\r\n  </Table>`;
    const text = `<NewDataSet>${event(1, '')}${event(2, '\r\n    <Place>Hall</Place>')}${event(3, '')}\r\n</NewDataSet>`;
    const proposal = proposeFormat(text, BERLIN);
    expect(JSON.parse(proposal.text)).toMatchObject({
      event: event(0, '\r\n    <Place>{location?}</Place>')
        .replace('>0<', '>{id:text}<')
        .replace('>a<', '>{title}<')
        .replace(/>2026[^<]*/, '>{start@local:iso}'),
      list: '<NewDataSet>{events}\r\n</NewDataSet>',
    });
    expect(proposal).toMatchObject({ events: 3, unread: 0, remarks: [] });
  });

  test('an element that is null has no attribute that says so', () => {
    const event = (end: string) => `<e><id>1</id><title>a</title><start>2026-03-01</start>${end}</e>`;
    const text = `<l>${event('<end xsi:nil="true" />')}${event('<end>2026-03-02</end>')}</l>`;
    expect(JSON.parse(proposeFormat(text, BERLIN).text).event).toContain('</start><end>{end:date}</end></e>');
  });

  test('an event alone is known by words of eight languages too', () => {
    const text =
      '<k><t Nr="20" Ganztag="ja"><Betreff>a</Betreff><Beginn Datum="06.03.2026" Zeit="00:00"/></t></k>';
    const proposal = proposeFormat(text, BERLIN);
    expect(JSON.parse(proposal.text)).toEqual({
      kind: 'xml',
      event:
        '<t Nr="{id:text}" Ganztag="{allDay:ja/nein}"><Betreff>{title}</Betreff><Beginn Datum="{start@local:dd.MM.yyyy}" Zeit="{start@local:HH:mm}"/></t>',
      list: '<k>{events}</k>',
    });
    expect(proposed({ e: { Nr: 20, Betreff: 'a', Beginn: '06.03.2026' } })).toMatchObject({
      event: { Nr: '{id}' },
      single: { e: '{event}' },
    });
  });

  test('the text of an event that has attributes alone is its title', () => {
    const text = '<l><e id="1" start="2026-03-01">A</e><e id="2" start="2026-03-02">B</e></l>';
    const proposal = proposeFormat(text, BERLIN);
    expect(JSON.parse(proposal.text).event).toBe('<e id="{id:text}" start="{start:date}">{title}</e>');
    expect(proposal).toMatchObject({ unread: 0, remarks: [] });
  });

  test('the schema of a DataSet is none of its events', () => {
    const schema =
      '<xs:schema id="x"><xs:element name="Title" type="xs:string" /><xs:element name="Start" type="xs:dateTime" /></xs:schema>';
    const row = '<Table><Title>a</Title><Start>2026-03-01T09:00:00+01:00</Start></Table>';
    const text = `<DataSet>${schema}<diffgr:diffgram><NewDataSet>${row}${row}</NewDataSet></diffgr:diffgram></DataSet>`;
    expect(JSON.parse(proposeFormat(text, BERLIN).text).event).toBe(
      '<Table><Title>{title}</Title><Start>{start@local:iso}</Start></Table>',
    );
  });

  test('names in objects of an event are shown once each, after its own', () => {
    const event = {
      Sponsor: { Name: 'Hall' },
      Organizer: { Name: 'Ann' },
      Title: 'a',
      Start: '2026-03-01',
      Name: 'b',
    };
    expect(proposed([event]).event).toEqual({
      Sponsor: { Name: '{extra.Sponsor.Name}' },
      Organizer: { Name: '{extra.Organizer.Name}' },
      Title: '{title}',
      Start: '{start:date}',
      Name: '{extra.Name}',
    });
    const xml =
      '<e><o><name>Ann</name></o><v><name>Hall</name></v><name>a</name><start>2026-03-01</start></e>';
    expect(JSON.parse(proposeFormat(xml, BERLIN).text).event).toBe(
      '<e><o><name>{extra.name}</name></o><v><name>{extra.v.name}</name></v><name>{title}</name><start>{start:date}</start></e>',
    );
  });

  test('a time of day that stands apart from its date has a placeholder of its own', () => {
    const german = {
      TerminNr: 17,
      Titel: 'Chor',
      BeginnDatum: '01.03.2026',
      BeginnZeit: '09:45',
      EndeDatum: '01.03.2026',
      EndeZeit: '11:00',
      Dauer: '01:15',
    };
    expect(proposed([german])).toMatchObject({
      event: {
        TerminNr: '{id}',
        BeginnDatum: '{start@local:dd.MM.yyyy}',
        BeginnZeit: '{start@local:HH:mm}',
        EndeDatum: '{end@local:dd.MM.yyyy}',
        EndeZeit: '{end@local:HH:mm}',
        Dauer: '{extra.Dauer}',
      },
      remarks: [],
    });
    const midnight = {
      Id: 1,
      Name: 'a',
      Date: '2026-03-01T00:00:00',
      StartTime: '9:45 AM',
      EndTime: '1:00 PM',
    };
    expect(proposed([midnight])).toMatchObject({
      event: {
        Date: "{start@local:yyyy-MM-dd'T00:00:00'}",
        StartTime: '{start@local:h:mm tt}',
        EndTime: '{end@local:h:mm tt}',
      },
      remarks: [],
    });
    const days = { Id: 2, Name: 'a', Date: '2026-03-01T00:00:00', StartTime: null, EndTime: null };
    expect(proposed([midnight, days])).toMatchObject({
      event: { StartTime: '{start@local:h:mm tt|null}' },
      unread: 0,
      remarks: [],
    });
    const shown = { Id: 1, Name: 'a', Start: '2026-03-01T09:45:00+01:00', StartTime: '09:45' };
    expect(proposed([shown]).event).toMatchObject({
      Start: '{start@local:iso}',
      StartTime: '{extra.StartTime}',
    });
  });

  test('elements that hold attributes keep them, and how they are shut', () => {
    const event = (id: number, ort: string) =>
      `<e nr="${id}" xmlns="urn:x"><titel>a</titel><von tag="01.03.2026" um="09:45" zeit="09:45"/><ort plz="1">${ort}</ort></e>`;
    const proposal = proposeFormat(`<l>${event(1, 'Saal')}${event(2, '')}</l>`, BERLIN);
    expect(JSON.parse(proposal.text).event).toBe(
      '<e nr="{id:text}" xmlns="urn:x"><titel>{title}</titel><von tag="{start@local:dd.MM.yyyy}" um="{start@local:HH:mm}" zeit="{extra.zeit}"/><ort plz="{extra.plz}">{location}</ort></e>',
    );
    expect(proposal).toMatchObject({ events: 2, unread: 0, remarks: [] });
  });

  test.each([
    [['ja', 'nein'], 'ja/nein'],
    [['N', 'N'], 'Y/N'],
    [['True', 'False'], 'True/False'],
    [['0', '1'], '01'],
    [['true', 'true'], 'text'],
    [['NEIN'], 'JA/NEIN'],
  ])('words for yes and no are shown as they are: %j', (flags, form) => {
    const event = (AllDay: string | undefined) => ({
      Id: 1,
      Name: 'a',
      Start: '2026-03-01T00:00:00+01:00',
      AllDay,
    });
    const { event: found, unread } = proposed(flags.map(event));
    expect([found.AllDay, unread]).toEqual([`{allDay:${form}}`, 0]);
  });

  test('a name that says the title goes before one that may', () => {
    const event = {
      Id: 1,
      Titel: 'A',
      Text: 'B',
      Beginn: '2026-03-10',
      Ganztaegig: true,
      __type: 'Legacy.EventInfo',
    };
    expect(proposed([event]).event).toMatchObject({
      Titel: '{title}',
      Text: '{extra.Text}',
      Ganztaegig: '{allDay}',
      __type: '{extra.__type}',
    });
    expect(proposed([{ Id: 1, Text: 'B', Start: '2026-03-10' }]).event.Text).toBe('{title}');
  });

  test('the line ends of an answer are those of the wire, in its <string> too', () => {
    const event = '\r\n<e><id>1</id><title>a</title><start>2026-03-01</start></e>';
    const inside = `<l>${event}\r\n</l>`.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    const { text, remarks } = proposeFormat(
      `<?xml version="1.0"?>\r\n<string xmlns="x">${inside}</string>`,
      BERLIN,
    );
    expect(JSON.parse(text)).toMatchObject({
      event: expect.stringMatching(/^\r\n<e>/),
      list: '<l>{events}\r\n</l>',
    });
    expect(remarks).toEqual([]);
  });

  test('three words are those of no flag', () => {
    const events = ['ja', 'nein', 'Nein'].map((Ganztag) => ({
      Id: 1,
      Name: 'a',
      Start: '01.03.2026',
      Ganztag,
    }));
    expect(proposed(events).event.Ganztag).toBe('{extra.Ganztag}');
  });

  test('a text that says GMT is no time of the zone, where others are', () => {
    const day = { Id: 1, Name: 'a', Start: '/Date(1772838000000)/', AllDay: true };
    const other = { ...day, Id: 2, AllDay: false, End: 'Sat, 07 Mar 2026 10:00:00 GMT' };
    expect(proposed([day, other])).toMatchObject({
      event: { Start: '{start@local:json-date}', End: "{end:ddd, dd MMM yyyy HH:mm:ss 'GMT'?}" },
      unread: 0,
    });
  });

  test('an event alone is written again as one', () => {
    const event = { Id: 1, Name: 'a', Start: '2026-03-01T09:00:00Z' };
    expect(proposed(event)).toMatchObject({ event: { Id: '{id}' }, unread: 0, remarks: [] });
    expect(proposed({ ok: true, data: { d: { TerminNr: 1, Titel: 'a', ...event } } })).toMatchObject({
      event: { Id: '{id}', Name: '{title}' },
      single: { ok: true, data: { d: '{event}' } },
      unread: 0,
      remarks: [],
    });
  });

  test('an all-day event that ends on the day on which it begins tells that its end is its last day', () => {
    const day = { Id: 1, Name: 'a', Start: '01.03.2026', End: '01.03.2026' };
    expect(proposed([day])).toMatchObject({
      event: { End: '{endInclusive@local:dd.MM.yyyy}' },
      unread: 0,
      remarks: [],
    });
    expect(proposed([{ ...day, End: '02.03.2026' }]).event.End).toBe('{end@local:dd.MM.yyyy}');
    const { Name, ...untitled } = day;
    expect(proposed([{ ...untitled, Bezeichnung: Name }])).toMatchObject({
      event: { End: '{endInclusive@local:dd.MM.yyyy}' },
      missing: ['title'],
      events: 0,
      unread: 0,
    });
  });

  test('what ends in a number of its own is the id, unless it numbers something else', () => {
    const event = (more: object) => ({ Titel: 'a', Beginn: '2026-03-01', ...more });
    const pair = (name: string, ...values: readonly number[]) =>
      proposed(values.map((value) => event({ [name]: value }))).event[name];
    expect(pair('VeranstaltungsNr', 7, 8)).toBe('{id}');
    expect(pair('TERMINID', 7, 8)).toBe('{id}');
    expect(pair('VeranstaltungsNr', 7, 7)).toBe('{extra.VeranstaltungsNr}');
    expect(pair('KategorieId', 7, 8)).toBe('{extra.KategorieId}');
    expect(proposed([event({ Halle: { Nr: 7, name: 'x' } })]).event.Halle).toMatchObject({
      Nr: '{extra.Nr}',
    });
  });
});

test.each([
  '',
  'hello',
  '[]',
  '{"d":[]}',
  '{"Success":false,"Error":"DB down","Data":null}',
  '{"a":[1,2]}'.replace('{', '['),
  '<a/>',
  '<a><b>x</b></a>',
  'null',
  '7',
])('there is no format in %j', (answer) => {
  expect(() => proposeFormat(answer, BERLIN)).toThrow(FormatError);
});

test('a text in the <string> of an answer is neither JSON nor XML', () => {
  expect(() => proposeFormat('<string>1|A|01.03.2026\n2|B|02.03.2026</string>', BERLIN)).toThrow(
    'The answer is neither JSON nor XML: a format can only be proposed for those.',
  );
});

test('what is no XML is refused at its first error', () => {
  const told = jest.spyOn(SaxesParser.prototype, 'fail');
  expect(parseXml('<'.repeat(1000))).toBe('disallowed character in tag name');
  expect(told).toHaveBeenCalledTimes(1);
  told.mockRestore();
});

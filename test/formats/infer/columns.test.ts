/** `format` gives a column to a field only if its name and its values prove it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fieldNamed } from '../../../src/formats/infer/words';
import { compileFile, shown } from '../../support/drafts';
import { eventOf, inferred, read } from './support';

const folder = join(__dirname, '../../../examples/formats');

const EXAMPLES = ['wcf', 'array-of-event', 'fullcalendar-v1', 'german-spreadsheet'];
test.each(EXAMPLES)('%s: the inferred file reads the same as the handwritten one', (name) => {
  const bytes = readFileSync(join(folder, `${name}.answer.txt`));
  const encoding = name === 'german-spreadsheet' ? 'windows-1252' : undefined;
  const sample = new TextDecoder(encoding).decode(bytes, { stream: true });
  const byHand = compileFile(readFileSync(join(folder, `${name}.json`), 'utf8'));
  const { compiled, missing } = inferred(sample, encoding);
  expect(missing).toEqual([]);
  const found = read(compiled, sample).map(shown);
  const expected = read(byHand, sample).map(shown);
  for (const [index, { fields }] of expected.entries()) {
    const isKnown = ([name]: [string, unknown]) => /^(?:id|title|start|allDay|location)$/.test(name);
    const known = Object.fromEntries(Object.entries(fields).filter(isKnown));
    expect(found[index]).toMatchObject({ fields: known, unread: [] });
  }
});

const NOT_PROPOSED: Readonly<Record<string, readonly [object, object]>> = {
  'an id column is no title': [{ Name: '17', Start: '2026-03-01' }, { Name: '{extra.Name}' }],
  'a place is no end, and a caption beside a title no title': [
    { caption: 'x', title: 'Trip', date: '2026-03-01', from: 'Berlin', to: 'Paris', type: 'Tour' },
    { caption: '{extra.caption}', from: '{extra.from}', to: '{extra.to}', type: '{category}' },
  ],
  'an hour of whole days': [
    { Titel: 'a', Am: '2026-03-01', Bis: '9:00', AllDay: true },
    { Bis: '{extra.Bis}' },
  ],
  'a day in words or a time of day is no place and no note': [
    { Titel: 'a', Start: '2026-03-01', Ort: '1 May 2027', Notiz: '9:00 AM' },
    { Ort: '{extra.Ort}', Notiz: '{extra.Notiz}' },
  ],
  'an address is no place and no note': [
    { Titel: 'a', Start: '2026-03-01', Ort: 'HTTPS://X/Y', Notiz: 'Mailto:a@x.org' },
    { Ort: '{extra.Ort}', Notiz: '{extra.Notiz}' },
  ],
  'an end in 2999': [
    { Titel: 'a', Start: '2026-03-01', Ende: '2999-12-31T00:00:00' },
    { Ende: '{extra.Ende}' },
  ],
};

test.each(Object.entries(NOT_PROPOSED))('not proposed: %s', (_what, [event, expected]) => {
  expect(eventOf([event])).toMatchObject(expected);
});

test('extra fields of the same name are called by as much of their paths as they need', () => {
  const [start, end] = ['09', '10'].map((hour) => ({ dateTime: `2026-03-01T${hour}:00:00Z`, x: hour }));
  expect(eventOf([{ Titel: 'a', start, end, 'end.x': 'b' }])).toMatchObject({
    start: { x: '{extra.x}' },
    end: { x: '{extra.end.x}' },
    'end.x': '{extra.end.x 2}',
  });
});

test.each(['http://x/y', 'HTTPS://X/Y', 'mailto:a@x.org', 'www.x.org', '/y'])('%s is an address', (Link) => {
  expect(eventOf([{ Titel: 'a', Start: '2026-03-01', Link }]).Link).toBe('{url}');
});

test('a repeated or missing id is not an id, and a column with one value is not a category', () => {
  const event = { EventID: 7, GUID: 'x', kind: 'calendar#event', Titel: 'a', Start: '2026-03-01' };
  expect(eventOf([event, { ...event, GUID: 'y', valueOf: 1.5 }])).toMatchObject({
    EventID: '{extra.EventID:raw}',
    GUID: '{uid}',
    kind: '{extra.kind}',
    valueOf: '{extra.valueOf:raw?}',
  });
  expect(eventOf([event, { ...event, kind: 'calendar#task' }]).kind).toBe('{category}');
  const keyed = (...ids: readonly string[]) =>
    ids.map((EventID, index) => ({ EventID, Titel: `a${index}`, Start: '2026-03-01' }));
  expect(eventOf(keyed('x', 'y')).EventID).toBe('{uid}');
  expect(eventOf(keyed('x', 'x')).EventID).toBe('{extra.EventID}');
  expect(eventOf(keyed('1', '2')).EventID).toBe('{id:text}');
  expect(eventOf([event, { ...event, EventID: null }]).EventID).toBe('{extra.EventID:raw|null}');
  const some = [event, { ...event, EventID: null }, { ...event, EventID: undefined }];
  expect(eventOf(some).EventID).toBe('{extra.EventID:raw?}');
  expect(eventOf([null, false].map((AllDay) => ({ ...event, AllDay }))).AllDay).toBe('{allDay}');
  expect(eventOf([event, { ...event, EventID: 2 ** 31 }]).EventID).toBe('{extra.EventID:raw}');
  const parts = [{ a: 1 }, { b: 1 }, { z: 1, a: 1, b: 1 }, { a: 1, y: 1, b: 1 }];
  const names = [...Object.keys(event), 'z', 'a', 'y', 'b'];
  expect(Object.keys(eventOf(parts.map((part) => ({ ...event, ...part }))))).toEqual(names);
});

test.each([
  ['Tags', '{extra.Tags.json:raw}', [90]],
  ['DurationMinutes', '{duration:min}'],
  ['DauerMin', '{duration:min}'],
  ['Duration', '{extra.Duration:raw}'],
])('%s of 90 is %s', (name, expected, value: unknown = 90) => {
  const event = { id: 1, title: 'a', start: '2026-03-01T09:00:00Z', [name]: value };
  expect(eventOf([event])[name]).toBe(expected);
});

test.each<[readonly object[], object]>([
  [
    [{ Duration: { Hours: 1, Minutes: 30, TotalMinutes: 90 } }],
    { Duration: { Minutes: '{extra.Minutes:raw}', TotalMinutes: '{duration:min}' } },
  ],
  [
    [
      { DurationHours: 1, DurationMinutes: 30 },
      { DurationHours: 2, DurationMinutes: null },
    ],
    { DurationMinutes: '{extra.DurationMinutes:raw|null}' },
  ],
  [
    [
      { Hours: 9, DurationMinutes: 90 },
      { Hours: 20, DurationMinutes: 30 },
    ],
    { DurationMinutes: '{duration:min}' },
  ],
])('minutes beside hours are a part of a duration if all are below 60: %j', (lengths, expected) => {
  const event = { title: 'a', start: '2026-03-01T09:00:00Z' };
  expect(eventOf(lengths.map((more, id) => ({ id, ...event, ...more })))).toMatchObject(expected);
});

test('more extra fields than an import takes are a problem', () => {
  const event = (count: number) => ({
    ...{ id: count, title: 'a', start: '2026-03-01' },
    ...Object.fromEntries(Array.from({ length: count }, (_, index) => [`x${index}`, 'y'])),
  });
  expect(inferred([event(64)]).problem).toBeUndefined();
  expect(inferred([event(64), event(65)]).problem).toMatch(/^1 of 2 events have more than 64 extra fields, /);
});

test('a text that an import would change is proposed as an extra field, except in a table', () => {
  const event = { id: 1, title: 'a', start: '2026-03-01T09:00:00Z', description: 'one\r\ntwo' };
  expect(eventOf([event]).description).toBe('{extra.description}');
  expect(eventOf([{ ...event, description: 'one\ntwo' }]).description).toBe('{description}');
  const others = ['', null].map((description, id) => ({ ...event, id: id + 1, description }));
  expect(eventOf(others).description).toBe('{extra.description|null}');
  expect(eventOf([{ ...event, description: '' }]).description).toBe('{description}');
  const table = 'id,title,start,description\r\n1,a,2026-03-01T09:00:00Z,"one\r\ntwo"\r\n';
  expect(inferred(table)).toMatchObject({
    event: { description: '{description}' },
    notes: ['line ends in {description} are written as LF: {extra.NAME} keeps CR LF'],
  });
});

const XML: Readonly<Record<string, [string, string]>> = {
  attributes: [
    '<l n="2"><e xmlns="urn:e" id="1" start="2026-03-01" on="true">A</e><e id="2" start="2026-03-02">B</e></l>',
    '<e xmlns="urn:e" id="{id}" start="{start}" on="{extra.on?}">{title}</e>',
  ],
  'a feed with one item': [
    '<rss><channel><title>Feed</title><link>http://x/</link><item><title>a</title><start>2026-03-05T18:00:00Z</start></item></channel></rss>',
    '<item><title>{title}</title><start>{start:iso}</start></item>',
  ],
  speakers: [
    '<e><id>1</id><title>a</title><start>2026-03-05</start><who><title>Dr</title><name>Ann</name></who></e>',
    '<e><id>{id}</id><title>{title}</title><start>{start}</start><who><title>{extra.title}</title><name>{extra.name}</name></who></e>',
  ],
  'a date and a time of XmlSerializer': [
    '<e><title>a</title><date>2026-07-05</date><time>09:00:00.0000000+01:00</time></e>',
    "<e><title>{title}</title><date>{start@local:yyyy-MM-dd}</date><time>{start@local:HH:mm:ss.fff'0000''+01:00'}</time></e>",
  ],
  'elements that may be empty': [
    '<l><e><title>a</title><start>2026-03-01</start><ort><x>1</x></ort></e><e><title>b</title><start>2026-03-02</start><ort/></e></l>',
    '<e><title>{title}</title><start>{start}</start><ort>{extra.ort}<x>{extra.x?}</x></ort></e>',
  ],
  'mysql --xml': [
    '<r><row><field name="id">1</field><field name="title">A</field><field name="start">2026-03-01 09:00:00</field></row></r>',
    '<row><field name="id">{id}</field><field name="title">{title}</field><field name="start">{start@local:yyyy-MM-dd HH:mm:ss}</field></row>',
  ],
  'a name of elements that comes twice is no key': [
    '<l><e><title>a</title><start>2026-03-01T09:00:00Z</start><f name="x">1</f><f name="x">2</f></e></l>',
    '<e><title>{title}</title><start>{start:iso}</start><f name="{extra.name}">{extra.f}</f><f name="{extra.f 2.name}">{extra.f 2}</f></e>',
  ],
  'an element that has only attributes, behind a document type': [
    '<!DOCTYPE f [<!ELEMENT f ANY>]><f><e><title>a</title><gd:when startTime="2026-03-01" /><x y="1"/></e></f>',
    '<e><title>{title}</title><gd:when startTime="{start}" /><x y="{extra.y}"/></e>',
  ],
};

test.each(Object.entries(XML))('XML: %s', (_what, [text, event]) => {
  expect(eventOf(text)).toBe(event);
});

test.each([
  ['dtStart', 'start'],
  ['BeginnDatum', 'start'],
  ['ows_EventDate', 'start'],
  ['EventDateEnd', 'end'],
  ['Ganztägiges Ereignis', 'allDay'],
  ['Schluß', 'end'],
  ['Journée entière', 'allDay'],
  ['VenueName', 'location'],
  ['lngEventID', 'id'],
  ['bolFullDay', 'allDay'],
  ['Fecha de inicio', 'start'],
  ['StartTicks', 'start'],
  ['LocationID', undefined],
  // Json.NET writes this number for its own references between objects.
  ['$id', undefined],
  ['odata:title', undefined],
  ['Subtitle', undefined],
  [`${'DateTime'.repeat(40)}x`, undefined],
])('the name %s suggests %s', (name, field) => {
  expect(fieldNamed([name])?.field).toBe(field);
});

test('an Atom entry of SharePoint is an event, and OData’s types are not fields', () => {
  const entry = (id: number, title: string, about: string) =>
    `<entry m:etag="&quot;${id}&quot;"><id>Items(${id})</id><category term="SP.Item" /><title /><content type="application/xml"><m:properties><d:Id m:type="Edm.Int32">${id}</d:Id><d:Title>${title}</d:Title><d:EventDate m:type="Edm.DateTime">2026-03-0${id}T09:00:00Z</d:EventDate><d:Description${about}</m:properties></content></entry>`;
  const entries = [entry(1, 'Kick-off', ' m:null="true" />'), entry(2, 'Review', '>Second</d:Description>')];
  const { event, list, missing, compiled } = inferred(`<feed>${entries.join('')}</feed>`);
  expect(missing).toEqual([]);
  expect(event).not.toMatch(/m:(?:null|type|etag)|\{category/);
  expect(list).toBe('<feed>{events}</feed>');
  expect(read(compiled, `<feed>${entries.join('')}</feed>`).map(shown)).toMatchObject([
    { fields: { id: 1, title: 'Kick-off', start: '2026-03-01T09:00:00Z' }, unread: [] },
    { fields: { id: 2, title: 'Review', description: 'Second' }, unread: [] },
  ]);
});

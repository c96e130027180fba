/** Format files read the values of an event, and report values that do not have the form of the format. */
import { FormatError } from '../../../src/formats/document';
import { FIELD_NAMES } from '../../../src/formats/event-fields';
import { rowOf } from '../../../src/formats/infer/fit';
import { formatReader } from '../../../src/formats/read';
import { compileFile, readBy } from '../../support/drafts';
import { fieldsOf, json, read, xml } from './support';

test('the first of two values of a field counts, and null is no value, even with text around it', () => {
  const values = {
    ...{ id: [7, 8], title: ['a', 'b'], category: ['c', 'd'], allDay: [false, true], 'extra.x': [1, 2] },
    ...{ 'start:dd.MM.yyyy HH:mm': ['01.03.2026 09:00', '02.04.2027 10:30'], 'duration:h': [1, 2] },
  };
  const places = Object.entries(values).flatMap(([body, two]) =>
    two.map((value, index) => ({ name: `${body} ${index}`, placeholder: `{${body}}`, value })),
  );
  const placeholders = places.map(({ name, placeholder }) => [name, placeholder]);
  const file = json({ label: 'no. {id}, {title}', ...Object.fromEntries(placeholders) });
  const event = Object.fromEntries(places.map(({ name, value }) => [name, value]));
  const [start, end] = ['2026-03-01T09:00:00Z', '2026-03-01T10:00:00Z'];
  const fields = { id: 7, title: 'a', category: 'c', start, end, allDay: false };
  const { events } = read(file, JSON.stringify([{ ...event, label: null }]));
  expect(events).toEqual([{ fields, extra: { x: 1 }, unread: [] }]);
  expect(read(file, '[]').missing).not.toContain('end');
});

test('a text that could be split in two ways is not read, and what is no text neither', () => {
  const three = '{location}, {url}, {category}';
  const file = json({ id: '{id}', title: '{title}', label: '{location} - {url}', three });
  const texts = { title: 't', three: 'a, b, c, d' };
  const events = ['a - b - c', 'a - b', ['a - b']].map((label, index) => ({
    id: index + 1,
    label,
    ...texts,
  }));
  const unread = ['label does not match its text in the format, or matches in more than one way'];
  expect(read(file, JSON.stringify([...events, 'x'])).events).toMatchObject([
    { fields: { id: 1, title: 't' }, unread },
    { fields: { id: 2, location: 'a', url: 'b' }, unread: [] },
    { unread },
    { unread: ['the event does not have the shape of the event in the format'] },
  ]);
});

test('a text beside elements is read without the white space of their lines', () => {
  const file = xml('<e>{title}<u>{url?}<b>{location?}</b></u></e>');
  const answer = '<e>\n  a b\n  <u>\n    <b>c</b>\n  </u>\n</e><e>d<u>x<b/></u></e>';
  expect(fieldsOf(file, answer)).toMatchObject([
    { title: 'a b', location: 'c' },
    { title: 'd', url: 'x' },
  ]);
});

test('missing fields and unknown names are each reported once', () => {
  const extra = { c: '{extra.c?}', cd: '{extra.cd?}' };
  const file = json({ a: '{title}', b: { s: '{start:HH:mm}' }, ...extra });
  const answer = read(file, '[{"a":"t","b":{"s":"09:00","e":1},"x":1},{"a":"u","c":{"e":1},"x":{"y":1}}]');
  expect(answer.missing).toEqual(FIELD_NAMES.filter((field) => field !== 'title'));
  expect(answer.ignored).toEqual(['b.e', 'x']);
  const elements = xml('<e i="{id}"><t>{title}</t></e>');
  expect(read(elements, '<l><e i="1" j="2"><t>a</t><u><v/></u></e></l>').ignored).toEqual(['@j', 'u', 'u/v']);
});

test('a value that differs from the same text of every event in the format is reported', () => {
  const file = json({ a: '{title}', k: 'x', n: null, o: { p: [], q: 1 } });
  expect(read(file, '[{"a":"t","k":"x","n":null,"o":{"p":[],"q":1.0}},{"a":"t"}]').ignored).toEqual([]);
  const other = '[{"a":"t","k":"x","n":0,"o":{"p":[],"q":1}},{"a":"t","k":"y","n":null,"o":{"p":[1],"q":2}}]';
  expect(read(file, other).ignored).toEqual(['n', 'k', 'o.p', 'o.q']);
  const elements = xml('<e k="x"><t>{title}</t><n/><o><p>1</p></o></e>');
  expect(read(elements, '<e k="x"><t>a</t>\n<n> </n><o>\n<p>1</p></o></e>').ignored).toEqual([]);
  const { ignored } = read(elements, '<e k="y"><t>a</t>b<n>1</n><o>c<p>2</p></o></e>');
  expect(ignored).toEqual(['e', '@k', 'n', 'o', 'o/p']);
});

test('an element with a value that comes more often than the format has it refuses its event', () => {
  const file = xml(
    '<E><Title l="en">{title}</Title><At><S>{start}</S></At><Tag m:type="1" k="x">{extra.a}</Tag><Tag m:type="2" k="x">b</Tag><x/></E>',
  );
  const event = (inside: string) => `<E><Title l="de">a</Title>${inside}</E>`;
  const at = '<At><S>2026-03-05T18:00:00Z</S></At>';
  const answer = [
    event(`${at}<Tag>1</Tag><Tag>2</Tag><x/><x/>`),
    event('<At><S>2026-03-05T18:00:00Z</S><S>2026-04-05T18:00:00Z</S></At>'),
    event(`${at}${at}${at}`),
    event(`${at}<Tag>1</Tag><Tag>2</Tag><Tag>3</Tag>`),
  ];
  const { events, ignored } = read(file, `<L>${answer.join('')}</L> 4 events`);
  expect(ignored).toEqual(['Title/@l', 'Tag']);
  expect(events.map(({ unread }) => unread)).toEqual([
    [],
    ['At/S[2] is not in the format'],
    ['At[2] is not in the format', 'At[3] is not in the format'],
    ['Tag[3] is not in the format'],
  ]);
});

test('elements of one name are found by the attribute that distinguishes them, in any order', () => {
  const file = xml(
    '<E><d><f n="t">{title}</f><f n="a">x</f><f n="s">{start}</f><g h="{url}"/><g h="{location}"/></d></E>',
  );
  const start = '<f n="s">2026-03-05T18:00:00Z</f>';
  const events = [
    `${start}<g h="u"/><g h="l"/><f n="t">a</f>`,
    `${start}<f n="t">a</f><f n="b">b</f>`,
    `${start}${start}`,
    `${start}<g/><g/><g/>`,
    `${start}<f>a</f>`,
  ].map((inside) => `<E><d>${inside}</d></E>`);
  expect(read(file, `<L>${events.join('')}</L>`).events).toMatchObject([
    { fields: { title: 'a', url: 'u', location: 'l', start: '2026-03-05T18:00:00Z' }, unread: [] },
    { unread: ['d/f[n="b"] is not in the format'] },
    { unread: ['d/f[n="s"][2] is not in the format'] },
    { unread: ['d/g[3] is not in the format'] },
    { unread: ['d/f is not in the format'] },
  ]);
});

test.each([
  ['end', '{end:dd/MM/yyyy}'],
  ['last', '{endInclusive:dd/MM/yyyy}'],
])('a value of another form, such as %s, is a sentence, the rest is read', (name, end) => {
  const others = { id: '{id}', title: '{title}', url: '{url}', start: '{start}', allDay: '{allDay}' };
  const file = json({ kind: 'a text without a placeholder may differ', ...others, [name]: end });
  const times = { start: '2026-02-01', [name]: '31/02/2026', allDay: '0/1' };
  const event = { kind: 'x', id: '7x', title: 't', url: { a: 1 }, ...times };
  const unread = [
    'id must be as "{id}" writes it, not "7x"',
    'url must be as "{url}" writes it, not {"a":1}',
    'allDay must be as "{allDay}" writes it, not "0/1"',
    `${name} must be an existing date with an existing time of day, not "31/02/2026"`,
  ];
  const fields = { title: 't', start: '2026-02-01', allDay: true };
  expect(read(file, JSON.stringify([event])).events).toEqual([{ fields, extra: {}, unread }]);
});

test('a raw value is its JSON without white space, in a list, an object of events and an answer of one', () => {
  const event = { Title: '{title}', Fee: '{extra.fee:raw|null}', Tag: '{extra.tag:raw?}' };
  const one = '{"Title":"a","Fee": { "Net" : 1.50,\n"At":"x : \\"y\\"" },"Tag":"\\u0041"}';
  const other = '{"Title":"b","Fee":null}';
  const extras = [{ fee: '{"Net":1.50,"At":"x : \\"y\\""}', tag: '"\\u0041"' }, {}];
  const extrasOf = (members: object, answer: string) =>
    readBy(json(event, members), answer).events.map(({ draft }) => draft.extra);
  expect(extrasOf({ list: { d: '{events}' } }, `{"d":[${one},${other}]}`)).toEqual(extras);
  expect(extrasOf({ list: { '{uid}': '{events}' } }, `{"9":${other},"a":${one}}`)).toEqual(extras.reverse());
  expect(extrasOf({ single: [0, { d: '{event}' }] }, `[0,{"d":${one}}]`)).toEqual([extras[1]]);
});

test('an answer with a text of some megabytes is written with white space, and read with raw values', () => {
  const event = { Title: '{title}', Fee: '{extra.fee:raw}' };
  const format = compileFile(json(event, { space: { ':': ': ' } }));
  const row = rowOf({ title: 'x\\'.repeat(5_000_000), extra: { fee: '[1.50,"\\\\\\":"]' } });
  const answer = format.format.list([row]) ?? '';
  expect(answer.endsWith('x\\\\","Fee": [1.50,"\\\\\\":"]}]')).toBe(true);
  const [read] = formatReader(format).read(answer).events;
  expect(read?.draft.title === row.title).toBe(true);
  expect(read?.draft.extra).toEqual(row.extra);
});

test('an empty extra field is a value only if it fills its place, and a missing one is written in another way', () => {
  const file = json({ T: '{title}', a: '{extra.a|null}', b: '{extra.b}', c: 'no. {extra.c|null}' });
  const expected = [{ extra: { a: '' }, unread: [] }];
  expect(read(file, '[{"T":"t","a":"","b":"","c":"no. "}]').events).toMatchObject(expected);
});

test('an event may be a text, and neither nothing nor an object is one', () => {
  const file = json('{id}: {title}', { list: { d: '{events}' }, single: { e: '{event}' } });
  const event = { fields: { id: 1, title: 'A' }, unread: [] };
  expect(read(file, '{"d":["1: A"]}')).toMatchObject({ events: [event], isList: true });
  expect(read(file, '{"e":"1: A"}')).toMatchObject({ events: [event], isList: false });
  for (const answer of ['{"x":1}', '{"d":[{"x":1}]}'])
    expect(() => read(file, answer)).toThrow('d is not an array of events');
  expect(() => read(json('{title}'), '{"x":1}')).toThrow('x.json: there is no array of events');
});

test('an event may be an array, in a list and alone', () => {
  const around = { list: { rows: '{events}' }, single: { row: '{event}' } };
  const file = json(['{id}', '{title}', '{start}'], around);
  for (const answer of ['{"rows":[[4,"a","2026-03-01"]]}', '{"row":[4,"a","2026-03-01"]}'])
    expect(fieldsOf(file, answer)).toMatchObject([{ id: 4, title: 'a' }]);
  expect(() => read(file, '{"row":{"id":4}}')).toThrow('rows is not an array of events');
});

test('a format that shows neither title nor start is refused before any answer', () => {
  expect(() => formatReader(compileFile(json({ i: '{id}', s: '{start:HH:mm}' })))).toThrow(
    new FormatError("x.json can't read answers: its event has neither {title} nor {start}."),
  );
  expect(() => formatReader(compileFile(xml('<a>{title}</a><b/>{id}')))).toThrow('is not one XML element');
});

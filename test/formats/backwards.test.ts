/** Format files read the events of answers that have their shape. */

import { FormatError } from '../../src/formats/document';
import { FIELD_NAMES } from '../../src/formats/event-fields';
import { rowOf } from '../../src/formats/infer/fit';
import { formatReader } from '../../src/formats/read';
import { compileFile, shown } from '../support/drafts';

function read(file: object, answer: string) {
  const reader = formatReader(compileFile(file));
  const { events, ...others } = reader.read(answer);
  return { ...others, missing: reader.missing, events: events.map(shown) };
}

const json = (event: unknown, more: object = {}) => ({ kind: 'json', event, ...more });
const xml = (event: string, more: object = {}) => ({ kind: 'xml', event, ...more });

test('dates and hours of several members add up, and text around placeholders is taken apart', () => {
  const file = json({
    d: '{start@local:dd-MMM-yy}',
    t: '{start@local:h:mm tt \\?} h',
    label: '#{id} {title} ({category})',
    until: '{end:d.M.yyyy HH:mm} {location}',
  });
  const answer =
    '[{"d":"01-JUL-26","t":"9:05 pm ? h","label":"#7 A talk (x)","until":"1.7.2026 20:00 Hall 1"}]';
  expect(read(file, answer).events).toEqual([
    {
      fields: {
        ...{ id: 7, title: 'A talk', category: 'x', location: 'Hall 1' },
        ...{ start: '2026-07-01T19:05:00Z', end: '2026-07-01T20:00:00Z' },
      },
      extra: {},
      unread: [],
    },
  ]);
});

test('a time may be in two members, and a time of day alone is not a start', () => {
  const date = json({ t: '{title}', y: '{start:yyyy}', d: '{start:dd.MM.}', h: '{start:HH:mm}' });
  const answer = read(date, '[{"t":"a","y":"2026","d":"01.07.","h":"09:05"}]');
  expect(answer.events).toMatchObject([{ fields: { start: '2026-07-01T09:05:00Z' }, unread: [] }]);
  expect(answer.missing).not.toContain('start');
  expect(read(json({ t: '{title}', h: '{start:HH:mm}' }), '[]').missing).toContain('start');
  const whole = json({ t: '{title}', s: '{start}', h: '{start:HH:mm}' });
  const [midnight] = read(whole, '[{"t":"a","s":"2026-07-01","h":"00:00"}]').events;
  expect(midnight).toMatchObject({ fields: { start: '2026-07-01', allDay: true }, unread: [] });
  const [morning] = read(whole, '[{"t":"a","s":"2026-07-01","h":"09:05"}]').events;
  expect(morning).toMatchObject({ fields: { start: '2026-07-01T09:05:00Z' }, unread: [] });
  const day = json({ t: '{title}', d: '{start:date}', h: '{start:HH:mm}' });
  expect(read(day, '[{"t":"a","d":"2026-07-01","h":"09:05"}]').events).toMatchObject([
    { fields: { start: '2026-07-01T09:05:00Z' } },
  ]);
  const half = json({ t: '{title}', s: '{start:d.M.yyyy h:mm tt}' });
  expect(read(half, '[{"t":"a","s":"1.7.2026 13:05 PM"}]').events[0]?.unread).toHaveLength(1);
});

test('the first of two values of a field counts, and null is no value, even with text around it', () => {
  const values = {
    id: [7, 8],
    title: ['a', 'b'],
    category: ['c', 'd'],
    'start:dd.MM.yyyy HH:mm': ['01.03.2026 09:00', '02.04.2027 10:30'],
    'duration:h': [1, 2],
    allDay: [false, true],
    'extra.x': [1, 2],
  };
  const places = Object.entries(values).flatMap(([body, two]) =>
    two.map((value, index) => ({ name: `${body} ${index}`, placeholder: `{${body}}`, value })),
  );
  const file = json({
    label: 'no. {id}, {title}',
    ...Object.fromEntries(places.map(({ name, placeholder }) => [name, placeholder])),
  });
  const event = Object.fromEntries(places.map(({ name, value }) => [name, value]));
  const [start, end] = ['2026-03-01T09:00:00Z', '2026-03-01T10:00:00Z'];
  expect(read(file, JSON.stringify([{ ...event, label: null }])).events).toEqual([
    { fields: { id: 7, title: 'a', category: 'c', start, end, allDay: false }, extra: { x: 1 }, unread: [] },
  ]);
  expect(read(file, '[]').missing).not.toContain('end');
});

test('an end that is a time of day alone is of the day on which the event begins', () => {
  const file = json({
    title: '{title}',
    d: '{start@local:dd.MM.yyyy}',
    t: '{start@local:h:mm tt}',
    e: '{end@local:HH:mm}',
    day: '{allDay:ja/nein}',
  });
  const answer = (t: string, e: string, day: string) =>
    JSON.stringify([{ title: 'a', d: '01.07.2026', t, e, day }]);
  const timed = read(file, answer('9:05 PM', '23:30', 'Nein'));
  expect(timed.events).toMatchObject([
    { fields: { start: '2026-07-01T19:05:00Z', end: '2026-07-01T21:30:00Z', allDay: false }, unread: [] },
  ]);
  expect(timed.missing).not.toContain('end');
  expect(read(file, answer('12:00 am', '00:00', 'JA')).events).toEqual([
    { fields: { title: 'a', start: '2026-07-01', allDay: true }, extra: {}, unread: [] },
  ]);
  expect(read(file, answer('9:05 PM', '23:30', 'true')).events[0]?.unread).toEqual([
    'day must be as "{allDay:ja/nein}" writes it, not "true"',
  ]);
  // In Berlin it is the next day.
  const utc = json({ s: '{start}', e: '{end:HH:mm}' });
  expect(read(utc, '[{"s":"2026-07-01T22:30:00Z","e":"23:30"}]').events).toMatchObject([
    { fields: { end: '2026-07-01T23:30:00Z' } },
  ]);
});

test.each([
  ['end@local', '01.07.2026', '02.07.2026'],
  ['endInclusive@local', '01.07.2026', '02.07.2026'],
  // In UTC the event begins a day earlier.
  ['end', '30.06.2026', '01.07.2026'],
  ['endInclusive', '30.06.2026', '01.07.2026'],
])('{%s} on the day of a start with a time is no end', (end, day, next) => {
  const file = json({
    title: '{title}',
    start: '{start@local:iso-local}',
    end: `{${end}:dd.MM.yyyy}`,
    day: '{allDay?}',
  });
  const event = { title: 'a', start: '2026-07-01T00:30:00', end: day };
  const start = '2026-06-30T22:30:00Z';
  expect(read(file, JSON.stringify([event, { ...event, day: false }])).events).toEqual([
    { fields: { title: 'a', start }, extra: {}, unread: [] },
    { fields: { title: 'a', start, allDay: false }, extra: {}, unread: [] },
  ]);
  const [later] = read(file, JSON.stringify([{ ...event, end: next }])).events;
  expect(later?.fields.end).toMatch(/^2026-07-0[123]$/);
});

test.each([
  ['endInclusive', 'end'],
  ['end', 'endInclusive'],
])('a date by {%s} and a time of day by {%s} add up', (date, clock) => {
  const file = json({
    title: '{title}',
    d: '{start@local:dd.MM.yyyy}',
    t: '{start@local:HH:mm|null}',
    d2: `{${date}@local:dd.MM.yyyy}`,
    t2: `{${clock}@local:HH:mm|null}`,
    ms: '{endInclusive@local:unix-ms}',
    day: '{allDay}',
  });
  const rows = [
    { title: 'a', d: '28.03.2026', t: '22:00', d2: '30.03.2026', t2: '05:00', day: false },
    {
      title: 'b',
      d: '28.03.2026',
      t: null,
      d2: date === 'end' ? '29.03.2026' : '28.03.2026',
      t2: null,
      ms: Date.UTC(2026, 2, 27, 23),
      day: true,
    },
  ];
  expect(read(file, JSON.stringify(rows)).events).toMatchObject([
    { fields: { start: '2026-03-28T21:00:00Z', end: '2026-03-30T03:00:00Z' }, unread: [] },
    { fields: { start: '2026-03-28', end: '2026-03-29' }, unread: [] },
  ]);
});

test.each([
  [true, [true, 'True', ' TRUE ', '-1', 1]],
  [false, [false, 'False', ' FALSE ', '0', 0]],
])('all-day is %j, also as one of %j', (allDay, words) => {
  const file = json({ title: '{title}', start: '{start}', day: '{allDay:text}' });
  const rows = words.map((day) => ({ title: 'a', start: '2026-03-01T00:00:00Z', day }));
  expect(read(file, JSON.stringify(rows)).events).toMatchObject(
    words.map(() => ({ fields: { allDay }, unread: [] })),
  );
});

test('a time may stand in one member, or a date in another, as in the JSON of Google Calendar', () => {
  const time = (field: string) => ({ dateTime: `{${field}:iso}`, date: `{${field}:date}` });
  const file = json(
    { summary: '{title}', start: time('start'), end: time('end') },
    { list: { items: '{events}' } },
  );
  const items = [
    {
      summary: 'a',
      start: { dateTime: '2026-03-01T09:00:00+01:00' },
      end: { dateTime: '2026-03-01T10:00:00+01:00' },
    },
    { summary: 'b', start: { date: '2026-03-02' }, end: { date: '2026-03-03' } },
  ];
  expect(read(file, JSON.stringify({ items })).events).toMatchObject([
    { fields: { start: '2026-03-01T08:00:00Z', end: '2026-03-01T09:00:00Z' }, unread: [] },
    { fields: { start: '2026-03-02', end: '2026-03-03', allDay: true }, unread: [] },
  ]);
});

test('a text that could be split in two ways is not read, and what is no text neither', () => {
  const three = '{location}, {url}, {category}';
  const file = json({ id: '{id}', title: '{title}', label: '{location} - {url}', three });
  const events = ['a - b - c', 'a - b', ['a - b']].map((label, index) => ({
    id: index + 1,
    title: 't',
    label,
    three: 'a, b, c, d',
  }));
  expect(read(file, JSON.stringify([...events, 'x'])).events).toMatchObject([
    {
      fields: { id: 1, title: 't' },
      unread: ['label does not match its text in the format in exactly one way'],
    },
    { fields: { id: 2, location: 'a', url: 'b' }, unread: [] },
    { unread: ['label does not match its text in the format in exactly one way'] },
    { unread: ['it does not have the shape of the format’s event'] },
  ]);
});

test('a text beside elements is read without the white space of their lines', () => {
  const file = xml('<e>{title}<u>{url?}<b>{location?}</b></u></e>');
  const answer = '<e>\n  a b\n  <u>\n    <b>c</b>\n  </u>\n</e><e>d<u>x<b/></u></e>';
  expect(read(file, answer).events).toMatchObject([
    { fields: { title: 'a b', location: 'c' }, unread: [] },
    { fields: { title: 'd', url: 'x' }, unread: [] },
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
  expect(read(elements, '<e k="y"><t>a</t>b<n>1</n><o>c<p>2</p></o></e>').ignored).toEqual([
    ...['e', '@k', 'n', 'o', 'o/p'],
  ]);
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
    `${start}`,
    `${start}<f n="t">a</f><f n="b">b</f>`,
    `${start}${start}`,
    `${start}<g/><g/><g/>`,
    `${start}<f>a</f>`,
  ].map((inside) => `<E><d>${inside}</d></E>`);
  expect(read(file, `<L>${events.join('')}</L>`).events).toMatchObject([
    { fields: { title: 'a', url: 'u', location: 'l', start: '2026-03-05T18:00:00Z' }, unread: [] },
    { fields: { start: '2026-03-05T18:00:00Z' }, unread: [] },
    { unread: ['d/f[n="b"] is not in the format'] },
    { unread: ['d/f[n="s"][2] is not in the format'] },
    { unread: ['d/g[3] is not in the format'] },
    { unread: ['d/f is not in the format'] },
  ]);
});

test.each([
  ['00', '2000'],
  ['49', '2049'],
  ['50', '1950'],
  ['99', '1999'],
])('the year %s of two digits is %s, as in .NET', (digits, year) => {
  const { events } = read(json({ start: '{start:dd.MM.yy}' }), `[{"start":"01.03.${digits}"}]`);
  expect(events).toMatchObject([{ fields: { start: `${year}-03-01` }, unread: [] }]);
});

test.each([
  ['end', '{end:dd/MM/yyyy}'],
  ['last', '{endInclusive:dd/MM/yyyy}'],
])('a value of another form, such as %s, is a sentence, the rest is read', (name, end) => {
  const file = json({
    kind: 'a text without a placeholder may differ',
    id: '{id}',
    title: '{title}',
    url: '{url}',
    start: '{start}',
    [name]: end,
    allDay: '{allDay}',
  });
  const event = {
    kind: 'x',
    id: '7x',
    title: 't',
    url: { a: 1 },
    start: '2026-02-01',
    [name]: '31/02/2026',
    allDay: '0/1',
  };
  expect(read(file, JSON.stringify([event])).events).toEqual([
    {
      fields: { title: 't', start: '2026-02-01', allDay: true },
      extra: {},
      unread: [
        'id must be as "{id}" writes it, not "7x"',
        'url must be as "{url}" writes it, not {"a":1}',
        'allDay must be as "{allDay}" writes it, not "0/1"',
        `${name} must be an existing date with an existing time of day, not "31/02/2026"`,
      ],
    },
  ]);
});

test.each([
  ['{end}', '2026-03-08'],
  ['{endInclusive}', '2026-03-07'],
])('a midnight begins a whole day if the start or %s is a date', (end, last) => {
  const file = json({ S: '{start}', E: end });
  const rows = [
    { S: '2026-03-07T00:00:00Z', E: last },
    { S: '2026-03-07', E: `${last}T00:00:00Z` },
  ];
  const fields = { start: '2026-03-07', end: '2026-03-08' };
  expect(read(file, JSON.stringify(rows)).events).toMatchObject([{ fields }, { fields }]);
});

test.each([
  ['{start:unix-ms}', -1_000],
  ['{start:unix-s}', -1],
  ['{start:unix-ms-text}', '-1000'],
])('%s reads %j, which is before 1970', (start, value) => {
  const [event] = read(json({ S: start }), JSON.stringify([{ S: value }])).events;
  expect(event).toMatchObject({ fields: { start: '1969-12-31T23:59:59Z' }, unread: [] });
});

describe('an event that lasts all day begins and ends at midnights', () => {
  const allDay = (start: string, end: string, values: readonly [unknown, unknown]) => {
    const file = json({ T: '{title}', S: start, E: end, A: '{allDay}' });
    const [event] = read(file, JSON.stringify([{ T: 't', S: values[0], E: values[1], A: true }])).events;
    return event?.unread.length === 0 ? [event.fields.start, event.fields.end] : event?.unread;
  };
  const date = (iso: string) => `/Date(${Date.parse(iso)})/`;
  const [first, after] = [date('2026-03-06T23:00:00Z'), date('2026-03-07T23:00:00Z')];

  test.each<[string, string, readonly [unknown, unknown]]>([
    ['{start@local:json-date}', '{end@local:json-date}', [first, after]],
    ['{start}', '{end}', ['2026-03-07T00:00:00Z', '2026-03-08T00:00:00Z']],
    ['{start@local:iso}', '{end@local:iso}', ['2026-03-07T00:00:00+01:00', '2026-03-07T23:00:00Z']],
    ['{start:yyyy-MM-dd HH:mm}', '{end:yyyy-MM-dd HH:mm:ss}', ['2026-03-07 00:00', '2026-03-07 23:59:59']],
    ['{start:date}', '{endInclusive:yyyy-MM-dd HH:mm}', ['2026-03-07', '2026-03-07 23:59']],
    ['{start:yyyy-MM-ddTHH:mm:sszzz}', '{end:date}', ['2026-03-07T00:00:00+05:00', '2026-03-08']],
  ])('%s, %s: %j', (start, end, values) => {
    expect(allDay(start, end, values)).toEqual(['2026-03-07', '2026-03-08']);
  });

  test.each<[string, unknown, string]>([
    ['{start:json-date}', first, 'UTC (which it is without @local)'],
    ['{start@local:json-date}', date('2026-03-07T00:00:00Z'), 'the time zone'],
    ['{start@local:yyyy-MM-dd HH:mm}', '2026-03-07 23:59', 'the time zone'],
    ['{start}', '2026-03-06T23:00:00Z', 'UTC (which it is without @local)'],
  ])('%s: %j is none', (start, value, zone) => {
    const unread = allDay(start, '{end:date}', [value, '2026-03-08']);
    expect(unread).toEqual([
      `S must be a date, or a midnight in ${zone}, when allDay is true, not ${JSON.stringify(value)}`,
    ]);
  });
});

test.each([
  ['{start:iso}', '2026-03-01T09:00:00+00:60'],
  ['{start:iso}', '2026-03-01T24:00:00Z'],
  ['{start:iso}', '2026-03-01T09:60:00Z'],
  ['{start:iso}', '2026-03-01T09:00:60Z'],
  ['{start:date}', '2026-03-01T09:00:00Z'],
  ['{start:ticks}', '639185295090200000x'],
  ['{start:yyyy-MM-ddTHH:mm:sszzz}', '2026-03-01T09:00:00+99:99'],
  ['{start:dd.MM.yyyy}', '1.03.2026'],
  ['{start:dd.MM.yyyy}', '01.3.2026'],
  ['{start:dd.MM.yyyy}', '01.03.226'],
  // The time has no zone. With @local it is in TIME_ZONE.
  ['{start:iso}', '2026-03-01T09:00:00'],
])('%s does not read %s', (start, value) => {
  const [event] = read(json({ S: start }), JSON.stringify([{ S: value }])).events;
  expect(event).toEqual({
    fields: {},
    extra: {},
    unread: [`S must be as "${start}" writes it, not "${value}"`],
  });
});

test('a raw value is its JSON without white space, in a list, an object of events and an answer of one', () => {
  const event = { Title: '{title}', Fee: '{extra.fee:raw|null}', Tag: '{extra.tag:raw?}' };
  const one = '{"Title":"a","Fee": { "Net" : 1.50,\n"At":"x : \\"y\\"" },"Tag":"\\u0041"}';
  const other = '{"Title":"b","Fee":null}';
  const extras = [{ fee: '{"Net":1.50,"At":"x : \\"y\\""}', tag: '"\\u0041"' }, {}];
  const extrasOf = (members: object, answer: string) =>
    formatReader(compileFile(json(event, members)))
      .read(answer)
      .events.map(({ draft }) => draft.extra);
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
  expect(read(file, '[{"T":"t","a":"","b":"","c":"no. "}]').events).toMatchObject([
    { extra: { a: '' }, unread: [] },
  ]);
});

test('an ISO time without an offset is read by @local, also beside its day and month', () => {
  for (const form of ['{start@local}', '{start@local:iso}']) {
    for (const more of [{}, { d: '{start@local:dd.MM.}' }]) {
      const [event] = read(json({ S: form, ...more }), '[{"S":"2026-03-01T09:00:00","d":"01.03."}]').events;
      expect(event).toMatchObject({ fields: { start: '2026-03-01T08:00:00Z' }, unread: [] });
    }
  }
});

test('a document type may follow a declaration, comments and instructions', () => {
  const before =
    '<?xml version="1.0"?>\n<!-- > -->\n<?xml-stylesheet href="a.xsl"?>\n<!DOCTYPE l [<!ELEMENT l ANY>]>\n';
  expect(read(xml('<e><t>{title}</t></e>'), `${before}<l><e><t>a</t></e></l>`).events).toMatchObject([
    { fields: { title: 'a' }, unread: [] },
  ]);
});

test.each(['"a"', '[a]', '<a>'])(
  'an event with attributes whose only text is %s is not taken for an envelope',
  (title) => {
    const file = xml('<e id="{id}">{title}</e>', { list: '<l>{events}</l>' });
    const { format } = compileFile(file);
    const answer = format.list([rowOf({ id: 1, title, extra: {} })]) ?? '';
    expect(read(file, answer).events).toMatchObject([{ fields: { id: 1, title }, unread: [] }]);
  },
);

test.each([
  ['one event', '{"id":1,"title":"t"}'],
  ['with a byte order mark', '\ufeff [{"id":1,"title":"t"}]\n'],
  [
    'in the string of GET and POST',
    '<?xml version="1.0"?>\n<string\r\nxmlns="http://tempuri.org/">[{"id":1,"title":"t"}]</string>',
  ],
  [
    'in an Envelope',
    '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><R><SelectEventsResult>[{"id":1,"title":"t"}]</SelectEventsResult></R></s:Body></s:Envelope>',
  ],
])('an answer is read as %s', (_what, answer) => {
  expect(read(json({ id: '{id}', title: '{title}' }), answer).events).toMatchObject([
    { fields: { id: 1, title: 't' } },
  ]);
});

test.each([
  [
    'deep XML',
    xml('<e>{title}</e>'),
    '<e>'.repeat(20_000) + '</e>'.repeat(20_000),
    'it is nested deeper than 200 levels.',
  ],
  ['no XML', xml('<e>{title}</e>'), 'hello <', 'it is not well-formed XML: unexpected end.'],
])('an answer that is %s is refused', (_what, file, answer, sentence) => {
  expect(() => read(file, answer)).toThrow(`The answer does not have the shape of x.json: ${sentence}`);
});

describe('the text around the events is compared with the format', () => {
  const list = {
    Success: true,
    Version: '1.4',
    Count: 4,
    At: '2026-03-01',
    Error: null,
    Data: { Events: '{events}' },
  };
  const file = json({ N: '{title}' }, { list });
  const answer = (more: object) => {
    const { Data: _events, ...around } = list;
    return JSON.stringify({ ...around, Data: { Events: [] }, ...more });
  };

  test.each<[object, string]>([
    [{ Version: '1.5' }, 'Version is "1.5", and the format has "1.4" there'],
    [{ Error: 'DB down' }, 'Error is "DB down", and the format has null there'],
    [{ Success: false, Data: null }, 'Success is false, and the format has true there'],
    [{ Data: { Events: [{ Code: 5 }] } }, 'Data.Events is not an array of events'],
    [{ Errors: ['DB down'] }, 'it has no events but Errors[0], "DB down"'],
    [
      { Message: 'DB down' },
      'it has no events but Message, "DB down", which the format\'s list does not have',
    ],
  ])('%j is refused', (more, sentence) => {
    expect(() => read(file, answer(more))).toThrow(
      `The answer does not have the shape of x.json: ${sentence}`,
    );
  });

  test('counts and times may differ, null may be left out, and beside events there may be more', () => {
    expect(read(file, answer({ Count: 0, At: '2026-04-02', Error: undefined }))).toMatchObject({
      events: [],
      isList: true,
      varying: ['Count, 4 in the format', 'At, "2026-03-01" in the format'],
    });
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
    const { events } = read(file, around('<e n="b"/>'));
    expect(events).toMatchObject([{ fields: { title: 'b' } }]);
  });

  test.each([
    ['<r ok="false"><v>a</v><count>0</count><l/></r>', 'r/@ok is "false", and the format has "true" there'],
    [
      '<r ok="true"><v>b</v><count>1</count><l><e n="x"/></l></r>',
      'r/v is "b", and the format has "a" there.',
    ],
    ['<r ok="true"><v>a</v><count>0</count><l/><error/></r>', 'it has no events but r/error'],
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
    [markup, ''],
    [markup, 'No events'],
    [markup, '<r ok="true"/>'],
    [markup, '<html/>'],
  ])('a refused answer without events gets the advice to write it as empty: %#', (format, text) => {
    expect(() => read(format, text)).toThrow(/; if this answer means no events, write it as empty\.$/);
    expect(() => read(format, text)).not.toThrow('the format has ""');
    expect(read({ ...format, empty: `${text}\n` }, ` ${text}`)).toMatchObject({ events: [], isList: true });
  });

  test('a list of XML with another count, or of a format that has nothing around it', () => {
    const answer = '<r ok="true"><v>a</v><count>0</count><l/></r>';
    expect(read(markup, answer)).toMatchObject({ events: [], varying: ['r/count, "2" in the format'] });
    expect(read(xml('<e n="{title}"/>'), '').events).toEqual([]);
    expect(() => read(xml('<e n="{title}"/>'), 'DB down')).toThrow('it has no element e, but "DB down"');
    const single = { list: '<l>{events}</l>', single: '<one>{event}</one>' };
    expect(() => read(xml('<e n="{title}"/>', single), '<one/>')).toThrow(
      'it has no element e, and l is missing',
    );
  });
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
  const file = json(['{id}', '{title}', '{start}'], {
    list: { rows: '{events}' },
    single: { row: '{event}' },
  });
  for (const answer of ['{"rows":[[4,"a","2026-03-01"]]}', '{"row":[4,"a","2026-03-01"]}'])
    expect(read(file, answer).events).toMatchObject([{ fields: { id: 4, title: 'a' }, unread: [] }]);
  expect(() => read(file, '{"row":{"id":4}}')).toThrow('rows is not an array of events');
});

test('a format that shows neither title nor start is refused before any answer', () => {
  expect(() => formatReader(compileFile(json({ i: '{id}', s: '{start:HH:mm}' })))).toThrow(
    new FormatError("x.json can't read answers: its event shows neither title nor start."),
  );
  expect(() => formatReader(compileFile(xml('<a>{title}</a><b/>{id}')))).toThrow('is not one XML element');
});

describe('events as an object by their ids', () => {
  const file = json(
    { N: '{title}', S: '{start}' },
    { list: { d: { '{id}': '{events}' }, total: '{count}', said: '{count} in all' } },
  );
  const events = { 17: { N: 'a', S: '2026-03-01' }, 4: { N: 'b', S: '2026-03-02' } };

  test('each is read by its own name', () => {
    const answer = read(file, JSON.stringify({ d: events, total: 2, said: '2 in all' }));
    expect(answer.events).toMatchObject([
      { fields: { id: 4, title: 'b' }, unread: [] },
      { fields: { id: 17, title: 'a' }, unread: [] },
    ]);
    expect(answer).toMatchObject({
      ignored: [],
      varying: [],
      isList: true,
      missing: expect.not.arrayContaining(['id']),
    });
    expect(read(file, '{"d":{},"total":0}').events).toEqual([]);
    const labelled = { ...file, event: { N: '{id}. {title}' } };
    expect(read(labelled, '{"d":{"17":{"N":"1. a"}},"total":1}').events).toMatchObject([
      { fields: { id: 17 } },
    ]);
  });

  test.each<[object, unknown, unknown]>([
    [{ '{id}': '{events}' }, { e: '{event}' }, { e: events[4] }],
    [{ d: { '{id}': '{events}' } }, { d: { e: '{event}' } }, { d: { e: events[4] } }],
  ])('with list %j and single %j, %j is a single event', (list, single, answer) => {
    expect(read({ ...file, list, single }, JSON.stringify(answer))).toMatchObject({
      events: [{ fields: { title: 'b' }, unread: [] }],
      isList: false,
    });
  });

  test('a member of the event may have the name of the list', () => {
    const event = { d: { N: '{title}' } };
    const answer = (of: object) =>
      read({ ...file, event, list: { d: { '{id}': '{events}' } } }, JSON.stringify(of));
    const one = { d: { N: 'a' } };
    expect(answer({ d: { 4: one } })).toMatchObject({
      events: [{ fields: { id: 4 }, unread: [] }],
      isList: true,
    });
    expect(answer(one)).toMatchObject({ events: [{ fields: { title: 'a' }, unread: [] }], isList: false });
  });

  test('a name of another kind refuses its event', () => {
    const { events: found } = read(file, '{"d":{"x":{"N":"a"}},"total":1}');
    expect(found).toMatchObject([{ unread: ['id must be as "{id}" writes it, not "x"'] }]);
  });

  test('a count that differs from the number of events is noted, because an answer may be one page of several', () => {
    const markup = xml('<e n="{title}"/>', { list: '<l total="{count}">of {events}<x/></l>' });
    expect(read(markup, '<l total="40">of <e n="a"/><x/></l>').varying).toEqual(['l/@total, of 1 events']);
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
  const file = xml(
    '<Table><T>{title}</T><Full_x0020_Day>{allDay}</Full_x0020_Day><S>{start:date}</S></Table>',
    {
      list: '<DataSet><NewDataSet>{events}</NewDataSet></DataSet>',
    },
  );

  test('the former rows of a DiffGram are no events', () => {
    const rows = row(' diffgr:hasChanges="modified"');
    const answer = `<DataSet>${schema}<NewDataSet>${rows}</NewDataSet><diffgr:before>${row()}</diffgr:before></DataSet>`;
    for (const one of [file, { ...file, list: '{events}' }])
      expect(read(one, answer)).toMatchObject({
        events: [{ fields: { title: 'a', allDay: true, start: '2026-03-01' }, extra: {}, unread: [] }],
        ignored: [],
        varying: [],
      });
  });

  test.each(['_x00FC_', '_x00fc_', '_x000000FC_'])('the letter %s of a name is ü', (letter) => {
    const named = xml('<Table><T>{title}</T><Für>{location}</Für></Table>');
    const answer = `<Table><T>a</T><F${letter}r>alle</F${letter}r></Table>`;
    const fields = { title: 'a', location: 'alle' };
    expect(read(named, answer)).toMatchObject({ events: [{ fields, unread: [] }], ignored: [] });
  });

  test('nothing of it has to be in an answer', () => {
    const withSchema = {
      ...file,
      list: `<DataSet m:type="x">${schema}<NewDataSet>{events}</NewDataSet></DataSet>`,
    };
    expect(read(withSchema, `<DataSet><NewDataSet>${row()}</NewDataSet></DataSet>`).events).toHaveLength(1);
    expect(read(withSchema, '<DataSet><NewDataSet/></DataSet>').events).toEqual([]);
  });
});

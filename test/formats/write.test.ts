/** Format files write the expected bytes. */
import type { EventRow } from '../../src/formats/event';
import { compileFile } from '../support/drafts';

const HOUR = 3_600_000;
const START = Date.UTC(2026, 6, 1, 19, 5, 9, 720);

const TIMED: EventRow = {
  id: 7,
  uid: 'u-7',
  title: 'Talk, "A & B" <i>\'',
  description: 'one\ntwo\\three',
  location: '',
  url: 'https://example.org/?a=1&b=2',
  category: 'c',
  allDay: false,
  start: START,
  end: START + HOUR,
  extra: { organizer: { name: 'Ann', ids: [1, 2] }, note: 'x"y', digits: '7', 'Dr. Who': 0 },
};

/** The event lasts two days of Europe/Berlin. */
const DAYS: EventRow = {
  ...TIMED,
  id: 8,
  location: 'Hall',
  allDay: true,
  start: Date.UTC(2026, 2, 1),
  end: Date.UTC(2026, 2, 3),
  extra: {},
};

const json = (event: unknown, more: object = {}) => compileFile({ kind: 'json', event, ...more }).format;

const xml = (event: string, more: object = {}) => compileFile({ kind: 'xml', event, ...more }).format;

test.each([
  ['end', '{}', '{"e":null}', '{"e":""}', '{"e":"2026-07-01T19:05:09.720Z"}'],
  ['endInclusive', '{}', '{"e":null}', '{"e":""}', '{"e":"2026-07-01T19:05:09.720Z"}'],
  ['start', ...Array(4).fill('{"e":"2026-07-01T19:05:09.720Z"}')],
])('a moment has no end: {%s}', (field, left, none, empty, shown) => {
  const written = ['?', '|null', '|empty', ''].map((suffix) =>
    json({ e: `{${field}${suffix}}` }).event({ ...TIMED, end: START }),
  );
  expect(written).toEqual([left, none, empty, shown]);
  expect(json({ e: `{${field}|null}` }).event(DAYS)).toMatch(/^\{"e":"2026-03-0\d"\}$/);
  expect(json({ e: `{${field}|null} {location?}` }).event(TIMED)).toBe('{}');
});

test('a moment has no duration, and a day has one', () => {
  const written = ['?', '|null', '|empty', ''].map((suffix) =>
    json({ d: `{duration:c${suffix}}` }).list([{ ...TIMED, end: START }, TIMED, DAYS]),
  );
  const others = '{"d":"01:00:00"},{"d":"2.00:00:00"}]';
  expect(written).toEqual([
    `[{},${others}`,
    `[{"d":null},${others}`,
    `[{"d":""},${others}`,
    `[{"d":"00:00:00"},${others}`,
  ]);
});

test.each([
  ['endIfDifferent@local:iso-local', '"2026-07-01T22:05:09.720"', 'null', '"2026-03-03"'],
  ['endInclusiveIfDifferent:json-date', '"/Date(1782936309720)/"', 'null', '"/Date(1772409600000)/"'],
  ['endLastSecondIfDifferent:HH:mm', '"20:05"', '"23:59"', '"23:59"'],
  ['endInclusiveIfDifferent@local:d.M.', 'null', 'null', '"2.3."'],
  ['endInclusiveIfDifferent@local:HH:mm', '"22:05"', 'null', 'null'],
  ['durationIfDifferent:min', '60', 'null', '2880'],
])('{%s} is empty if it shows no more than the start', (body, timed, day, days) => {
  const { list } = json(`{${body}|null}`);
  const row = { ...DAYS, end: DAYS.start + 24 * HOUR };
  expect(list([TIMED, { ...TIMED, end: START }, row, DAYS])).toBe(`[${timed},null,${day},${days}]`);
  const next = Date.UTC(2026, 6, 2, 19, 5);
  expect(list([{ ...TIMED, end: next }])).not.toBe('[null]');
});

test.each<[string, string, string]>([
  ['{id}', '7', '8'],
  ['{id:text}', '"7"', '"8"'],
  ['{allDay}', 'false', 'true'],
  ['{allDay:01}', '0', '1'],
  ['{allDay:text}', '"false"', '"true"'],
  ['{allDay|null}', 'null', 'true'],
  ['{allDay:Y/N|empty}', '""', '"Y"'],
  ['{allDay:"Ja"/nein}', '"nein"', '"\\"Ja\\""'],
  ['{start}', '"2026-07-01T19:05:09.720Z"', '"2026-03-01"'],
  ['{end}', '"2026-07-01T20:05:09.720Z"', '"2026-03-03"'],
  ['{endInclusive}', '"2026-07-01T20:05:09.720Z"', '"2026-03-02"'],
  ['{start@local}', '"2026-07-01T21:05:09.720+02:00"', '"2026-03-01"'],
  ['{start:iso}', '"2026-07-01T19:05:09.720Z"', '"2026-03-01T00:00:00Z"'],
  ['{start@local:iso}', '"2026-07-01T21:05:09.720+02:00"', '"2026-03-01T00:00:00+01:00"'],
  ['{start@local:iso-utc}', '"2026-07-01T19:05:09.720Z"', '"2026-02-28T23:00:00Z"'],
  ['{start@local:iso-local}', '"2026-07-01T21:05:09.720"', '"2026-03-01"'],
  ['{start:date}', '"2026-07-01"', '"2026-03-01"'],
  ['{start:unix-ms}', '1782932709720', '1772323200000'],
  ['{endInclusive@local:unix-ms}', '1782936309720', '1772406000000'],
  ['{endLastSecond}', '"2026-07-01T20:05:09.720Z"', '"2026-03-02T23:59:59Z"'],
  ['{endLastMinute@local:HH:mm:ss|null}', '"22:05:09"', '"23:59:00"'],
  ['{endLastMillisecond@local:iso-utc}', '"2026-07-01T20:05:09.720Z"', '"2026-03-02T22:59:59.999Z"'],
  ['{start:unix-ms-text}', '"1782932709720"', '"1772323200000"'],
  ['{start:unix-s}', '1782932709', '1772323200'],
  ['{start:ticks}', '639185295097200000', '639079200000000000'],
  ['{start@local:ticks}', '639185367097200000', '639079200000000000'],
  ['{start:json-date}', '"/Date(1782932709720)/"', '"/Date(1772323200000)/"'],
  ['{start@local:json-date-zzz}', '"/Date(1782932709720+0200)/"', '"/Date(1772319600000+0100)/"'],
  ['{start:json-date-zzz-escaped}', '"\\/Date(1782932709720+0000)\\/"', '"\\/Date(1772323200000+0000)\\/"'],
  ['{start@local:dd/MM/yyyy HH:mm}', '"01/07/2026 21:05"', '"01/03/2026 00:00"'],
  ['{start:d.M.yy H:m:s}', '"1.7.26 19:5:9"', '"1.3.26 0:0:0"'],
  [
    '{start:dddd, d MMMM yyyy h:mm tt}',
    '"Wednesday, 1 July 2026 7:05 PM"',
    '"Sunday, 1 March 2026 12:00 AM"',
  ],
  ['{start:ddd dd MMM hh:mm:ss.fff}', '"Wed 01 Jul 07:05:09.720"', '"Sun 01 Mar 12:00:00.000"'],
  ['{start:yyyy-MM-ddTHH:mm:ssZ}', '"2026-07-01T19:05:09Z"', '"2026-03-01T00:00:00Z"'],
  ['{start@local:HH:mmzzz}', '"21:05+02:00"', '"00:00+01:00"'],
  ['{start@local:HH:mm:ss.fffzzz|null}', '"21:05:09.720+02:00"', 'null'],
  ['{start@local:dddd|null}', '"Wednesday"', '"Sunday"'],
  ['{start@local:ddd HH:mm|null}', '"Wed 21:05"', '"Sun 00:00"'],
  ['{start@local:HH h:mm:ss.fff tt|null}', '"21 9:05:09.720 PM"', 'null'],
  ['{start@local:dd HH:mm|null}', '"01 21:05"', '"01 00:00"'],
  ['{start@local:d.M.yyyy} {start@local:HH:mm|empty}', '"1.7.2026 21:05"', '"1.3.2026 "'],
  ["{start:'on the {'dd'}'\\t\\h}", '"on the {01}th"', '"on the {01}th"'],
  ['{location|null}', 'null', '"Hall"'],
  ['{location|no. "0"}', '"no. \\"0\\""', '"Hall"'],
  ['{start@local:HH:mm|"0"}', '"21:05"', '"\\"0\\""'],
  ['{allDay:01|-1}', '-1', '1'],
  ["{start:yyyy'|1'}", '"2026|1"', '"2026|1"'],
  ['{start:yyyy\\|1}', '"2026|1"', '"2026|1"'],
  ['{allDay:01|01}', '"01"', '1'],
  ['{location}', '""', '"Hall"'],
  ['at {location|null}', 'null', '"at Hall"'],
  ['{id}: {title} ({allDay})', '"7: Talk, \\"A & B\\" <i>\' (false)"', '"8: Talk, \\"A & B\\" <i>\' (true)"'],
  ['{extra.organizer|null}', '{"name":"Ann","ids":[1,2]}', 'null'],
  ['{extra.Dr. Who}', '0', '""'],
  ['{extra.Dr. Who|null}', '0', 'null'],
  ['{extra.note:raw}', '"x\\"y"', '""'],
  ['{extra.digits}', '"7"', '""'],
  ['{extra.organizer:raw|null}', '{"name":"Ann","ids":[1,2]}', 'null'],
  ['{extra.note} {extra.organizer}', '"x\\"y {\\"name\\":\\"Ann\\",\\"ids\\":[1,2]}"', '" "'],
  ['{extra.constructor|null}', 'null', 'null'],
  ['{{{id}}} {{title}}', '"{7} {title}"', '"{8} {title}"'],
])('%s is %s, all day %s', (text, timed, days) => {
  expect(json(text).list([TIMED, DAYS])).toBe(`[${timed},${days}]`);
});

test('a time before 1970 belongs to the second in which it lies, as any other', () => {
  const text = '{start:unix-s} {start:unix-ms} {start:json-date} {start:ticks} {start:H:mm:ss.fff}';
  const written = '"-2 -1500 /Date(-1500)/ 621355967985000000 23:59:58.500"';
  expect(json(text).event({ ...TIMED, start: -1500 })).toBe(written);
});

test('ticks are 0 at their beginning, the first midnight of the year 1', () => {
  expect(json('{start:ticks}').event({ ...DAYS, start: Date.parse('0001-01-01') })).toBe('0');
});

test('an element that is left out takes its line along, and no text', () => {
  const written = (text: string) => xml(text).list([TIMED]);
  expect(written('<e>\n  <b>{location?}</b>\n  <c>\n</c>\n</e>')).toBe('<e>\n  <c>\n</c>\n</e>');
  expect(written('<e>{id}\n  <b>{location?}</b>\n</e>')).toBe('<e>7</e>');
  expect(written('<e>x\n  <b>{location?}</b><c/></e>')).toBe('<e>x\n  <c/></e>');
});

test('values are escaped by the listed references alone, and what is listed empty is a plain text', () => {
  const event = '<e t="{title}" s=\'{title}\'>{title}</e>';
  expect(xml(event, { escape: '&amp;&#60;&quot;' }).event(TIMED)).toBe(
    "<e t=\"Talk, &quot;A &amp; B&quot; &#60;i>'\" s='Talk, &quot;A &amp; B&quot; &#60;i>&#39;'>Talk, &quot;A &amp; B&quot; &#60;i>'</e>",
  );
  const text = xml('{title}: {start@local:HH:mm}', { escape: '', none: '-' });
  expect([text.event(TIMED), text.event(undefined)]).toEqual(['Talk, "A & B" <i>\': 21:05', '-']);
});

test('a CDATA section has the value as it is, and an end in it begins another section', () => {
  const format = xml('<e><a><![CDATA[{title}: {location}]]></a><b><![CDATA[{url?}]]></b>{id}</e>');
  const { event } = format;
  expect(event({ ...TIMED, title: 'a ]]> <b>', location: '&' })).toBe(
    '<e><a><![CDATA[a ]]]]><![CDATA[> <b>: &]]></a><b><![CDATA[https://example.org/?a=1&b=2]]></b>7</e>',
  );
  expect(event({ ...TIMED, url: '' })).not.toContain('<b>');
  expect(event({ ...TIMED, title: ']]>]]>' })).toContain('[CDATA[]]]]><![CDATA[>]]]]><![CDATA[>');
});

test('members keep their order and their literals, without white space', () => {
  const event = '{"b": 1.50, "2": [true, null, "{id}"], "1": {"x{{": -1e3}, "a": {}}';
  const { format } = compileFile(`{"kind": "json", "event": ${event}}`);
  expect(format.list([TIMED])).toBe('[{"b":1.50,"2":[true,null,7],"1":{"x{":-1e3},"a":{}}]');
});

test('white space is that of its depth: in lists, objects of events and an answer of one', () => {
  const event = {
    id: '{id}',
    none: [],
    '?': { url: '{url?}', in: { category: '{category?}' } },
    extra: ['{extra.organizer}', {}],
  };
  const depths = [1, 2, 3, 4, 5, 6].map((depth) => ({ depth, line: `\n${'  '.repeat(depth)}` }));
  const space = Object.fromEntries([
    [':', ': '],
    ...depths.flatMap(({ depth, line }) => ['[', '{', ','].map((one) => [one + depth, one + line])),
    ...depths.flatMap(({ depth, line }) => [']', '}'].map((one) => [one + depth, line.slice(0, -2) + one])),
  ]);
  const indented = (text: string) => JSON.stringify(JSON.parse(text), undefined, 2);
  const rows = [TIMED, { ...DAYS, category: '' }];
  for (const list of [{ d: '{events}', n: [{}] }, { d: { '{id}': '{events}' } }]) {
    const around = { list, single: ['{event}'], none: { d: [1] } };
    const [spaced, compact] = [json(event, { ...around, space }), json(event, around)];
    for (const some of [rows, []]) expect(spaced.list(some)).toBe(indented(compact.list(some) ?? ''));
    for (const row of [...rows, undefined])
      expect(spaced.event(row)).toBe(indented(compact.event(row) ?? ''));
  }
});

test('every sign that JSON has only in strings can be escaped, even if it is listed twice, and no other', () => {
  const signs = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index));
  const escaped = signs.filter((sign) => {
    try {
      const format = json('{title}', { escape: sign.repeat(2) });
      return format.event({ ...TIMED, title: sign })?.startsWith('"\\');
    } catch {
      return false;
    }
  });
  expect(escaped.join('')).toBe('!"#$%&\'()*+/;<=>?@^_`|~');
});

test('JSON is wrapped by list, single and none, or is bare', () => {
  const format = json('{id}', {
    list: { d: { n: 1, l: '{events}', 'e}}': '' }, N: '{count}', T: '{count:text}' },
    single: ['{event}'],
    none: { a: ['<'] },
    escape: '<',
  });
  expect(format.list([TIMED, DAYS])).toBe('{"d":{"n":1,"l":[7,8],"e}":""},"N":2,"T":"2"}');
  expect(format.list([])).toBe('{"d":{"n":1,"l":[],"e}":""},"N":0,"T":"0"}');
  expect(format.event(TIMED)).toBe('[7]');
  expect(format.event(undefined)).toBe('{"a":["\\u003c"]}');
  const bare = json('{id}');
  expect([bare.list([TIMED]), bare.event(TIMED), bare.event(undefined)]).toEqual(['[7]', '7', 'null']);
});

test('the name of an event’s member is escaped, and no text of an event becomes the number of events', () => {
  const odd = { ...TIMED, uid: 'a"\\b', title: '\ue000 \ue001' };
  const format = json({ T: '{title}' }, { list: { N: '{count}', d: { '{uid}': '{events}' } } });
  expect(JSON.parse(format.list([odd]) ?? '')).toEqual({ N: 1, d: { 'a"\\b': { T: '\ue000 \ue001' } } });
});

test('XML is escaped for its place, ? leaves out elements and attributes, and |null is xsi:nil', () => {
  const event =
    '<e id="{id}" t="{title}" l=\'{location?}\'>\n <n>{title} &amp; {url}</n><w a="{category?}">{location?}</w><d a="{category?}">{description|null}</d></e>';
  const format = xml(event, { list: '<?xml version="1.0"?><all n="{count}">{events}</all>' });
  expect(format.list([TIMED, { ...DAYS, description: '', category: '' }])).toBe(
    '<?xml version="1.0"?><all n="2">' +
      '<e id="7" t="Talk, &quot;A &amp; B&quot; &lt;i&gt;\'">\n <n>Talk, "A &amp; B" &lt;i&gt;\' &amp; https://example.org/?a=1&amp;b=2</n><d a="c">one\ntwo\\three</d></e>' +
      '<e id="8" t="Talk, &quot;A &amp; B&quot; &lt;i&gt;\'" l=\'Hall\'>\n <n>Talk, "A &amp; B" &lt;i&gt;\' &amp; https://example.org/?a=1&amp;b=2</n><w>Hall</w><d xsi:nil="true" /></e>' +
      '</all>',
  );
  const quoted = { ...TIMED, description: `a\r\n\tb"'` };
  expect(xml(`<e d="{description}" a='{description}'>{description}</e>`).list([quoted])).toBe(
    `<e d="a&#xD;&#xA;\tb&quot;'" a='a&#xD;&#xA;\tb"&#39;'>a\r\n\tb"'</e>`,
  );
  const empty = { ...TIMED, category: '', url: '', location: '' };
  // An element is left out although it has an attribute that is always the same.
  for (const always of ['', ' k="1"']) {
    const nested = `<e>{id}<w a="{category?}">\n <x${always} b="{url?}" /><y>{location?}</y></w></e>`;
    const written = `<e>7</e><e>7<w>\n <x${always} b="u" /></w></e>`;
    expect(xml(nested).list([empty, { ...empty, url: 'u' }])).toBe(written);
  }
  const unsound = { ...TIMED, title: 'a\r\u0001\ud800b\uffff' };
  expect(xml('<e a="{title}">{title}</e>').list([unsound])).toBe(
    '<e a="a&#xD;\ufffd\ufffdb\ufffd">a\r\ufffd\ufffdb\ufffd</e>',
  );
  expect(json('{title}').list([unsound])).toBe('["a\\r\\u0001\\ud800b\uffff"]');
});

test.each([
  ['json', json('{title}'), `"$&$$$'"`],
  ['xml', xml('<e>{title}</e>'), `<e>$&amp;$$$'</e>`],
])('%s has the dollar signs of a value, which mean something in a replacement', (_kind, format, expected) => {
  const dollars = { ...TIMED, title: `$&$$$'` };
  for (const answer of [format.list([dollars]), format.event(dollars)]) expect(answer).toContain(expected);
});

// The writer escapes a text only if it finds a special character. So it must find each special character alone.
test.each([
  ['&', '&amp;', '&amp;', '&amp;'],
  ['<', '&lt;', '&lt;', '&lt;'],
  ['>', '&gt;', '&gt;', '&gt;'],
  ['"', '&quot;', '"', '"'],
  ["'", "'", '&#39;', "'"],
  ['\r', '&#xD;', '&#xD;', '\r'],
  ['\n', '&#xA;', '&#xA;', '\n'],
  ['\t', '\t', '\t', '\t'],
  ['\ud800', ...Array(3).fill('\ufffd')],
  ['\udc00', ...Array(3).fill('\ufffd')],
  ['\u0001', ...Array(3).fill('\ufffd')],
  ['\ufffe', ...Array(3).fill('\ufffd')],
])('in XML a value with no other special character than %j is escaped for its place', (one, ...written) => {
  const [double, single, text] = written.map((other) => `x${other}y`);
  expect(xml(`<e a="{title}" b='{title}'>{title}</e>`).list([{ ...TIMED, title: `x${one}y` }])).toBe(
    `<e a="${double}" b='${single}'>${text}</e>`,
  );
});

test('an ending of empty elements changes no value in CDATA, and ends a list without an event, too', () => {
  const event = '<e><d><![CDATA[{description}]]></d><!-- <x></x> --><p>{location}</p><q>{location}</q></e>';
  const format = xml(event, { list: '<l>{events}</l>', emptyElement: ' />' });
  const written = '<e><d><![CDATA[<b></b>]]></d><!-- <x></x> --><p /><q /></e>';
  expect(format.list([{ ...TIMED, description: '<b></b>' }])).toBe(`<l>${written}</l>`);
  expect([format.list([]), format.event(undefined)]).toEqual(['<l />', '<l />']);
});

test.each([
  ['JSON', { kind: 'json', event: '{id}', empty: null }, [null, null]],
  ['JSON with none', { kind: 'json', event: '{id}', empty: null, none: null }, [null, 'null']],
  ['XML', { kind: 'xml', event: '<e>{id}</e>', empty: null }, [null, '']],
  ['XML with none', { kind: 'xml', event: '<e>{id}</e>', none: null }, ['', null]],
  ['a table', { kind: 'csv', event: { Id: '{id}' }, empty: null }, [null, null]],
])('without events %s may have no result', (_kind, file, answers) => {
  const { format } = compileFile(file);
  expect([format.list([]), format.event(undefined)]).toEqual(answers);
  expect(format.list([TIMED])).toContain('7');
});

test('XML without single is a list of one, without none an empty list', () => {
  const format = xml('<e>{id}</e>', { list: '<l>{events}</l>' });
  const answers = [format.event(TIMED), format.event(undefined), format.list([])];
  expect(answers).toEqual(['<l><e>7</e></l>', '<l></l>', '<l></l>']);
  const single = xml('<e>{id}</e>', { single: '<one>{event}</one>', none: '<nil />' });
  const others = [single.event(TIMED), single.event(undefined), single.list([TIMED, DAYS])];
  expect(others).toEqual(['<one><e>7</e></one>', '<nil />', '<e>7</e><e>8</e>']);
});

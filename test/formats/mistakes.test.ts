/** Wrong format files are refused. */
import { FormatError } from '../../src/formats/document';
import { FIELD_NAMES } from '../../src/formats/event-fields';
import { compileFile } from '../support/drafts';
import { json, xml } from './read/support';

type Mistake = readonly [file: string | object, sentence: string];

const LEFT_OUT =
  'x.json: event has a placeholder with ? or |null (url) that is not the only content of an element or attribute, so nothing could be left out.';

const MISTAKES: Readonly<Record<string, Mistake>> = {
  nothing: ['', 'x.json is not JSON: value expected at line 1, column 1.'],
  'a comment': [
    '{"kind":"json",\n// x\n"event":1}',
    'x.json is not JSON: invalid comment token at line 2, column 1.',
  ],
  'an array': [
    '[]',
    'x.json must be a JSON object with the members kind, event, list, order, empty, single, none.',
  ],
  depth: [
    `{"kind":"json","event":${'['.repeat(100_000)}`,
    'x.json is nested deeper than 64 levels at line 1, column 87.',
  ],
  '10 MB': [' '.repeat(10_000_000), 'x.json is larger than 256 KB, which is the maximum for a format file.'],
  'few characters of many bytes': [
    '\u{1f388}'.repeat(66_000),
    'x.json is larger than 256 KB, which is the maximum for a format file.',
  ],
  'another kind': [{ kind: 'yaml', event: 1 }, 'x.json: kind must be "json", "xml", "csv", not "yaml".'],
  'no event': [
    { kind: 'json' },
    'x.json has no member event, which describes an event as the clients read it.',
  ],
  'XML that is none': [xml('<a>{id}'), 'x.json: event is not well-formed XML: unclosed tag: a.'],
  'a member twice': ['{"kind":"json","event":{"a":[0,{"b":1,"b":2}]}}', 'x.json: event.a[1].b occurs twice.'],
  'an order that there is not': [
    xml('<a>{id}</a>', { order: 'end' }),
    'x.json: order must be start, id, -start, -id, not "end".',
  ],
  'an escape of a range from its end': [
    json('{id}', { escape: 'é-à' }),
    'x.json: escape must be characters such as /<>&\', not "é-à".',
  ],
  'an escape of the backslash': [
    json('{id}', { escape: '\\' }),
    'x.json: escape must be characters such as /<>&\', not "\\\\".',
  ],
  'an ending of no element': [
    xml('<a>{id}</a>', { emptyElement: '>' }),
    'x.json: emptyElement must be " />" or "/>", not ">".',
  ],
  'an empty answer that is no text': [json('{id}', { empty: [] }), 'x.json: empty must be a text or null.'],
  'XML that is no text': [{ kind: 'xml', event: { a: '{id}' } }, 'x.json: event must be a text.'],
  'an attribute or a comment with events': [
    xml('<a>{id}</a>', { list: "<l a='{events}'/>", single: '<l><!--{event}--></l>' }),
    'x.json: list must contain {events} between elements.\nx.json: single must contain {event} between elements.',
  ],
  'a comment with the number of events': [
    xml('<a>{id}</a>', { list: '<l><!--{count}-->{events}</l>' }),
    'x.json: list has {count} in a comment, a CDATA section or an instruction.',
  ],
  'a value to leave out with other values, and one beside an element': [
    xml('<a><b>{url?}{id}</b><c>{url?}<d/></c></a>'),
    `${LEFT_OUT}\n${LEFT_OUT}`,
  ],
  'a character that stands for a placeholder': [
    xml('<a>\ue000{id}</a>', { list: '<l>\ue001{events}</l>' }),
    ['list', 'event']
      .map((name) => `x.json: ${name} contains U+E000 or U+E001, which are reserved in format files.`)
      .join('\n'),
  ],
  'a brace without its other in the answer without an event': [
    json('{id}', { none: 'x}' }),
    'x.json: none is "x}", which has a } without its {: write }} for a brace.',
  ],
  'text around events that is not XML, and text without its events': [
    xml('<a>{id}</a>', { list: '<l>{events}', single: '<l>{count}</l>' }),
    'x.json: list is not well-formed XML: unclosed tag: l.\nx.json: single is "<l>{count}</l>": the only placeholder allowed there is {event}.\nx.json: single must contain {event} exactly once, not 0 times.',
  ],
  'a comment with a value': [
    xml('<a><!-- {id} --></a>'),
    'x.json: event has a placeholder in a comment or an instruction, where no value is possible.',
  ],
};

test.each(Object.entries(MISTAKES))('%s is refused', (_what, [file, sentence]) => {
  expect(() => compileFile(file)).toThrow(new FormatError(sentence));
});

test.each([' ', { ':': ';' }, { ',x': ', ' }, { ':': 1 }])('the white space %j is refused', (space) => {
  const sentence =
    'x.json: space must be an object such as {":": ": ", ",1": ",\\r\\n"}: each member is one of [ { , : ] }, with a depth if it is for one depth only, and its value adds white space.';
  expect(() => compileFile(json('{id}', { space }))).toThrow(new FormatError(sentence));
});

test.each(['<', '&foo;', '&#1114112;', '&amp; &lt;'])('the reference %s is refused', (listed) => {
  const sentence = `x.json: escape must be references such as "&amp;&lt;&gt;&quot;&apos;", not "${listed}".`;
  expect(() => compileFile(xml('<e>{id}</e>', { escape: listed }))).toThrow(new FormatError(sentence));
});

test('all mistakes are reported at once, each with its place, its value and what is allowed', () => {
  const wrong = {
    kind: 'json',
    evnt: 1,
    event: {
      a: '{titel}',
      b: ['{start:dd.QQ}', '{url?}'],
      c: 'x}',
      d: '{title:x}',
      e: '{title@local}',
      f: '{allDay:Ja/ja}',
      g: `}${'x'.repeat(100)}`,
      h: '{end:iso-local}',
      i: '{',
      j: '{extra.}',
      k: "{start:dd'}",
      l: '{start:dd%}',
      m: "{start:'dd'}",
      n: '{start:dd"}',
    },
    list: ['{events}', '{events}'],
    single: '{count}',
    none: '{event}',
  };
  const messages = (() => {
    try {
      return compileFile(json(wrong.event, wrong)).format.source;
    } catch (error) {
      return error instanceof FormatError ? error.message.split('\n') : error;
    }
  })();
  const starts = [
    'x.json: evnt is not a member of a format file: the allowed members are kind,',
    'x.json: event.a is "{titel}", which contains "{titel}": the fields are id, uid,',
    'x.json: event.b[0] is "{start:dd.QQ}", which contains "{start:dd.QQ}": its form has "QQ", which is not part of a date pattern; forms are iso,',
    'x.json: event.b[1] is not a member of an object, and only members can be left out by ?: write |null instead.',
    'x.json: event.c is "x}", which has a } without its {: write }} for a brace.',
    'x.json: event.d is "{title:x}", which contains "{title:x}": title has no forms.',
    'x.json: event.e is "{title@local}", which contains "{title@local}": only start, end, endInclusive, endLastMinute, endLastSecond, endLastMillisecond can have @local.',
    'x.json: event.f is "{allDay:Ja/ja}", which contains "{allDay:Ja/ja}": the forms of allDay are 01, text, or the words for yes and no, as in ja/nein.',
    `x.json: event.g is "}${'x'.repeat(75)}..., which has a } without its {`,
    'x.json: event.h is "{end:iso-local}", which contains "{end:iso-local}": its form iso-local needs @local; forms are iso,',
    'x.json: event.i is "{", which has a { without its }: write {{ for a brace.',
    'x.json: event.j is "{extra.}", which contains "{extra.}": extra. needs the name of a field after it.',
    'x.json: event.k is "{start:dd\'}", which has a { without its }: write {{ for a brace.',
    'x.json: event.l is "{start:dd%}", which contains "{start:dd%}": its form has %, which must be quoted; forms are iso,',
    `x.json: event.m is "{start:'dd'}", which contains "{start:'dd'}": its form contains no part of a date; forms are iso,`,
    'x.json: event.n is "{start:dd\\"}", which contains "{start:dd\\"}": its form has ", which must be quoted; forms are iso,',
    'x.json: list must contain "{events}" exactly once, not 2 times.',
    'x.json: single is "{count}": the only placeholder allowed there is {event}.',
    'x.json: single must contain "{event}" exactly once, not 0 times.',
    'x.json: none is "{event}": no placeholder is allowed there, because there is no event.',
  ];
  expect(messages).toEqual(starts.map((start) => expect.stringContaining(start)));
});

const PLACEHOLDERS = [...FIELD_NAMES, 'endInclusive', 'endLastSecond', 'duration'];
test.each(PLACEHOLDERS)('{%s} has no other form and no other zone', (field) => {
  expect(() => compileFile(json(`{${field}:x}`))).toThrow(/: .*\bforms?\b/);
  expect(() => compileFile(json(`{${field}@utc}`))).toThrow('after @ only local is allowed');
  if (!/^(?:start|end)/.test(field))
    expect(() => compileFile(json(`{${field}@local}`))).toThrow('can have @local');
});

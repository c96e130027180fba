/** `compare` reports each kind of difference between two answers, and no other difference. */
import { textDifferences } from '../../src/recordings/compare';

const kinds = (recorded: string, given: string) =>
  textDifferences(recorded, given).map(({ kind, name }) => (name === '' ? kind : `${kind}: ${name}`));

const JSON_EVENTS = [
  '{"EventID":17,"Name":"Spring concert","Begins":"/Date(1772391600000)/","Where":null,"Price":5}',
  '{"EventID":18,"Name":"Fair","Begins":"/Date(1772395200000)/","Where":"Hall","Price":7}',
  '{"EventID":19,"Name":"Öffnung","Begins":"/Date(1772398800000)/","Where":"Hall","Price":5}',
];
const JSON_ANSWER = `{"d":[${JSON_EVENTS.join(',')}]}`;
const XML_EVENTS = [
  '<e id="1" kind="a"><Name>One</Name><Begins>2026-03-01T09:00:00</Begins><Place /></e>',
  '<e id="2" kind="b"><Name>Two &amp; a half</Name><Begins>2026-03-02T09:00:00</Begins><Place /></e>',
  '<e id="3" kind="b"><Name>Three</Name><Begins>2026-03-02T09:00:00</Begins><Place>Hall</Place></e>',
];
const XML_ANSWER = `<l>${XML_EVENTS.join('')}</l>`;

/** A row replaces `from` in an answer by `to`. Its last members are the differences that `compare` must report. */
type Row = [
  what: string,
  from: string | RegExp,
  to: string | ((found: string, group: string) => string),
  ...differences: string[],
];

function expectKinds(answer: string, from: Row[1], to: Row[2], expected: readonly string[]): void {
  // The cast chooses one of the two signatures of `replace`.
  const found = kinds(answer, answer.replace(from, to as string));
  expect([...new Set(found)].sort()).toEqual([...expected].sort());
}

const isoText = (_: string, ms: string) => `"${new Date(Number(ms)).toISOString()}"`;
const ADDED_EVENT = ',{"EventID":20,"Name":"New","Begins":"x","Where":null,"Price":1}]}';
const SECOND_WITHOUT_FIRST = ['Begins', 'EventID', 'Name', 'Price'].map((name) => `value: d.${name}`);
const OF_ELEMENTS = ['Begins', 'Name', 'Place'].map((name) => `left out: l.e.${name}`);

test.each<Row>([
  ['a missing member', /,"Where":("Hall"|null)/g, '', 'left out: d.Where'],
  ['an additional member', /"Where"/g, '"City":"Bonn","Where"', 'added: d.City'],
  ['members in another order', /("EventID":17),("Name":"[^"]*")/, '$2,$1', 'order: d'],
  ['another value', '"Fair"', '"Fayre"', 'value: d.Name'],
  ['another time', '1772395200000', '1772395200001', 'value: d.Begins'],
  ['null for a text', '"Hall"', 'null', 'type of value: d.Where'],
  ['ISO 8601 for WCF', /"\/Date\((\d+)\)\/"/g, isoText, 'date form: d.Begins'],
  ['Unix seconds for WCF', /"\/Date\((\d+)000\)\/"/g, '$1', 'date form: d.Begins'],
  ['another instant in another form', '/Date(1772391600000)/', '2026-03-01T20:00:00Z', 'value: d.Begins'],
  [
    'a number in quotes, with zeros in front',
    /"EventID":(\d+)/g,
    '"EventID":"00$1"',
    'number form: d.EventID',
  ],
  ['a number with a fraction', /"Price":(\d)/g, '"Price":$1.00', 'number form: d.Price'],
  ['escaped slashes', /\//g, '\\/', 'escape: d.Begins'],
  ['escaped letters', 'Ö', '\\u00d6', 'escape: d.Name'],
  ['white space between members', /,"/g, ', "', 'white space'],
  ['a line end after the answer', /$/, '\n', 'white space'],
  ['white space in a value', 'Spring concert', 'Spring  concert ', 'white space: d.Name'],
  ['a missing first event', `${JSON_EVENTS[0]},`, '', 'left out: d'],
  [
    'a missing event, and another value in the next',
    /(?<=\[).*"Fair"/,
    '{"EventID":18,"Name":"Fayre"',
    ...['left out: d', 'type of value: d.Where', ...SECOND_WITHOUT_FIRST],
  ],
  ['an additional event', /\]\}$/, ADDED_EVENT, 'added: d'],
  ['events in another order', /(?<=\[).*(?=\])/, [...JSON_EVENTS].reverse().join(','), 'order: d'],
  ['a missing wrapper', /^\{"d":|\}$/g, '', 'type of value'],
  ['something else', /.+/, 'ERROR', 'text'],
])('JSON: the difference of %s is reported', (_what, from, to, ...expected) => {
  expectKinds(JSON_ANSWER, from, to, expected);
});

test.each<Row>([
  ['a missing attribute', / kind="."/g, '', 'left out: l.e.@kind'],
  ['an additional attribute', /<Name>/g, '<Name lang="en">', 'added: l.e.Name.@lang'],
  ['another name of an attribute', /kind=/g, 'sort=', 'left out: l.e.@kind', 'added: l.e.@sort'],
  ['another value of an attribute', 'kind="a"', 'kind="c"', 'value: l.e.@kind'],
  ['attributes in another order', 'id="1" kind="a"', 'kind="a" id="1"', 'order: l.e'],
  ['a value, and a line end before the answer', /^(?<before>.*)One/, '\n$<before>1', 'value: l.e.Name'],
  ['a missing element', /<Place.*?(?=<\/e>)/g, '', 'left out: l.e.Place'],
  ['an additional element', /<Name>/g, '<City>Bonn</City><Name>', 'added: l.e.City'],
  ['an element with the name of an attribute', /<Name>/g, '<kind>a</kind><Name>', 'added: l.e.kind'],
  ['dates that begin with the day', /2026-03-0(\d)T/g, '2$1/03/2026 ', 'date form: l.e.Begins'],
  ['dates that begin with the month', /2026-03-0(\d)T/g, '03/2$1/2026 ', 'date form: l.e.Begins'],
  ['an offset', /09:00:00/g, '09:00:00Z', 'date form: l.e.Begins'],
  ['CDATA', 'Two &amp; a half', '<![CDATA[Two & a half]]>', 'escape: l.e.Name'],
  ['a reference in an attribute', '"a"', '"&#97;"', 'escape: l.e.@kind'],
  ['an escaped carriage return', 'One', 'One&#xD;', 'white space: l.e.Name'],
  ['a text for elements', /(<e id="3"[^>]*>).*(?=<.e>)/, '$1Three', ...OF_ELEMENTS],
  ['an empty element', '<Place />', '<Place></Place>', 'text'],
  ['white space in a tag', '<Place />', '<Place/>', 'white space'],
  ['other quotes around an attribute', '"a"', "'a'", 'text'],
  ['white space between events', /<e /g, '\n  <e ', 'white space'],
  ['a comment', '<Name>', '<!-- x --><Name>', 'text'],
  ['JSON', /.+/, JSON_ANSWER, 'type of value'],
])('XML: the difference of %s is reported', (_what, from, to, ...expected) => {
  expectKinds(XML_ANSWER, from, to, expected);
});

test.each<[string, (events: readonly string[]) => readonly string[], string[]]>([
  ['one is missing', ([, ...others]) => others, ['left out']],
  [
    'one is missing, and one has another title',
    (events) =>
      events.flatMap((one, index) => (index === 3 ? [] : index === 2 ? one.replace('a', 'b') : one)),
    ['value: t', 'left out'],
  ],
])('the difference is reported for events without an id: %s', (_what, change, expected) => {
  const events = ['a1', 'a1', 'a1', 'a2', 'a1'].map((title, index) => `{"t":"${title}","d":${index % 3}}`);
  expect(kinds(`[${events.join()}]`, `[${change(events).join()}]`)).toEqual(expected);
});

test.each([
  ['"7"', '"\\u0037"', 'escape'],
  ['7', '"7"', 'number form'],
  ['-7', '"-7"', 'number form'],
  ['-0.50', '"-00.5"', 'number form'],
  ['7', '-7', 'value'],
  ['"soon"', '"2026-03-01"', 'value'],
  ['"2026-03-01"', '"soon"', 'value'],
  ['1772391600', '"2026-03-01T19:00:00Z"', 'date form'],
  ['1772391600000', '"2026-03-01T19:00:00Z"', 'date form'],
  ['"2026-03-01T19:00:00Z"', '1772391600000', 'date form'],
  ['1772391600000', '"2026-03-01T20:00:00Z"', 'type of value'],
  ['639079884000000000', '"2026-03-01T19:00:00Z"', 'date form'],
  ['-172391600', '"1964-07-15T17:26:40Z"', 'date form'],
  ['"03/04/2026 19:00Z"', '"2026-04-03T19:00:00Z"', 'date form'],
  ['"2026-03-04T19:00:00Z"', '"03/04/2026 19:00Z"', 'date form'],
  ['"03/04/2026 19:00Z"', '"2026-04-04T19:00:00Z"', 'value'],
  ['1772391600', '1772391600000', 'value'],
])('between %s and %s the difference is: %s', (recorded, given, kind) => {
  expect(kinds(`{"a":${recorded}}`, `{"a":${given}}`)).toEqual([`${kind}: a`]);
});

test('an excerpt begins before the first difference, and not before the first character', () => {
  const [more, shown] = ['x'.repeat(50), 'x'.repeat(23)];
  expect(textDifferences(`ab${more}`, `ac${more}`)).toMatchObject([
    { character: 2, recorded: `ab${shown}`, given: `ac${shown}` },
  ]);
  const [{ recorded = '' } = {}] = textDifferences(`${more}ab`, `${more}ac`);
  expect(`${more}ab`.endsWith(recorded)).toBe(true);
  expect(recorded.length).toBeLessThan(more.length);
});

test('items of a list are named after the list, and items of the answer itself have no name', () => {
  expect(kinds('[{"t":"a"},{"t":"b"}]', '[{"t":"b"}]')).toEqual(['left out']);
  expect(kinds('[{"t":["a","b"]}]', '[{"t":["b"]}]')).toEqual(['left out: t']);
});

test.each([
  ['JSON', '['.repeat(20_000) + ']'.repeat(20_000)],
  ['XML', '<a>'.repeat(20_000) + '</a>'.repeat(20_000)],
])('%s that is nested too deep is compared as text', (_what, deep) => {
  expect(kinds(deep, `${deep}.`)).toEqual(['text']);
});

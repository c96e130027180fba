/** `compare` reports each kind of difference of two answers, and no other. */
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
  '<Event id="1" kind="a"><Name>One</Name><Begins>2026-03-01T09:00:00</Begins><Place /></Event>',
  '<Event id="2" kind="b"><Name>Two &amp; a half</Name><Begins>2026-03-02T09:00:00</Begins><Place /></Event>',
  '<Event id="3" kind="b"><Name>Three</Name><Begins>2026-03-02T09:00:00</Begins><Place>Hall</Place></Event>',
];
const XML_ANSWER = `<ArrayOfEvent>${XML_EVENTS.join('')}</ArrayOfEvent>`;

test.each<[string, (text: string) => string, string[]]>([
  ['a member less', (text) => text.replaceAll(/,"Where":("Hall"|null)/g, ''), ['missing member: Where']],
  ['the last member less', (text) => text.replaceAll(/,"Price":\d/g, ''), ['missing member: Price']],
  ['a member more', (text) => text.replaceAll('"Where"', '"City":"Bonn","Where"'), ['added member: City']],
  ['another name', (text) => text.replaceAll('"Where"', '"Place"'), ['renamed member: Where']],
  [
    'another letter case in a name',
    (text) => text.replaceAll('EventID', 'EventId'),
    ['renamed member: EventID'],
  ],
  [
    'members in another order',
    (text) => text.replace(/("EventID":17),("Name":"[^"]*")/, '$2,$1'),
    ['order of members'],
  ],
  ['another value', (text) => text.replace('"Fair"', '"Fayre"'), ['value: Name']],
  ['another time', (text) => text.replace('1772395200000', '1772395200001'), ['value: Begins']],
  ['letters in another case', (text) => text.replace('"Fair"', '"FAIR"'), ['letter case: Name']],
  ['null for a text', (text) => text.replace('"Hall"', 'null'), ['type of value: Where']],
  ['an empty text for null', (text) => text.replace('null', '""'), ['type of value: Where']],
  [
    'ISO 8601 for WCF',
    (text) => text.replaceAll(/"\/Date\((\d+)\)\/"/g, (_, ms) => `"${new Date(Number(ms)).toISOString()}"`),
    ['date form: Begins'],
  ],
  ['Unix seconds for WCF', (text) => text.replaceAll(/"\/Date\((\d+)000\)\/"/g, '$1'), ['date form: Begins']],
  [
    'another instant in another form',
    (text) => text.replace('"/Date(1772391600000)/"', '"2026-03-01T20:00:00Z"'),
    ['value: Begins'],
  ],
  [
    'a number in quotes, with zeros in front',
    (text) => text.replaceAll(/"EventID":(\d+)/g, '"EventID":"00$1"'),
    ['number form: EventID'],
  ],
  [
    'a number with a fraction',
    (text) => text.replaceAll(/"Price":(\d)/g, '"Price":$1.00'),
    ['number form: Price'],
  ],
  ['escaped slashes', (text) => text.replaceAll('/', '\\/'), ['escape: Begins']],
  ['escaped letters', (text) => text.replace('Ö', '\\u00d6'), ['escape: Name']],
  ['white space between members', (text) => text.replaceAll(',"', ', "'), ['white space']],
  ['white space behind a name', (text) => text.replaceAll('"Name":', '"Name": '), ['white space: Name']],
  ['a line end behind it all', (text) => `${text}\n`, ['white space']],
  [
    'white space in a value',
    (text) => text.replace('Spring concert', 'Spring  concert '),
    ['white space: Name'],
  ],
  ['an event less', (text) => text.replace(`,${JSON_EVENTS[1]}`, ''), ['missing event']],
  ['the first event less', (text) => text.replace(`${JSON_EVENTS[0]},`, ''), ['missing event']],
  [
    'an event less, and another value in the next',
    (text) => text.replace(`${JSON_EVENTS[0]},`, '').replace('"Fair"', '"Fayre"'),
    ['missing event', 'value: Name'],
  ],
  ['an event twice', (text) => text.replace('[', `[${JSON_EVENTS[0]},`), ['added event']],
  [
    'an event more',
    (text) => text.replace(/\]\}$/, ',{"EventID":20,"Name":"New","Begins":"x","Where":null,"Price":1}]}'),
    ['added event'],
  ],
  ['events in another order', () => `{"d":[${[...JSON_EVENTS].reverse().join(',')}]}`, ['order of events']],
  ['no events', () => '{"d":[]}', ['empty list: d']],
  ['a wrapper less', (text) => text.slice('{"d":'.length, -1), ['type of value']],
  ['something else', () => 'ERROR', ['text']],
])('JSON, %s', (_what, change, expected) => {
  expect([...new Set(kinds(JSON_ANSWER, change(JSON_ANSWER)))].sort()).toEqual(expected.sort());
});

test.each<[string, (text: string) => string, string[]]>([
  ['an attribute less', (text) => text.replaceAll(/ kind="."/g, ''), ['missing attribute: @kind']],
  [
    'an attribute more',
    (text) => text.replaceAll('<Name>', '<Name lang="en">'),
    ['added attribute: Name.@lang'],
  ],
  ['another name of an attribute', (text) => text.replaceAll('kind=', 'sort='), ['renamed attribute: @kind']],
  ['another value of an attribute', (text) => text.replace('kind="a"', 'kind="c"'), ['value: @kind']],
  [
    'attributes in another order',
    (text) => text.replace('id="1" kind="a"', 'kind="a" id="1"'),
    ['order of attributes'],
  ],
  ['an element less', (text) => text.replaceAll(/<Place.*?(?=<\/Event>)/g, ''), ['missing element: Place']],
  [
    'an element more',
    (text) => text.replaceAll('<Name>', '<City>Bonn</City><Name>'),
    ['added element: City'],
  ],
  [
    'an element that is called as an attribute',
    (text) => text.replaceAll('<Name>', '<kind>a</kind><Name>'),
    ['added element: kind'],
  ],
  ['another name of an element', (text) => text.replaceAll('Name>', 'Title>'), ['renamed element: Name']],
  ['another date form', (text) => text.replaceAll(/2026-03-0(\d)T/g, '0$1/03/2026 '), ['date form: Begins']],
  ['an offset', (text) => text.replaceAll('09:00:00', '09:00:00Z'), ['date form: Begins']],
  ['CDATA', (text) => text.replace('Two &amp; a half', '<![CDATA[Two & a half]]>'), ['escape: Name']],
  [
    'an escaped carriage return',
    (text) => text.replace('One', 'One&#xD;').replace('One', 'One'),
    ['white space: Name'],
  ],
  ['an empty element', (text) => text.replace('<Place />', '<Place></Place>'), ['empty element: Place']],
  ['white space in a tag', (text) => text.replace('<Place />', '<Place/>'), ['white space: Place']],
  [
    'white space between events',
    (text) => text.replaceAll('<Event ', '\n  <Event '),
    ['white space: ArrayOfEvent'],
  ],
  ['the first attribute less', (text) => text.replaceAll(/ id="."/g, ''), ['missing attribute: @id']],
  ['an event less', (text) => text.replace(XML_EVENTS[2] ?? '', ''), ['missing event']],
  ['the first event less', (text) => text.replace(XML_EVENTS[0] ?? '', ''), ['missing event']],
  [
    'an event less, and another value in the next',
    (text) => text.replace(XML_EVENTS[0] ?? '', '').replace('kind="b"', 'kind="c"'),
    ['missing event', 'value: @kind'],
  ],
  [
    'events in another order',
    () => `<ArrayOfEvent>${[...XML_EVENTS].reverse().join('')}</ArrayOfEvent>`,
    ['order of events'],
  ],
  ['no events', () => '<ArrayOfEvent />', ['empty list: ArrayOfEvent']],
  ['a comment', (text) => text.replace('<Name>', '<!-- x --><Name>'), ['text']],
  ['JSON', () => JSON_ANSWER, ['type of value']],
])('XML, %s', (_what, change, expected) => {
  expect([...new Set(kinds(XML_ANSWER, change(XML_ANSWER)))].sort()).toEqual(expected.sort());
});

test.each<[string, (events: readonly string[]) => readonly string[], string[]]>([
  ['one less', ([, ...others]) => others, ['missing event']],
  ['one twice', (events) => [...events.slice(0, 1), ...events], ['added event']],
  ['another order', (events) => [...events].reverse(), ['order of events']],
  [
    'another title',
    (events) => events.map((one, index) => (index === 2 ? one.replace('a', 'b') : one)),
    ['value: t'],
  ],
  [
    'one less and another title',
    (events) =>
      events.flatMap((one, index) => (index === 3 ? [] : index === 2 ? one.replace('a', 'b') : one)),
    ['missing event', 'added event'],
  ],
])('events that nothing identifies, %s', (_what, change, expected) => {
  const events = ['a1', 'a1', 'a1', 'a2', 'a1'].map((title, index) => `{"t":"${title}","d":${index % 3}}`);
  expect(kinds(`[${events.join()}]`, `[${change(events).join()}]`)).toEqual(expected);
});

test('events of one member are events all the same, and lists in them have items', () => {
  expect(kinds('[{"t":"a"},{"t":"b"}]', '[{"t":"b"}]')).toEqual(['missing event']);
  expect(kinds('[{"t":["a","b"]}]', '[{"t":["b"]}]')).toEqual(['missing item: t']);
});

test.each([
  ['JSON', '['.repeat(20_000) + ']'.repeat(20_000)],
  ['XML', '<a>'.repeat(20_000) + '</a>'.repeat(20_000)],
])('%s that is nested too deep is compared as text', (_what, deep) => {
  expect(kinds(deep, `${deep}.`)).toEqual(['text']);
});

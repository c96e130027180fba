/** `format` finds the list of events among other lists of a document, or says why it finds none. */
import fc from 'fast-check';
import { FormatError } from '../../../src/formats/document';
import { inferFormat } from '../../../src/formats/infer/infer';
import { BERLIN, missingIn, readBy } from '../../support/drafts';

/** Returns the titles that the proposal reads from its own sample, or the fields that the sample does not prove. */
function titlesIn(
  sample: unknown,
): readonly (string | undefined)[] | { readonly missing: readonly string[] } {
  const text = typeof sample === 'string' ? sample : JSON.stringify(sample);
  const { text: file, problem } = inferFormat([text], BERLIN);
  const missing = missingIn(problem);
  if (missing.length > 0) return { missing };
  return readBy(file, text).events.map(({ draft }) => draft.title);
}

const xmlEvent = (title: string, more = '', start = '2026-03-01') =>
  `<Event><Title>${title}</Title><Start>${start}</Start>${more}</Event>`;
const speakers = (...names: readonly string[]) =>
  `<Speakers>${names.map((name) => `<Speaker><Name>${name}</Name><Date>2020-01-01</Date></Speaker>`).join('')}</Speakers>`;
const tags = (...names: readonly string[]) =>
  names.map((one) => `<Tag><Name>${one}</Name><No>1</No></Tag>`).join('');
const jsonEvent = { title: 'Choir', start: '2026-03-01' };
const talk = [{ name: 'Ann', date: '2020-01-01' }];

const FOUND: Readonly<Record<string, readonly [unknown, readonly string[]]>> = {
  'elements that some events repeat': [
    `<L>${xmlEvent('A', speakers('x', 'y'))}${xmlEvent('B')}${xmlEvent('C', speakers('z'))}</L>`,
    ['A', 'B', 'C'],
  ],
  'one event that repeats elements': [`<L>${xmlEvent('A', tags('x', 'y'))}</L>`, ['A']],
  'one event beside a number': [`<L><Count>1</Count>${xmlEvent('A')}</L>`, ['A']],
  'events inside an event': [`<L>${xmlEvent('A', xmlEvent('x'))}${xmlEvent('B')}</L>`, ['A', 'B']],
  'a list inside an event': [
    `<L>${xmlEvent('A', (xmlEvent('x') + xmlEvent('y')).replaceAll('Event', 'Item'))}${xmlEvent('B')}</L>`,
    ['A', 'B'],
  ],
  'a list that has the name of its events': [`<Event>${xmlEvent('A')}${xmlEvent('B')}</Event>`, ['A', 'B']],
  'months with events': [
    `<Y><M n="3">${xmlEvent('A')}${xmlEvent('B')}</M><M n="4">${xmlEvent('C')}</M></Y>`,
    ['A', 'B', 'C'],
  ],
  'an event with a list': [{ events: [{ ...jsonEvent, talk, tags: Array(300).fill([]) }] }, ['Choir']],
  'the only calendar of a list': [{ calendars: [{ name: 'Main', events: [jsonEvent] }] }, ['Choir']],
  'events beside an object': [{ status: { code: 0, text: 'ok' }, events: [jsonEvent] }, ['Choir']],
  'one event in an object': [{ name: 'Main', event: jsonEvent }, ['Choir']],
  'a list that has the name of a start': [{ name: 'Main', date: [jsonEvent] }, ['Choir']],
  'events as nodes': [{ edges: [{ cursor: 'x', node: jsonEvent }] }, ['Choir']],
};

test.each(Object.entries(FOUND))('%s', (_what, [sample, titles]) => {
  expect(titlesIn(sample)).toEqual(titles);
});

const rows = [{ was: 'x', start: '2026-03-01' }];
const UNPROVED: Readonly<Record<string, readonly [unknown, readonly string[]]>> = {
  'a date that may be read in two ways': [
    `<L>${xmlEvent('A', speakers('x', 'y'), '01/03/2026')}${xmlEvent('B', speakers('z'), '02/03/2026')}</L>`,
    ['start'],
  ],
  'names that mean nothing': [
    '<L><E><Was>A</Was><Who><Name>x</Name></Who><Who><Name>y</Name></Who></E><E><Was>B</Was></E></L>',
    ['title', 'start'],
  ],
  'an object around a list, which has a title': [{ name: 'Main', rows }, ['title']],
  'a list before it without a time': [{ codes: [{ no: 1 }], rows }, ['title']],
  'an object beside it, which has the names of an event': [
    { event: { title: 'Choir', start: 'soon' }, log: [{ date: '2026-03-01', level: 3 }] },
    ['start'],
  ],
  'a list that holds null': [
    [null, jsonEvent, jsonEvent],
    ['title', 'start'],
  ],
};

test.each(Object.entries(UNPROVED))('an inner list is not chosen for %s', (_what, [sample, missing]) => {
  expect(titlesIn(sample)).toEqual({ missing });
});

const several = (names: string) => `several lists of events${names}. Save one of them.`;
const [past, next] = [xmlEvent('A'), xmlEvent('B') + xmlEvent('C')];
const day = (name: string, date: string) => `<Day><Name>${name}</Name><Date>${date}</Date></Day>`;
const long = (end: string) => 'x'.repeat(150) + end;
const feeds = ['x', 'y'].map((name) => ({ name, feed: { events: [jsonEvent] } }));
const REFUSED: Readonly<Record<string, readonly [unknown, string]>> = {
  'two lists with long names': [
    { [long('1')]: [jsonEvent], [long('2')]: [jsonEvent] },
    several(`: ${'x'.repeat(100)}`),
  ],
  'two lists at different depths': [{ a: [jsonEvent], b: { c: [jsonEvent] } }, several(': a, b.c')],
  'two elements with events': [
    `<R><Past>${past}</Past><Next>${next}</Next></R>`,
    several(': R/Past/Event, R/Next/Event'),
  ],
  'events beside holidays': [
    `<R>${past}${xmlEvent('B')}${day('x', '2026-04-05')}${day('y', '2026-04-06')}</R>`,
    several(': R/Event, R/Day'),
  ],
  'calendars with feeds': [{ calendars: feeds }, several(', each at calendars.feed.events')],
  'days that have the dates of their events': [
    ['2026-03-01', '2026-03-02'].map((day) => ({ day, events: [{ title: 'A', time: '09:00' }] })),
    several(', each at events'),
  ],
  'an object in each event': [
    [1, 2].map((id) => ({ id, info: jsonEvent })),
    'each of its events is inside another object, at info: write the format file by hand, with an event such as {"node"',
  ],
  'an event with a list of other things': [
    { ...jsonEvent, talk },
    'the events may be at its top level or at talk: ',
  ],
  'the same in XML': [
    `<L>${xmlEvent('A', speakers('x', 'y'))}</L>`,
    'the events may be at L/Event or at L/Event/Speakers/Speaker',
  ],
  'elements between events': [
    `<L><M>${xmlEvent('A')}<N>x</N></M><M>${xmlEvent('B')}<N>y</N></M></L>`.replaceAll('Event', 'E'),
    'around the events at L/M/E: L/M/N is "x", and the format has "y" there. Save a sample without it.',
  ],
  'a string of JSON': [{ d: JSON.stringify([jsonEvent]) }, 'JSON text inside a JSON string'],
  'a string of JSON alone': [JSON.stringify(JSON.stringify([jsonEvent])), 'JSON text inside a JSON string'],
  'a calendar': ['BEGIN:VCALENDAR\nEND:VCALENDAR', 'it is iCalendar, which import reads without'],
  'one in small letters': ['begin:vcalendar\nend:vcalendar', 'it is iCalendar, which import reads without'],
  'lines of JSON': ['{"id":1}\n{"id":2}\n', 'JSON Lines, which import reads without a format file.'],
  JSONP: [`show(${JSON.stringify([jsonEvent])});`, 'it is JSONP: save what is between the parentheses.'],
  'XML with an unknown entity': ['<e><a>x&nbsp;y</a></e>', 'not well-formed XML: undefined entity.'],
  'deep XML': ['<a><b/>'.repeat(20_000) + '</a>'.repeat(20_000), 'it is nested deeper than 200 levels.'],
  'deep JSON': [`${'{"b":1,"a":'.repeat(5000)}1${'}'.repeat(5000)}`, 'it is nested deeper than 200 levels.'],
  'events under 256 K characters of two bytes each': [
    { Note: 'ä'.repeat(140_000), Events: [jsonEvent] },
    'a format file for it would be larger than 256 KB: save an answer with fewer values in its events and around the events.',
  ],
  'rows of values': [{ Columns: ['Title', 'Start'], Rows: [['A', '2026-03-01']] }, 'its events are arrays'],
  'an object with an empty list': [{ Rows: [] }, 'no objects or elements'],
  'a table of values': ['1,A,2026-03-01\r\n2,B,2026-03-02\r\n', 'it has no header: it begins with "1"'],
  'a table without names': ['1,A,3/31/2026\r\n2,B,4/1/2026\r\n', 'it has no header: it begins with "1"'],
  'a table under a heading': ['Events;;\r\nNr;Titel;Datum\r\n1;A;01.03.2026\r\n', 'only the name "Events"'],
};

test.each(Object.entries(REFUSED))('%s: a refusal that leads on', (_what, [sample, sentence]) => {
  const message = expect.stringContaining(sentence);
  expect(() => titlesIn(sample)).toThrow(expect.objectContaining({ name: 'FormatError', message }));
});

describe('several answers', () => {
  const month = (number: number, ...events: readonly string[]) =>
    `<L month="${number}"><Count>${events.length}</Count>${events.join('')}</L>`;

  test('of one event each: none is part of another', () => {
    const answers = ['<L />', month(3, xmlEvent('A', tags('x', 'y'))), month(4, xmlEvent('B', tags('z')))];
    const { text, problem } = inferFormat(answers, BERLIN);
    expect(problem).toBeUndefined();
    const read = answers.slice(1).flatMap((answer) => readBy(text, answer).events);
    expect(read.map(({ draft }) => draft.title)).toEqual(['A', 'B']);
    expect(JSON.parse(text).list).toBe('<L month="3"><Count>{count}</Count>{events}</L>');
  });

  test('a list in each element is reported, even if the first answer has one element', () => {
    const [one, other] = ['A', 'B'].map((title) => `<M>${xmlEvent(title)}</M>`);
    const { problem } = inferFormat([`<L>${one}</L>`, `<L>${one}${other}</L>`], BERLIN);
    expect(problem).toBe('The format reads the events of every L/M/Event, but writes them into one list.');
  });

  test('a list in each object is refused, even if the first answer has one object', () => {
    const answers = [1, 2].map((count) =>
      JSON.stringify({ calendars: Array(count).fill({ name: 'x', events: [jsonEvent] }) }),
    );
    expect(() => inferFormat(answers, BERLIN)).toThrow('several lists of events, each at calendars.events.');
  });

  test('the names of members are ids only if they are numbers in every answer', () => {
    const answers = [{ 7: jsonEvent }, { x: jsonEvent, y: jsonEvent }].map((d) => JSON.stringify({ d }));
    const { text, notes } = inferFormat(answers, BERLIN);
    expect(JSON.parse(text).list).toEqual({ d: { '{uid}': '{events}' } });
    expect(notes).toEqual([]);
  });

  test('the names of members are uids even if the members have their own in another order', () => {
    const inOtherOrder = Object.fromEntries(Object.entries(jsonEvent).reverse());
    const { text } = inferFormat([JSON.stringify({ d: { x: jsonEvent, y: inOtherOrder } })], BERLIN);
    expect(JSON.parse(text).list).toEqual({ d: { '{uid}': '{events}' } });
  });

  test('a number that is no count stays as it is, even if it is the number of events', () => {
    const around = (count: string, events: string) =>
      `<L count="${count}" page="1"><Page>1</Page><Count>${count}</Count>${events}<Total>${count}</Total></L>`;
    const { text } = inferFormat([around('1', xmlEvent('A', tags('x')))], BERLIN);
    expect(JSON.parse(text).list).toBe(around('{count}', '{events}'));
  });

  type Places = readonly (string | undefined)[];
  const jsonOf = (of: string, places: Places) =>
    JSON.stringify({ n: places.length, of, d: places.map((place) => ({ ...jsonEvent, place })) });
  const xmlOf = (of: string, places: Places) => {
    const events = places.map((place) => xmlEvent('A', place && `<Place>${place}</Place>`));
    return `<L of="${of}">${events.join('')}</L>`;
  };

  test.each([
    ['of', jsonOf, { event: { place: '{location?}' }, list: { of: 'June', d: '{events}' } }],
    ['L/@of', xmlOf, { list: '<L of="June">{events}</L>' }],
  ])('what is around the events, such as %s, is that of the answer with the most', (name, answer, list) => {
    const answers = [answer('May', [undefined]), answer('June', [undefined, 'Hall'])];
    const { text, problem } = inferFormat(answers, BERLIN);
    expect(JSON.parse(text)).toMatchObject(list);
    const sentence = `${name} is "May", and the format has "June" there.`;
    expect(problem).toBe(`The format does not read 1 of 2 answers: ${sentence}`);
  });

  test.each([
    ['JSON, even if as many are XML', [1, 1], 'json'],
    ['XML, because more are XML', [1, 2], 'xml'],
    ['JSON, because more are JSON', [2, 1], 'json'],
  ])('in two syntaxes are read as %s', (_what, [ofJson, ofXml], kind) => {
    const texts = [
      ...Array.from({ length: ofJson ?? 0 }, (_, nth) => JSON.stringify([{ ...jsonEvent, nth }])),
      ...Array.from({ length: ofXml ?? 0 }, (_, nth) => `<L>${xmlEvent(`A${nth}`)}</L>`),
    ];
    expect(JSON.parse(inferFormat(texts, BERLIN).text).kind).toBe(kind);
  });

  test.each([
    ['answers without events beside a table are no JSON', 'null', ' '],
    ['a sentence before a table is not the table', 'No events'],
  ])('%s', (_what, ...others) => {
    const { text } = inferFormat([...others, 'title,start\nChoir,2026-03-01\n'], BERLIN);
    expect(JSON.parse(text)).toMatchObject({ kind: 'csv', event: { title: '{title}', start: '{start}' } });
  });

  test('an element that is no event is counted as one that the format does not read', () => {
    const list = JSON.stringify([null, jsonEvent, { ...jsonEvent, title: 'Ball' }]);
    const { notes } = inferFormat([list], BERLIN);
    expect(notes).toContainEqual(expect.stringMatching(/^the format does not read 1 of 3 events: /));
  });

  test('a member with the name of a method of JavaScript is a value like any other', () => {
    const answer = { toString: {}, Total: { toString: 1 }, d: [{ ...jsonEvent, toString: 2 }] };
    const { text, notes } = inferFormat([JSON.stringify(answer)], BERLIN);
    expect(JSON.parse(text)).toMatchObject({ list: { Total: { toString: 1 } } });
    expect(notes).toContain('kept as extra fields: toString');
  });

  test.each([
    [['{"d":[]}', '{"d":[ ]}'], '{"d":[ ]}'],
    [['<L />', '<L></L>', ''], '<L />'],
  ])('lists without events that differ are noted: %j', (answers, other) => {
    const list = answers[0] === '<L />' ? `<L>${xmlEvent('A')}</L>` : JSON.stringify({ d: [jsonEvent] });
    const { text, notes } = inferFormat([list, ...answers], BERLIN);
    expect(notes).toContain(
      `lists without events differ, such as ${JSON.stringify(other)}: write the member empty by hand`,
    );
    expect(JSON.parse(text)).not.toHaveProperty('empty');
  });

  test.each<[(string | null)[], string | null]>([
    [['[]', 'null'], 'null'],
    [['[]', null], null],
    [['<L></L>', ''], ''],
    [['<L></L>', 'No events were found.'], 'No events were found.'],
    [['<L></L>', '<None/>'], '<None/>'],
  ])('a note names answers without events that an import would refuse: %j', (answers, answer) => {
    const list = answers[0] === '[]' ? JSON.stringify([jsonEvent]) : `<L>${xmlEvent('A')}</L>`;
    const { problem, notes } = inferFormat([...answers, list], BERLIN);
    expect(problem).toBeUndefined();
    expect(notes).not.toContainEqual(expect.stringContaining('differ'));
    expect(notes).toContain(
      `1 of 3 answers is not a list: if ${JSON.stringify(answer)} means no events, write it as the member empty`,
    );
  });
});

const name = fc.constantFrom('Event', 'Title', 'Start', 'Name', 'Date', 'List', 'Id', 'Count', 'EndDate');
const DATES = ['2026-03-01', '2026-03-13T09:00:00', '01/03/2026'];
type Value = string | readonly Value[] | { readonly [name: string]: Value };
const { value: drawn } = fc.letrec<{ value: Value; object: Record<string, Value>; event: Value }>((tie) => ({
  object: fc.dictionary(name, tie('value'), { maxKeys: 5 }),
  event: fc
    .record({ Title: fc.constantFrom('A', 'B'), Start: fc.constantFrom(...DATES), more: tie('object') })
    .map(({ more, ...fields }) => ({ ...fields, ...more })),
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'large' },
    fc.constantFrom('Choir', 'a<b', '7', '2', '', 'no', ...DATES),
    tie('object'),
    fc.array(tie('event'), { maxLength: 4 }),
  ),
}));

/** Writes texts under some names as attributes. */
function xml(value: Value, tag = 'Root'): string {
  if (typeof value === 'string') return `<${tag}>${value.replaceAll('<', '&lt;')}</${tag}>`;
  if (Array.isArray(value)) return `<${tag}>${value.map((one) => xml(one, 'Event')).join('')}</${tag}>`;
  const isAttribute = ([name, inner]: [string, Value]) =>
    /^(?:Id|Date)$/.test(name) && typeof inner === 'string';
  const members = Object.entries(value);
  const attributes = members
    .filter(isAttribute)
    .map(([name, text]) => ` ${name}="${String(text).replaceAll('<', '&lt;')}"`);
  const inside = members.filter((one) => !isAttribute(one)).map(([name, inner]) => xml(inner, name));
  return `<${tag}${attributes.join('')}>${inside.join('')}</${tag}>`;
}

test.each<[string, (value: Value) => string]>([
  ['XML', (value) => xml(value)],
  ['JSON', (value) => JSON.stringify(value)],
])('for %s of any shape the proposal reads it, or there is a sentence', (_what, textOf) => {
  let proposals = 0;
  const property = fc.property(drawn, (value) => {
    const sample = textOf(value);
    try {
      const { text, problem } = inferFormat([sample], BERLIN);
      if (problem !== undefined) return;
      proposals++;
      for (const { draft, unread } of readBy(text, sample).events) {
        expect(unread).toEqual([]);
        expect(draft.title).toBeTruthy();
        expect(draft.start).toBeDefined();
      }
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      expect(error.message).not.toMatch(/The (?:proposal|answer)/);
    }
  });
  // The seed is fixed, so that each run has the same number of proposals.
  fc.assert(property, { numRuns: 50, seed: 7 });
  expect(proposals).toBeGreaterThan(2);
});

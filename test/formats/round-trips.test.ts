/** A format file of each kind reads the events that it writes. */
import fc from 'fast-check';
import type { EventRow } from '../../src/formats/event';
import { formatReader } from '../../src/formats/read';
import { BERLIN, compileFile, shown } from '../support/drafts';

const DAY = 86_400_000;
const FIRST_DAY = Date.UTC(1971, 0, 1) / DAY;
const LAST_DAY = Date.UTC(2070, 0, 1) / DAY;

const CHARACTERS = [...'aZ7 \t\n"\'<>&{}\\,;', ']]>', '$&'];
const text = fc.oneof(
  fc.string({ unit: fc.constantFrom(...CHARACTERS, 'ü', '😀', '€', '\ufeff'), maxLength: 12 }),
  fc.constantFrom('NULL', '\\N', 'null', 'true', '-1', '2026-03-01', '</e>', '{events}'),
);

/** When clocks go back, two local times are equal. Without an offset the second is read as the first. */
const isFirst = (time: number) => BERLIN.instantOf(time + BERLIN.offsetAt(time)) === time;

const anyTimes = fc.boolean().chain((allDay) =>
  fc
    .tuple(
      fc.integer({ min: FIRST_DAY, max: LAST_DAY }),
      fc.integer({ min: 0, max: DAY - 1 }),
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 0, max: 40 * DAY }),
    )
    .map(([day, since, days, length]) => {
      const start = day * DAY + (allDay ? 0 : since);
      return { allDay, start, end: start + (allDay ? days * DAY : length) };
    }),
);
const times = anyTimes.filter(({ allDay, start, end }) => allDay || (isFirst(start) && isFirst(end)));

const extra = fc.constantFrom(
  {},
  { organizer: 'Ann & Bob' },
  { organizer: { a: [1, null, 'x'] }, 'Dr. Who?': false },
);

const rows: fc.Arbitrary<readonly EventRow[]> = fc
  .array(
    fc.record({
      title: text.filter((one) => one !== ''),
      description: text,
      location: text,
      url: text,
      category: text,
      times,
      extra,
    }),
    { maxLength: 4 },
  )
  .map((some) =>
    some.map(({ times: when, ...fields }, index) => ({
      id: index + 1,
      uid: `uid ${index + 1}`,
      ...fields,
      ...when,
    })),
  );

/** These forms keep a time with milliseconds completely. All-day events keep their dates. */
const START = [
  ['{start}'],
  ['{start@local}'],
  ['{start:iso}'],
  ['{start@local:iso}'],
  ['{start:unix-ms}'],
  ['{start@local:unix-ms-text}'],
  ['{start@local:iso-utc}'],
  ['{start@local:iso-local}'],
  ['{start@local:json-date-zzz}'],
  ['{start:ticks-text}'],
  ['{start:json-date}'],
  ["{start@local:dddd, d MMMM yyyy 'at' h:mm:ss.fff tt zzz}"],
  ['{start:dd.MM.yyyy}', '{start:HH:mm:ss.fff?}'],
  ['on {start:yyyy-MM-dd} (UTC)', '{start:h:mm:ss.fff tt|null}'],
  ['{start:dd/MM/yyyy} {start:HH:mm:ss.fff|empty}'],
];

const END = [
  '{end}',
  '{endInclusive}',
  '{end@local:iso}',
  '{endInclusive@local:json-date}',
  '{end:ticks-text}',
  '{endInclusive@local:iso-local}',
  '{endLastSecond@local}',
  '{endLastMinute:unix-ms}',
  '{endLastMillisecond@local:d.M.yyyy H:m:s.fff}',
  '{endInclusive:yyyy-MM-ddTHH:mm:ss.fff}',
  '{end@local:d.M.yyyy H:m:s.fff zzz}',
  ...['d', 'h', 'min', 's', 'ms', 'iso', 'c'].map((form) => `{duration:${form}}`),
  'for {duration:c} h',
];

const suffix = fc.constantFrom('', '?', '|null', '|empty');

/** Draws a placeholder for every field, each under its own name, in any order. */
const placeholders = fc
  .record({
    id: fc.constantFrom('{id}', '{id:text}', 'no. {id}'),
    start: fc.constantFrom(...START),
    end: fc.constantFrom(...END),
    allDay: fc.constantFrom('{allDay}', '{allDay:01}', '{allDay:text}', '{allDay:ja/nein}', '{allDay:-1/0}'),
    texts: fc.tuple(suffix, suffix, suffix, suffix, suffix),
    organizer: suffix,
  })
  .map(({ id, start, end, allDay, texts, organizer }) => [
    ['id', id],
    ['uid', '{uid}'],
    ...['title', 'description', 'location', 'url', 'category'].map((field, index) => [
      field,
      `{${field}${field === 'title' ? '' : texts[index]}}`,
    ]),
    ...start.map((one, index) => [`start${index}`, one]),
    ['end', end],
    ['allDay', allDay],
    ['organizer', `{extra.organizer${organizer}}`],
  ])
  .chain((all) => fc.shuffledSubarray(all, { minLength: all.length }))
  .map((all) => all.map(([name = '', placeholder = '']) => [name, placeholder] as const));

const json = placeholders.chain((all) => {
  const flat = Object.fromEntries(all);
  const [head, tail] = [all.slice(0, 4), all.slice(4)].map((some) => Object.fromEntries(some));
  return fc.record(
    {
      kind: fc.constant('json'),
      event: fc.constantFrom<object>(flat, { data: { ...flat, constant: '{{x}}' }, n: 1.5 }, { head, tail }),
      list: fc.constantFrom<unknown>(
        '{events}',
        { d: '{events}', n: '{count}' },
        { r: { s: [1, ['{events}']] }, said: '{count} events' },
        { '{id}': '{events}' },
        { d: { '{uid}': '{events}' }, n: '{count}' },
      ),
      single: fc.constantFrom<unknown>({ d: '{event}' }, ['{event}']),
      none: fc.constantFrom<unknown>({}, ''),
    },
    { requiredKeys: ['kind', 'event'] },
  );
});

const xml = fc.tuple(placeholders, fc.infiniteStream(fc.boolean())).chain(([all, flips]) => {
  const parts = all.map(([name, value]) => ({ name, value, isAttribute: flips.next().value }));
  const attributes = parts
    .filter(({ isAttribute }) => isAttribute)
    .map(({ name, value }) => ` ${name}="${value}"`);
  const elements = parts
    .filter(({ isAttribute }) => !isAttribute)
    .map(({ name, value }) => `<${name}_x0020_of>${value}</${name}_x0020_of>`);
  return fc.record(
    {
      kind: fc.constant('xml'),
      event: fc.constant(`<Event${attributes.join('')}>\n${elements.join(' ')}<x y="1"/></Event>`),
      list: fc.constantFrom(
        '<ArrayOfEvent n="1">{events}</ArrayOfEvent>',
        '<?xml version="1.0"?>\n<a n="{count}"><b>{events}</b><c>of {count}</c></a>',
        '<N><xs:schema id="N"><xs:element name="Event" xs:minOccurs="0"/></xs:schema>{events}</N>',
      ),
      single: fc.constant('<one>{event}</one>'),
      none: fc.constant('<nil/>'),
    },
    { requiredKeys: ['kind', 'event'] },
  );
});

const csv = fc.tuple(placeholders, fc.boolean()).chain(([all, header]) =>
  fc.record(
    {
      kind: fc.constant('csv'),
      event: fc.constant(
        Object.fromEntries(
          all.map(([name, value], index) => [header ? `"${name}", ü` : 2 * index + 1, value]),
        ),
      ),
      header: fc.constant(header),
      delimiter: fc.constantFrom(',', ';', '\t', '|'),
    },
    { requiredKeys: header ? ['kind', 'event'] : ['kind', 'event', 'header'] },
  ),
);

/** Returns an event as a reader returns it: without empty texts. Only JSON keeps the types of extra fields. */
function asRead(row: EventRow, kind: string) {
  const time = (milliseconds: number) => {
    const iso = new Date(milliseconds).toISOString();
    return row.allDay ? iso.slice(0, 10) : iso.replace('.000Z', 'Z');
  };
  const { id, uid, title, description, location, url, category, allDay } = row;
  const organizer = row.extra?.organizer;
  const texts = Object.entries({ uid, title, description, location, url, category }).filter(([, one]) => one);
  const carried = kind === 'json' || typeof organizer === 'string' ? organizer : JSON.stringify(organizer);
  return {
    fields: { id, ...Object.fromEntries(texts), allDay, start: time(row.start), end: time(row.end) },
    extra: organizer === undefined ? {} : { organizer: carried },
    unread: [],
  };
}

test.each<[string, fc.Arbitrary<object>]>([
  ['json', json],
  ['xml', xml],
  ['csv', csv],
])('%s, written and read, is the same events', (kind, files) => {
  const property = fc.property(files, rows, (file, events) => {
    const compiled = compileFile(file);
    const reader = formatReader(compiled);
    const back = (answer: string | null) => reader.read(answer ?? 'null').events.map(shown);
    const expected = events.map((row) => asRead(row, kind));
    expect(back(compiled.format.list(events))).toEqual(expected);
    for (const [index, row] of events.entries())
      expect(back(compiled.format.event(row))).toEqual([expected[index]]);
    expect(back(compiled.format.event(undefined))).toEqual([]);
  });
  fc.assert(property, { numRuns: 100 });
});

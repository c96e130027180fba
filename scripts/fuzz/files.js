/** Files for the importer in its four formats: nearly right, oddly written, or damaged. */
const fc = require('fast-check');
const { changed, changes } = require('./message');
const { PROPERTIES, text } = require('./texts');

/**
 * @typedef {object} Hostile
 * @property {string} name its ending tells the format
 * @property {Buffer} bytes
 */

const TIMES = [
  '2031-05-01',
  '2031-05-02T10:00:00Z',
  '2031-05-02T10:00:00.123456+02:00',
  '2031-05-02 10:00',
  '20310502T100000Z',
  '1935360000000',
  '5/3/2031',
  '2.5.2031',
  'May 2 2031',
  '2031-02-30',
  '2031-05-02T24:00',
  '0000-01-01',
  '9999-12-31T23:59:59Z',
  '10000-01-01',
  '-1',
  '/Date(1935360000000)/',
  '2031-10-26T02:30',
];
const time = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('2031-05-01', '2031-05-02T10:00:00Z') },
  { weight: 2, arbitrary: fc.constantFrom(...TIMES) },
  { weight: 1, arbitrary: text },
);
const NAMES = ['id', 'uid', 'title', 'start', 'end', 'description', 'location', 'url', 'category', 'allDay'];

/** A JSON value, deep or odd. @type {fc.Arbitrary<unknown>} */
const odd = fc.oneof(
  text,
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(null, true, -1, 1.5, 1e300, 2_147_483_648, [], {}, [[[]]]),
);

/** @type {fc.Arbitrary<Record<string, unknown>>} */
const row = fc
  .record({
    title: fc.oneof({ weight: 15, arbitrary: fc.constantFrom('a', 'b', 'c') }, { weight: 1, arbitrary: odd }),
    start: fc.oneof({ weight: 20, arbitrary: time }, { weight: 1, arbitrary: odd }),
    end: fc.option(time, { freq: 2, nil: undefined }),
    more: fc.array(
      fc.tuple(
        fc.oneof(
          { weight: 3, arbitrary: fc.constantFrom(...NAMES) },
          { weight: 1, arbitrary: fc.constantFrom(...PROPERTIES, 'Title', 'Subject', '') },
          { weight: 1, arbitrary: text },
        ),
        odd,
      ),
      { maxLength: 1 },
    ),
  })
  .map(({ title, start, end, more }) =>
    Object.fromEntries([
      ['title', title],
      ['start', start],
      ...(end === undefined ? [] : [['end', end]]),
      ...more,
    ]),
  );
const rows = fc.array(row, { minLength: 1, maxLength: 4 });

/**
 * @template Value
 * @param {fc.Arbitrary<Value>} one
 * @returns {fc.Arbitrary<Value | undefined>}
 */
const seldom = (one) =>
  fc.oneof({ weight: 12, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: one });

const rarely = (/** @type {string[]} */ ...texts) =>
  fc.oneof({ weight: 12, arbitrary: fc.constant('') }, { weight: 1, arbitrary: fc.constantFrom(...texts) });

const json = fc
  .record({
    rows,
    indent: fc.constantFrom(0, 2),
    before: rarely('\ufeff', '[', '{"a":', '// a\n'),
    behind: rarely(',', ']', '\0', ' x'),
  })
  .map(({ rows, indent, before, behind }) => before + JSON.stringify(rows, undefined, indent) + behind);

const lines = fc
  .record({ rows, end: fc.constantFrom('\n', '\n', '\r\n', '\r', '\n\n') })
  .map(({ rows, end }) => rows.map((one) => JSON.stringify(one)).join(end) + end);

const csv = fc
  .record({
    rows,
    delimiter: fc.constantFrom(',', ',', ';'),
    end: fc.constantFrom('\n', '\r\n', '\r'),
    quotes: fc.constantFrom('needed', 'all', 'none'),
    header: seldom(fc.array(text, { minLength: 1, maxLength: 3 })),
  })
  .map(({ rows, delimiter, end, quotes, header }) => {
    const names = header ?? [...new Set(rows.flatMap(Object.keys))];
    const cell = (/** @type {unknown} */ value) => {
      const raw = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
      return quotes === 'none' || (quotes === 'needed' && !/[",;\t|\r\n]/.test(raw))
        ? raw
        : `"${raw.replaceAll('"', '""')}"`;
    };
    return [names, ...rows.map((one) => names.map((name) => one[name]))]
      .map((cells) => cells.map(cell).join(delimiter) + end)
      .join('');
  });

const STAMPS = [
  '20310501',
  '20310502T100000',
  '20310502T100000Z',
  '20310230T100000',
  '20310502T250000',
  '2031-05-02',
  'LE',
  '',
  '00000000',
  '99991231T235959Z',
  '20310502T100000/PT1H',
];
const stamp = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom('20310501', '20310502T100000', '20310502T100000Z') },
  { weight: 2, arbitrary: fc.constantFrom(...STAMPS) },
  { weight: 1, arbitrary: text },
);
const within = fc.constantFrom(
  '',
  '',
  '',
  ';VALUE=DATE',
  ';TZID=Own',
  ';TZID=Europe/Berlin',
  ';TZID=W. Europe Standard Time',
  ';TZID=Nope',
  ';VALUE=PERIOD',
  ';TZID="',
  ';X-A="a:b;c"',
  ';VALUE=',
);
const RULES = [
  'FREQ=YEARLY',
  'FREQ=MONTHLY',
  'FREQ=WEEKLY',
  'FREQ=DAILY',
  'FREQ=HOURLY',
  'FREQ=NOPE',
  'INTERVAL=2',
  'INTERVAL=0',
  'INTERVAL=-1',
  'COUNT=3',
  'COUNT=0',
  'COUNT=x',
  'UNTIL=20310601',
  'UNTIL=20310601T000000Z',
  'UNTIL=LE',
  'BYDAY=MO',
  'BYDAY=-1SU',
  'BYDAY=20MO',
  'BYMONTH=2',
  'BYMONTH=13',
  'BYMONTHDAY=30',
  'BYMONTHDAY=-1',
  'BYMONTHDAY=-31',
  'BYYEARDAY=366',
  'BYWEEKNO=53',
  'BYSETPOS=-1',
  'BYHOUR=25',
  'WKST=SU',
  'X=Y',
];
/** But for those that ical.js follows until it is stopped after half a minute: too long for each of many. */
const rule = fc
  .array(fc.constantFrom(...RULES), { minLength: 1, maxLength: 4 })
  .map((parts) =>
    (parts.some((part) => part.startsWith('FREQ=')) ? parts : ['FREQ=DAILY', ...parts]).join(';'),
  )
  .filter((value) => !/YEARLY/.test(value) || !/BYMONTHDAY=-/.test(value));

const property = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(within, stamp).map(([parameters, value]) => `DTSTART${parameters}:${value}`),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(within, stamp).map(([parameters, value]) => `DTEND${parameters}:${value}`),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('EXDATE', 'RDATE', 'RECURRENCE-ID', 'DTSTAMP'), within, stamp)
      .map(([name, parameters, value]) => `${name}${parameters}:${value}`),
  },
  { weight: 8, arbitrary: rule.map((value) => `RRULE:${value}`) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('PT1H', 'P1W', '-PT5M', 'P', 'PT', 'P99999999D', 'LE')
      .map((value) => `DURATION:${value}`),
  },
  {
    weight: 10,
    arbitrary: fc
      .tuple(
        fc.constantFrom(
          'SUMMARY',
          'DESCRIPTION',
          'LOCATION',
          'URL',
          'CATEGORIES',
          'UID',
          'STATUS',
          'GEO',
          'ATTENDEE',
          'X-A',
          '__PROTO__',
          '',
        ),
        text,
      )
      .map(([name, value]) => `${name}:${value}`),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'BEGIN:VALARM',
      'END:VALARM',
      'BEGIN:VEVENT',
      'END:VEVENT',
      'END:VCALENDAR',
      'BEGIN:',
      'BEGIN:VTIMEZONE',
      ' folded',
      ':',
      ';',
      'A',
    ),
  },
  { weight: 1, arbitrary: text },
);

const start = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom('DTSTART:20310502T100000Z', 'DTSTART;VALUE=DATE:20310501') },
  { weight: 1, arbitrary: property },
);

const ZONE = [
  'BEGIN:VTIMEZONE',
  'TZID:Own',
  'BEGIN:STANDARD',
  'DTSTART:20251026T030000',
  'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'END:STANDARD',
  'END:VTIMEZONE',
];

const calendar = fc
  .record({
    events: fc.array(fc.tuple(start, fc.array(property, { maxLength: 4 })), { minLength: 1, maxLength: 3 }),
    zone: fc.boolean(),
    odd: seldom(property),
    end: fc.constantFrom('\r\n', '\r\n', '\n', '\r'),
  })
  .map(({ events, zone, odd, end }) =>
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      ...(odd === undefined ? [] : [odd]),
      ...(zone ? ZONE : []),
      ...events.flatMap(([first, lines], at) => [
        'BEGIN:VEVENT',
        `UID:${at}`,
        'SUMMARY:s',
        first,
        ...lines,
        'END:VEVENT',
      ]),
      'END:VCALENDAR',
      '',
    ].join(end),
  );

/** @type {Readonly<Record<string, fc.Arbitrary<string>>>} */
const FORMATS = { json, jsonl: lines, csv, ics: calendar };

/** @type {readonly ((raw: string) => Buffer)[]} */
const ENCODINGS = [
  (raw) => Buffer.from(raw),
  (raw) => Buffer.from(`\ufeff${raw}`, 'utf16le'),
  (raw) => Buffer.from(`\ufeff${raw}`),
  (raw) => Buffer.from(raw, 'latin1'),
];

/** @type {fc.Arbitrary<Hostile>} */
const files = fc.oneof(
  ...Object.entries(FORMATS).map(([ending, content]) =>
    fc
      .record({
        content,
        damage: fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: changes }),
        encoding: fc.constantFrom(...ENCODINGS.keys(), 0, 0, 0, 0),
      })
      .map(({ content, damage, encoding }) => {
        const bytes = (ENCODINGS[encoding] ?? Buffer.from)(content);
        return { name: `a.${ending}`, bytes: damage === undefined ? bytes : changed(bytes, damage) };
      }),
  ),
);

module.exports = { files };

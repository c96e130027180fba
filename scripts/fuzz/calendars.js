/** Calendars (RFC 5545): nearly right, or oddly written. */
const fc = require('fast-check');
const { seldom, text } = require('./texts');

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

module.exports = { calendar };

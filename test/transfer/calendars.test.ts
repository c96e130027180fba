/** Calendars (RFC 5545) are read as programs write them: texts, zones and days. */
import { imported, type Options, startsOf, vcalendar, vevent, zonedImport } from './support';

test('folded and escaped text is read whole, and all lines of categories', async () => {
  const semicolons = `LOCATION:${'\\;'.repeat(1_001)}`;
  const text = ['DESCRIPTION:a\\, b\\; c\\\\d\\ne', ' f ', 'CATEGORIES:x,y', semicolons, 'CATEGORIES:z'];
  const lines = ['DTSTART;VALUE=DATE:20260301', ...text, 'X-NOTE:a\\, b\\nc\\Nd', 'GEO:37.38;-122.08'];
  const { events } = await imported('a.ics', vcalendar(vevent(...lines)), {});
  expect(events).toMatchObject([
    { uid: 'u', description: 'a, b; c\\d\nef ', category: 'x,y,z', location: ';'.repeat(1_001) },
  ]);
  expect(events[0]?.extra).toEqual({ 'X-NOTE': 'a, b\nc\nd', GEO: '37.38;-122.08' });
});

test.each([1, 2, 3, 1000])('a line may be folded within a character, in pieces of %d bytes', async (size) => {
  const text = `\uFEFF${vcalendar(vevent('DTSTART:20260301T090000Z', 'DESCRIPTION:Größe 😀a', 'LOCATION:ä'))}`;
  const bytes = Buffer.from(text).toString('latin1');
  const folded = bytes.replace('\xc3\xb6', '\xc3\r\n \xb6').replace('\x9f\x98\x80', '\x9f\n\t\x98\x80');
  const { events } = await imported('a.ics', Buffer.from(folded, 'latin1'), { pieces: size });
  expect(events).toMatchObject([{ description: 'Größe 😀a', location: 'ä' }]);
});

test('a calendar may be in another encoding', async () => {
  const text = vcalendar(vevent('DTSTART:20260301T090000Z', 'LOCATION:Caf\xe9'));
  const { events } = await imported('a.ics', Buffer.from(text, 'latin1'), { encoding: 'windows-1252' });
  expect(events).toMatchObject([{ location: 'Café' }]);
  const utf16 = await imported('a.ics', Buffer.from(`\uFEFF${text}`, 'utf16le'), {});
  expect(utf16.events).toMatchObject([{ location: 'Café' }]);
});

test('a second text stays as an extra field, and what is not an event is noted', async () => {
  const texts = ['DESCRIPTION:a', 'LOCATION;LANGUAGE=de:Saal', 'DESCRIPTION:b', 'LOCATION;LANGUAGE=en:Hall'];
  const event = vevent('DTSTART;VALUE=DATE:20260301', ...texts, 'DESCRIPTION:c');
  const { events, said } = await imported('a.ics', vcalendar('BEGIN:VTODO\r\nEND:VTODO\r\n', event), {});
  expect(events).toMatchObject([
    { description: 'a', location: 'Saal', extra: { DESCRIPTION: ['b', 'c'], LOCATION: 'Hall' } },
  ]);
  expect(said).toContain('only events were read, not VTODO');
});

test('an unsafe address becomes an extra field, with one note', async () => {
  const lines = ['URL:message://%3Ca@x%3E', 'DTSTART:20260301T090000Z'];
  const text = vcalendar(vevent('UID:v', ...lines), vevent(...lines, 'RRULE:FREQ=DAILY;COUNT=2'));
  const { events, said } = await imported('a.ics', text, {});
  expect(events.map(({ url, extra }) => [url, extra])).toEqual(
    Array(3).fill(['', { URL: 'message://%3Ca@x%3E' }]),
  );
  expect(said[0]).toBe('addresses other than http, https or mailto (3) are kept as extra fields');
});

test('no address is lost beside an unsafe one, and no DURATION beside a DTEND', async () => {
  const urls = ['URL:message://a', 'URL:https://b.example/'];
  const times = ['DTSTART:20260301T090000Z', 'DTEND:20260301T100000Z', 'DURATION:PT2H'];
  const { events } = await imported('a.ics', vcalendar(vevent(...urls, ...times)), {});
  expect(events.map(({ extra }) => extra)).toEqual([
    { URL: ['message://a', 'https://b.example/'], DURATION: 'PT2H' },
  ]);
});

describe('days', () => {
  const times = async (...lines: string[]) =>
    (await imported('a.ics', vcalendar(vevent(...lines)), {})).times.map(([, ...bounds]) => bounds);

  const DAYS = ['dtstart:20260301', 'DTSTART;X-A="b:c;d":20260301', 'DTSTART;TZID=Europe/Berlin:20260301'];
  test.each(DAYS)('%s is one, without VALUE=DATE', async (start) => {
    expect(await times(start, 'DTEND:20260303 ')).toEqual([['2026-03-01', '2026-03-03']]);
  });

  test('EXDATE and RDATE of days are read, and a time among them is refused', async () => {
    const exdate = ['RRULE:FREQ=DAILY;COUNT=4', 'EXDATE:20260302,', ' 20260303', 'RDATE:20260310'];
    expect((await times('DTSTART:20260301', ...exdate)).map(([start]) => start)).toEqual([
      '2026-03-01',
      '2026-03-04',
      '2026-03-10',
    ]);
    await expect(times('DTSTART:20260301T090000', ...exdate)).rejects.toThrow(
      'a.ics, line 2: EXDATE must be as RFC 5545 describes it, not "20260302,20260303"',
    );
  });

  const ENDS = ['DTEND;VALUE=DATE:20260301', 'DURATION:P0D', 'DURATION:PT24H'];
  test.each(ENDS)('a day with %s is one day', async (end) => {
    expect(await times('DTSTART;VALUE=DATE:20260301', end)).toEqual([['2026-03-01', '2026-03-02']]);
  });

  test('an end may show the time of day of its start, in another zone', async () => {
    expect(
      await times('DTSTART;TZID=Europe/Berlin:20260301T090000', 'DTEND;TZID=Europe/London:20260301T090000'),
    ).toEqual([['2026-03-01T08:00', '2026-03-01T09:00']]);
  });

  test('a leap second is read as the second before it', async () => {
    const start = 'DTSTART;TZID=Europe/Berlin:20170101T005960';
    expect(await times(start, 'DTEND:20161231T235960Z')).toEqual([['2016-12-31T23:59', '2016-12-31T23:59']]);
  });

  test('a date has no zone', async () => {
    expect(await times('DTSTART;VALUE=DATE;TZID=Nowhere:20260301')).toEqual([['2026-03-01', '2026-03-02']]);
  });

  const RECURRING = 'TRUE\r\nRECURRENCE-ID:20260709T090000Z';
  test.each([
    ['20260710T000000', '20260712T000000', 'TRUE', ['2026-07-10', '2026-07-12']],
    ['20260710T000000', '20260712T000000', 'FALSE', ['2026-07-09T22:00', '2026-07-11T22:00']],
    ['20260710T000000', '20260711T000000', RECURRING, ['2026-07-09T22:00', '2026-07-10T22:00']],
    ['20260710T000000', '20260710T120000', 'TRUE', ['2026-07-09T22:00', '2026-07-10T10:00']],
    ['20260710T120000', '20260711T000000', 'TRUE', ['2026-07-10T10:00', '2026-07-10T22:00']],
  ])('from %s to %s, of which Exchange says that it lasts all day: %s', async (from, to, flag, bounds) => {
    const lines = [`DTSTART;TZID=Europe/Berlin:${from}`, `DTEND;TZID=Europe/Berlin:${to}`];
    expect(await times(...lines, `X-MICROSOFT-CDO-ALLDAYEVENT:${flag}`)).toEqual([bounds]);
  });
});

const WINTER = ['DTSTART:20001029T030000', 'TZOFFSETFROM:+0300', 'TZOFFSETTO:+0200'];
const SUMMER = ['DTSTART:20000326T020000', 'TZOFFSETFROM:+0200', 'TZOFFSETTO:+0300'];
const OURS = [
  ...['BEGIN:VTIMEZONE', 'TZID:Ours'],
  ...['BEGIN:STANDARD', ...WINTER, 'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU', 'END:STANDARD'],
  ...['BEGIN:DAYLIGHT', ...SUMMER, 'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU', 'END:DAYLIGHT'],
  'END:VTIMEZONE',
];

test.each([
  ['TZOFFSETFROM', 'soon'],
  ['TZOFFSETFROM', '0100'],
  ['TZOFFSETTO', 'soon'],
  ['TZOFFSETTO', '+2500'],
  ['TZOFFSETTO', '+0A00'],
  ['TZOFFSETTO;VALUE=TEXT', '+0100'],
])('a zone with the %s %s is refused', async (name, value) => {
  const [property = ''] = name.split(';');
  const zone = OURS.map((line) => (line.startsWith(property) ? `${name}:${value}` : line));
  await expect(
    imported('a.ics', vcalendar(zone, vevent('DTSTART;TZID=Ours:20260115T100000')), {}),
  ).rejects.toThrow(`${property} must be as RFC 5545 describes it, not "${value}"`);
});

test.each(['DTSTART', 'TZOFFSETFROM', 'TZOFFSETTO'])('a zone without %s is refused', async (name) => {
  const zone = OURS.filter((line) => !line.startsWith(name));
  const calendar = vcalendar(zone, vevent('DTSTART;TZID=Ours:20260115T100000'));
  await expect(imported('a.ics', calendar, {})).rejects.toThrow(
    `a.ics, line 2: must be a correct VTIMEZONE: ${name} is missing (RFC 5545 3.6.5)`,
  );
});

const TIMED = vevent('UID:a', 'DTSTART:20260701T090000');
const UTC_AND_DAY = [
  ...vevent('UID:b', 'DTSTART:20260701T090000Z'),
  ...vevent('UID:c', 'DTSTART;VALUE=DATE:20260701'),
];
const IN_BERLIN = { timeZone: 'Europe/Berlin' };

/** Each row has the lines of a calendar, the expected starts, the options, and the notes about zones. */
const ZONES: Readonly<
  Record<string, readonly [readonly string[], readonly string[], Options?, (readonly string[])?]>
> = {
  'a time without a zone is in the zone of the import': [
    TIMED,
    ['2026-07-01T07:00'],
    IN_BERLIN,
    ['times without a zone were read in Europe/Berlin (--zone names another zone)'],
  ],
  'the last names of a TZID say its zone: Europe/Berlin': [
    vevent('DTSTART;TZID=/mozilla.org/20050126_1/Europe/Berlin:20260701T090000'),
    ['2026-07-01T07:00'],
  ],
  'the last names of a TZID say its zone: America/Argentina/Buenos_Aires': [
    vevent('DTSTART;TZID=/x/Tzfile/America/Argentina/Buenos_Aires:20260701T090000'),
    ['2026-07-01T12:00'],
  ],
  'a VTIMEZONE without offsets describes no zone, so its name counts': [
    [
      ...['BEGIN:VTIMEZONE', 'TZID:Europe/Berlin', 'X-LIC-LOCATION:Europe/Berlin', 'END:VTIMEZONE'],
      ...vevent('DTSTART;TZID=Europe/Berlin:20260701T090000'),
    ],
    ['2026-07-01T07:00'],
  ],
  'a VTIMEZONE of the file is followed, and before its first change its offset till then': [
    [
      ...OURS,
      ...vevent('UID:t', 'DTSTART;TZID=Ours:20000115T100000'),
      ...vevent('DTSTART;TZID=Ours:20260115T100000'),
      ...vevent('UID:v', 'DTSTART;TZID=Ours:20260715T100000'),
    ],
    ['2000-01-15T08:00', '2026-01-15T08:00', '2026-07-15T07:00'],
  ],
  'from the moment of a change on with its new offset': [
    [...OURS, ...vevent('DTSTART;TZID=Ours:20260329T030000')],
    ['2026-03-29T00:00'],
  ],
  'wherever it stands': [
    [
      ...vevent('DTSTART;TZID=Ours:20260715T100000'),
      ...vevent('UID:v', 'DTSTART:20260716T070000Z', 'DTEND;TZID=Ours:20260716T120000'),
      ...OURS,
    ],
    ['2026-07-15T07:00', '2026-07-16T07:00'],
  ],
  'a time in a zone that nobody knows is read in --zone, and is no time without a zone': [
    ['X-WR-TIMEZONE:UTC', ...vevent('DTSTART;TZID="tzone://Microsoft/Custom":20260301T090000')],
    ['2026-03-01T08:00'],
    zonedImport('Europe/Berlin'),
    ['times in the zone "tzone://Microsoft/Custom", which is not known, are read in Europe/Berlin'],
  ],
  'X-WR-TIMEZONE names the zone of times without one': [
    ['x-wr-timezone;value=text: America/New_York ', ...TIMED, ...UTC_AND_DAY],
    ['2026-07-01T13:00', '2026-07-01T09:00', '2026-07-01'],
    IN_BERLIN,
    [
      'times without a zone are read in "America/New_York", as X-WR-TIMEZONE says (--zone names another zone)',
    ],
  ],
  'by a VTIMEZONE too': [
    ['X-WR-TIMEZONE:Ours', ...OURS, ...TIMED],
    ['2026-07-01T06:00'],
    { timeZone: 'UTC' },
    ['times without a zone are read in "Ours", as X-WR-TIMEZONE says (--zone names another zone)'],
  ],
  '--zone decides, and a difference is said': [
    ['X-WR-TIMEZONE:America/New_York', ...TIMED],
    ['2026-07-01T07:00'],
    zonedImport('Europe/Berlin'),
    ['times without a zone are read in Europe/Berlin, though X-WR-TIMEZONE says "America/New_York"'],
  ],
  'a zone of X-WR-TIMEZONE that nobody knows is said': [
    ['X-WR-TIMEZONE:Here', ...TIMED],
    ['2026-07-01T07:00'],
    IN_BERLIN,
    ['X-WR-TIMEZONE says "Here", which is not a known zone: --zone names the zone of times without a zone'],
  ],
  'nothing is said where the zone is the same': [
    ['X-WR-TIMEZONE:Europe/Vienna', ...TIMED],
    ['2026-07-01T07:00'],
    IN_BERLIN,
  ],
  'nor where --zone names it': [TIMED, ['2026-07-01T07:00'], zonedImport('Europe/Berlin')],
  'nor where each time has its own': [
    ['X-WR-TIMEZONE:America/New_York', ...UTC_AND_DAY],
    ['2026-07-01T09:00', '2026-07-01'],
    IN_BERLIN,
  ],
};

test.each(Object.entries(ZONES))('%s', async (_, [lines, starts, options = {}, said = []]) => {
  const found = await imported('a.ics', vcalendar(lines), options);
  expect(found.times.map(([, start]) => start)).toEqual(starts);
  expect(found.said).toEqual(said);
});

test('each calendar of a file has its own X-WR-TIMEZONE', async () => {
  const one = vcalendar(['X-WR-TIMEZONE:America/New_York', ...TIMED]);
  const other = vcalendar(TIMED).replace('UID:a', 'UID:b');
  const starts = ['2026-07-01T13:00', '2026-07-01T07:00'];
  expect(await startsOf(one + other, IN_BERLIN)).toEqual(starts);
  const small = (one + other).replace(/^(?:BEGIN|END):.*$/gm, (line) => line.toLowerCase());
  expect(await startsOf(small, IN_BERLIN)).toEqual(starts);
});

const NO_FORM = 'must be as RFC 5545 describes it, not';
const NO_ZONE = 'TZID must be a VTIMEZONE of the file or a zone that is known, not';
test.each([
  [
    'DTSTART;TZID=/a/b/c/Here:20260701T090000',
    `${NO_ZONE} "/a/b/c/Here"; --zone names the zone that is meant`,
  ],
  ['DTSTART;TZID=Here/Europe/Berlin:20260701T090000', `${NO_ZONE} "Here/Europe/Berlin"`],
  ['RECURRENCE-ID;TZID=/a/b/c/Here:20260102T090000', `${NO_ZONE} "/a/b/c/Here"`],
  ['RECURRENCE-ID:20260102T000000Z\r\nDTEND;TZID=/a/b/c/Here:20260102T090000', `${NO_ZONE} "/a/b/c/Here"`],
  ...[
    ['DURATION', '1 hour', 'PT1.5H', 'P1M', 'PT1H30', 'PT1H2H', 'PT', 'P0x1D'],
    ['DURATION;VALUE=TEXT', 'PT1H'],
    ['DTSTART', '20260230T090000Z'],
    ['DTEND', '20260301T090000+0100'],
    ['DTEND;VALUE=DATE', '2026-03-01', '20261301'],
    ['dtend', '20260301T250000Z'],
    ['RDATE', 'soon'],
    ['RDATE;VALUE=PERIOD', '20260301T090000Z/PT1.5H', '20260301T090000Z/PT1H,20260431T090000Z/PT1H'],
    ['EXDATE', '20260301T256000Z'],
    ['EXDATE;TZID="a:b"', 'soon'],
    ['LOCATION;ENCODING=Quoted-Printable', 'M=C3=BCller'],
  ].flatMap(([property = '', ...values]) => {
    const name = property.replace(/;.*/, '').toUpperCase();
    return values.map((value) => [`${property}:${value}`, `${name} ${NO_FORM} "${value}"`]);
  }),
  [
    'DTSTART;VALUE=DATE:20260302\r\nDURATION:PT1H',
    'DURATION must be whole days because DTSTART is a date, not "PT1H"',
  ],
  ['DURATION:-PT1H', 'end must not be before start, not'],
  ['DURATION:P2922000D', 'end must be in the years 1 to 9999'],
  ['DURATION:P9999999999W', 'DURATION must be at most 10,000 years long, not "P9999999999W"'],
  ['DURATION:PT99999999H', 'DURATION must be at most 10,000 years long, not "PT99999999H"'],
  ['DTSTART:20260101T000000Z\r\nDTSTART:20260102T000000Z', 'DTSTART must not occur twice'],
  ['DTEND:20260101T010000Z\r\nDTEND:20260101T020000Z', 'DTEND must not occur twice'],
  ['DURATION:PT1H\r\nDURATION:PT2H', 'DURATION must not occur twice'],
  ['RECURRENCE-ID:20260101T000000Z\r\nRECURRENCE-ID:20260102T000000Z', 'RECURRENCE-ID must not occur twice'],
  ['UID:v\r\nUID:w', 'UID must not occur twice'],
  ['DTEND;VALUE=DATE:20260302', 'end must be a time because start is a time, not "2026-03-02"'],
  [`${'A'.repeat(5_000)}B`, `${'A'.repeat(37)}... ${NO_FORM} "${'A'.repeat(76)}...`],
  [`X-A${';P=a'.repeat(1001)}:x`, 'X-A must have at most 1000 parameters'],
  ['BEGIN:VALARM', `BEGIN ${NO_FORM} "VEVENT"`],
  ...['', '\r\n', 'begin:valarm\r\nend:valarm\r\n'].map((before) => [
    `${before}STATUS`,
    `STATUS ${NO_FORM} "STATUS"`,
  ]),
  [
    'X-EVENTS-QUERY-END:2026-01-02',
    'X-EVENTS-QUERY-END must be a time with Z or an offset, not "2026-01-02"',
  ],
  ['X-EVENTS-QUERY-ID:abc', 'X-EVENTS-QUERY-ID must be a whole number from 1 to 2147483647, not "abc"'],
])('%s is refused, and --skip-bad leaves out no other event', async (line, reason) => {
  const start = line.startsWith('DTSTART') ? [] : ['DTSTART:20260101T000000Z'];
  const calendar = vcalendar(
    vevent(...start, line),
    vevent('UID:good', 'DTSTART:20260704T090000Z', 'CREATED;ENCODING=QUOTED-PRINTABLE:soon'),
  );
  await expect(startsOf(calendar)).rejects.toThrow(`a.ics, line 2: ${reason}`);
  expect(await startsOf(calendar, { skipBad: true })).toEqual(['2026-07-04T09:00']);
});

test.each([
  ['BEGIN:VCALENDAR\nBEGIN:VEVENT\n', 'a.ics ends within the VEVENT that begins in line 2.'],
  ['BEGIN:VCALENDAR\n', 'a.ics ends without END:VCALENDAR.'],
  [
    'BEGIN:VCALENDAR \r\nversion:1.0\r\nEND:VCALENDAR\r\n',
    'a.ics is vCalendar 1.0, which is older than iCalendar',
  ],
  [vcalendar(vevent()), 'a.ics, line 2: start is missing: it must be a date or a time'],
  ['X-NOTHING:1\n', 'a.ics has no line BEGIN:VCALENDAR.'],
  ['BEGIN:VCALENDAR\rBEGIN:VEVENT\rEND:VEVENT\rEND:VCALENDAR\r', 'a.ics has no line BEGIN:VCALENDAR.'],
])('%j is refused', async (text, message) => {
  await expect(startsOf(text)).rejects.toThrow(message);
});

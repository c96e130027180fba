/** Recurring events of calendars (RFC 5545 3.8.5) have the right occurrences, or are refused. */
import ICAL from 'ical.js';
import { imported, type Options, startsOf, vcalendar, vevent, zonedImport } from './support';

const DATE = (day: string) => `DTSTART;VALUE=DATE:${day}`;
const BERLIN = (name: string, time: string) => `${name};TZID=Europe/Berlin:${time}`;

/** Each row has the day of the start, the rule, and the days of the occurrences. */
test.each<[string, string, readonly string[]]>([
  ['20240229', 'YEARLY;COUNT=3', ['2024-02-29', '2028-02-29', '2032-02-29']],
  ['20240229', 'YEARLY;INTERVAL=3;COUNT=2', ['2024-02-29', '2036-02-29']],
  ['20240229', 'YEARLY;UNTIL=20290101', ['2024-02-29', '2028-02-29']],
  ['20240229', 'YEARLY;BYMONTH=2,3;COUNT=4', ['2024-02-29', '2024-03-29', '2025-03-29', '2026-03-29']],
  ['20240131', 'YEARLY;BYMONTH=1,4,5;COUNT=3', ['2024-01-31', '2024-05-31', '2025-01-31']],
  ['20260131', 'MONTHLY;COUNT=3', ['2026-01-31', '2026-03-31', '2026-05-31']],
  ['20260131', 'MONTHLY;BYMONTHDAY=-1;COUNT=3', ['2026-01-31', '2026-02-28', '2026-03-31']],
  ['20240131', 'DAILY;BYMONTH=1,2,4;BYMONTHDAY=-1;COUNT=3', ['2024-01-31', '2024-02-29', '2024-04-30']],
  ['20260130', 'MONTHLY;BYDAY=-1FR;COUNT=3', ['2026-01-30', '2026-02-27', '2026-03-27']],
  ['20260213', 'MONTHLY;BYDAY=FR;BYMONTHDAY=13;COUNT=3', ['2026-02-13', '2026-03-13', '2026-11-13']],
  ['20260130', 'MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=2', ['2026-01-30', '2026-02-27']],
  ['20260105', 'MONTHLY;BYDAY=MO,WE;BYSETPOS=1,-1;COUNT=3', ['2026-01-05', '2026-01-28', '2026-02-02']],
  ['20260511', 'YEARLY;BYWEEKNO=20;BYDAY=MO;COUNT=3', ['2026-05-11', '2027-05-17', '2028-05-15']],
  ['20201228', 'YEARLY;BYWEEKNO=53;BYDAY=MO;COUNT=3', ['2020-12-28', '2026-12-28', '2032-12-27']],
  ['19970519', 'YEARLY;BYDAY=20MO;COUNT=3', ['1997-05-19', '1998-05-18', '1999-05-17']],
  ['20260101', 'YEARLY;BYYEARDAY=1,100,-1;COUNT=3', ['2026-01-01', '2026-04-10', '2026-12-31']],
  ['20260105', 'WEEKLY;INTERVAL=2;BYDAY=MO;UNTIL=20260202', ['2026-01-05', '2026-01-19', '2026-02-02']],
  ['19970805', 'WEEKLY;INTERVAL=2;COUNT=3;BYDAY=TU,SU;WKST=MO', ['1997-08-05', '1997-08-10', '1997-08-19']],
  ['19970805', 'WEEKLY;INTERVAL=2;COUNT=3;BYDAY=TU,SU;WKST=SU', ['1997-08-05', '1997-08-17', '1997-08-19']],
  ['20240131', 'DAILY;INTERVAL=2;BYDAY=WE;COUNT=3', ['2024-01-31', '2024-02-14', '2024-02-28']],
  ['20240131', 'DAILY;INTERVAL=999999999', ['2024-01-31']],
  ['20240131', 'WEEKLY;INTERVAL=99999999;BYDAY=WE,FR', ['2024-01-31', '2024-02-02']],
  ['20250101', 'YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=3', ['2025-01-01']],
  ['20260101', 'SECONDLY;BYMONTH=2;BYMONTHDAY=30', ['2026-01-01']],
])('%s by %s', async (start, rule, days) => {
  expect(await startsOf(vcalendar(vevent(DATE(start), `RRULE:FREQ=${rule}`)))).toEqual(days);
});

const HOUR = [BERLIN('DTSTART', '20260302T090000'), BERLIN('DTEND', '20260302T100000')];
const WEEKLY = vevent(...HOUR, 'RRULE:FREQ=WEEKLY;COUNT=5');
const UNTIL_20_MARCH = { until: { localTime: Date.UTC(2026, 2, 21), isChosen: true } };
const daily = (start: string, rule: string, ...more: string[]) =>
  vevent(start, `RRULE:FREQ=DAILY;${rule}`, ...more);
const timed = (rule: string, ...more: string[]) => daily(BERLIN('DTSTART', '20260302T090000'), rule, ...more);
const midnights = (rule: string, ...more: string[]) =>
  daily(BERLIN('DTSTART', '20260302T000000'), rule, ...more);
const days = (rule: string, ...more: string[]) => daily(DATE('20260302'), rule, ...more);
const [MARCH_2, MARCH_3, MARCH_4] = ['2026-03-02T08:00', '2026-03-03T08:00', '2026-03-04T08:00'];

const SERIES: Readonly<
  Record<string, readonly [readonly (readonly string[])[], readonly (string | undefined)[], Options?]>
> = {
  'UNTIL in UTC includes that instant': [[timed('UNTIL=20260304T080000Z')], [MARCH_2, MARCH_3, MARCH_4]],
  'UNTIL in UTC excludes what is later': [[timed('UNTIL=20260304T075959Z')], [MARCH_2, MARCH_3]],
  'UNTIL without a zone is a local time': [[timed('UNTIL=20260304T083000')], [MARCH_2, MARCH_3]],
  'UNTIL as a date includes that day': [[timed('UNTIL=20260304')], [MARCH_2, MARCH_3, MARCH_4]],
  'and not the midnight after it': [[midnights('UNTIL=20260302')], ['2026-03-01T23:00']],
  'UNTIL before the start leaves the start': [[timed('UNTIL=20260101')], [MARCH_2]],
  'UNTIL in UTC of days is a midnight of the zone': [
    [days('UNTIL=20260302T230000Z')],
    ['2026-03-02', '2026-03-03'],
    zonedImport('Europe/Berlin'),
  ],
  'UNTIL in UTC of days, which is no midnight of the zone, means its date': [
    [days('UNTIL=20260303T000000Z')],
    ['2026-03-02', '2026-03-03'],
    zonedImport('America/New_York'),
  ],
  'the last second of a day is of that day': [
    [days('UNTIL=20260303T235959Z')],
    ['2026-03-02', '2026-03-03'],
    zonedImport('Europe/Berlin'),
  ],
  'UNTIL may be an impossible day of the last year': [[timed('INTERVAL=3000000;UNTIL=99999999')], [MARCH_2]],
  'COUNT counts what EXDATE takes away': [
    [timed('COUNT=3', BERLIN('EXDATE', '20260303T090000'))],
    [MARCH_2, MARCH_4],
  ],
  'EXDATE may be in UTC': [[timed('COUNT=3', 'EXDATE:20260303T080000Z')], [MARCH_2, MARCH_4]],
  'EXDATE takes away a local time that is skipped': [
    [daily(BERLIN('DTSTART', '20260328T023000'), 'COUNT=3', BERLIN('EXDATE', '20260329T023000'))],
    ['2026-03-28T01:30', '2026-03-30T00:30'],
  ],
  'also in UTC': [
    [daily(BERLIN('DTSTART', '20260328T023000'), 'COUNT=3', 'EXDATE:20260329T013000Z')],
    ['2026-03-28T01:30', '2026-03-30T00:30'],
  ],
  'EXDATE may be a day': [[timed('COUNT=3', 'EXDATE;VALUE=DATE:20260303')], [MARCH_2, MARCH_4]],
  'many EXDATEs may be days': [
    [timed('COUNT=5', 'EXDATE;VALUE=DATE:20260303,20260305', 'EXDATE;VALUE=DATE:20260306')],
    [MARCH_2, MARCH_4],
  ],
  'from its midnight on': [[midnights('COUNT=2', 'EXDATE;VALUE=DATE:20260302')], ['2026-03-02T23:00']],
  'RDATE adds times and periods, in their order': [
    [
      timed(
        'INTERVAL=2;COUNT=2',
        BERLIN('RDATE', '20260303T090000'),
        'RDATE;VALUE=PERIOD:20260304T080000Z/PT1H,20260306T080000Z/PT1H',
      ),
    ],
    [MARCH_2, MARCH_3, MARCH_4, '2026-03-06T08:00'],
  ],
  'times that are added to days, or taken away, mean their days': [
    [days('COUNT=3', 'EXDATE:20260302T230000Z', 'RDATE;VALUE=PERIOD:20260310T090000Z/PT3H')],
    ['2026-03-02', '2026-03-04', '2026-03-10'],
    zonedImport('Europe/Berlin'),
  ],
  'an event keeps its local time when clocks change': [
    [vevent(BERLIN('DTSTART', '20260322T100000'), 'RRULE:FREQ=WEEKLY;COUNT=2')],
    ['2026-03-22T09:00', '2026-03-29T08:00'],
  ],
  'of two local times that are one instant there is one event': [
    [vevent(BERLIN('DTSTART', '20260329T003000'), 'RRULE:FREQ=HOURLY;COUNT=4')],
    ['2026-03-28T23:30', '2026-03-29T00:30', '2026-03-29T01:30'],
  ],
  'RECURRENCE-ID replaces an occurrence, cancels it, or changes it and all that follow': [
    [
      vevent('RECURRENCE-ID:20260303T080000Z', 'DTSTART:20260303T150000Z'),
      timed('COUNT=6'),
      vevent('RECURRENCE-ID:20260304T080000Z', 'DTSTART:20260304T080000Z', 'STATUS:CANCELLED'),
      vevent('RECURRENCE-ID;RANGE=THISANDFUTURE:20260306T080000Z', 'DTSTART:20260306T093000Z'),
    ],
    [MARCH_2, '2026-03-03T15:00', '2026-03-05T08:00', '2026-03-06T09:30', '2026-03-07T09:30'],
  ],
  'times become days with all that follow, and days become times': [
    [
      timed('COUNT=3'),
      vevent('RECURRENCE-ID;RANGE=THISANDFUTURE:20260303T080000Z', DATE('20260304'), 'DURATION:P1D'),
      vevent('UID:days', DATE('20260310'), 'RRULE:FREQ=DAILY;COUNT=3'),
      vevent(
        'UID:days',
        'RECURRENCE-ID;RANGE=THISANDFUTURE;VALUE=DATE:20260311',
        BERLIN('DTSTART', '20260311T093000'),
      ),
    ],
    [MARCH_2, '2026-03-04', '2026-03-05', '2026-03-10', '2026-03-11T08:30', '2026-03-12T08:30'],
  ],
  'an occurrence that is cancelled with all that follow leaves none of them, even without a DTSTART': [
    [timed('COUNT=6'), vevent('RECURRENCE-ID;RANGE=THISANDFUTURE:20260304T080000Z', 'STATUS:CANCELLED')],
    [MARCH_2, MARCH_3],
  ],
  'a date replaces the occurrence of that day': [
    [WEEKLY, vevent('RECURRENCE-ID;VALUE=DATE:20260309', BERLIN('DTSTART', '20260310T103000'))],
    [MARCH_2, '2026-03-10T09:30', '2026-03-16T08:00'],
    UNTIL_20_MARCH,
  ],
  'a midnight replaces the day that it begins': [
    [days('COUNT=3'), vevent('RECURRENCE-ID:20260303T000000', DATE('20260310'))],
    ['2026-03-02', '2026-03-10', '2026-03-04'],
    zonedImport('Europe/Berlin'),
  ],
  'an occurrence that is moved behind --until is left out': [
    [
      WEEKLY,
      vevent(BERLIN('RECURRENCE-ID', '20260309T090000'), BERLIN('DTSTART', '20260321T000000')),
      vevent(BERLIN('RECURRENCE-ID', '20260330T090000'), BERLIN('DTSTART', '20260321T000000')),
    ],
    [MARCH_2, '2026-03-16T08:00'],
    UNTIL_20_MARCH,
  ],
  'an occurrence at the midnight after --until is left out': [
    [vevent(BERLIN('DTSTART', '20260319T000000'), 'RRULE:FREQ=DAILY')],
    ['2026-03-18T23:00', '2026-03-19T23:00'],
    UNTIL_20_MARCH,
  ],
  'an occurrence that is moved before --until is taken': [
    [WEEKLY, vevent(BERLIN('RECURRENCE-ID', '20260330T090000'), BERLIN('DTSTART', '20260310T090000'))],
    [MARCH_2, '2026-03-09T08:00', '2026-03-16T08:00', '2026-03-10T08:00'],
    UNTIL_20_MARCH,
  ],
  'a replacement of what the file does not have is an event': [
    [vevent('RECURRENCE-ID:20260303T080000Z', 'DTSTART:20260304T080000Z')],
    [MARCH_4],
  ],
  'a cancelled replacement of what the file does not have is left out': [
    [
      vevent('RECURRENCE-ID:20260303T080000Z', 'DTSTART:20260304T080000Z', 'STATUS:CANCELLED'),
      vevent('UID:other', 'DTSTART:20260302T080000Z'),
    ],
    [MARCH_2],
  ],
  'a rule may be in small letters': [
    [vevent('dtstart:20260302T080000Z', 'rrule:freq=daily;count=2', 'COMMENT:EXRULE:')],
    [MARCH_2, MARCH_3],
  ],
};

test.each(Object.entries(SERIES))('%s', async (_, [events, starts, options = {}]) => {
  expect(await startsOf(vcalendar(...events), options)).toEqual(starts);
});

test('a rule without an end goes to the end of the fifth year from now', async () => {
  // Another rule, which has an end, may come before this rule.
  const rules = ['RRULE:FREQ=DAILY;COUNT=2', 'RRULE:FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=31'];
  const { times, said } = await imported('a.ics', vcalendar(vevent(DATE('20260101'), ...rules)), {});
  expect(times.at(-1)).toEqual(['s', '2031-12-31', '2032-01-01']);
  expect(said).toEqual([
    'recurring events without an end (1) were imported up to 2031-12-31; --until names another date',
  ]);
});

test('the occurrences are searched once, however many days EXDATE has', async () => {
  const search = jest.spyOn(Map.prototype, 'keys');
  const days = Array.from({ length: 500 }, (_, index) => `EXDATE;VALUE=DATE:20270${101 + (index % 28)}`);
  expect(await startsOf(vcalendar(timed('COUNT=2', ...days)))).toEqual([MARCH_2, MARCH_3]);
  expect(search.mock.calls.length).toBeLessThan(100);
  search.mockRestore();
});

test('only one event may replace an occurrence', async () => {
  const moved = ['10', '15'].map((hour) =>
    vevent('RECURRENCE-ID:20260303T080000Z', `DTSTART:20260303T${hour}0000Z`),
  );
  await expect(startsOf(vcalendar(...moved))).rejects.toThrow(
    'a.ics, line 8: RECURRENCE-ID must differ from that of the event in line 2',
  );
});

test.each([
  ['', [MARCH_2, MARCH_3, '2026-03-05T08:00']],
  [';RANGE=THISANDFUTURE', [MARCH_2, MARCH_3]],
])('a mistake beside RECURRENCE-ID%s is refused in its place, and leaves the rest', async (range, starts) => {
  const wrong = [`RECURRENCE-ID${range}:20260304T080000Z`, 'DTSTART;TZID=Here:20260304T100000'];
  const calendar = vcalendar(timed('COUNT=4'), vevent(...wrong));
  await expect(startsOf(calendar)).rejects.toThrow('a.ics, line 8: TZID must be a VTIMEZONE of the file');
  expect(await startsOf(calendar, { skipBad: true })).toEqual(starts);
});

test('an occurrence has the uid UID/RECURRENCE-ID', async () => {
  const moved = vevent('RECURRENCE-ID:20260303T080000Z', 'DTSTART:20260303T150000Z');
  const day = vevent('UID:day', DATE('20260101'), 'RRULE:FREQ=DAILY;COUNT=1');
  const { events } = await imported('a.ics', vcalendar(timed('COUNT=2'), moved, day), {});
  expect(events.map(({ uid, extra }) => [uid, extra])).toEqual([
    ['u/20260302T080000Z', {}],
    ['u/20260303T080000Z', {}],
    ['day/20260101', {}],
  ]);
});

test('events without a UID do not replace one another', async () => {
  const nameless = (...lines: string[]) => vevent(...lines).filter((line) => !line.startsWith('UID'));
  const daily = nameless(DATE('20260101'), 'RRULE:FREQ=DAILY;COUNT=2');
  const other = nameless(DATE('20260201'), 'RECURRENCE-ID;VALUE=DATE:20260102');
  const { times } = await imported('a.ics', vcalendar(daily, other), {});
  expect(times.map(([, start]) => start)).toEqual(['2026-01-01', '2026-01-02', '2026-02-01']);
});

test.each([
  ['DTEND gives each the same exact length', BERLIN('DTEND', '20260322T120000'), '2026-03-29T11:00'],
  ['DURATION gives each the same days', 'DURATION:P1D', '2026-03-29T10:00'],
])('%s', async (_, end, second) => {
  const weekly = vevent(BERLIN('DTSTART', '20260321T120000'), end, 'RRULE:FREQ=WEEKLY;COUNT=2');
  const { times } = await imported('a.ics', vcalendar(weekly), {});
  expect(times.map(([, , ends]) => ends)).toEqual(['2026-03-22T11:00', second]);
});

test('an RDATE that is a period lasts as long as it says', async () => {
  const event = vevent(
    BERLIN('DTSTART', '20260310T100000'),
    BERLIN('DTEND', '20260310T110000'),
    'RDATE;VALUE=PERIOD:20260311T090000Z/PT3H,20260312T090000Z/20260312T093000Z',
    'RDATE;VALUE=PERIOD;TZID=Europe/Berlin:20260328T120000/P1D,20261024T120000/20261025T120000',
  );
  const { times } = await imported('a.ics', vcalendar(event), {});
  expect(times).toEqual([
    ['s', '2026-03-10T09:00', '2026-03-10T10:00'],
    ['s', '2026-03-11T09:00', '2026-03-11T12:00'],
    ['s', '2026-03-12T09:00', '2026-03-12T09:30'],
    ['s', '2026-03-28T11:00', '2026-03-29T10:00'],
    ['s', '2026-10-24T10:00', '2026-10-25T11:00'],
  ]);
});

test('an RDATE that is a period also gives its length to the time of a rule', async () => {
  const rules = ['RDATE;VALUE=PERIOD:20260311T090000Z/PT3H', 'RRULE:FREQ=DAILY;COUNT=2'];
  const event = vevent('DTSTART:20260310T090000Z', 'DTEND:20260310T100000Z', ...rules);
  const { times } = await imported('a.ics', vcalendar(event), {});
  expect(times).toEqual([
    ['s', '2026-03-10T09:00', '2026-03-10T10:00'],
    ['s', '2026-03-11T09:00', '2026-03-11T12:00'],
  ]);
});

test.each([
  ['RRULE:FREQ=SECONDLY', 'RRULE must make at most 100000 occurrences; --until leaves out later occurrences'],
  ...[
    ...['COUNT=0', 'COUNT=-3', 'COUNT=0x2', 'COUNT=2;INTERVAL=0', 'INTERVAL=1.5', 'COUNT=2;COUNT=3'],
    ...['BYMONTH=5L', 'BYMONTHDAY=0', 'BYYEARDAY=1e1', 'BYWEEKNO=0', 'BYSETPOS=1.5', 'UNTIL=20260230'],
    ...['BYHOUR=9.5', 'BYMINUTE=5a', 'BYSECOND=1_0', ' COUNT=2', 'CONT=2'],
  ].map((parts) => [
    `RRULE:FREQ=YEARLY;${parts}`,
    `RRULE must be as RFC 5545 describes it, not "FREQ=YEARLY;${parts.toUpperCase()}"`,
  ]),
  ['EXRULE:FREQ=DAILY', 'EXRULE is not allowed: RFC 5545 has EXDATE instead'],
  ['exrule:freq=daily', 'EXRULE is not allowed: RFC 5545 has EXDATE instead'],
  ['RRULE:RSCALE=CHINESE;FREQ=YEARLY', 'RRULE must not have RSCALE or SKIP (RFC 7529)'],
  ['RRULE:FREQ=YEARLY;SKIP=OMIT', 'RRULE must not have RSCALE or SKIP (RFC 7529)'],
  ['RRULE:FREQ=DAILY;BYDAY=20MO', 'RRULE must not have numbers in BYDAY unless FREQ is MONTHLY or YEARLY'],
  ...['BYWEEKNO=20', 'BYMONTHDAY=28'].map((part) => [
    `RRULE:FREQ=YEARLY;BYDAY=4SA;${part}`,
    `RRULE must not have ${part.slice(0, part.indexOf('='))} beside numbers in BYDAY that count days of the year`,
  ]),
  ...['MO', '53SA', '-53MO'].map((day) => [
    `RRULE:FREQ=YEARLY;BYDAY=4SA,${day}`,
    `RRULE must not have ${day} beside numbers in BYDAY that count days of the year`,
  ]),
  ['RRULE:FREQ=MONTHLY;BYYEARDAY=3', 'RRULE must not have BYYEARDAY when FREQ is MONTHLY'],
  ...['BYYEARDAY=1;BYDAY=MO', 'BYYEARDAY=1;BYMONTH=1', 'BYYEARDAY=1;BYMONTHDAY=1', 'BYYEARDAY=1;BYWEEKNO=1']
    .concat('BYWEEKNO=20;BYMONTHDAY=15')
    .map((parts) => [
      `RRULE:FREQ=YEARLY;${parts}`,
      parts.replace(/(\w+)=\d+;(\w+)=.*/, 'RRULE must not have $2 beside $1 when FREQ is YEARLY'),
    ]),
  [
    'RRULE:FREQ=DAILY;BYHOUR=1,2,3;BYMINUTE=1,2,3,4,5,6;BYSECOND=1,2,3,4,5,6',
    'RRULE must name at most 100 times of day by BYHOUR, BYMINUTE and BYSECOND',
  ],
  [
    `RRULE:FREQ=DAILY;BYMINUTE=${[...Array(60).keys()]};BYSECOND=1,2`,
    'RRULE must name at most 100 times of day by BYHOUR, BYMINUTE and BYSECOND',
  ],
  ['RRULE:FREQ=NEVER', 'RRULE must be as RFC 5545 describes it, not "FREQ=NEVER"'],
  ['RRULE:FREQ=DAILY;BYSETPOS=0', 'RRULE must be as RFC 5545 describes it, not "FREQ=DAILY;BYSETPOS=0"'],
  ['RRULE:INTERVAL=2', 'RRULE must be as RFC 5545 describes it, not "INTERVAL=2"'],
])('%s is refused', async (line, sentence) => {
  await expect(startsOf(vcalendar(vevent('DTSTART:20260101T090000Z', line)))).rejects.toThrow(
    `a.ics, line 2: ${sentence}`,
  );
});

test('a rule may name 100 times of day', async () => {
  const rule = 'RRULE:FREQ=DAILY;COUNT=3;BYHOUR=9,10,11,12;BYMINUTE=0,1,2,3,4;BYSECOND=0,1,2,3,4';
  expect(await startsOf(vcalendar(vevent('DTSTART:20260101T090000Z', rule)))).toHaveLength(3);
});

const LONG_RULE = ['DTSTART:20260101T090000Z', 'RRULE:FREQ=DAILY;COUNT=1000'];
const TWO_RULES = [vevent('UID:a', ...LONG_RULE), vevent('UID:b', ...LONG_RULE)];

test.each([
  ['one calendar', 8, vcalendar(...TWO_RULES)],
  // Calendar servers write a calendar of its own for each event.
  ['two calendars', 10, TWO_RULES.map((one) => vcalendar(one)).join('')],
])('the rules of one file share their time: %s', async (_what, line, file) => {
  await expect(startsOf(file, { ruleTimeMs: 0.5 })).rejects.toThrow(
    `a.ics, line ${line}: RRULE must be simpler: all rules of a file together may take 0.0005 seconds`,
  );
});

test('the rules of a zone that each calendar of a file describes take their time once', async () => {
  const rule = ['DTSTART:20001029T030000', 'RRULE:FREQ=YEARLY', 'TZOFFSETFROM:+0300', 'TZOFFSETTO:+0200'];
  const standard = ['BEGIN:STANDARD', ...rule, 'END:STANDARD'];
  const zone = ['BEGIN:VTIMEZONE', 'TZID:Own', ...standard, 'END:VTIMEZONE'];
  const calendars = ['a', 'b'].map((uid) =>
    vcalendar(zone, vevent(`UID:${uid}`, 'DTSTART;TZID=Own:20260301T100000')),
  );
  // Any rule takes more time than this, so the first rule leaves no time for the others.
  const starts = await startsOf(calendars.join(''), { ruleTimeMs: Number.MIN_VALUE });
  expect(starts).toEqual(['2026-03-01T08:00', '2026-03-01T08:00']);
});

test('the occurrences of a calendar are read once, also if another calendar follows it', async () => {
  const days = vevent('UID:a', 'DTSTART;VALUE=DATE:20260301', 'RRULE:FREQ=DAILY;COUNT=2');
  const calendars = vcalendar(days) + vcalendar(vevent('UID:b', 'DTSTART;VALUE=DATE:20260305'));
  expect(await startsOf(calendars)).toEqual(['2026-03-01', '2026-03-02', '2026-03-05']);
});

test('a rule that is refused has used time of its file, too', async () => {
  const wrong = vevent('UID:a', 'DTSTART:20260101T090000Z', 'RRULE:FREQ=SECONDLY');
  const right = vevent('UID:b', 'DTSTART:20260101T090000Z', 'RRULE:FREQ=DAILY;COUNT=2');
  // Any rule takes more time than this, so the first rule leaves no time for the second.
  const options = { ruleTimeMs: Number.MIN_VALUE, skipBad: true };
  await expect(startsOf(vcalendar(wrong, right), options)).rejects.toThrow(
    'Every row of a.ics was refused (2)',
  );
});

test('the properties of an event are read once for all of its occurrences', async () => {
  const read = jest.spyOn(ICAL.Component.prototype, 'getAllProperties');
  const readsOf = async (count: number) => {
    read.mockClear();
    expect(await startsOf(vcalendar(days(`COUNT=${count}`, 'X-ROOM:a')))).toHaveLength(count);
    return read.mock.calls.length;
  };
  expect(await readsOf(50)).toBe(await readsOf(2));
  read.mockRestore();
});

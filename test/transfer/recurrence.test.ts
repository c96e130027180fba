/** Other programs, or earlier ones of this, read these rules of calendars wrongly. */
import { type Options, taken, zonedImport } from './support';

function calendar(...lines: readonly string[]): string {
  return [
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'UID:u',
    'SUMMARY:s',
    ...lines,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');
}

const DATE = (day: string) => `DTSTART;VALUE=DATE:${day}`;

/** The start and the rule, and the days that it comes to. */
test.each<[string, string, readonly string[]]>([
  ['20240229', 'FREQ=YEARLY;COUNT=3', ['2024-02-29', '2028-02-29', '2032-02-29']],
  ['20260130', 'FREQ=MONTHLY;COUNT=3', ['2026-01-30', '2026-03-30', '2026-04-30']],
  ['20260131', 'FREQ=MONTHLY;BYMONTHDAY=31;COUNT=3', ['2026-01-31', '2026-03-31', '2026-05-31']],
  ['20260511', 'FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO;COUNT=3', ['2026-05-11', '2027-05-17', '2028-05-15']],
  ['20250101', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=3', ['2025-01-01']],
  ['20260101', 'FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30', ['2026-01-01']],
  ['20260130', 'FREQ=MONTHLY;BYDAY=-1FR;COUNT=3', ['2026-01-30', '2026-02-27', '2026-03-27']],
  ['20260105', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;UNTIL=20260202', ['2026-01-05', '2026-01-19', '2026-02-02']],
  ['20260409', 'FREQ=YEARLY;BYYEARDAY=99;COUNT=2', ['2026-04-09', '2027-04-09']],
])('%s by %s', async (start, rule, days) => {
  const { times } = await taken('a.ics', calendar(DATE(start), `RRULE:${rule}`), {});
  expect(times.map(([, begins]) => begins)).toEqual(days);
});

const BERLIN = (time: string) => `TZID=Europe/Berlin:${time}`;
const WEEKLY = [
  `DTSTART;${BERLIN('20260302T090000')}`,
  `DTEND;${BERLIN('20260302T100000')}`,
  'RRULE:FREQ=WEEKLY;COUNT=5',
];

/** Makes a calendar of one UID: its rule, and the components that replace occurrences. */
function series(...components: readonly (readonly string[])[]): string {
  const event = (lines: readonly string[]) => ['BEGIN:VEVENT', 'UID:u', 'SUMMARY:s', ...lines, 'END:VEVENT'];
  return ['BEGIN:VCALENDAR', ...components.flatMap(event), 'END:VCALENDAR', ''].join('\r\n');
}

const UNTIL_20_MARCH = { until: { localTime: Date.UTC(2026, 2, 21), given: true } };

test.each<[string, string, Options, readonly string[]]>([
  [
    'a date replaces the occurrence of that day',
    series(WEEKLY, ['RECURRENCE-ID;VALUE=DATE:20260309', `DTSTART;${BERLIN('20260310T103000')}`]),
    UNTIL_20_MARCH,
    ['2026-03-02T08:00', '2026-03-10T09:30', '2026-03-16T08:00'],
  ],
  [
    'a midnight replaces the day that it begins',
    series(
      [DATE('20260302'), 'RRULE:FREQ=DAILY;COUNT=3'],
      ['RECURRENCE-ID:20260303T000000', DATE('20260310')],
    ),
    zonedImport('Europe/Berlin'),
    ['2026-03-02', '2026-03-10', '2026-03-04'],
  ],
  [
    'an occurrence that is moved behind --until is left out',
    series(WEEKLY, [`RECURRENCE-ID;${BERLIN('20260309T090000')}`, `DTSTART;${BERLIN('20260401T090000')}`]),
    UNTIL_20_MARCH,
    ['2026-03-02T08:00', '2026-03-16T08:00'],
  ],
  [
    'an occurrence that is moved before --until is taken',
    series(WEEKLY, [`RECURRENCE-ID;${BERLIN('20260330T090000')}`, `DTSTART;${BERLIN('20260310T090000')}`]),
    UNTIL_20_MARCH,
    ['2026-03-02T08:00', '2026-03-09T08:00', '2026-03-16T08:00', '2026-03-10T08:00'],
  ],
  [
    'of two local times that are one instant there is one event',
    series([`DTSTART;${BERLIN('20260329T003000')}`, 'RRULE:FREQ=HOURLY;COUNT=4']),
    {},
    ['2026-03-28T23:30', '2026-03-29T00:30', '2026-03-29T01:30'],
  ],
  [
    'an UNTIL in UTC of days is a midnight of the zone',
    series([DATE('20260302'), 'RRULE:FREQ=DAILY;UNTIL=20260302T230000Z']),
    zonedImport('Europe/Berlin'),
    ['2026-03-02', '2026-03-03'],
  ],
  [
    'an UNTIL in UTC of days, which is no midnight of the zone, means its date',
    series([DATE('20260302'), 'RRULE:FREQ=DAILY;UNTIL=20260303T000000Z']),
    zonedImport('America/New_York'),
    ['2026-03-02', '2026-03-03'],
  ],
  [
    'the last second of a day is of that day',
    series([DATE('20260302'), 'RRULE:FREQ=DAILY;UNTIL=20260303T235959Z']),
    zonedImport('Europe/Berlin'),
    ['2026-03-02', '2026-03-03'],
  ],
  [
    'times that are added to days, or taken away, mean their days',
    series([
      DATE('20260302'),
      'RRULE:FREQ=DAILY;COUNT=3',
      'EXDATE:20260302T230000Z',
      'RDATE;VALUE=PERIOD:20260310T090000Z/PT3H',
    ]),
    zonedImport('Europe/Berlin'),
    ['2026-03-02', '2026-03-04', '2026-03-10'],
  ],
  [
    'small letters',
    series(['DTSTART:20260302T090000Z', 'rrule:freq=daily;count=2']),
    {},
    ['2026-03-02T09:00', '2026-03-03T09:00'],
  ],
  ['a date has no zone', series(['DTSTART;VALUE=DATE;TZID=Nowhere:20260302']), {}, ['2026-03-02']],
])('%s', async (_, text, options, starts) => {
  const { times } = await taken('a.ics', text, options);
  expect(times.map(([, begins]) => begins)).toEqual(starts);
});

test.each([
  [
    'a rule by the second',
    'RRULE:FREQ=SECONDLY',
    'RRULE must make at most 100000 occurrences; --until cuts them off',
  ],
  ['an interval of 0', 'RRULE:FREQ=DAILY;COUNT=2;INTERVAL=0', 'RRULE must have an INTERVAL of 1 or more'],
  ['EXRULE', 'EXRULE:FREQ=DAILY', 'EXRULE must not be there: RFC 5545 has EXDATE in its place'],
  [
    'days of the year by month',
    'RRULE:FREQ=MONTHLY;BYYEARDAY=3',
    'RRULE must not have BYYEARDAY when it is MONTHLY',
  ],
  ['no occurrence', 'RRULE:FREQ=DAILY;COUNT=0', 'RRULE must have a COUNT of 1 or more, not "COUNT=0"'],
  [
    'another calendar than the Gregorian one',
    'RRULE:RSCALE=CHINESE;FREQ=YEARLY',
    'RRULE must not have RSCALE or SKIP (RFC 7529)',
  ],
])('%s is refused', async (_, line, sentence) => {
  await expect(taken('a.ics', calendar('DTSTART:20260101T090000Z', line), {})).rejects.toThrow(
    `a.ics, line 2: ${sentence}`,
  );
});

test('a date lasts whole days', async () => {
  await expect(taken('a.ics', calendar(DATE('20260302'), 'DURATION:PT1H'), {})).rejects.toThrow(
    'a.ics, line 2: DURATION must be of whole days because DTSTART is a date, not "PT1H"',
  );
  const { times } = await taken('a.ics', calendar(DATE('20260302'), 'DURATION:PT48H'), {});
  expect(times).toEqual([['s', '2026-03-02', '2026-03-04']]);
});

test('the rules of one file share their time', async () => {
  const slow = calendar('DTSTART:20260101T090000Z', 'RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30;COUNT=5');
  const file = slow.replace(/BEGIN:VEVENT[\s\S]*END:VEVENT\r\n/, (event) => event.repeat(20));
  await expect(taken('a.ics', file, { ruleTimeMs: 500 })).rejects.toThrow(
    'RRULE must be one of a file whose rules take at most 0.5 seconds',
  );
});

describe('a TZID that nobody knows', () => {
  const text = calendar('DTSTART;TZID=Customized Time Zone:20260301T090000');

  test('is refused, with the way out', async () => {
    await expect(taken('a.ics', text, {})).rejects.toThrow(
      'not "Customized Time Zone"; --zone says which is meant',
    );
  });

  test('is read in --zone, and said', async () => {
    const { times, said } = await taken('a.ics', text, zonedImport('Europe/Berlin'));
    expect(times).toEqual([['s', '2026-03-01T08:00', '2026-03-01T08:00']]);
    expect(said).toEqual([
      'times in the zone "Customized Time Zone", which is not known, are read in Europe/Berlin',
    ]);
  });
});

test('a character that is folded between its bytes is one', async () => {
  const folded = Buffer.from(
    calendar('DTSTART:20260301T090000Z').replace('SUMMARY:s', 'SUMMARY:Caf\xc3\r\n \xa9'),
    'latin1',
  );
  expect((await taken('a.ics', folded, {})).times[0]?.[0]).toBe('Café');
});

test('a calendar in another encoding', async () => {
  const text = calendar('DTSTART:20260301T090000Z').replace('SUMMARY:s', 'SUMMARY:Caf\xe9');
  const found = await taken('a.ics', Buffer.from(text, 'latin1'), { encoding: 'windows-1252' });
  expect(found.times[0]?.[0]).toBe('Café');
});

/** Times of calendars whose zone stands elsewhere than beside them, or in another form. */
import { taken, zonedImport } from './support';

const calendar = (head: readonly string[], ...starts: readonly string[]) =>
  [
    'BEGIN:VCALENDAR',
    ...head,
    ...starts.flatMap((start, index) => [
      'BEGIN:VEVENT',
      `UID:${index}`,
      'SUMMARY:a',
      start,
      'RRULE:FREQ=DAILY;COUNT=1',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
    '',
  ].join('\r\n');
const starts = ({ times }: Awaited<ReturnType<typeof taken>>) => times.map(([, start]) => start);

describe('X-WR-TIMEZONE, by which Google and Apple name the zone of times without one', () => {
  const EVENTS = ['DTSTART:20260701T090000', 'DTSTART:20260701T090000Z', 'DTSTART;VALUE=DATE:20260701'];
  const OF_NEW_YORK = ['2026-07-01T13:00', '2026-07-01T09:00', '2026-07-01'];
  const READ =
    'times without a zone are read as X-WR-TIMEZONE says "America/New_York" (--zone names another)';

  test.each(['X-WR-TIMEZONE:America/New_York', 'x-wr-timezone;value=text: America/New_York '])(
    '%s counts, and is said once',
    async (line) => {
      const found = await taken('a.ics', calendar([line], ...EVENTS), { timeZone: 'Europe/Berlin' });
      expect(starts(found)).toEqual(OF_NEW_YORK);
      expect(found.said.filter((sentence) => sentence.includes('X-WR-TIMEZONE'))).toEqual([READ]);
    },
  );

  test('each calendar of a file has its own', async () => {
    const one = calendar(['X-WR-TIMEZONE:America/New_York'], ...EVENTS.slice(0, 1));
    const other = calendar([], ...EVENTS.slice(0, 1)).replace('UID:0', 'UID:other');
    const found = await taken('a.ics', one + other, { timeZone: 'Europe/Berlin' });
    expect(starts(found).sort()).toEqual(['2026-07-01T07:00', '2026-07-01T13:00']);
  });

  test('a VTIMEZONE of the file tells what the name means', async () => {
    const own = [
      'X-WR-TIMEZONE:Ours',
      'BEGIN:VTIMEZONE',
      'TZID:Ours',
      'BEGIN:STANDARD',
      'DTSTART:20200101T000000',
      'TZOFFSETFROM:+0300',
      'TZOFFSETTO:+0300',
      'END:STANDARD',
      'END:VTIMEZONE',
    ];
    expect(starts(await taken('a.ics', calendar(own, ...EVENTS.slice(0, 1)), {}))).toEqual([
      '2026-07-01T06:00',
    ]);
  });

  test('--zone decides, and a difference is said', async () => {
    const found = await taken(
      'a.ics',
      calendar(['X-WR-TIMEZONE:America/New_York'], ...EVENTS),
      zonedImport('Europe/Berlin'),
    );
    expect(starts(found)).toEqual(['2026-07-01T07:00', '2026-07-01T09:00', '2026-07-01']);
    expect(found.said).toContain(
      'times without a zone are read in Europe/Berlin, though X-WR-TIMEZONE says "America/New_York"',
    );
  });

  test('a zone that nobody knows is said', async () => {
    const found = await taken('a.ics', calendar(['X-WR-TIMEZONE:Here'], ...EVENTS), {
      timeZone: 'Europe/Berlin',
    });
    expect(starts(found)[0]).toBe('2026-07-01T07:00');
    expect(found.said).toContain(
      'X-WR-TIMEZONE says "Here", which is no known zone: --zone names that of times without one',
    );
  });

  test('nothing is said where no time is read otherwise', async () => {
    const said = async (zone: string, ...events: string[]) =>
      (await taken('a.ics', calendar([`X-WR-TIMEZONE:${zone}`], ...events), { timeZone: 'Europe/Berlin' }))
        .said;
    expect(await said('America/New_York', ...EVENTS.slice(1))).toEqual([]);
    expect(await said('Europe/Vienna', ...EVENTS)).toEqual([]);
  });
});

describe('dates without VALUE=DATE', () => {
  const event = (...lines: string[]) =>
    [
      'BEGIN:VCALENDAR',
      'BEGIN:VEVENT',
      'UID:a',
      'SUMMARY:a',
      ...lines,
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n');

  test.each(['DTSTART:20260301', 'DTSTART;X-A="b:c;d":20260301', 'DTSTART;TZID=Europe/Berlin:20260301'])(
    '%s is a day',
    async (start) => {
      const { times } = await taken('a.ics', event(start, 'DTEND:20260303 '), {});
      expect(times).toEqual([['a', '2026-03-01', '2026-03-03']]);
    },
  );

  test('and so are those that a rule of days leaves out or adds', async () => {
    const lines = [
      'DTSTART:20260301',
      'RRULE:FREQ=DAILY;COUNT=4',
      'EXDATE:20260302,',
      ' 20260303',
      'RDATE:20260310',
    ];
    expect(starts(await taken('a.ics', event(...lines), {}))).toEqual([
      '2026-03-01',
      '2026-03-04',
      '2026-03-10',
    ]);
  });

  test('among times one is refused', async () => {
    const lines = ['DTSTART:20260301T090000', 'RRULE:FREQ=DAILY;COUNT=4', 'EXDATE:20260302'];
    await expect(taken('a.ics', event(...lines), {})).rejects.toThrow(
      'a.ics, line 2: EXDATE must be as RFC 5545 describes it, not "20260302"',
    );
  });
});

test.each([
  '/mozilla.org/20050126_1/Europe/Berlin',
  '/freeassociation.sourceforge.net/Tzfile/America/Argentina/Buenos_Aires',
  '/Europe/Berlin',
])('the zone %s is the one that its last names say', async (tzid) => {
  const found = await taken('a.ics', calendar([], `DTSTART;TZID=${tzid}:20260701T090000`), {});
  expect(starts(found)).toEqual([tzid.endsWith('Berlin') ? '2026-07-01T07:00' : '2026-07-01T12:00']);
});

test('a zone behind such a prefix that nobody knows is refused', async () => {
  await expect(taken('a.ics', calendar([], 'DTSTART;TZID=/a/b/c/Here:20260701T090000'), {})).rejects.toThrow(
    'TZID must be a VTIMEZONE of the file or a zone that is known, not "/a/b/c/Here"',
  );
});

/** Format files read times from the forms that they write. */
import { fieldsOf, json, read } from './support';

test('dates and hours of several members add up, and text around placeholders is taken apart', () => {
  const file = json({
    d: '{start@local:dd-MMM-yy}',
    t: '{start@local:h:mm tt \\?} h',
    label: '#{id} {title} ({category})',
    until: '{end:d.M.yyyy HH:mm} {location}',
  });
  const event = { d: '01-JUL-26', t: '9:05 pm ? h', label: '#7 A talk (x)', until: '1.7.2026 20:00 Hall 1' };
  const texts = { title: 'A talk', category: 'x', location: 'Hall 1' };
  const times = { start: '2026-07-01T19:05:00Z', end: '2026-07-01T20:00:00Z' };
  expect(fieldsOf(file, [event])).toEqual([{ id: 7, ...texts, ...times }]);
});

test('a time may be in two members, and a time of day alone is not a start', () => {
  const start = '2026-07-01T09:05:00Z';
  const date = json({ t: '{title}', y: '{start:yyyy}', d: '{start:dd.MM.}', h: '{start:HH:mm}' });
  expect(fieldsOf(date, [{ t: 'a', y: '2026', d: '01.07.', h: '09:05' }])).toMatchObject([{ start }]);
  expect(read(date, '[]').missing).not.toContain('start');
  expect(read(json({ t: '{title}', h: '{start:HH:mm}' }), '[]').missing).toContain('start');
  const whole = json({ t: '{title}', s: '{start}', h: '{start:HH:mm}' });
  const rows = ['00:00', '09:05'].map((h) => ({ t: 'a', s: '2026-07-01', h }));
  expect(fieldsOf(whole, rows)).toMatchObject([{ start: '2026-07-01', allDay: true }, { start }]);
  const day = json({ t: '{title}', d: '{start:date}', h: '{start:HH:mm}' });
  expect(fieldsOf(day, [{ t: 'a', d: '2026-07-01', h: '09:05' }])).toMatchObject([{ start }]);
  const half = json({ t: '{title}', s: '{start:d.M.yyyy h:mm tt}' });
  expect(read(half, '[{"t":"a","s":"1.7.2026 13:05 PM"}]').events[0]?.unread).toHaveLength(1);
});

test('a date has its time of day behind it, or none if the event lasts all day', () => {
  const file = json({
    s: '{start@local:d.M.yyyy}{start@local: HH:mm|empty}',
    e: '{endInclusive@local:d.M.yyyy}{endInclusive@local: HH:mm|empty}',
    a: '{allDay:Y/N}',
    in: '{start@local:yyyy }',
  });
  const timed = { s: '1.7.2026 21:05', e: '2.7.2026 01:00', a: 'N', in: '2026 ' };
  const days = { s: '1.7.2026', e: '3.7.2026', a: 'Y', in: '2026 ' };
  expect(fieldsOf(file, [timed, days])).toEqual([
    { start: '2026-07-01T19:05:00Z', end: '2026-07-01T23:00:00Z', allDay: false },
    { start: '2026-07-01', end: '2026-07-04', allDay: true },
  ]);
});

test('an end that is a time of day alone is of the day on which the event begins', () => {
  const times = { d: '{start@local:dd.MM.yyyy}', t: '{start@local:h:mm tt}', e: '{end@local:HH:mm}' };
  const file = json({ title: '{title}', ...times, day: '{allDay:ja/nein}' });
  const event = (t: string, e: string, day: string) => ({ title: 'a', d: '01.07.2026', t, e, day });
  const rows = [event('9:05 PM', '23:30', 'Nein'), event('12:00 am', '00:00', 'JA')];
  const [timed, whole] = fieldsOf(file, rows);
  expect(timed).toMatchObject({ start: '2026-07-01T19:05:00Z', end: '2026-07-01T21:30:00Z', allDay: false });
  expect(whole).toEqual({ title: 'a', start: '2026-07-01', allDay: true });
  const answer = read(file, JSON.stringify([event('9:05 PM', '23:30', 'true')]));
  expect(answer.missing).not.toContain('end');
  expect(answer.events[0]?.unread).toEqual(['day must be as "{allDay:ja/nein}" writes it, not "true"']);
  // In Berlin this time is on the next day.
  const utc = json({ s: '{start}', e: '{end:HH:mm}' });
  const late = { s: '2026-07-01T22:30:00Z', e: '23:30' };
  expect(fieldsOf(utc, [late])).toMatchObject([{ end: '2026-07-01T23:30:00Z' }]);
});

test.each([
  ['end@local', '01.07.2026', '02.07.2026'],
  ['endInclusive@local', '01.07.2026', '02.07.2026'],
  // In UTC the event begins a day earlier.
  ['end', '30.06.2026', '01.07.2026'],
  ['endInclusive', '30.06.2026', '01.07.2026'],
])('{%s} on the day of a start with a time is no end', (end, day, next) => {
  const times = { start: '{start@local:iso-local}', end: `{${end}:dd.MM.yyyy}` };
  const file = json({ title: '{title}', ...times, day: '{allDay?}' });
  const event = { title: 'a', start: '2026-07-01T00:30:00', end: day };
  const start = '2026-06-30T22:30:00Z';
  expect(fieldsOf(file, [event, { ...event, day: false }])).toEqual([
    { title: 'a', start },
    { title: 'a', start, allDay: false },
  ]);
  const [later] = read(file, JSON.stringify([{ ...event, end: next }])).events;
  expect(later?.fields.end).toMatch(/^2026-07-0[123]$/);
});

test.each([
  ['endInclusive', 'end'],
  ['end', 'endInclusive'],
])('a date by {%s} and a time of day by {%s} add up', (date, clock) => {
  const start = { d: '{start@local:dd.MM.yyyy}', t: '{start@local:HH:mm|null}' };
  const end = { d2: `{${date}@local:dd.MM.yyyy}`, t2: `{${clock}@local:HH:mm|null}` };
  const ms = '{endInclusive@local:unix-ms}';
  const file = json({ title: '{title}', ...start, ...end, ms, day: '{allDay}' });
  const d2 = date === 'end' ? '29.03.2026' : '28.03.2026';
  const rows = [
    { title: 'a', d: '28.03.2026', t: '22:00', d2: '30.03.2026', t2: '05:00', day: false },
    { title: 'b', d: '28.03.2026', t: null, d2, t2: null, ms: Date.UTC(2026, 2, 27, 23), day: true },
  ];
  expect(fieldsOf(file, rows)).toMatchObject([
    { start: '2026-03-28T21:00:00Z', end: '2026-03-30T03:00:00Z' },
    { start: '2026-03-28', end: '2026-03-29' },
  ]);
});

test.each([
  [true, [true, 'True', ' TRUE ', '-1', 1]],
  [false, [false, 'False', ' FALSE ', '0', 0]],
])('all-day is %j, also as one of %j', (allDay, words) => {
  const file = json({ title: '{title}', start: '{start}', day: '{allDay:text}' });
  const rows = words.map((day) => ({ title: 'a', start: '2026-03-01T00:00:00Z', day }));
  expect(fieldsOf(file, rows)).toMatchObject(words.map(() => ({ allDay })));
});

test('a time may stand in one member, or a date in another, as in the JSON of Google Calendar', () => {
  const time = (field: string) => ({ dateTime: `{${field}:iso}`, date: `{${field}:date}` });
  const file = json({ summary: '{title}', start: time('start'), end: time('end') });
  const [from, to] = ['09', '10'].map((hour) => ({ dateTime: `2026-03-01T${hour}:00:00+01:00` }));
  const items = [
    { summary: 'a', start: from, end: to },
    { summary: 'b', start: { date: '2026-03-02' }, end: { date: '2026-03-03' } },
  ];
  expect(fieldsOf(file, items)).toMatchObject([
    { start: '2026-03-01T08:00:00Z', end: '2026-03-01T09:00:00Z' },
    { start: '2026-03-02', end: '2026-03-03', allDay: true },
  ]);
});

test.each([
  ['00', '2000'],
  ['49', '2049'],
  ['50', '1950'],
  ['99', '1999'],
])('the year %s of two digits is %s, as in .NET', (digits, year) => {
  const file = json({ start: '{start:dd.MM.yy}' });
  expect(fieldsOf(file, [{ start: `01.03.${digits}` }])).toMatchObject([{ start: `${year}-03-01` }]);
});

test.each([
  ['{end}', '2026-03-08'],
  ['{endInclusive}', '2026-03-07'],
])('a midnight begins a whole day if the start or %s is a date', (end, last) => {
  const file = json({ S: '{start}', E: end });
  const rows = [
    { S: '2026-03-07T00:00:00Z', E: last },
    { S: '2026-03-07', E: `${last}T00:00:00Z` },
  ];
  const fields = { start: '2026-03-07', end: '2026-03-08' };
  expect(read(file, JSON.stringify(rows)).events).toMatchObject([{ fields }, { fields }]);
});

test.each([
  ['{start:unix-ms}', -1_000],
  ['{start:unix-s}', -1],
  ['{start:unix-ms-text}', '-1000'],
])('%s reads %j, which is before 1970', (start, value) => {
  expect(fieldsOf(json({ S: start }), [{ S: value }])).toMatchObject([{ start: '1969-12-31T23:59:59Z' }]);
});

describe('an event that lasts all day begins and ends at midnights', () => {
  const allDay = (start: string, end: string, values: readonly [unknown, unknown]) => {
    const file = json({ T: '{title}', S: start, E: end, A: '{allDay}' });
    const [event] = read(file, JSON.stringify([{ T: 't', S: values[0], E: values[1], A: true }])).events;
    return event?.unread.length === 0 ? [event.fields.start, event.fields.end] : event?.unread;
  };
  const date = (iso: string) => `/Date(${Date.parse(iso)})/`;
  const [first, after] = [date('2026-03-06T23:00:00Z'), date('2026-03-07T23:00:00Z')];

  test.each<[string, string, readonly [unknown, unknown]]>([
    ['{start@local:json-date}', '{end@local:json-date}', [first, after]],
    ['{start}', '{end}', ['2026-03-07T00:00:00Z', '2026-03-08T00:00:00Z']],
    ['{start@local:iso}', '{end@local:iso}', ['2026-03-07T00:00:00+01:00', '2026-03-07T23:00:00Z']],
    ['{start:yyyy-MM-dd HH:mm}', '{end:yyyy-MM-dd HH:mm:ss}', ['2026-03-07 00:00', '2026-03-07 23:59:59']],
    ['{start:date}', '{endInclusive:yyyy-MM-dd HH:mm}', ['2026-03-07', '2026-03-07 23:59']],
    ['{start:yyyy-MM-ddTHH:mm:sszzz}', '{end:date}', ['2026-03-07T00:00:00+05:00', '2026-03-08']],
  ])('%s, %s: %j', (start, end, values) => {
    expect(allDay(start, end, values)).toEqual(['2026-03-07', '2026-03-08']);
  });

  test.each<[string, unknown, string]>([
    ['{start:json-date}', first, 'UTC, because the format does not say @local,'],
    ['{start@local:json-date}', date('2026-03-07T00:00:00Z'), 'the time zone'],
    ['{start@local:yyyy-MM-dd HH:mm}', '2026-03-07 23:59', 'the time zone'],
    ['{start}', '2026-03-06T23:00:00Z', 'UTC, because the format does not say @local,'],
  ])('%s: %j is none', (start, value, zone) => {
    const allowed = `must be a date, or a midnight in ${zone} when allDay is true`;
    const unread = allDay(start, '{end:date}', [value, '2026-03-08']);
    expect(unread).toEqual([`S ${allowed}, not ${JSON.stringify(value)}`]);
  });
});

test.each([
  ['{start:iso}', '2026-03-01T09:00:00+00:60'],
  ['{start:iso}', '2026-03-01T24:00:00Z'],
  ['{start:iso}', '2026-03-01T09:60:00Z'],
  ['{start:iso}', '2026-03-01T09:00:60Z'],
  ['{start:date}', '2026-03-01T09:00:00Z'],
  ['{start:ticks}', '639185295090200000x'],
  ['{start:yyyy-MM-ddTHH:mm:sszzz}', '2026-03-01T09:00:00+99:99'],
  ['{start:dd.MM.yyyy}', '1.03.2026'],
  ['{start:dd.MM.yyyy}', '01.3.2026'],
  ['{start:dd.MM.yyyy}', '01.03.226'],
  // The time has no offset. With @local it is in TIME_ZONE.
  ['{start:iso}', '2026-03-01T09:00:00'],
])('%s does not read %s', (start, value) => {
  const { events } = read(json({ S: start }), JSON.stringify([{ S: value }]));
  const unread = [`S must be as "${start}" writes it, not "${value}"`];
  expect(events).toEqual([{ fields: {}, extra: {}, unread }]);
});

test('an ISO time without an offset is read by @local, also beside its day and month', () => {
  const event = { S: '2026-03-01T09:00:00', d: '01.03.' };
  for (const S of ['{start@local}', '{start@local:iso}'])
    for (const file of [json({ S }), json({ S, d: '{start@local:dd.MM.}' })])
      expect(fieldsOf(file, [event])).toMatchObject([{ start: '2026-03-01T08:00:00Z' }]);
});

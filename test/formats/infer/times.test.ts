/** `format` proposes a form of a time, and the zone, only if the sample proves them. */
import { inferFormat } from '../../../src/formats/infer/infer';
import { knownZone } from '../../../src/lib/time/zones';
import { BERLIN } from '../../support/drafts';
import { eventOf, inferred, read, rowsIn } from './support';

test.each<[readonly unknown[], string]>([
  [['2026-03-01T09:00:00Z', '2026-03-02'], '{start}'],
  [['2026-03-01T09:00:00', '2026-03-02'], '{start@local:iso-local}'],
  [['2026-03-02'], '{start}'],
  [['2026-03-01T09:00:00Z'], '{start:iso}'],
  [['2026-03-01T09:00:00.000Z'], '{start:yyyy-MM-ddTHH:mm:ss.fffZ}'],
  [['2026-03-01T09:00:00+01:00'], '{start@local:iso}'],
  [['2026-03-01T09:00:00.1230000'], "{start@local:yyyy-MM-ddTHH:mm:ss.fff'0000'}"],
  [['/Date(1772355600000+0100)/', '/Date(1782932400000+0200)/'], '{start@local:json-date-zzz}'],
  [['/Date(1772355600000+0200)/'], '{start:json-date}'],
  [[639079524000000000], '{start@local:ticks}'],
  [[1772355600], '{start:unix-s}'],
  [[1772355600, 0], '{extra.start:raw}'],
  [['1772355600000'], '{start:unix-ms-text}'],
  [['01/03/2026', '13/03/2026'], '{start@local:dd/MM/yyyy}'],
  [['3/12/2026', '3/16/2026'], '{start@local:M/d/yyyy}'],
  [['1.3.26 9:00', '12.11.26 19:30'], '{start@local:d.M.yy H:mm}'],
  [['1 May 2027'], '{start@local:d MMM yyyy}'],
  [['"1 May 2027"'], '{start@local:\\"d MMM yyyy\\"}'],
  [['Sunday, 1 March 2026'], '{start@local:dddd, d MMMM yyyy}'],
  [['Sun, 01 Mar 2026 09:00:00 GMT'], "{start:ddd, dd MMM yyyy HH:mm:ss 'GMT'}"],
  [['20260301090000'], '{start@local:yyyyMMddHHmmss}'],
  [['202603010900'], '{start@local:yyyyMMddHHmm}'],
  [['20260301T090000'], '{start@local:yyyyMMddTHHmmss}'],
  [['1 March 2026 at 9am', '13 March 2026 at 7PM'], "{start@local:d MMMM yyyy 'at' htt}"],
  [['Sun Mar 01 2026 09:00:00 GMT+0100 (CET)'], '{extra.start}'],
  [['2026-03-01 Hall 2'], '{extra.start}'],
  [['01/03/2026'], '{extra.start}'],
  [['Sat 14/03/2026'], '{start@local:ddd dd/MM/yyyy}'],
  [[Array(40).fill('12').join(' ')], '{extra.start}'],
  [['2026-03-01', 'soon'], '{extra.start}'],
])('times like %j are %s', (values, expected) => {
  const events = values.map((start, index) => ({ id: index + 1, title: 'a', start }));
  expect(eventOf(events).start).toBe(expected);
});

test.each<[object, object]>([
  [{ StartUtc: '2026-03-01T23:30:00' }, { StartUtc: '{start:yyyy-MM-ddTHH:mm:ss}' }],
  [{ utc_start: '2026-03-01 23:30' }, { utc_start: '{start:yyyy-MM-dd HH:mm}' }],
  [{ StartTicksUtc: 639080118000000000 }, { StartTicksUtc: '{start:ticks}' }],
  [
    { StartDateUTC: '01.03.2026', StartTimeUTC: '23:30' },
    { StartDateUTC: '{start:dd.MM.yyyy}', StartTimeUTC: '{start:HH:mm}' },
  ],
  [{ StartUtc: '2026-03-01T23:30:00+01:00' }, { StartUtc: '{start@local:iso}' }],
])('times without an offset are in UTC if the name of their column says it: %j', (times, expected) => {
  const { event, notes } = inferred([{ id: 1, title: 'a', ...times }]);
  expect(event).toMatchObject(expected);
  expect(notes).not.toContainEqual(expect.stringContaining('times without an offset'));
});

test('the unit of a number in its name is known', () => {
  const event = { id: 1, title: 'a', StartMs: 1772355600000 };
  expect(eventOf([event]).StartMs).toBe('{start:unix-ms}');
  for (const name of ['DurationHours', 'DauerStunden', 'DurationSeconds', 'DauerSekunden', 'DurationMs'])
    expect(inferred([{ ...event, [name]: 2 }]).notes).toContain(
      `no end was found: {duration:min} or another form of {duration} may be at "${name}"`,
    );
});

test('ticks are local times, even if clocks skip one of them', () => {
  const ticks = (local: string) => String(BigInt(Date.parse(`${local}Z`)) * 10_000n + 621355968000000000n);
  const starts = ['2025-04-25T00:00', '2025-04-28T09:00'].map(ticks);
  const events = starts.map((start, index) => ({ id: index + 1, title: 'a', start }));
  const { text, notes } = inferFormat([JSON.stringify(events)], knownZone('Africa/Cairo'));
  expect(JSON.parse(text).event.start).toBe('{start@local:ticks-text}');
  expect(notes).toContainEqual(expect.stringMatching(/^from character \d+: the format writes /));
});

test('times with the name or the first three letters of any month and weekday are dates', () => {
  const firsts = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 1)));
  expect(new Set(firsts.map((date) => date.getUTCDay())).size).toBe(7);
  const english = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' });
  const proposed = (text: (date: Date) => string) =>
    eventOf(firsts.map((date, index) => ({ id: index + 1, title: 'a', start: text(date) }))).start;
  expect(proposed((date) => date.toUTCString())).toBe("{start:ddd, dd MMM yyyy HH:mm:ss 'GMT'}");
  expect(proposed((date) => english.format(date).replace(',', ''))).toBe('{start@local:dddd d MMMM yyyy}');
});

test('all-day events prove the zone by their midnights, and by their ends whether an end is inclusive', () => {
  const midnight = '/Date(1772838000000)/';
  const day = { Id: 1, Title: 'a', AllDay: true, Start: midnight, End: midnight };
  expect(inferred([day])).toMatchObject({
    event: { Start: '{start@local:json-date}', End: '{endInclusive@local:json-date}' },
    notes: [],
  });
  const midnights = { ...day, Start: '2026-03-06T23:00:00Z' };
  for (const [event, end, form] of [
    [{ ...day, End: '/Date(1772924399000)/' }, 'endLastSecond', 'json-date'],
    [{ ...day, End: '/Date(1772924399999)/' }, 'endLastMillisecond', 'json-date'],
    [{ ...day, End: '/Date(1772924399997)/' }, 'end', 'json-date'],
    [{ ...midnights, End: '2026-03-07T23:00:00Z' }, 'end', 'iso-utc'],
    [{ ...midnights, End: '2026-03-07T22:59:00Z' }, 'endLastMinute', 'iso-utc'],
  ] as const) {
    const { event: proposed, notes } = inferred([event]);
    expect(proposed).toMatchObject({ Start: `{start@local:${form}}`, End: `{${end}@local:${form}}` });
    expect(/all-day end/.test(notes.join())).toBe(end === 'end');
  }
  const other = inferred([{ ...day, Start: '/Date(1772841600001)/', End: null }]);
  expect(other).toMatchObject({ event: { Start: '{extra.Start}' }, missing: ['start'] });
  expect(other.notes).toContain(
    'no start was found: "Start" contradicts the all-day column: is TIME_ZONE that of the old service?',
  );
  const dates = ['2026-03-01', '2026-03-02T09:00:00Z'].map((Start) => ({ ...day, Start, AllDay: false }));
  expect(inferred(dates)).toMatchObject({ event: { Start: '{extra.Start}' }, missing: ['start'] });
});

test('an end that an event of one day lacks is proved by those that have one', () => {
  const event = (id: number, end: string | null, allDay = true) => ({
    ...{ id, title: 'a', allDay, start: `2026-03-0${id}${allDay ? '' : 'T09:00:00'}`, end },
  });
  const timed = [event(1, null, false), event(2, '2026-03-02T10:00:00', false)];
  const endOf = (...events: readonly object[]) => inferred([...timed, ...events]).event.end;
  const form = '@local:iso-local|null';
  expect(endOf(event(3, null), event(4, '2026-03-06'))).toBe(`{endIfDifferent${form}}`);
  expect(endOf(event(3, null), event(4, '2026-03-05'))).toBe(`{endInclusiveIfDifferent${form}}`);
  expect(endOf(event(3, '2026-03-04'), event(4, '2026-03-06'))).toBe(`{end${form}}`);
  expect(endOf(event(3, null), event(4, '2026-03-04'))).toBe(`{endInclusive${form}}`);
});

test('a date of the end that only some events have is that of another day', () => {
  const xml = (from: string, to: string, last = '') =>
    `<E><Title>a</Title><Date>2026-03-01</Date><From>${from}</From>${last}<To>${to}</To></E>`;
  const answer = `<L>${xml('09:00', '10:00')}${xml('22:00', '01:30', '<EndDate>2026-03-02</EndDate>')}</L>`;
  const { event, compiled, notes } = inferred(answer);
  expect(event).toContain(
    '<EndDate>{endIfDifferent@local:yyyy-MM-dd?}</EndDate><To>{endIfDifferent@local:HH:mm}</To>',
  );
  expect(compiled.format.list(rowsIn(compiled, answer))).toBe(answer);
  expect(notes.join()).not.toContain('character');
});

test.each([
  ['2026-03-01T00:00:00', '2026-03-01T00:00:00', 'endInclusive', "yyyy-MM-dd'T00:00:00'"],
  ['3/13/2026 12:00:00 AM', '3/14/2026 12:00:00 AM', 'end', "M/d/yyyy' 12:00:00 AM'"],
  ['2026-03-01 09:00', '2026-03-02 00:00', 'end', 'yyyy-MM-dd HH:mm'],
])('midnights alone are dates if there is no flag: from %s to %s', (start, end, name, form) => {
  const event = { title: 'a', start, end };
  expect(eventOf([event])).toMatchObject({ start: `{start@local:${form}}`, end: `{${name}@local:${form}}` });
  for (const allDay of [!start.includes('09:00'), 'whole'])
    expect(eventOf([{ ...event, allDay }]).start).not.toContain("'");
});

test('if no form of a date writes the midnights, a note says that there is no flag', () => {
  const notesOf = (...hours: readonly string[]) =>
    inferred(hours.map((hour, id) => ({ id, title: 'a', start: `2026-03-01T${hour}:00:00+01:00` }))).notes;
  const note =
    'no allDay was found, but all events begin at midnight: an end is read as a time, not as a last day';
  expect(notesOf('00', '00')).toContain(note);
  expect(notesOf('00', '09')).not.toContain(note);
});

test('an all-day end is a last day only if an event of one day lacks its end', () => {
  const event = (id: number, endDate: string | null, allDay = true) => {
    const clocks = allDay ? { time: null, endTime: null } : { time: '09:00', endTime: '10:00' };
    return { id, title: 'a', allDay, date: `2026-03-0${id}`, ...clocks, endDate };
  };
  const days = [event(1, null, false), event(2, '2026-03-03', false), event(3, '2026-03-04')];
  const { event: proposed, notes } = inferred(days);
  expect(proposed.endDate).toBe('{end@local:yyyy-MM-dd|null}');
  expect(notes.join()).toContain('an all-day end is read as the day after');
  expect(eventOf([...days, event(4, null)]).endDate).toBe('{endInclusiveIfDifferent@local:yyyy-MM-dd|null}');
});

test('an end has its day only if each event is read by it, and never its time of day alone beside a day', () => {
  const from = { date: '2026-03-01', time: '09:00' };
  const event = { id: 1, title: 'a', ...from, endDate: '2026-03-01', endTime: '10:00' };
  const days = { ...event, id: 2, endDate: '2026-03-02' };
  const open = { ...event, id: 3, endTime: null };
  const [date, time] = ['{end@local:yyyy-MM-dd}', '{end@local:HH:mm|null}'];
  expect(eventOf([event, days, open])).toMatchObject({ endDate: date, endTime: time });
  const { event: proposed, notes } = inferred([event, { ...days, endTime: null }]);
  expect(proposed).toMatchObject({ endDate: '{extra.endDate}', endTime: '{extra.endTime|null}' });
  expect(notes).toContain(
    'no end was found: with {end} at "endDate", end must be a time because start is a time',
  );
  const odd = inferred([{ ...days, endDate: '2026-03-02 ' }, event]);
  expect(odd.event).toMatchObject({ endDate: '{extra.endDate}', endTime: '{extra.endTime}' });
  expect(odd.notes).toContain(
    'no end was found: no form writes every value at "endDate", such as "2026-03-02 "',
  );
});

test.each<[string | number, string | number, string | number, string]>([
  ['2026-03-01T09:00:00', '2026-03-01T10:00:00', '0001-01-01T00:00:00', '@local:yyyy-MM-ddTHH:mm:ss'],
  ['2026-03-01T09:00:00Z', '2026-03-01T10:00:00Z', '9999-12-31T23:59:59.9999999Z', ':iso'],
  ['2026-03-01 09:00:00', '2026-03-01 10:00:00', '1900-01-01 00:00:00', '@local:yyyy-MM-dd HH:mm:ss'],
  ['3/1/2026 9:00 AM', '3/13/2026 10:30 PM', '12/31/9999 12:00:00 AM', '@local:M/d/yyyy h:mm tt'],
  ['01.03.2026 09:00', '13.03.2026 10:00', '01.01.1970', '@local:dd.MM.yyyy HH:mm'],
  ['/Date(1772355600000)/', '/Date(1772359200000)/', '/Date(-62135596800000)/', ':json-date'],
  [1772355600, 1772359200, 0, ':unix-s'],
  ['1772355600000', '1772359200000', '0', ':unix-ms-text'],
])('an end among ends like %s, %s that is %s is no end', (start, end, none, form) => {
  const event = { id: 1, title: 'a', start, end };
  const { event: proposed, notes, compiled } = inferred([event, { ...event, id: 2, end: none }]);
  expect(proposed.end).toBe(`{end${form}|${none}}`);
  expect(notes).toContain(`the end "${none}" is read as no end, and is written if an event has no end`);
  const answer = JSON.stringify([event, { ...event, id: 2, end: none }]);
  expect(read(compiled, answer).map(({ draft }) => draft.end === undefined)).toEqual([false, true]);
  expect(compiled.format.list(rowsIn(compiled, answer))).toBe(answer);
});

test('a far date is not an end if another one is, or if there is no other', () => {
  const endOf = (...ends: readonly string[]) =>
    eventOf(ends.map((end, index) => ({ id: index + 1, title: 'a', start: '2026-03-01T09:00:00', end }))).end;
  expect(endOf('2026-03-01T10:00:00', '0001-01-01T00:00:00', '9999-12-31T00:00:00')).toBe('{extra.end}');
  expect(endOf('0001-01-01T00:00:00')).toBe('{extra.end}');
});

test('without a form for its flag an event that lasts all day is a problem, if it begins at a time', () => {
  const flagged = (Start: string, ...flags: readonly unknown[]) =>
    inferred(flags.map((AllDay, Id) => ({ Id, Title: 'a', Start, AllDay })));
  const day = '2026-03-01T00:00:00+01:00';
  const note = (value: unknown) =>
    `no allDay was found: no form, or more than one, writes every value at "AllDay", such as ${JSON.stringify(value)}`;
  const odd = flagged(day, 'yes', 'no', 'whole day', null);
  expect(odd.problem).toMatch(/^1 of 4 events last all day, but no \{allDay\} was found: /);
  expect(odd.notes).toContain(note('whole day'));
  const unproved = [
    ['0', flagged(day, '0', '0')],
    ['x', flagged('2026-03-01', '1', 'x')],
  ] as const;
  for (const [value, { problem, notes }] of unproved) {
    expect(problem).toBeUndefined();
    expect(notes).toContain(note(value));
  }
  for (const { notes } of [flagged(day, null), flagged(day, 'yes', 'no')])
    expect(notes.join()).not.toContain('no allDay was found');
});

const elementsOf = (event: object) =>
  Object.entries(event).map(([name, value]) => `<${name}>${value}</${name}>`);
const xmlOf = (events: readonly object[]) =>
  `<L>${events.map((event) => `<E>${elementsOf(event).join('')}</E>`).join('')}</L>`;

test.each<[string, (events: readonly object[]) => string]>([
  ['JSON', (events) => JSON.stringify(events)],
  ['XML', xmlOf],
])('flags are those of their own events, even if an answer with more events follows: %s', (_kind, listOf) => {
  const event = (Id: number, Start: string, AllDay: string) => ({ Id, Title: 'a', Start, AllDay });
  const others = [event(2, '2026-03-02', 'no'), event(3, '2026-03-03', 'odd')];
  const problemOf = (first: object, more: readonly object[]) =>
    inferFormat([listOf([first]), listOf(more)], BERLIN).problem;
  expect(problemOf(event(1, '2026-03-01T00:00:00Z', 'yes'), others)).toMatch(/^1 of 3 events last all day, /);
  const timed = others.map((other) => ({ ...other, Start: `${other.Start}T09:00:00Z` }));
  expect(problemOf(event(1, '2026-03-01', 'yes'), timed)).toBeUndefined();
});

test('which all-day end is assumed is noted if the sample has none, unless no end has a day', () => {
  const event = { id: 1, title: 'a', allDay: false, start: '2026-03-01T09:00', end: '2026-03-01T10:00' };
  const { allDay: _flag, ...flagless } = event;
  const noted = (sample: object) => /all-day end/.test(inferred([sample]).notes.join());
  expect([event, flagless, { ...event, end: '10:00' }].map(noted)).toEqual([true, false, false]);
});

test('a column with an end before a start is refused with the reason', () => {
  const event = { id: 1, title: 'a', start: '2026-03-01T09:00:00Z', end: '2026-03-01T10:00:00Z' };
  const wrong = { ...event, id: 2, end: '2026-03-01T08:00:00Z' };
  const { event: proposed, notes } = inferred([event, wrong]);
  expect(proposed.end).toBe('{extra.end}');
  expect(notes).toContain('no end was found: with {end:iso} at "end", end must not be before start');
  const night = { title: 'a', date: '2026-03-01', from: '22:00', to: '02:00' };
  expect(inferred([night, { ...night, to: '23:00' }]).notes).toContain(
    'no end was found: with {end@local:HH:mm} at "to", end must not be before start',
  );
  expect(inferred([{ ...event, end: null, Duration: 90 }]).notes).toContain(
    'no end was found: {duration:min} or another form of {duration} may be at "Duration"',
  );
  const lasting = [event, wrong].map((one) => ({ ...one, duration: 'PT1H' }));
  expect(inferred(lasting).notes.join()).not.toContain('no end was found');
  const days = { ...event, start: '2026-03-01', end: '2026-03-02', until: '2026-02-28T09:00:00Z' };
  const startless = { ...wrong, start: null };
  for (const events of [[days], [{ ...event, end: null }, startless]])
    expect(inferred(events).notes.join()).not.toContain('no end was found');
  expect(inferred([event, { id: 2, title: 'b', start: '2026-03-02' }]).notes.join()).not.toContain('all-day');
});

test('two words may be the flag if all events that begin at midnight have one of them, and no others', () => {
  const notes = (...kinds: readonly unknown[]) => {
    const starts = ['2026-03-01T00:00', '2026-07-02T00:00', '2026-03-03T19:00', '2026-03-04T09:30'];
    const events = starts.map((at, id) => ({
      id,
      title: 'a',
      start: `${at}:00`,
      text: 'x',
      kind: kinds[id],
    }));
    return inferred(events).notes.filter((note: string) => note.startsWith('no allDay'));
  };
  const found = ['no allDay was found: {allDay:S/N} may be at "kind"'];
  expect(notes('S', 'S', 'N', 'N')).toEqual(found);
  const others = [
    [1, 1, 0, 0],
    ['S', 'S', null, null],
    ['a/b', 'a/b', 'N', 'N'],
    'SSSN',
    'SNNN',
    'SSNM',
    'SSSS',
  ];
  for (const kinds of others) expect(notes(...kinds)).toEqual([]);
  const flagged = [true, true, false, false].map((AllDay, id) => ({
    ...{ id, title: 'a', AllDay },
    start: '2026-03-01T00:00:00',
    kind: 'SSNN'[id],
  }));
  expect(inferred(flagged).notes.join()).not.toContain('no allDay');
  // In Sao Paulo this day begins at one o’clock.
  const skipped = ['2012-10-21T01:00', '2012-10-22T00:00', '2012-10-22T01:00', '2012-10-23T09:00'];
  const shifted = skipped.map((at, id) => ({ id, title: 'a', start: `${at}:00`, kind: 'SSNN'[id] }));
  expect(inferFormat([JSON.stringify(shifted)], knownZone('America/Sao_Paulo')).notes).toContain(found[0]);
});

test('a column of another name may be the end, if each of its times is one, and a note shows how', () => {
  const notes = (...ends: readonly (string | null)[]) => {
    const event = { title: 'a', start: '2026-03-01T09:00:00Z' };
    const events = ends.map((Fim, index) => ({ id: index + 1, ...event, Fim }));
    return inferred(events).notes.filter((note: string) => note.startsWith('no end'));
  };
  const found = ['no end was found: {end:iso} may be at "Fim"'];
  expect(notes('2026-03-01T10:00:00Z', null, '2026-03-03T00:00:00Z')).toEqual(found);
  expect(notes('2026-03-01T10:00:00Z', '2026-02-01T00:00:00Z')).toEqual([]);
  expect(notes('2026-03-01T10:00:00Z', 'open')).toEqual([]);
  expect(notes(null)).toEqual([]);
});

test('a note that no form writes a time shows a value that is none', () => {
  const event = { title: 'a', start: '2026-03-01T09:00:00Z' };
  const events = ['2026-03-01T10:00:00Z', {}].map((end, id) => ({ id, ...event, end }));
  const note = 'no end was found: no form writes every value at "end", such as {}';
  expect(inferred(events).notes).toContain(note);
});

test.each([
  ['json-date', (instant: number) => `/Date(${instant})/`, ':json-date', '@local:json-date'],
  ['unix-s', (instant: number) => instant / 1000, ':unix-s', '@local:unix-s'],
  ['iso', (instant: number) => `${new Date(instant).toISOString().slice(0, 19)}Z`, ':iso', '@local:iso-utc'],
])('without a flag, midnights tell where days begin: %s', (_form, written, utc, local) => {
  const startOf = (...times: readonly string[]) => {
    const events = times.map((time, Id) => ({ Id, Title: 'a', Start: written(Date.parse(time)) }));
    const { event, notes } = inferred(events);
    // The zone decides only the form of the time, and not the instant.
    expect(notes).not.toContainEqual(expect.stringContaining('without an offset'));
    return event.Start;
  };
  const evening = '2026-04-12T18:00:00Z';
  expect(startOf('2026-04-09T22:00:00Z', evening)).toBe(`{start${local}}`);
  expect(startOf('2026-04-09T00:00:00Z', evening)).toBe(`{start${utc}}`);
  expect(startOf('2026-04-09T22:00:00Z', '2026-04-09T00:00:00Z')).toBe(`{start${utc}}`);
});

test.each([
  ['2026-03-06T00:00:00Z', '2026-03-07T19:00:00Z', true],
  [1_772_755_200, 1_772_910_000, true],
  ['2026-03-06T00:00:00Z', null, false],
  ['2026-03-06', '2026-03-07T19:00:00Z', false],
  ['2026-03-05T23:00:00Z', '2026-03-07T19:00:00Z', false],
])('a day that begins at %s, beside %s: times that say UTC may be local, %s', (Day, Start, isNoted) => {
  const events = [Day, Start].flatMap((at, Id) =>
    at === null ? [] : [{ Id, Title: 'a', AllDay: Id === 0, Start: at }],
  );
  const answers = [JSON.stringify(events)];
  const note =
    'all-day events begin at midnight in UTC: if other times are local times marked as UTC, set TIME_ZONE to UTC';
  expect(inferFormat(answers, BERLIN).notes.includes(note)).toBe(isNoted);
  expect(inferFormat(answers, knownZone('UTC')).notes).not.toContain(note);
});

test.each(['0001-01-01T00:00:00', '2999-12-31T00:00:00'])('a start %s stands for none', (Start) => {
  const found = inferred([{ Id: 1, Title: 'a', Start }]);
  expect(found).toMatchObject({ event: { Start: '{extra.Start}' }, missing: ['start'] });
  expect(found.notes[0]).toContain('at "Start", some times are on 1970-01-01');
});

test('times beside another zone than TIME_ZONE are not read hours off', () => {
  const missingBeside = (timeZone: string, offset = '') =>
    inferred([{ id: 1, title: 'a', start: { dateTime: `2026-03-01T09:00:00${offset}`, timeZone } }]).missing;
  expect(missingBeside('Africa/Algiers', '+01:00')).toEqual([]);
  for (const zone of ['America/New_York', 'Africa/Algiers']) expect(missingBeside(zone)).toEqual(['start']);
  expect(missingBeside('W. Europe Standard Time')).toEqual([]);
});

test.each([
  ['9:00', 'H:mm'],
  ['09:00', 'HH:mm'],
])('an end of two digits after a start at %s has the form of the start', (start, form) => {
  const { event } = inferred(`title,start,end\na,2026-03-01 ${start},2026-03-01 10:00\n`);
  expect([event.start, event.end]).toEqual(
    ['start', 'end'].map((field) => `{${field}@local:yyyy-MM-dd ${form}}`),
  );
});

test.each([
  ['25/03/2026 09:30', '{start@local:dd/MM/yyyy HH:mm}'],
  ['03/25/2026 09:30', '{start@local:MM/dd/yyyy HH:mm}'],
  ['25/3/2026 09:30', '{extra.Start}'],
  ['3/25/2026 9:30 AM', '{extra.Start}'],
  ['25/03/2026', '{extra.Start}'],
])('a column such as %s proves the order of day and month only for dates like its own', (created, start) => {
  const text = `Title;Start;Created\na;01/02/2026 19:30;${created}\nb;05/06/2026 08:00;${created}\n`;
  expect(eventOf(text).Start).toBe(start);
  const both = `Title;Start;A;B\na;01/02/2026 19:30;25/03/2026 09:30;03/25/2026 09:30\n`;
  expect(eventOf(both).Start).toBe('{extra.Start}');
});

test.each([
  { EventDate: '2026-03-01', StartTime: '2026-03-01T09:00:00' },
  { DisplayDate: '1 March 2026', StartTime: '2026-03-01T09:00:00.1' },
])('a column of dates is no start beside a column that also has the times of day: %j', (times) => {
  expect(eventOf([{ id: 1, title: 'a', ...times }])).toMatchObject({
    StartTime: expect.stringContaining('{start'),
  });
});

test.each([
  ['2026-03-01', '9:30', false],
  ['2026-03-01', '09:30', false],
  ['5/13/2026', '9:30', false],
  ['2026-03-01', '10:30', true],
])('on %s from %s to 19:30 no number shows whether it has a zero in front: %s', (day, from, isNoted) => {
  const { notes } = inferred(`Title,Start,Begin,End\na,${day},${from},19:30\n`);
  const note = 'the sample does not show whether {start@local:HH:mm} writes 9 as 9 or as 09';
  const about = notes.filter((one: string) => one.startsWith('the sample does not show whether'));
  expect(about).toEqual(isNoted ? [note] : []);
});

test.each([
  { Hours: 9 },
  { Hours: 9, Minutes: 30 },
  // JavaScriptSerializer writes a TimeSpan with its ticks. If these ticks were milliseconds, they would mean a time in
  // 1980.
  { Hours: 9, Minutes: 30, Ticks: 342_000_000_000, TotalHours: 9.5 },
])('a date beside a time of day such as %j, which no form reads, is no start', (StartTime) => {
  const event = { title: 'a', Date: '2026-03-01T00:00:00.000', StartTime };
  expect(inferred([event]).missing).toEqual(['start']);
});

test.each<[readonly [unknown, unknown], readonly [unknown, unknown], string]>([
  [['/Date(1773446400000)/', '19:00'], ['/Date(1773532800000)/', '20:30'], '{extra.Date}'],
  [['/Date(1773442800000)/', '19:00'], ['/Date(1773529200000)/', '20:30'], '{extra.Date}'],
  [[1773446400, 68400], [1773532800, 36000], '{extra.Date:raw}'],
  [[639090432000000000, '19:00'], [639091296000000000, '20:30'], '{extra.Date:raw}'],
  [['2026-03-14T00:00:00+02:00', '19:00'], ['2026-03-15T00:00:00+02:00', '20:30'], '{extra.Date}'],
  [
    ['2026-03-14T00:00:00Z', '19:00'],
    ['2026-03-15T00:00:00Z', '20:30'],
    "{start@local:yyyy-MM-dd'T00:00:00Z'}",
  ],
  [
    ['3/14/2026 12:00:00 AM', '1/1/1900 7:00:00 PM'],
    ['3/15/2026 12:00:00 AM', '1/1/1900 8:30:00 PM'],
    "{start@local:M/d/yyyy' 12:00:00 AM'}",
  ],
  [['2026-03-14T18:00:00Z', '19:00'], ['2026-03-15T00:00:00Z', '01:00'], '{start:iso}'],
])('of midnights beside times of day a format reads both or neither: %j', (first, second, expected) => {
  const times = [first, second].map(([day, StartTime]) => ({ Date: day, StartTime }));
  const events = times.map((time, index) => ({ Id: index + 1, Title: 'a', ...time }));
  const { event, notes } = inferred(events);
  expect(event.Date).toBe(expected);
  const about = '"Date" has only midnights, and a format file can\'t add times of day to them';
  expect(notes.includes(`no start was found: ${about}`)).toBe(expected.startsWith('{extra'));
});

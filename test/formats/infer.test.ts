/** `format` infers only what a sample proves. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { FormatError } from '../../src/formats/document';
import { type EventRow, writtenValue } from '../../src/formats/event';
import { rowOf } from '../../src/formats/infer/fit';
import { inferFormat } from '../../src/formats/infer/infer';
import { fieldNamed } from '../../src/formats/infer/words';
import { type FormatFile, formatReader } from '../../src/formats/read';
import { isObject } from '../../src/lib/json';
import { MAX_NOTE } from '../../src/lib/text/messages';
import { knownZone } from '../../src/lib/time/zones';
import { BERLIN, compileFile, missingIn, shown } from '../support/drafts';

function inferred(sample: unknown, encoding?: string) {
  const text = typeof sample === 'string' ? sample : JSON.stringify(sample);
  const { text: file, ...others } = inferFormat([text], BERLIN, { encoding });
  for (const note of others.notes) expect(note.length).toBeLessThanOrEqual(MAX_NOTE);
  const missing = missingIn(others.problem);
  return { ...JSON.parse(file), ...others, missing, compiled: compileFile(file) };
}

/** Postgres keeps extra fields as jsonb, which sorts the members of objects and forgets how numbers are written. */
function asStored(row: EventRow): EventRow {
  return JSON.parse(JSON.stringify(row), (_, value) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).sort()) : value,
  );
}

const eventOf = (sample: unknown) => inferred(sample).event;

const read = (file: FormatFile, answer: string) => formatReader(file).read(answer).events;
const rowsIn = (file: FormatFile, answer: string) => read(file, answer).map(({ draft }) => rowOf(draft));

const folder = join(__dirname, '../../examples/formats');

test.each(['wcf', 'array-of-event', 'fullcalendar-v1', 'german-spreadsheet'])(
  '%s: the inferred file reads the same as the handwritten one',
  (name) => {
    const bytes = readFileSync(join(folder, `${name}.answer.txt`));
    const encoding = name === 'german-spreadsheet' ? 'windows-1252' : undefined;
    const sample = new TextDecoder(encoding).decode(bytes, { stream: true });
    const byHand = compileFile(readFileSync(join(folder, `${name}.json`), 'utf8'));
    const { compiled, missing } = inferred(sample, encoding);
    expect(missing).toEqual([]);
    const found = read(compiled, sample).map(shown);
    const expected = read(byHand, sample).map(shown);
    for (const [index, { fields }] of expected.entries()) {
      const { id, title, start, allDay, location } = fields;
      const known = Object.entries({ id, title, start, allDay, location }).filter(
        ([, value]) => value !== undefined,
      );
      expect(found[index]?.fields).toMatchObject(Object.fromEntries(known));
      expect(found[index]?.unread).toEqual([]);
    }
  },
);

describe('tables', () => {
  test('Access: dates are midnights, times of day are of the year 1899', () => {
    const text =
      'ID;Titel;Datum;Beginn;Ende;Ganztags;Dauer;Saal\r\n' +
      '1;Chor;01.03.2026 00:00:00;30.12.1899 09:00:00;30.12.1899 10:30:00;0;90;Hof\r\n' +
      '2;Fest;13.03.2026 00:00:00;30.12.1899 19:30:00;30.12.1899 21:00:00;-1;90;\r\n';
    const timed = text.replace(';-1;', ';0;');
    expect(inferred(timed)).toMatchObject({
      kind: 'csv',
      delimiter: ';',
      event: {
        ID: '{id}',
        Titel: '{title}',
        Datum: "{start@local:dd.MM.yyyy' 00:00:00'}",
        Beginn: "{start@local:'30.12.1899 'HH:mm:ss}",
        Ende: "{end@local:'30.12.1899 'HH:mm:ss}",
        // The unit of 90 is unknown.
        Dauer: '{extra.Dauer}',
        Saal: '{location}',
      },
      missing: [],
      notes: ['kept as extra fields: Dauer', expect.stringMatching(/TIME_ZONE/)],
    });
    // An all-day event can't begin at 19:30.
    expect(inferred(text)).toMatchObject({ missing: ['start'] });
  });

  test.each([
    ['SQL Server', '1900-01-01T'],
    ['.NET', '0001-01-01T'],
    ['OLE Automation', '1899-12-30T'],
    ['Access in Germany', '30.12.1899 '],
    ['Access in France', '30/12/1899 '],
    ['Access in America', '12/30/1899 '],
  ])('%s: times of day are of the day %s', (_program, day) => {
    const events = ['09:00:00', '19:30:00'].map((clock, index) => {
      const date = `2026-03-1${index + 2}T00:00:00`;
      return { Id: index, Title: 'a', Date: date, Begin: day + clock, End: `${day}22:00:00` };
    });
    expect(inferred(JSON.stringify(events))).toMatchObject({
      event: {
        Date: "{start@local:yyyy-MM-dd'T00:00:00'}",
        Begin: `{start@local:'${day}'HH:mm:ss}`,
        End: `{end@local:'${day}'HH:mm:ss}`,
      },
      missing: [],
    });
  });

  test('Excel: zeros in front are proved by other columns, flags by both words or by the only pair', () => {
    const text =
      '\r\nNr;Name;Datum;Von;Bis;Ganztags;Ort\r\n1;Chor;1.3.2026;9:00;10:00;Nein;Saal\r\n2;Fest;13.3.2026;19:30;;Nein;Hof\r\n';
    expect(inferred(text)).toMatchObject({
      event: {
        Datum: '{start@local:d.M.yyyy}',
        Von: '{start@local:H:mm}',
        Bis: '{end@local:H:mm|empty}',
        Ganztags: '{allDay:Ja/Nein}',
      },
      missing: [],
    });
    expect(eventOf(text.replaceAll('Nein', 'No')).Ganztags).toBe('{extra.Ganztags}');
    expect(eventOf(text.replace('Nein', 'Vielleicht')).Ganztags).toBe('{extra.Ganztags}');
  });

  test('Outlook: one date past the twelfth proves the order for every column', () => {
    const text =
      '"Subject","Start Date","Start Time","End Date","End Time","All day event","Reminder on/off","Reminder Date"\r\n' +
      '"Choir","3/1/2026","9:00:00 AM","3/1/2026","10:00:00 AM","False","True","3/1/2026"\r\n' +
      '"Fair","3/2/2026","12:00:00 AM","3/13/2026","12:00:00 AM","True","False","3/2/2026"\r\n';
    expect(inferred(text)).toMatchObject({
      event: {
        Subject: '{title}',
        'Start Date': '{start@local:M/d/yyyy}',
        'Start Time': '{start@local:h:mm:ss tt}',
        'End Date': '{end@local:M/d/yyyy}',
        'End Time': '{end@local:h:mm:ss tt}',
        'All day event': '{allDay:True/False}',
        'Reminder on/off': '{extra.Reminder on/off}',
        'Reminder Date': '{extra.Reminder Date}',
      },
      missing: [],
    });
    const either = inferred(text.replace('3/13/2026', '3/12/2026'));
    expect(either).toMatchObject({ event: { 'Start Date': '{extra.Start Date}' }, missing: ['start'] });
    expect(either.notes[0]).toMatch(/^no start is proved: "Start Date" may have the day first or the month/);
    // In JSON a missing date may be null.
    const ends = [null, '3/13/2026'].map((end) => ({ title: 'a', start: '3/1/2026', end }));
    expect(eventOf(ends).start).toBe('{start@local:M/d/yyyy}');
  });

  test('words for yes and no keep their letter case', () => {
    for (const [yes, no] of [
      ['ja', 'nein'],
      ['JA', 'NEIN'],
    ]) {
      const row = (word = '') => `Choir,2026-03-01,${word}\r\n`;
      const { event } = inferred(`title,start,all day\r\n${row(yes)}${row(no)}`);
      expect(event['all day']).toBe(`{allDay:${yes}/${no}}`);
    }
  });

  test('SQL Server: its long form is read, and a column that no form writes is left', () => {
    const rows = (one: string, other: string) =>
      `EventID,EventName,StartDate\r\n1,Choir,${one}\r\n2,Fair,${other}\r\n`;
    expect(inferred(rows('2026-03-02 00:00:00.000', '2026-03-01 19:00:00.000'))).toMatchObject({
      event: { EventID: '{id}', EventName: '{title}', StartDate: '{start@local:yyyy-MM-dd HH:mm:ss.fff}' },
      missing: [],
    });
    const short = inferred(rows('Mar  1 2026  7:00PM', 'Mar 12 2026  7:00PM'));
    expect(short).toMatchObject({ event: { StartDate: '{extra.StartDate}' }, missing: ['start'] });
    expect(short.notes[0]).toContain(
      'no form writes every value at "StartDate", such as "Mar  1 2026  7:00PM"',
    );
  });

  test('of several answers with one line of names every value counts, and no other text', () => {
    const answers = ['1;a;01.03.2026 9:00;\r\n', '2;b;13.04.2026 10:00;13.04.2026 11:00\r\n'].map(
      (rows) => `Nr;Titel;Beginn;Ende\r\n${rows}`,
    );
    for (const kind of ['lists', 'events'] as const) {
      const { text, notes } = inferFormat([...answers, 'Error'], BERLIN, { answerKind: kind });
      const { format } = compileFile(text);
      if (kind === 'events') expect(format.event(undefined)).toBe('Error');
      expect(JSON.parse(text).event).toMatchObject({
        Beginn: '{start@local:dd.MM.yyyy H:mm}',
        Ende: '{end@local:dd.MM.yyyy H:mm|empty}',
      });
      expect(notes.join()).not.toContain('it writes');
    }
  });

  test('the line sep=; and an encoding are the file’s', () => {
    expect(
      inferred('sep=|\r\nid|title|start|ort|note|web\r\n1|a|2026-03-01|||\r\n', 'windows-1252'),
    ).toMatchObject({
      delimiter: '|',
      skip: 1,
      encoding: 'windows-1252',
      event: { start: '{start}', ort: '{location}', note: '{description}', web: '{url}' },
    });
  });
});

test.each<[string, object, object]>([
  ['an id column is no title', { Name: '17', Start: '2026-03-01' }, { Name: '{extra.Name}' }],
  [
    'a place is no end, and a caption beside a title no title',
    { caption: 'x', title: 'Trip', date: '2026-03-01', from: 'Berlin', to: 'Paris', type: 'Tour' },
    { caption: '{extra.caption}', from: '{extra.from}', to: '{extra.to}', type: '{category}' },
  ],
  [
    'an hour of whole days',
    { Titel: 'a', Am: '2026-03-01', Bis: '9:00', AllDay: true },
    { Bis: '{extra.Bis}' },
  ],
  [
    'a day in words or a time of day is no place and no note',
    { Titel: 'a', Start: '2026-03-01', Ort: '1 May 2027', Notiz: '9:00 AM' },
    { Ort: '{extra.Ort}', Notiz: '{extra.Notiz}' },
  ],
  [
    'an address is no place and no note',
    { Titel: 'a', Start: '2026-03-01', Ort: 'HTTPS://X/Y', Notiz: 'Mailto:a@x.org' },
    { Ort: '{extra.Ort}', Notiz: '{extra.Notiz}' },
  ],
  [
    'an end in 2999',
    { Titel: 'a', Start: '2026-03-01', Ende: '2999-12-31T00:00:00' },
    { Ende: '{extra.Ende}' },
  ],
])('not proposed: %s', (_what, event, expected) => {
  expect(eventOf([event])).toMatchObject(expected);
});

test('extra fields of the same name are called by as much of their paths as they need', () => {
  const [start, end] = ['09', '10'].map((hour) => ({ dateTime: `2026-03-01T${hour}:00:00Z`, x: hour }));
  expect(eventOf([{ Titel: 'a', start, end, 'end.x': 'b' }])).toMatchObject({
    start: { x: '{extra.x}' },
    end: { x: '{extra.end.x}' },
    'end.x': '{extra.end.x 2}',
  });
});

test.each(['http://x/y', 'HTTPS://X/Y', 'mailto:a@x.org', 'www.x.org', '/y'])('%s is an address', (Link) => {
  expect(eventOf([{ Titel: 'a', Start: '2026-03-01', Link }]).Link).toBe('{url}');
});

test('a repeated or missing id is not an id, and a column with one value is not a category', () => {
  const event = { EventID: 7, GUID: 'x', kind: 'calendar#event', Titel: 'a', Start: '2026-03-01' };
  expect(eventOf([event, { ...event, GUID: 'y', valueOf: 1.5 }])).toMatchObject({
    EventID: '{extra.EventID:raw}',
    GUID: '{uid}',
    kind: '{extra.kind}',
    valueOf: '{extra.valueOf:raw?}',
  });
  expect(eventOf([event, { ...event, kind: 'calendar#task' }]).kind).toBe('{category}');
  const keyed = (...ids: readonly string[]) =>
    ids.map((EventID, index) => ({ EventID, Titel: `a${index}`, Start: '2026-03-01' }));
  expect(eventOf(keyed('x', 'y')).EventID).toBe('{uid}');
  expect(eventOf(keyed('x', 'x')).EventID).toBe('{extra.EventID}');
  expect(eventOf(keyed('1', '2')).EventID).toBe('{id:text}');
  expect(eventOf([event, { ...event, EventID: null }]).EventID).toBe('{extra.EventID:raw|null}');
  expect(eventOf([event, { ...event, EventID: null }, { ...event, EventID: undefined }]).EventID).toBe(
    '{extra.EventID:raw?}',
  );
  expect(eventOf([null, false].map((AllDay) => ({ ...event, AllDay }))).AllDay).toBe('{allDay}');
  expect(eventOf([event, { ...event, EventID: 2 ** 31 }]).EventID).toBe('{extra.EventID:raw}');
  const parts = [{ a: 1 }, { b: 1 }, { z: 1, a: 1, b: 1 }, { a: 1, y: 1, b: 1 }].map((part) => ({
    ...event,
    ...part,
  }));
  expect(Object.keys(eventOf(parts))).toEqual([...Object.keys(event), 'z', 'a', 'y', 'b']);
});

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
  [['1772355600000'], '{start:unix-ms-text}'],
  [['01/03/2026', '13/03/2026'], '{start@local:dd/MM/yyyy}'],
  [['13/03/2026', '25/11/2026'], '{start@local:dd/MM/yyyy}'],
  [['3/12/2026', '3/16/2026'], '{start@local:M/d/yyyy}'],
  [['1.3.26 9:00', '12.11.26 19:30'], '{start@local:d.M.yy H:mm}'],
  [['1 May 2027'], '{start@local:d MMM yyyy}'],
  [['"1 May 2027"'], '{start@local:\\"d MMM yyyy\\"}'],
  [['Sunday, 1 March 2026'], '{start@local:dddd, d MMMM yyyy}'],
  [['Sun, 01 Mar 2026 09:00:00 GMT'], "{start:ddd, dd MMM yyyy HH:mm:ss 'GMT'}"],
  [['20260301090000'], '{start@local:yyyyMMddHHmmss}'],
  [['202603010900'], '{start@local:yyyyMMddHHmm}'],
  [['20260301T090000'], '{start@local:yyyyMMddTHHmmss}'],
  [['1 March 2026 at 9am', '13 March 2026 at 7pm'], "{start@local:d MMMM yyyy 'at' htt}"],
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

test('ticks are local times, even if clocks skip one of them', () => {
  const ticks = (local: string) => String(BigInt(Date.parse(`${local}Z`)) * 10_000n + 621355968000000000n);
  const starts = ['2025-04-25T00:00', '2025-04-28T09:00'].map(ticks);
  const events = starts.map((start, index) => ({ id: index + 1, title: 'a', start }));
  const { text, notes } = inferFormat([JSON.stringify(events)], knownZone('Africa/Cairo'));
  expect(JSON.parse(text).event.start).toBe('{start@local:ticks-text}');
  expect(notes).toContainEqual(expect.stringMatching(/^character \d+: it writes /));
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
  const day = {
    Id: 1,
    Title: 'a',
    AllDay: true,
    Start: '/Date(1772838000000)/',
    End: '/Date(1772838000000)/',
  };
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
    'no start is proved: "Start" contradicts the all-day column: is TIME_ZONE that of the old service?',
  );
  const dates = ['2026-03-01', '2026-03-02T09:00:00Z'].map((Start) => ({ ...day, Start, AllDay: false }));
  expect(inferred(dates)).toMatchObject({ event: { Start: '{extra.Start}' }, missing: ['start'] });
});

test('an end has its day only if each event is read by it, and never its time of day alone beside a day', () => {
  const event = {
    id: 1,
    title: 'a',
    date: '2026-03-01',
    time: '09:00',
    endDate: '2026-03-01',
    endTime: '10:00',
  };
  const days = { ...event, id: 2, endDate: '2026-03-02' };
  const open = { ...event, id: 3, endTime: null };
  const [date, time] = ['{end@local:yyyy-MM-dd}', '{end@local:HH:mm|null}'];
  expect(eventOf([event, days, open])).toMatchObject({ endDate: date, endTime: time });
  const { event: proposed, notes } = inferred([event, { ...days, endTime: null }]);
  expect(proposed).toMatchObject({ endDate: '{extra.endDate}', endTime: '{extra.endTime|null}' });
  expect(notes).toContain('no end is proved: by {end} at "endDate" end must be a time because start is one');
  const odd = inferred([{ ...days, endDate: '2026-03-02 ' }, event]);
  expect(odd.event).toMatchObject({ endDate: '{extra.endDate}', endTime: '{extra.endTime}' });
  expect(odd.notes).toContain(
    'no end is proved: no form writes every value at "endDate", such as "2026-03-02 "',
  );
});

test('without a form for its flag an event that lasts all day is a problem, if it begins at a time', () => {
  const flagged = (Start: string, ...flags: readonly unknown[]) =>
    inferred(flags.map((AllDay, Id) => ({ Id, Title: 'a', Start, AllDay })));
  const day = '2026-03-01T00:00:00+01:00';
  const note = (value: unknown) =>
    `no allDay is proved: several forms or none write every value at "AllDay", such as ${JSON.stringify(value)}`;
  const odd = flagged(day, 'yes', 'no', 'whole day', null);
  expect(odd.problem).toMatch(/^1 of 4 events last all day, but no \{allDay\} is proved: /);
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
    expect(notes.join()).not.toContain('no allDay is proved');
});

test.each<[string, (events: readonly object[]) => string]>([
  ['JSON', (events) => JSON.stringify(events)],
  [
    'XML',
    (events) =>
      `<L>${events
        .map(
          (event) =>
            `<E>${Object.entries(event)
              .map(([name, value]) => `<${name}>${value}</${name}>`)
              .join('')}</E>`,
        )
        .join('')}</L>`,
  ],
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
  expect(notes).toContain('no end is proved: by {end:iso} at "end" end must not be before start');
  const night = { title: 'a', date: '2026-03-01', from: '22:00', to: '02:00' };
  expect(inferred([night, { ...night, to: '23:00' }]).notes).toContain(
    'no end is proved: by {end@local:HH:mm} at "to" end must not be before start',
  );
  const lasting = [event, wrong].map((one) => ({ ...one, duration: 'PT1H' }));
  expect(inferred(lasting).notes.join()).not.toContain('no end is proved');
  const days = { ...event, start: '2026-03-01', end: '2026-03-02', until: '2026-02-28T09:00:00Z' };
  const startless = { ...wrong, start: null };
  for (const events of [[days], [{ ...event, end: null }, startless]])
    expect(inferred(events).notes.join()).not.toContain('no end is proved');
  expect(inferred([event, { id: 2, title: 'b', start: '2026-03-02' }]).notes.join()).not.toContain('all-day');
});

test.each([
  ['Tags', '{extra.Tags.json:raw}', [90]],
  ['DurationMinutes', '{duration:min}'],
  ['DauerMin', '{duration:min}'],
  ['Duration', '{extra.Duration:raw}'],
])('%s of 90 is %s', (name, expected, value: unknown = 90) => {
  const event = { id: 1, title: 'a', start: '2026-03-01T09:00:00Z', [name]: value };
  expect(eventOf([event])[name]).toBe(expected);
});

test('more extra fields than an import takes are a problem', () => {
  const event = (count: number) => ({
    ...{ id: count, title: 'a', start: '2026-03-01' },
    ...Object.fromEntries(Array.from({ length: count }, (_, index) => [`x${index}`, 'y'])),
  });
  expect(inferred([event(64)]).problem).toBeUndefined();
  expect(inferred([event(64), event(65)]).problem).toMatch(/^1 of 2 events have more than 64 extra fields, /);
});

test('a text that an import would change is proposed as an extra field, except in a table', () => {
  const event = { id: 1, title: 'a', start: '2026-03-01T09:00:00Z', description: 'one\r\ntwo' };
  expect(eventOf([event]).description).toBe('{extra.description}');
  expect(eventOf([{ ...event, description: 'one\ntwo' }]).description).toBe('{description}');
  const others = [
    { ...event, description: '' },
    { ...event, id: 2, description: null },
  ];
  expect(eventOf(others).description).toBe('{extra.description|null}');
  expect(eventOf([{ ...event, description: '' }]).description).toBe('{description}');
  const table = 'id,title,start,description\r\n1,a,2026-03-01T09:00:00Z,"one\r\ntwo"\r\n';
  expect(inferred(table)).toMatchObject({
    event: { description: '{description}' },
    notes: ['line ends of {description} become LF: {extra.NAME} keeps CR LF'],
  });
});

test.each([
  ['json-date', (instant: number) => `/Date(${instant})/`, ':json-date', '@local:json-date'],
  ['unix-s', (instant: number) => instant / 1000, ':unix-s', '@local:unix-s'],
  ['iso', (instant: number) => `${new Date(instant).toISOString().slice(0, 19)}Z`, ':iso', '@local:iso-utc'],
])('without a flag, midnights tell where days begin: %s', (_form, written, utc, local) => {
  const startOf = (...times: readonly string[]) => {
    const events = times.map((time, Id) => ({ Id, Title: 'a', Start: written(Date.parse(time)) }));
    const { event, notes } = inferred(events);
    // Only the form of the time depends on the zone, and not the instant.
    expect(notes).not.toContainEqual(expect.stringContaining('without an offset'));
    return event.Start;
  };
  const evening = '2026-04-12T18:00:00Z';
  expect(startOf('2026-04-09T22:00:00Z', evening)).toBe(`{start${local}}`);
  expect(startOf('2026-04-09T00:00:00Z', evening)).toBe(`{start${utc}}`);
  expect(startOf('2026-04-09T22:00:00Z', '2026-04-09T00:00:00Z')).toBe(`{start${utc}}`);
});

test.each(['0001-01-01T00:00:00', '2999-12-31T00:00:00'])('a start %s stands for none', (Start) => {
  const found = inferred([{ Id: 1, Title: 'a', Start }]);
  expect(found).toMatchObject({ event: { Start: '{extra.Start}' }, missing: ['start'] });
  expect(found.notes[0]).toContain('at "Start" some times are in 1970-01-01');
});

test.each(['timeZone', 'Time Zone', 'start_tz'])(
  'times beside another zone than TIME_ZONE, as %s, are not read hours off',
  (name) => {
    const event = (zone: string, offset = '') => [
      { id: 1, title: 'a', start: { dateTime: `2026-03-01T09:00:00${offset}`, [name]: zone } },
    ];
    expect(inferred(event('Africa/Algiers', '+01:00'))).toMatchObject({ missing: [] });
    for (const zone of ['America/New_York', 'Africa/Algiers'])
      expect(inferred(event(zone))).toMatchObject({ missing: ['start'] });
    expect(inferred(event('W. Europe Standard Time'))).toMatchObject({ missing: [] });
  },
);

test.each([
  [
    'attributes',
    '<l n="2"><e xmlns="urn:e" id="1" start="2026-03-01" on="true">A</e><e id="2" start="2026-03-02">B</e></l>',
    '<e xmlns="urn:e" id="{id}" start="{start}" on="{extra.on?}">{title}</e>',
  ],
  [
    'a feed with one item',
    '<rss><channel><title>Feed</title><link>http://x/</link><item><title>a</title><start>2026-03-05T18:00:00Z</start></item></channel></rss>',
    '<item><title>{title}</title><start>{start:iso}</start></item>',
  ],
  [
    'speakers',
    '<e><id>1</id><title>a</title><start>2026-03-05</start><who><title>Dr</title><name>Ann</name></who></e>',
    '<e><id>{id}</id><title>{title}</title><start>{start}</start><who><title>{extra.title}</title><name>{extra.name}</name></who></e>',
  ],
  [
    'a date and a time of XmlSerializer',
    '<e><title>a</title><date>2026-07-05</date><time>09:00:00.0000000+01:00</time></e>',
    "<e><title>{title}</title><date>{start@local:yyyy-MM-dd}</date><time>{start@local:HH:mm:ss.fff'0000''+01:00'}</time></e>",
  ],
  [
    'elements that come again',
    '<l><e><title>a</title><start>2026-03-01</start><category>x</category><category>y</category></e></l>',
    '<e><title>{title}</title><start>{start}</start><category>{category}</category><category>{extra.category 2}</category></e>',
  ],
  [
    'elements that may be empty',
    '<l><e><title>a</title><start>2026-03-01</start><ort><x>1</x></ort></e><e><title>b</title><start>2026-03-02</start><ort/></e></l>',
    '<e><title>{title}</title><start>{start}</start><ort>{extra.ort}<x>{extra.x?}</x></ort></e>',
  ],
  [
    'mysql --xml',
    '<r><row><field name="id">1</field><field name="title">A</field><field name="start">2026-03-01 09:00:00</field></row></r>',
    '<row><field name="id">{id}</field><field name="title">{title}</field><field name="start">{start@local:yyyy-MM-dd HH:mm:ss}</field></row>',
  ],
  [
    'an element that has only attributes, behind a document type',
    '<!DOCTYPE f [<!ELEMENT f ANY>]><f><e><title>a</title><gd:when startTime="2026-03-01" /><x y="1"/></e></f>',
    '<e><title>{title}</title><gd:when startTime="{start}" /><x y="{extra.y}"/></e>',
  ],
])('XML: %s', (_what, text, event) => {
  expect(eventOf(text)).toBe(event);
});

test('the text around the events is kept, and a number whose name means count becomes {count}', () => {
  const event = { Id: 7, Title: 'a{b}', Start: '2026-03-01' };
  expect(
    inferred({
      Count: 1,
      Rows: '1',
      Total: 'all',
      ok: 1,
      page: 1,
      note: '{x}',
      of: [{ rows: 1, d: [event] }],
    }),
  ).toMatchObject({
    list: {
      Count: '{count}',
      Rows: '{count:text}',
      Total: 'all',
      ok: 1,
      page: 1,
      note: '{{x}}',
      of: [{ rows: '{count}', d: '{events}' }],
    },
    notes: ['the format always writes these values around the events as they are here: ok, page'],
  });
  expect(inferred('<l count="1"><e><id>1</id><title>a</title><start>2026-03-01</start></e></l>').list).toBe(
    '<l count="{count}">{events}</l>',
  );
});

test('differences are quoted', () => {
  const notes = (text: string) => inferred(text).notes;
  expect(notes('[{"id":1,"title":"\\u0041 b","start":"2026-03-01"}]')).toEqual([
    expect.stringMatching(/^character \d+, the same to a parser: it writes ".*" for ".*"$/),
  ]);
  expect(notes('id,title,start\n1,a,2026-03-01\n')).toEqual([
    expect.stringMatching(/^character 15: it writes ".*\\r\\n.*" for ".*\\n.*"$/),
  ]);
  expect(notes('id,title,start\r\n1,a,2026-03-01\r\n')).toEqual([]);
  // A difference that a parser sees is reported first, even if it is in a later answer.
  const list = (place: string) => `[{"id":1,"title":"a","start":"2026-03-01"${place}}]`;
  const answers = [',"place":"\\u0041 b"', ',"place":null', ''].map(list);
  expect(inferFormat(answers, BERLIN).notes.at(-1)).toMatch(
    /^2 of 3 answers, character 42: it writes .*null/,
  );
  const answer = (title: string, index: number) =>
    `[{"id":${index + 1},"title":"${title}","start":"2026-03-01"}]`;
  const others = ['a', '\\u0041', 'b'].map(answer);
  expect(inferFormat(others, BERLIN).notes).toEqual([
    expect.stringMatching(/^1 of 3 answers, character \d+, the same to a parser: it writes/),
  ]);
});

test('an answer whose JSON a program broke is a problem, and no answer without events', () => {
  const list = (title: string) => `[{"id":1,"title":"${title}","start":"2026-03-01"}]`;
  const { problem, notes } = inferFormat([list('Caf\u00e9 "Zum L\u00f6wen"'), list('a')], BERLIN);
  expect(problem).toMatch(/^1 of 2 answers are not JSON, such as at ".*Caf\u00e9 .*"\.$/);
  expect(notes).toEqual([]);
  const marked = inferFormat([`\ufeff${list('a')}`, '[]'], BERLIN);
  expect(marked).toMatchObject({ problem: undefined, notes: [expect.stringMatching(/^character 1: /)] });
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
  ['2026-03-01', '9:30', '19:30', []],
  ['2026-03-01', '09:30', '19:30', []],
  ['5/13/2026', '9:30', '19:30', []],
  ['2026-03-01', '10:30', '19:30', ['whether 9 is written 9 or 09 is not proved for {start@local:HH:mm}']],
])(
  'on %s from %s to %s: a note says if no number shows whether it has a zero in front',
  (day, from, to, notes) => {
    const { notes: all } = inferred(`Title,Start,Begin,End\na,${day},${from},${to}\n`);
    const about = (note: string) => note.startsWith('whether');
    expect(all.filter(about)).toEqual(notes);
  },
);

test('a note names another column that could be the title or a time', () => {
  const notes = (more: object) =>
    inferred([
      { Title: 'a', StartTime: '2026-03-01T09:00:00', EndTime: '2026-03-01T10:00:00', ...more },
    ]).notes.filter((note: string) => note.includes('could be'));
  expect(notes({ Subject: 'b', Begin: '2026-02-01T00:00:00', Until: '2026-02-02T00:00:00' })).toEqual([
    '{title} is at "Title", but could be at "Subject"',
    '{start} is at "Begin", but could be at "StartTime"',
    '{end} is at "Until", but could be at "EndTime"',
  ]);
  expect(notes({ Subject: '7', Begin: 'soon', Until: '', Name: null })).toEqual([]);
});

test('a note names a column that may have the other part of a start or an end', () => {
  const notes = (...times: readonly [start: string, more: string, at?: string]) => {
    const [start, more, at = ''] = times;
    const xml = `<E><Title>a</Title><Start>${start}</Start>${more}<Slot><StartTime>${at}</StartTime></Slot></E>`;
    return inferred(`<L>${xml}</L>`).notes.filter((note: string) => /has no (time of day|date)/.test(note));
  };
  const question = (field: string, column: string) =>
    `{${field}} has no time of day: is it at "${column}" in some event?`;
  const inSlot = [question('start', 'Slot.StartTime')];
  expect(notes('2026-03-01', '', '09:00')).toEqual(inSlot);
  expect(notes('2026-03-01', '')).toEqual(inSlot);
  expect(notes('2026-03-01', '<End>2026-03-02</End><EndTime/>')).toEqual([
    ...inSlot,
    question('end', 'EndTime'),
  ]);
  expect(notes('2026-03-01', '', 'late')).toEqual([]);
  expect(notes('2026-03-01', '<StartTime>09:00</StartTime>')).toEqual([]);
  expect(notes('2026-03-01T09:00:00', '')).toEqual([]);
  const ends = '<EndTime>10:00</EndTime><Slot><EndDate>2026-03-02</EndDate></Slot>';
  expect(notes('2026-03-01T09:00:00', ends)).toEqual([
    '{end} has no date: is it at "Slot.EndDate" in some event?',
  ]);
});

test('without a title or a start the notes name candidates', () => {
  const { missing, notes } = inferred(
    'Was;Ort;Sitze; Wann;Leer;Satz;Offen;Bild\n"x";Hof;90;2026-03-01 10:00;;3F2504E0-4F89-11D3-9A0C-0305E82C3301;ja;http://x/y\n',
  );
  expect(missing).toEqual(['title', 'start']);
  expect(notes.slice(0, -2)).toEqual([
    'no start is proved: {start@local:yyyy-MM-dd HH:mm} may be at "Wann"',
    'no title is proved: {title} may be at "Was"',
  ]);
  const google = inferred([
    { summary: 'a', start: { date: '2026-03-02' } },
    { summary: 'b', start: { dateTime: '2026-03-01T09:00:00+01:00' } },
  ]);
  expect(google.missing).toEqual(['start']);
});

test('a note about a start names a candidate column, and its problem', () => {
  const notes = (text: string) =>
    (inferred(text).notes as readonly string[]).filter((note) => note.startsWith('no start'));
  expect(notes('Title;Date;Time;End Date\na;01/03/2026;9:00;01/03/2026\n')).toEqual([
    'no start is proved: "Date" may have the day first or the month, as {start@local:dd/MM/yyyy}',
  ]);
  expect(notes('Title;Date;Time\na;01.03.2026;9 Uhr\n')).toEqual([
    'no start is proved: no form writes every value at "Time", such as "9 Uhr"',
  ]);
  expect(notes('Title;Start\na;2026-02-30\n')).toEqual([
    expect.stringMatching(
      /^no start is proved: by \{start@local:yyyy-MM-dd\} at "Start" start must be an existing date/,
    ),
  ]);
  for (const starts of [[20260301], ['2026-03-01T09:00:00', '2026-03-01T09:00:00Z']])
    expect(inferred(starts.map((start) => ({ title: 'a', start }))).notes[0]).toContain(
      'no form writes every value at "start"',
    );
});

test('a date beside a time of day that no form reads is no start', () => {
  const event = { title: 'a', Date: '2026-03-01T00:00:00.000', StartTime: { Hours: 9, Minutes: 30 } };
  expect(inferred([event]).missing).toEqual(['start']);
});

describe('lists are written in the order of the service', () => {
  // The day begins between the two times of day by the clock of Berlin, and not by UTC.
  const starts = ['2026-02-28T22:30:00Z', '2026-03-01', '2026-02-28T23:30:00Z', '2026-03-02T09:00:00Z'];
  const event = (id: number, start: number) => ({ id, title: `t${id}`, start: starts[start] });

  test.each([
    ['by start', undefined, [event(4, 0), event(3, 1), event(2, 2), event(1, 3)], 'start and -id'],
    [
      'by start, and of two that begin together the higher id first',
      '-start',
      [event(3, 1), event(2, 1)],
      '-start and -id',
    ],
    ['by start, the last first', '-start', [event(1, 3), event(3, 2), event(2, 1), event(4, 0)]],
    ['by id', 'id', [event(1, 1), event(2, 0), event(3, 2)]],
    ['by id, the last first', '-id', [event(3, 0), event(2, 2), event(1, 1)]],
  ])('%s', (_what, order, events, fitting = '') => {
    const list = JSON.stringify(events);
    const { text, notes } = inferFormat([list, JSON.stringify(events.slice(1))], BERLIN);
    expect(JSON.parse(text).order).toBe(order);
    const compiled = compileFile(text);
    const place = (row: EventRow) => starts.indexOf(String(writtenValue(row, 'start')));
    const stored = rowsIn(compiled, list).sort(
      (one, other) => place(one) - place(other) || one.id - other.id,
    );
    expect(compiled.format.list(stored)).toBe(list);
    // In a short list more than one order may fit.
    expect(notes).toEqual(fitting === '' ? [] : [`the order is not proved: ${fitting} fit all lists`]);
  });

  test('another order, or different orders in two answers, is noted', () => {
    const note = 'the events are in no order that a format file can describe: it writes them by start';
    const mixed = [event(2, 0), event(3, 3), event(1, 1)];
    expect(inferFormat([JSON.stringify(mixed)], BERLIN).notes).toContain(note);
    const two = [
      [event(1, 0), event(2, 1)],
      [event(4, 3), event(3, 2)],
    ].map((list) => JSON.stringify(list));
    expect(inferFormat(two, BERLIN).notes).toContain(note);
  });

  test('tables have an order if they are answers of a service, and not a file', () => {
    const table = (...events: ReturnType<typeof event>[]) =>
      ['id,title,start', ...events.map((one) => Object.values(one).join())].join('\r\n');
    const tables = [table(event(1, 2), event(2, 0)), table(event(3, 0), event(4, 3))];
    expect(JSON.parse(inferFormat(tables, BERLIN).text).order).toBe('id');
    expect(JSON.parse(inferFormat(tables.slice(0, 1), BERLIN).text)).not.toHaveProperty('order');
  });

  test('the members of an object have lost theirs, and are tried in the order in which they will be written', () => {
    const list = `{"d":{"8":${JSON.stringify(event(8, 0))},"7":${JSON.stringify(event(7, 3))}}}`;
    const { text, notes } = inferFormat([list], BERLIN);
    const { kind: _kind, event: _event, ...others } = JSON.parse(text);
    expect(others).toEqual({ list: { d: { '{id}': '{events}' } } });
    expect(notes).toEqual([]);
  });

  test('events without a proved start show none', () => {
    const events = [event(2, 0), event(1, 3)].map((one) => ({ ...one, start: 'soon' }));
    expect(inferred(events)).not.toHaveProperty('order');
  });
});

describe('a missing id is explained', () => {
  const event = (id: number, day: number, more: object = {}) => ({
    EventID: id,
    Name: 'Choir',
    Begins: `2026-03-0${day}T19:00:00Z`,
    ...more,
  });

  test.each<[string, object[], string]>([
    [
      'occurrences with the id of their series',
      [event(1, 1), event(2, 2), event(1, 8)],
      'events with the same "EventID", such as 1, differ at "Begins"',
    ],
    [
      'the number of the row in each list',
      [event(1, 1, { Row: 1 }), event(1, 1, { Row: 2 })],
      'events with the same "EventID", such as 1, differ at "Row"',
    ],
    ['zero', [event(1, 1), event(0, 2)], 'an id is a number from 1 to 2147483647, and "EventID" may be 0'],
  ])('%s', (_what, events, why) => {
    expect(inferred(events)).toMatchObject({
      notes: [
        'kept as extra fields: EventID'.concat('Row' in (events[0] ?? {}) ? ', Row' : ''),
        `no id is proved: ${why}`,
      ],
    });
  });

  test('a row that a join repeats is the same event, and the note says that it is shown once', () => {
    const { event: shown, notes } = inferred([event(1, 1), event(1, 1), event(2, 2)]);
    expect(shown.EventID).toBe('{id}');
    expect(notes).toContain('events that repeat another one of their list (1) are shown once');
    const months = [[event(1, 1)], [event(1, 1), event(2, 2)]].map((list) => JSON.stringify(list));
    expect(inferFormat(months, BERLIN).notes).toEqual([
      'the order is not proved: start and id fit all lists',
    ]);
  });

  test('answers of SelectEvent need none', () => {
    const one = JSON.stringify({ Name: 'Choir', Begins: '2026-03-01T19:00:00Z' });
    expect(inferFormat([one, 'null'], BERLIN, { answerKind: 'events' }).notes).toEqual([]);
  });
});

describe('a service is written as it spells', () => {
  const dotnet =
    '{"Id":1,"Title":"Q\\u0026A \\u003cb\\u003e","Url":"http://x/y","Start":"\\/Date(1772391600000)\\/"}';
  const xmlEvent = (title: string, hall: string) =>
    `<Event><Title>${title}</Title><Start>2026-03-01T09:00:00Z</Start>${hall}</Event>`;
  const xml = xmlEvent('a', '<Hall />') + xmlEvent('b', '<Hall>c</Hall>');

  const nullable = (prefix: string, ending: string) => {
    const nil = ` ${prefix}:nil="true"${ending}`;
    const events =
      xmlEvent('a', `<Hall>x</Hall><End${nil}`) + xmlEvent('b', `<Hall${nil}<End>2026-03-01T10:00:00Z</End>`);
    return `<L xmlns:${prefix}="http://www.w3.org/2001/XMLSchema-instance">${events}</L>`;
  };

  test.each<[string, string, object?, string[]?]>([
    ['JavaScriptSerializer', `{"d":[${dotnet}]}`, { escape: '&<>' }, ['{"d":[]}']],
    ['JavaScriptSerializer of local times', `[${dotnet.replace('000)', '000+0100)')}]`, { escape: '&<>' }],
    [
      'JavaScriptSerializer, no slash but those of times',
      `[${dotnet.replace('http://x/y', 'x')}]`,
      { escape: '&<>' },
    ],
    [
      'DataContractJsonSerializer',
      `[${dotnet.replaceAll(/\\u00../g, '_').replaceAll(/\\?\//g, '\\/')}]`,
      { escape: '/' },
    ],
    [
      'DefaultValueHandling.Ignore',
      '[{"Title":"a","Start":"2026-03-01T00:00:00","AllDay":true,"X":""},{"Title":"b","Start":"2026-03-01T09:00:00"}]',
    ],
    [
      'StringEscapeHandling.EscapeNonAscii',
      '[{"Title":"K\\u00f6ln","Start":"2026-03-01","Place":"\\ud83c\\udf88"}]',
      { escape: '\u0080-\uffff' },
    ],
    [
      'DataContractJsonSerializer of an emoji',
      '[{"Title":"K\u00f6ln \\ud83c\\udf88","Start":"2026-03-01","Place":"a\\/b"}]',
      { escape: '/\ud800-\udfff' },
    ],
    [
      'System.Text.Json',
      '[{"Title":"\\u00C9lan \\u0022a\\u002Bb\\u0022 5e\\u002B5f c\\\\d\\n\\u003C/b\\u003E","Start":"2026-03-01","Big":1e+21}]',
      { escape: '\\u0022\\u002B\\u003C\\u003E\\u0080-\\uFFFF' },
    ],
    [
      'StringEscapeHandling.EscapeHtml',
      '[{"Title":"\\u003cb\\u003e \\u0022a\\u0022 c\\\\d\\\\","Start":"2026-03-01"}]',
      { escape: '"<>' },
    ],
    [
      'json.dumps of Python',
      '[{"Title": "K\\u00f6ln\\u007f \\"a\\"", "Start": "2026-03-01"}]',
      { escape: '\x7f\u0080-\uffff', space: { ',': ', ', ':': ': ' } },
    ],
    [
      'System.Text.Json of decimals',
      `[${['8.00,"Fee":{"Net":1.50},"At":7.25', '-0.25,"Fee":{"Net":12.75},"At":10'].map((price) => `{"Title":"a","Start":"2026-03-01","Price":${price}}`)}]`,
    ],
    [
      'Json.NET of decimals and lists of objects',
      `[${['8.0,"Who":[{"role":"chair","Name":"Ann {1 : 2}"}]', '12.50,"Who":[]', '0.99,"Who":null'].map((price) => `{"Title":"a","Start":"2026-03-01","Price":${price}}`)}]`,
    ],
    [
      'StringBuilder with an event on each line',
      '[{ "Title" : "a, b", "Start" : "2026-03-01" },\r\n{ "Title" : "c:[d]", "Start" : "2026-03-02" }]',
      { space: { '{': '{ ', ':': ' : ', ',2': ', ', ',1': ',\r\n', '}': ' }' } },
    ],
    [
      'Formatting.Indented',
      JSON.stringify({ d: [{ Title: 'a', Start: '2026-03-01', Tags: [], Who: [{ Name: 'b' }] }] }, null, 2),
      expect.objectContaining({ space: expect.objectContaining({ ':': ': ', ',3': ',\n      ' }) }),
    ],
    [
      'String.Format with other white space in each event',
      '[{"Title":"a", "Start":"2026-03-01"},{"Title":"b","Start":"2026-03-02"}]'.replace(', ', ','),
    ],
    [
      'empty texts for no time',
      `[${[
        '"At":"","To":"","AllDay":true',
        '"At":"9:00","To":"10:00","AllDay":false',
        '"At":"19:30","To":"","AllDay":false',
      ].map((more) => `{"Title":"a","StartDate":"2026-03-01",${more}}`)}]`,
    ],
    [
      'an object of an empty list',
      '{"d":[{"Id":1,"Title":"a","Start":"2026-03-01"}]}',
      { empty: '{"d":[ ]}\n' },
      ['{"d":[ ]}\n'],
    ],
    [
      'texts of JavaScriptSerializer in XML',
      '<L><Event><Title>a</Title><Start>/Date(1772391600000)/</Start></Event></L>',
    ],
    ['XmlSerializer', `<L>${xml}</L>`, { emptyElement: ' />' }, ['<L />']],
    [
      'DataSet.GetXml',
      `<L>${xml.replaceAll('<Event>', '\r\n  <Event>')}\r\n</L>`,
      { emptyElement: ' />', empty: '<L />' },
      ['<L />'],
    ],
    [
      'DataSet.WriteXml with a schema',
      `<L><xs:schema id="x"><xs:element name="Title"/></xs:schema>\r\n  ${xmlEvent('a', '<Full_x0020_Name>b</Full_x0020_Name>')}\r\n</L>`,
      { emptyElement: '/>' },
    ],
    [
      'a list without a root behind its declaration',
      `<?xml version="1.0"?>${xmlEvent('a', '')}${xmlEvent('b', '')}`,
    ],
    ['DataSet.WriteXml, a DiffGram', `<L><N>${xmlEvent('a', '')}</N></L>`, { empty: '<L />' }, ['<L />']],
    ['XmlSerializer of nullable values', nullable('xsi', ' />'), { emptyElement: ' />' }],
    ['DataContractSerializer', nullable('i', '/>'), { emptyElement: '/>' }],
    [
      'DataContractSerializer of lists of texts',
      `<L>${xmlEvent('a', '<T xmlns:a="urn:a"><a:string>x</a:string></T>')}${xmlEvent('b', '<T xmlns:a="urn:a"/>')}</L>`,
      { emptyElement: '/>' },
    ],
    [
      'XmlSerializer without the namespaces of the root',
      nullable('p3', ' xmlns:p3="http://www.w3.org/2001/XMLSchema-instance" />').replace(/<L [^>]*>/, '<L>'),
      { emptyElement: ' />' },
    ],
    [
      'XmlSerializer of lists: full, empty, shorter, none',
      `<L>${['<Ort>\n    <a>x</a>\n    <a>y</a>\n  </Ort>', '<Ort />', '<Ort>\n    <a>x</a>\n  </Ort>', '']
        .map((list) => `\n${xmlEvent('a', `\n  ${list}`.trimEnd()).replace('</Event>', '\n</Event>')}`)
        .join('')}\n</L>`,
      { emptyElement: ' />' },
    ],
    [
      'DataContractSerializer of lists: empty, none, full',
      `<L xmlns:i="http://www.w3.org/2001/XMLSchema-instance">${['/>', ' i:nil="true"/>', '><a>x</a></Tags>']
        .map((tags) => xmlEvent('a', `<Tags${tags}`))
        .join('')}</L>`,
      { emptyElement: '/>' },
    ],
    ['DataContractSerializer of empty texts', nullable('i', ' />').replaceAll('>x<', '><')],
    [
      'WriteCData',
      `<L>${xmlEvent('a', '<Note><![CDATA[<b>&]]></Note>')}${xmlEvent('b', '<Note><![CDATA[]]></Note>')}</L>`,
    ],
    [
      'WriteCData of markup',
      `<L>${['<b></b>', '<br/>'].map((text) => xmlEvent('a', `<Note><![CDATA[${text}]]></Note><Hall />`)).join('')}</L>`,
      { emptyElement: ' />' },
    ],
    [
      'SecurityElement.Escape',
      `<L>${xmlEvent('a', '<Hall n="&amp;&quot;">&quot;B&apos;s&quot;\n&lt;&#228;&gt;</Hall>')}</L>`,
      { escape: '&amp;&quot;&apos;&lt;&#228;&gt;' },
    ],
    [
      'FOR XML AUTO',
      '<e Title="a" Start="2026-03-01" Place="&quot;A&#x0A;B&quot;"/><e Title="b\'" Start="2026-03-02" Place="C"/>',
      { escape: '&amp;&lt;&gt;&quot;&#x0A;', emptyElement: '/>' },
    ],
    ['a text for no events', '[{"Title":"a","Start":"2026-03-01"}]', { empty: '' }, ['']],
    [
      'StringBuilder: apostrophes, line ends of Windows, a byte order mark',
      `\ufeff<L v='{"'>${xmlEvent('a', `<Url u='"&#39;' v="&quot;'\t">a\r\nb</Url>`)}</L>\r\n`,
    ],
  ])('%s', (_service, list, members = {}, empty = []) => {
    const { text, notes } = inferFormat([list, ...empty], BERLIN);
    const file = JSON.parse(text);
    const spelling = Object.entries(file).filter(([name]) => /^(?:escape|space|empty)/.test(name));
    expect(Object.fromEntries(spelling)).toEqual(members);
    expect(text).not.toMatch(/[\u007f-\u009f\ufeff\uffff]/);
    expect(notes.filter((note) => note.includes('it writes'))).toEqual([]);
    const compiled = compileFile(text);
    const rows = rowsIn(compiled, list).map(asStored);
    expect(compiled.format.list(rows)).toBe(list);
    const bare = (text: string) => text.replace(/\s/g, '');
    const single = bare(compiled.format.event(rows[0]) ?? '').replace(/^\ufeff?<L[^>]*>|<\/L>$/g, '');
    expect(bare(list)).toContain(single);
    for (const answer of empty) {
      expect(compiled.format.list([])).toBe(answer);
      expect(formatReader(compiled).read(answer)).toMatchObject({ events: [], isList: true });
    }
  });

  test('a field of its own has the name that an encoded element means', () => {
    const { text } = inferFormat([`<L>${xmlEvent('a', '<Full_x0020_Name>b</Full_x0020_Name>')}</L>`], BERLIN);
    expect(JSON.parse(text).event).toContain('<Full_x0020_Name>{extra.Full Name}</Full_x0020_Name>');
  });

  test('what it spells in two ways is left as JSON and XML have it, and the answers without events too', () => {
    const event = (title: string) => ({ Id: title.length, Title: title, Start: '2026-03-01' });
    const json = `[${JSON.stringify(event('a/b'))},${JSON.stringify(event('ac/d')).replace('/', '\\/')}]`;
    const file = JSON.parse(inferFormat([json, '[ ]', '[  ]'], BERLIN).text);
    expect(Object.keys(file)).toEqual(['kind', 'event']);
    for (const hall of ['<Hall></Hall>', '<Hall/>']) {
      const both = `<L>${xml}${xmlEvent('d', hall)}</L>`;
      expect(JSON.parse(inferFormat([both], BERLIN).text)).not.toHaveProperty('emptyElement');
    }
    for (const notes of [
      ['&apos;&quot;', "'"],
      ['&apos;', '&#39;'],
    ]) {
      const quoted = notes.map((note) => xmlEvent('a', `<Note>${note}</Note>`)).join('');
      expect(JSON.parse(inferFormat([`<L>${quoted}</L>`], BERLIN).text)).not.toHaveProperty('escape');
    }
    const filled = ['x', 'y'].map((hall) => xmlEvent('a', `<Hall xsi:nil="false">${hall}</Hall>`));
    expect(JSON.parse(inferFormat([`<L>${filled.join('')}</L>`], BERLIN).text).event).toContain(
      '<Hall>{location}</Hall>',
    );
    const backslash = JSON.stringify([event('a\\u0026b')]);
    expect(Object.keys(JSON.parse(inferFormat([backslash], BERLIN).text))).toEqual(['kind', 'event']);
    const table = 'Id,Title,Start\n1,a<br/>b,2026-03-01\n';
    expect(Object.keys(JSON.parse(inferFormat([table], BERLIN).text))).toEqual(['kind', 'event']);
  });
});

describe('answers of SelectEvent', () => {
  const event = (id: number) => ({ Id: id, Title: `T${id}`, Start: '2026-03-01T09:00:00Z' });
  const element = (id: number) =>
    `<Ev><Id>${id}</Id><Title>T${id}</Title><Start>2026-03-01T09:00:00Z</Start></Ev>`;
  const json = (around: (event: object) => unknown) => [1, 2].map((id) => JSON.stringify(around(event(id))));

  test.each<[string, readonly string[], string | null | undefined, object]>([
    ['an object', json((one) => one), 'null', {}],
    ['an object, or one without members', json((one) => one), '{}', { empty: '{}' }],
    ['an object, or nothing', json((one) => one), '', { empty: '' }],
    ['an object, or a sentence', json((one) => one), 'No event.', { empty: 'No event.' }],
    ['an object, or no result', json((one) => one), null, { empty: null }],
    ['an element, or no result', [element(1), element(2)], null, { none: null }],
    [
      'an object in another',
      json((d) => ({ d })),
      '{"d":null}',
      { single: { d: '{event}' }, empty: '{"d":null}' },
    ],
    [
      'an indented object, or a text that is neither indented nor escaped',
      json((one) => ({ ...one, Url: '/a' })).map((text) => text.replace('{', '{\n').replace('/', '\\/')),
      '"</>"',
      { escape: '/', space: { '{1': '{\n' }, empty: '"</>"' },
    ],
    ['a list of one', json((one) => [one]), '[]', { single: ['{event}'], empty: '[]' }],
    [
      'a list of one in an object with its count',
      json((one) => ({ Count: 1, d: [one], '{x}': 'a{b}' })),
      '{"Count":0,"d":[],"{x}":"a{b}"}',
      {
        single: { Count: 1, d: ['{event}'], '{{x}}': 'a{{b}}' },
        empty: '{"Count":0,"d":[],"{x}":"a{b}"}',
      },
    ],
    ['an element', [element(1), element(2)], '', {}],
    [
      'an element, or one that is nil',
      [element(1)],
      '<Ev xsi:nil="true" />',
      { none: '<Ev xsi:nil="true" />' },
    ],
    [
      'an element in another with a count',
      [`<L n="{1}" Count="1">${element(1)}</L>`],
      '<L n="{1}" Count="0" />',
      { single: '<L n="{{1}}" Count="1">{event}</L>', none: '<L n="{{1}}" Count="0" />' },
    ],
  ])('%s', (_what, answers, none, members) => {
    const { text, notes, problem } = inferFormat(
      [...answers, ...(none === undefined ? [] : [none])],
      BERLIN,
      {
        answerKind: 'events',
      },
    );
    const { kind: _kind, event: _event, ...others } = JSON.parse(text);
    expect({ problem, notes, others }).toEqual({ problem: undefined, notes: [], others: members });
    const compiled = compileFile(text);
    const rows = answers.flatMap((answer) => rowsIn(compiled, answer));
    expect(rows.map((row) => compiled.format.event(row))).toEqual(answers);
    expect(compiled.format.event(undefined)).toBe(none);
  });

  test('members of an object under their ids stay a list, and a note says what is written', () => {
    const { notes } = inferFormat([JSON.stringify({ 7: event(7), 8: event(8) })], BERLIN, {
      answerKind: 'events',
    });
    expect(notes).toContainEqual(expect.stringMatching(/^character 3: it writes /));
  });

  test('JSON in a string is no event', () => {
    const answer = JSON.stringify({ d: JSON.stringify(event(1)) });
    expect(() => inferFormat([answer], BERLIN, { answerKind: 'events' })).toThrow('JSON in a string');
    const { problem } = inferFormat(['{"Id":1,"Body":"null"}'], BERLIN, { answerKind: 'events' });
    expect(problem).toMatch(/^No title and no start is proved/);
  });

  test('a note is short, even if neither a title nor a start is proved', () => {
    const members = Array.from({ length: 40 }, (_, index) => [`Body${index}`, 'x']);
    const sample = JSON.stringify(Object.fromEntries(members));
    const { notes } = inferFormat([sample], BERLIN, { answerKind: 'events' });
    expect(Math.max(...notes.map(({ length }) => length))).toBe(MAX_NOTE);
  });

  test.each([
    [[], 'no answer is for a missing event, so ask for an event that does not exist'],
    [['null', '{}'], 'answers without an event differ, such as "null": write the member none by hand'],
  ])('without one answer for none, %j, a note says so', (others, note) => {
    const { text, notes } = inferFormat([...json((one) => one), ...others], BERLIN, { answerKind: 'events' });
    expect(notes).toContain(note);
    expect(JSON.parse(text)).not.toHaveProperty('none');
  });
});

test('the order of the events makes no difference but to the order that is written', () => {
  const event = (id: number, more: object) => ({
    EventID: id,
    Name: `n${id}`,
    Begin: '2026-03-01T09:00:00Z',
    ...more,
  });
  const json = [
    event(1, { End: '2026-03-01T10:00:00Z', Place: 'x' }),
    event(2, { Begin: '2026-03-02', Kind: 'a' }),
    { Kind: 'b', ...event(3, { Begin: '2026-03-04', Place: null, tags: [1] }) },
    event(4, { Note: '', Room: { name: 'y' } }),
  ];
  const rows = [
    '1;a;03.04.2026;9:00;0',
    '2;b;13.04.2026;10:00;-1',
    '3;c;01.12.2026;;0',
    '4;;02.02.2026;23:59;0',
  ];
  const xml = [
    '<e><id>1</id><title>a</title><start>1/2/2026</start></e>',
    '<e><id>2</id><x/><title>b</title><start>1/13/2026</start></e>',
    '<e><id>3</id><title>c</title><y>z</y><start>11/12/2026</start></e>',
  ];
  const file = (text: string) => {
    const { order: _order, ...others } = JSON.parse(inferFormat([text], BERLIN).text);
    return JSON.stringify(others, undefined, 1);
  };
  const shuffled = <T>(items: readonly T[], textOf: (items: readonly T[]) => string) =>
    fc.assert(
      fc.property(fc.shuffledSubarray([...items], { minLength: items.length }), (some) =>
        expect(file(textOf(some))).toBe(file(textOf(items))),
      ),
      { numRuns: 24 },
    );
  shuffled(json, (some) => JSON.stringify({ d: some }));
  shuffled(rows, (some) => `Nr;Titel;Datum;Uhrzeit;Ganztags\n${some.join('\n')}\n`);
  shuffled(xml, (some) => `<l>${some.join('')}</l>`);
});

test.each([
  ['dtStart', 'start'],
  ['BeginnDatum', 'start'],
  ['ows_EventDate', 'start'],
  ['Ganztägiges Ereignis', 'allDay'],
  ['Schluß', 'end'],
  ['Journée entière', 'allDay'],
  ['VenueName', 'location'],
  ['lngEventID', 'id'],
  ['bolFullDay', 'allDay'],
  ['Fecha de inicio', 'start'],
  ['StartTicks', 'start'],
  ['LocationID', undefined],
  // Json.NET writes this number to refer to objects in its own text.
  ['$id', undefined],
  ['odata:title', undefined],
  ['Subtitle', undefined],
  [`${'DateTime'.repeat(40)}x`, undefined],
])('the name %s suggests %s', (name, field) => {
  expect(fieldNamed([name])?.field).toBe(field);
});

test('an Atom entry of SharePoint is an event, and OData’s types are not fields', () => {
  const entry = (id: number, title: string, about: string) =>
    `<entry m:etag="&quot;${id}&quot;"><id>Items(${id})</id><category term="SP.Item" /><title /><content type="application/xml"><m:properties><d:Id m:type="Edm.Int32">${id}</d:Id><d:Title>${title}</d:Title><d:EventDate m:type="Edm.DateTime">2026-03-0${id}T09:00:00Z</d:EventDate><d:Description${about}</m:properties></content></entry>`;
  const entries = [entry(1, 'Kick-off', ' m:null="true" />'), entry(2, 'Review', '>Second</d:Description>')];
  const { event, list, missing, compiled } = inferred(`<feed>${entries.join('')}</feed>`);
  expect(missing).toEqual([]);
  expect(event).not.toMatch(/m:(?:null|type|etag)|\{category/);
  expect(list).toBe('<feed>{events}</feed>');
  expect(read(compiled, `<feed>${entries.join('')}</feed>`).map(shown)).toMatchObject([
    { fields: { id: 1, title: 'Kick-off', start: '2026-03-01T09:00:00Z' }, unread: [] },
    { fields: { id: 2, title: 'Review', description: 'Second' }, unread: [] },
  ]);
});

test.each([
  '',
  '[]',
  '{"Success":false,"Error":"DB down","Data":null}',
  '[1,2]',
  '[{"a":',
  '<a/>',
  '<a><b>x</b></a>',
  '7',
  'a,b\n',
  'a,a\n1,2\n',
  'a,b\n1,2,3\n',
])('there is no format in %j', (sample) => {
  expect(() => inferFormat([sample], BERLIN)).toThrow(FormatError);
});

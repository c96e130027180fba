import { RowRefusal } from '../../src/transfer/errors';
import { Notes } from '../../src/transfer/notes';
import { detectFormat } from '../../src/transfer/read/signatures';
import type { Source } from '../../src/transfer/read/source';
import { rowsOf, textSource } from './support';

const read = (source: Source, timeZone = 'UTC') => rowsOf(source, { timeZone });

async function titles(source: Source): Promise<unknown[]> {
  return (await read(source)).map((row) =>
    row instanceof RowRefusal ? row.message : [row.place.number, row.fields.title],
  );
}

describe('formats are told apart', () => {
  test.each([
    ['a.json', '[', 'json'],
    ['a.JSON', ' {"a":1}', 'jsonl'],
    ['a.ndjson', '', 'jsonl'],
    ['a.csv', '[', 'csv'],
    ['a.ics', '', 'ics'],
    ['-', '\n [', 'json'],
    ['-', '{', 'jsonl'],
    ['-', 'begin:vcalendar', 'ics'],
    ['-', 'id,title', 'csv'],
  ])('%s beginning with %j is %s', (name, head, format) => {
    expect(detectFormat(name, head)).toBe(format);
  });
});

describe('JSON array', () => {
  test('an array in any chunks gives its elements, counted from 1', async () => {
    const text = Buffer.from('\uFEFF [{"title":"ä"},\n{"title":"b"}] ');
    const bytes = [...text].map((byte) => Uint8Array.of(byte));
    expect(await titles(textSource('a.json', ...bytes))).toEqual([
      [1, 'ä'],
      [2, 'b'],
    ]);
  });

  test('an empty array has no rows', async () => {
    expect(await titles(textSource('a.json', '[]'))).toEqual([]);
  });

  test('an element that is no object is refused in its place', async () => {
    expect(await titles(textSource('a.json', '[{"title":"a"},7]'))).toEqual([
      [1, 'a'],
      'a.json, element 2: must be a JSON object',
    ]);
  });

  test.each([
    ['[{"title":"a"},{"ti', 'a.json ends in the middle of its JSON array, at element 2.'],
    ['[{"title":"a"},]', 'a.json is not valid JSON after element 1: a comma has no element.'],
    ['['.repeat(3_000_000), 'more than 256 brackets are open'],
    ['', 'a.json is empty.'],
    ['7', 'a.json must be a JSON array of events.'],
    ['[{"title":"a"},{"title":nope}]', 'a.json, element 2 is not valid JSON: '],
    ['[] []', 'a.json goes on after its JSON array.'],
  ])('%j is refused with a sentence', async (text, message) => {
    await expect(read(textSource('a.json', text))).rejects.toThrow(message);
  });
});

describe('JSON Lines', () => {
  test('a document on one line is looked at once, however long it is', async () => {
    const events = Array.from({ length: 20_000 }, (_, id) => ({
      title: `${id}`,
      description: 'x'.repeat(50),
    }));
    expect(await titles(textSource('a.json', JSON.stringify({ d: events })))).toHaveLength(20_000);
  });

  test('rows are counted by lines, empty ones included', async () => {
    const source = textSource('a.jsonl', '{"title":"a"}\r\n\r\n{"tit', 'le":"b"}\n[1]\n');
    expect(await titles(source)).toEqual([
      [1, 'a'],
      [3, 'b'],
      'a.jsonl, line 4: must be a JSON object on one line, not "[1]"',
    ]);
  });
});

describe('CSV', () => {
  test('columns without a name are looked at once, however many there are', async () => {
    const empty = ','.repeat(300_000);
    expect(await titles(textSource('a.csv', `title${empty}\na${empty}\n`))).toEqual([[2, 'a']]);
  });

  test('quoted values may span lines; a row stands where it begins', async () => {
    const source = textSource('a.csv', 'title,description\r\n"a ""x""","1\n2"\n\nb,3\n');
    expect(await titles(source)).toEqual([
      [2, 'a "x"'],
      [5, 'b'],
    ]);
  });

  test('NULL and \\N are empty cells as databases write them, and text in quotes', async () => {
    const text = `title;start;end;location;Room\na;2026-03-01;NULL;\\N;NULL\n\n\n"NULL";2026-03-01;\\N;"\\N";"x\nNULL"\n`;
    expect(await read(textSource('a.csv', text))).toMatchObject([
      { fields: { title: 'a', end: undefined, location: undefined, Room: undefined } },
      { place: { number: 5 }, fields: { title: 'NULL', end: undefined, location: '\\N', Room: 'x\nNULL' } },
    ]);
  });

  test('a row with another number of values is refused', async () => {
    expect(await titles(textSource('a.csv', 'title,start\na\n'))).toEqual([
      'a.csv, line 2: must have 2 values as the header has, not 1',
    ]);
  });

  test.each([
    ['title,title\na,b\n', 'a.csv has two columns of the name "title": rename one in its header line.'],
    ['start,start\n2026-03-01,2026-03-02\n', 'a.csv has two columns of the name "start"'],
    ['start,start\n09:00,2026-03-02\n', 'a.csv has two columns of the name "start"'],
    ['start,start,start\n2026-03-01,09:00,\n', 'a.csv has two columns of the name "start"'],
    ['title,,\na,b,c\n', 'a.csv has values in two columns without a name'],
    ['title\n"a', 'a.csv is not valid CSV: Quote Not Closed'],
    [
      'title,start\n"Say \\"Hi\\"",2026-03-01\n',
      'a.csv is not valid CSV: in line 2 a quote stands within a value, where CSV writes it twice',
    ],
  ])('%j is refused with a sentence', async (text, message) => {
    await expect(read(textSource('a.csv', text))).rejects.toThrow(message);
  });
});

describe('encodings', () => {
  test.each(['title,start\na,2026-03-01\n', ' [{"title":"a"}]'])(
    'UTF-16 of %j is read without a mark',
    async (text) => {
      const little = Buffer.from(text, 'utf16le');
      const expected = await titles(textSource('a', text));
      expect(expected).toEqual([[text.startsWith(' ') ? 1 : 2, 'a']]);
      for (const bytes of [little, Buffer.from(little).swap16()]) {
        expect(await titles(textSource('a', bytes))).toEqual(expected);
        expect(await titles(textSource('a', ...[...bytes].map((byte) => Uint8Array.of(byte))))).toEqual(
          expected,
        );
      }
    },
  );

  test('UTF-16 with a byte order mark is read', async () => {
    const text = Buffer.from('\uFEFF[{"title":"ä"}]', 'utf16le');
    expect(await titles(textSource('a.json', text))).toEqual([[1, 'ä']]);
  });

  test('bytes that are not UTF-8 are refused with a sentence', async () => {
    const source = textSource('a.csv', 'title\n', Uint8Array.of(0xe4, 0x0a));
    await expect(read(source)).rejects.toThrow(
      'a.csv is not UTF-8 text: --encoding names another, such as windows-1252.',
    );
    const list = textSource(
      'b.csv',
      'title,start,description\na,2026-03-01,',
      Buffer.from('\xc3\n \xb6\n', 'latin1'),
    );
    await expect(read(list)).rejects.toThrow('b.csv is not UTF-8 text');
  });
});

describe('iCalendar', () => {
  const calendar = (...lines: string[]) =>
    textSource('a.ics', ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n'));
  const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:u', 'SUMMARY:s', ...lines, 'END:VEVENT'];

  async function times(source: Source, timeZone?: string): Promise<unknown[]> {
    return (await read(source, timeZone)).map((row) =>
      row instanceof RowRefusal ? row.message : [row.fields.start, row.fields.end],
    );
  }

  async function starts(source: Source): Promise<unknown[]> {
    return (await read(source)).map((row) => (row instanceof RowRefusal ? row.message : row.fields.start));
  }

  test('folded and escaped text comes out whole', async () => {
    const [row] = await read(
      calendar(...event('DTSTART;VALUE=DATE:20260301', 'DESCRIPTION:a\\, b\\; c\\\\d\\ne', ' f ')),
    );
    expect(row).toMatchObject({
      place: { unit: 'line', number: 2 },
      fields: { uid: 'u', description: 'a, b; c\\d\nef ', start: '2026-03-01', allDay: true },
    });
  });

  test.each([1, 2, 3, 1000])(
    'a line may be folded within a character, in pieces of %d bytes',
    async (size) => {
      const text = [
        '\uFEFFBEGIN:VCALENDAR',
        ...event('DTSTART;VALUE=DATE:20260301', 'DESCRIPTION:Größe 😀a', 'LOCATION:ä'),
        'END:VCALENDAR',
        '',
      ].join('\r\n');
      const bytes = Buffer.from(text).toString('latin1');
      const folded = bytes.replace('\xc3\xb6', '\xc3\r\n \xb6').replace('\x9f\x98\x80', '\x9f\n\t\x98\x80');
      const all = Buffer.from(folded, 'latin1');
      const pieces: Uint8Array[] = [];
      for (let at = 0; at < all.length; at += size) pieces.push(all.subarray(at, at + size));
      const [row] = await read(textSource('a.ics', ...pieces));
      expect(row).toMatchObject({ fields: { description: 'Größe 😀a', location: 'ä' } });
    },
  );

  test('what Exchange says lasts all day does, where it goes from midnight to midnight of its zone', async () => {
    const day = (from: string, to: string, flag: string) =>
      calendar(
        ...event(
          `DTSTART;TZID=Europe/Berlin:${from}`,
          `DTEND;TZID=Europe/Berlin:${to}`,
          `X-MICROSOFT-CDO-ALLDAYEVENT:${flag}`,
        ),
      );
    const days = [['2026-07-10', '2026-07-12']];
    expect(await times(day('20260710T000000', '20260712T000000', 'TRUE'))).toEqual(days);
    const timed = [['2026-07-09T22:00:00.000Z', '2026-07-11T22:00:00.000Z']];
    expect(await times(day('20260710T000000', '20260712T000000', 'FALSE'))).toEqual(timed);
    const noon = [['2026-07-09T22:00:00.000Z', '2026-07-10T10:00:00.000Z']];
    expect(await times(day('20260710T000000', '20260710T120000', 'TRUE'))).toEqual(noon);
  });

  test('floating times are in the zone of the import, others in theirs', async () => {
    expect(await times(calendar(...event('DTSTART:20260701T100000')), 'Europe/Berlin')).toEqual([
      ['2026-07-01T08:00:00.000Z', undefined],
    ]);
    expect(await starts(calendar(...event('DTSTART;TZID=Asia/Kathmandu:20260701T100000')))).toEqual([
      '2026-07-01T04:15:00.000Z',
    ]);
  });

  test('a weekly event keeps its local time when clocks change', async () => {
    const source = calendar(
      ...event('DTSTART;TZID=Europe/Berlin:20260322T100000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=3'),
    );
    expect(await times(source)).toEqual([
      ['2026-03-22T09:00:00.000Z', '2026-03-22T10:00:00.000Z'],
      ['2026-03-29T08:00:00.000Z', '2026-03-29T09:00:00.000Z'],
      ['2026-04-05T08:00:00.000Z', '2026-04-05T09:00:00.000Z'],
    ]);
  });

  test('skipped local times are read with the offset before, repeated ones as the first', async () => {
    const daily = (day: string) =>
      calendar(...event(`DTSTART;TZID=Europe/Berlin:${day}T023000`, 'RRULE:FREQ=DAILY;COUNT=2'));
    expect(await starts(daily('20260328'))).toEqual(['2026-03-28T01:30:00.000Z', '2026-03-29T01:30:00.000Z']);
    expect(await starts(daily('20261024'))).toEqual(['2026-10-24T00:30:00.000Z', '2026-10-25T00:30:00.000Z']);
  });

  test('DTEND gives each occurrence the same exact length, DURATION the same days', async () => {
    const over = (end: string) =>
      calendar(...event('DTSTART;TZID=Europe/Berlin:20260321T120000', end, 'RRULE:FREQ=WEEKLY;COUNT=2'));
    expect((await times(over('DTEND;TZID=Europe/Berlin:20260322T120000')))[1]).toEqual([
      '2026-03-28T11:00:00.000Z',
      '2026-03-29T11:00:00.000Z',
    ]);
    expect((await times(over('DURATION:P1D')))[1]).toEqual([
      '2026-03-28T11:00:00.000Z',
      '2026-03-29T10:00:00.000Z',
    ]);
  });

  test('a VTIMEZONE of the file is followed, wherever it stands', async () => {
    const zone = [
      'BEGIN:VTIMEZONE',
      'TZID:Ours',
      'BEGIN:STANDARD',
      'DTSTART:20001029T030000',
      'TZOFFSETFROM:+0300',
      'TZOFFSETTO:+0200',
      'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
      'END:STANDARD',
      'BEGIN:DAYLIGHT',
      'DTSTART:20000326T020000',
      'TZOFFSETFROM:+0200',
      'TZOFFSETTO:+0300',
      'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
      'END:DAYLIGHT',
      'END:VTIMEZONE',
    ];
    const events = [
      ...event('DTSTART;TZID=Ours:20260115T100000'),
      ...event('DTSTART;TZID=Ours:20260715T100000'),
    ];
    const expected = ['2026-01-15T08:00:00.000Z', '2026-07-15T07:00:00.000Z'];
    expect(await starts(calendar(...zone, ...events))).toEqual(expected);
    expect(await starts(calendar(...events, ...zone))).toEqual(expected);
  });

  test('a zone that nothing explains is refused', async () => {
    expect(await starts(calendar(...event('DTSTART;TZID=Nowhere:20260115T100000')))).toEqual([
      'a.ics, line 2: TZID must be a VTIMEZONE of the file or a zone that is known, not "Nowhere"; --zone says which is meant',
    ]);
  });

  test('RDATE adds and EXDATE takes away, in whatever zone they are written', async () => {
    const source = calendar(
      ...event(
        'DTSTART;TZID=Europe/Berlin:20260105T100000',
        'RRULE:FREQ=DAILY;COUNT=4',
        'RDATE;VALUE=PERIOD:20260110T090000Z/PT1H',
        'EXDATE:20260106T090000Z',
        'EXDATE;VALUE=DATE:20260107',
      ),
    );
    expect(await starts(source)).toEqual([
      '2026-01-05T09:00:00.000Z',
      '2026-01-08T09:00:00.000Z',
      '2026-01-10T09:00:00.000Z',
    ]);
  });

  test.each(['DTEND;VALUE=DATE:20260301', 'DURATION:P0D'])(
    'a day that ends on itself, %s, is one day',
    async (end) => {
      const whole = calendar(...event('DTSTART;VALUE=DATE:20260301', end));
      expect(await times(whole)).toEqual([['2026-03-01', undefined]]);
    },
  );

  test('an address that no page may link to is kept beside the event, and told once', async () => {
    const notes = new Notes();
    const lines = ['URL:message://%3Ca@x%3E', 'DTSTART:20260301T090000Z'];
    const source = calendar(...event(...lines), ...event(...lines, 'RRULE:FREQ=DAILY;COUNT=2'));
    const rows = await rowsOf(source, { notes });
    expect(
      rows.map((row) => (row instanceof RowRefusal ? row.message : [row.fields.url, row.extra])),
    ).toEqual(Array(3).fill(['', { URL: 'message://%3Ca@x%3E' }]));
    expect(notes.lines(undefined)).toEqual([
      'addresses that are no http, https or mailto (3) are kept as extra fields',
    ]);
  });

  test('an RDATE that is a period lasts as long as it says', async () => {
    const source = calendar(
      ...event(
        'DTSTART;TZID=Europe/Berlin:20260310T100000',
        'DTEND;TZID=Europe/Berlin:20260310T110000',
        'RDATE;VALUE=PERIOD:20260311T090000Z/PT3H,20260312T090000Z/20260312T093000Z',
        'RDATE;VALUE=PERIOD;TZID=Europe/Berlin:20260328T120000/P1D',
        'RDATE:20260413T090000Z',
      ),
    );
    expect(await times(source)).toEqual([
      ['2026-03-10T09:00:00.000Z', '2026-03-10T10:00:00.000Z'],
      ['2026-03-11T09:00:00.000Z', '2026-03-11T12:00:00.000Z'],
      ['2026-03-12T09:00:00.000Z', '2026-03-12T09:30:00.000Z'],
      ['2026-03-28T11:00:00.000Z', '2026-03-29T10:00:00.000Z'],
      ['2026-04-13T09:00:00.000Z', '2026-04-13T10:00:00.000Z'],
    ]);
  });

  test('UNTIL in UTC includes the occurrence at that instant', async () => {
    const source = calendar(
      ...event('DTSTART;TZID=America/New_York:20260101T200000', 'RRULE:FREQ=DAILY;UNTIL=20260103T010000Z'),
    );
    expect(await starts(source)).toEqual(['2026-01-02T01:00:00.000Z', '2026-01-03T01:00:00.000Z']);
  });

  test('RECURRENCE-ID replaces an occurrence, cancels it, or changes it and all that follow', async () => {
    const source = calendar(
      ...event('RECURRENCE-ID:20260102T100000Z', 'DTSTART:20260102T150000Z'),
      ...event('DTSTART:20260101T100000Z', 'RRULE:FREQ=DAILY;COUNT=6'),
      ...event('RECURRENCE-ID:20260103T100000Z', 'DTSTART:20260103T100000Z', 'STATUS:CANCELLED'),
      ...event('RECURRENCE-ID;RANGE=THISANDFUTURE:20260105T100000Z', 'DTSTART:20260105T110000Z'),
    );
    expect(await starts(source)).toEqual([
      '2026-01-01T10:00:00.000Z',
      '2026-01-02T15:00:00.000Z',
      '2026-01-04T10:00:00.000Z',
      '2026-01-05T11:00:00.000Z',
      '2026-01-06T11:00:00.000Z',
    ]);
  });

  test('an occurrence that is called off with all that follow leaves none of them', async () => {
    const source = calendar(
      ...event('DTSTART:20260101T100000Z', 'RRULE:FREQ=DAILY;COUNT=6'),
      ...event(
        'RECURRENCE-ID;RANGE=THISANDFUTURE:20260103T100000Z',
        'DTSTART:20260103T100000Z',
        'STATUS:CANCELLED',
      ),
    );
    expect(await starts(source)).toEqual(['2026-01-01T10:00:00.000Z', '2026-01-02T10:00:00.000Z']);
  });

  test('an occurrence has the uid UID/RECURRENCE-ID', async () => {
    const rows = await read(
      calendar(...event('DTSTART;VALUE=DATE:20260101', 'RRULE:FREQ=MONTHLY;BYMONTHDAY=31,1;COUNT=3')),
    );
    expect(rows.map((row) => (row instanceof RowRefusal ? row.message : row.fields.uid))).toEqual([
      'u/20260101',
      'u/20260131',
      'u/20260201',
    ]);
  });

  test('days that a month does not have are skipped', async () => {
    const yearly = calendar(
      ...event('DTSTART;VALUE=DATE:20240130', 'RRULE:FREQ=YEARLY;BYMONTH=1,2;BYMONTHDAY=30;COUNT=3'),
    );
    expect(await starts(yearly)).toEqual(['2024-01-30', '2025-01-30', '2026-01-30']);
    const never = calendar(
      ...event('DTSTART;VALUE=DATE:20240130', 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'),
    );
    expect(await starts(never)).toEqual(['2024-01-30']);
  });

  // A date that does not exist is left out and doesn't count (RFC 5545 3.3.10).
  test.each([
    ['20240229', 'YEARLY;COUNT=3', ['2024-02-29', '2028-02-29', '2032-02-29']],
    ['20240229', 'YEARLY;INTERVAL=3;COUNT=2', ['2024-02-29', '2036-02-29']],
    ['20240229', 'YEARLY;UNTIL=20290101', ['2024-02-29', '2028-02-29']],
    ['20240229', 'YEARLY;BYMONTH=2,3;COUNT=4', ['2024-02-29', '2024-03-29', '2025-03-29', '2026-03-29']],
    ['20240131', 'YEARLY;BYMONTH=1,4,5;COUNT=3', ['2024-01-31', '2024-05-31', '2025-01-31']],
    ['20240131', 'MONTHLY;COUNT=3', ['2024-01-31', '2024-03-31', '2024-05-31']],
  ])('a day of DTSTART that a month does not have is skipped: %s, %s', async (day, rule, days) => {
    const source = calendar(...event(`DTSTART;VALUE=DATE:${day}`, `RRULE:FREQ=${rule}`));
    expect(await starts(source)).toEqual(days);
  });

  test('a day may be counted from the end of the month, each day anew too', async () => {
    const rule = 'RRULE:FREQ=DAILY;BYMONTH=1,2,4;BYMONTHDAY=-1;COUNT=4';
    const last = calendar(...event('DTSTART;VALUE=DATE:20240131', rule));
    expect(await starts(last)).toEqual(['2024-01-31', '2024-02-29', '2024-04-30', '2025-01-31']);
  });

  test.each([
    ['DAILY;BYDAY=MO,FR;COUNT=3', ['2024-01-31', '2024-02-02', '2024-02-05', '2024-02-09']],
    ['DAILY;INTERVAL=2;BYDAY=WE;COUNT=3', ['2024-01-31', '2024-02-14', '2024-02-28']],
    ['HOURLY;INTERVAL=12;BYDAY=TH;COUNT=2', ['2024-01-31', '2024-02-01', '2024-02-01']],
    ['HOURLY;INTERVAL=24;BYMONTH=3;BYMONTHDAY=-1;COUNT=1', ['2024-01-31', '2024-03-31']],
    ['MINUTELY;INTERVAL=720;BYMONTHDAY=2;COUNT=2', ['2024-01-31', '2024-02-02', '2024-02-02']],
  ])('a rule by the day or shorter leaves days out: %s', async (rule, days) => {
    const found = await starts(calendar(...event('DTSTART:20240131T000000Z', `RRULE:FREQ=${rule}`)));
    expect(found.map((start) => String(start).slice(0, 10))).toEqual(days);
  });

  test.each([
    ['DAILY;INTERVAL=999999999', ['2024-01-31']],
    ['WEEKLY;INTERVAL=99999999;BYDAY=WE,FR', ['2024-01-31', '2024-02-02']],
    ['SECONDLY;INTERVAL=2147483647', ['2024-01-31']],
  ])('a rule whose interval leads beyond all times ends with its first period: %s', async (rule, days) => {
    const found = await starts(calendar(...event('DTSTART:20240131T000000Z', `RRULE:FREQ=${rule}`)));
    expect(found.map((start) => String(start).slice(0, 10))).toEqual(days);
  });

  test('a recurring event without an end goes to the end of the fifth year from now', async () => {
    const dates = await starts(
      calendar(...event('DTSTART;VALUE=DATE:20260101', 'RRULE:FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=31')),
    );
    expect(dates.at(-1)).toBe('2031-12-31');
  });

  test.each([
    [
      'RRULE:FREQ=SECONDLY;COUNT=1000000',
      'RRULE must make at most 100000 occurrences; --until cuts them off',
    ],
    ['RRULE:FREQ=DAILY;BYDAY=20MO', 'RRULE must not number the days of BYDAY unless it is MONTHLY or YEARLY'],
    ['RRULE:FREQ=DAILY;INTERVAL=0', 'RRULE must have an INTERVAL of 1 or more, not "INTERVAL=0"'],
    ['EXRULE:FREQ=DAILY', 'EXRULE must not be there: RFC 5545 has EXDATE in its place'],
    [
      `RRULE:FREQ=DAILY;BYMINUTE=${Array.from({ length: 60 }, (_, at) => at).join(',')};BYHOUR=1,2`,
      'RRULE must name at most 100 times of day by BYHOUR, BYMINUTE and BYSECOND',
    ],
    [`X-A${';P=a'.repeat(1001)}:x`, 'X-A must have at most 1000 parameters, not 1001'],
    ['RRULE:FREQ=NEVER', 'RRULE must be as RFC 5545 describes it, not "FREQ=NEVER"'],
    ['RRULE:INTERVAL=2', 'RRULE must be as RFC 5545 describes it, not "INTERVAL=2"'],
    ['RRULE:FREQ=MONTHLY;BYYEARDAY=3', 'RRULE must not have BYYEARDAY when it is MONTHLY'],
    ['DURATION:1 hour', 'DURATION must be as RFC 5545 describes it, not "1 hour"'],
    ['DURATION:P9999999999W', 'DURATION must be of 10,000 years at most, not "P9999999999W"'],
    ['EXDATE;TZID="a:b":soon', 'EXDATE must be as RFC 5545 describes it, not "soon"'],
    ['DTEND;VALUE=DATE:2026-03-01', 'DTEND must be as RFC 5545 describes it, not "2026-03-01"'],
    ['DTEND:20260301T090000+0100', 'DTEND must be as RFC 5545 describes it, not "20260301T090000+0100"'],
    [
      `${'A'.repeat(5_000)}B`,
      `${'A'.repeat(37)}... must be as RFC 5545 describes it, not "${'A'.repeat(76)}...`,
    ],
    ['DTEND:20260301T250000Z', 'DTEND must be as RFC 5545 describes it, not "20260301T250000Z"'],
    [
      'LOCATION;ENCODING=QUOTED-PRINTABLE:M=C3=BCller',
      'LOCATION must be as RFC 5545 describes it, not "M=C3=BCller"',
    ],
    ['STATUS', 'STATUS must be as RFC 5545 describes it, not "STATUS"'],
  ])('%s is refused', async (rule, reason) => {
    const [message] = await starts(calendar(...event('DTSTART:20260101T000000Z', rule)));
    expect(message).toContain(`a.ics, line 2: ${reason}`);
  });

  test.each([
    ['BEGIN:VCALENDAR\nBEGIN:VEVENT\n', 'a.ics ends within the VEVENT that begins in line 2.'],
    ['BEGIN:VCALENDAR\n', 'a.ics ends without END:VCALENDAR.'],
    [
      'BEGIN:VCALENDAR\r\nVERSION:1.0\r\nBEGIN:VEVENT\r\nSUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:M=C3=BCller\r\nDTSTART:20260301T090000\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
      'a.ics is vCalendar 1.0, which is older than iCalendar; save it as iCalendar (.ics, VERSION:2.0) and import that.',
    ],
    ['X-NOTHING:1\n', 'a.ics has no line BEGIN:VCALENDAR.'],
    ['BEGIN:VCALENDAR\rBEGIN:VEVENT\rEND:VEVENT\rEND:VCALENDAR\r', 'a.ics has no line BEGIN:VCALENDAR.'],
  ])('%j is refused with a sentence', async (text, message) => {
    await expect(read(textSource('a.ics', text))).rejects.toThrow(message);
  });
});

/** `import` prints a note for each assumption about a file. */
import { OUTLOOK } from './files';
import { imported, readerOf, zonedImport } from './support';

test('assumptions about a file are noted, each on a line of at most 120 characters', async () => {
  const outlook = await imported('o.csv', OUTLOOK, {});
  expect(outlook.said).toEqual([
    'times without an offset (2) were read in UTC; --zone names another zone',
    'ends that are dates (1) were read as the day after the event; if they are its last day, add --end-dates inclusive',
    'kept as extra fields: Reminder on/off, Private',
    'events without an id (2) get ids from the store, and are added again if their title, start or location changes',
  ]);
  expect((await imported('o.csv', OUTLOOK, { endDates: 'exclusive' })).said.join()).not.toContain('dates');
  const clockEnd = 'id,title,start,EndTime\n1,a,2026-03-01T09:00Z,10:00\n';
  expect((await imported('a.csv', clockEnd, {})).said.join()).toContain('times without an offset (1)');
  const days = 'id,title,start,end\n1,a,2026-03-01,2026-03-02\n';
  expect((await imported('a.csv', days, {})).said).toEqual([outlook.said[1]]);
  const lastMinute = 'id,title,start,end\n1,a,2026-03-01,2026-03-01T23:59\n';
  expect((await imported('a.csv', lastMinute, zonedImport('UTC'))).said).toEqual([]);
  const refused = `${days}2,b,2026-03-01T09:00,2026-03-02\n3,c,2026-03-02,2026-03-02\n`;
  expect((await imported('a.csv', refused, { skipBad: true })).said).toEqual([outlook.said[1]]);
  const rows = 'uid,title,start\nu,a,2026-03-01T09:00:00.1234567Z\nv,b,2026-03-01T09:00:00.1234567Z\n';
  const clock = 'uid,title,date,time\nu,a,2026-03-01,09:00:00.1234567\n';
  const comma = 'uid,title,date,time\nu,a,2026-03-01,"09:00:00,1234567"\n';
  for (const fine of [rows, clock, comma])
    expect((await imported('a.csv', fine, zonedImport('UTC'))).said).toEqual([
      'times finer than milliseconds were rounded down',
    ]);
  expect(
    (await imported('a.csv', 'uid,title,date,time\nu,a,3/4/2026,9:00 AM\n', zonedImport('UTC'))).said,
  ).toEqual(['in dates such as 3/4/2026 the month is read first, as AM and PM suggest']);
  const dots = 'uid,title,start\nu,a,03.04.2026 9:00 AM\n';
  expect((await imported('a.csv', dots, zonedImport('UTC'))).said).toEqual([]);
  const wide = `uid,title,start,${Array.from({ length: 60 }, (_, at) => `a long name ${at}`).join(',')}\n`;
  const { said } = await imported('a.csv', `${wide}u,a,2026-03-01,${'x,'.repeat(59)}x\n`, {});
  expect(said).toEqual([
    expect.stringMatching(/^kept as extra fields: (a long name \d+, )+a long name \d+ and others$/),
  ]);
  expect(said.map(({ length }) => length <= 114)).toEqual([true]);
});

const LONG = '{"uid":"u","title":"a","start":"2026-03-01","n":12345678901234567890}';
test.each([
  ['a.json', `[${LONG.replace('}', ',"s":"12345678901234567891"}')}]`],
  ['a.jsonl', `${LONG}\n`],
  ['-', `{"d":[${LONG}]}`],
  ['-', JSON.stringify({ d: LONG })],
])('%s with a number that JavaScript can not hold says so: %s', async (name, text) => {
  const { said } = await imported(name, text, {});
  expect(said[0]).toBe(
    'numbers such as 12345678901234567890 are rounded; numbers in quotes are kept as text',
  );
  const saidOf = async (digits: string) =>
    (await imported(name, text.replace('12345678901234567890', digits), {})).said.join();
  const fractions = ['12345678901234567.89', '1234567890.12345678', '123.4567890123456789e-7'];
  for (const rounded of [...fractions, '-12345678901234567', '9223372036854775808', '1e1234', '1E1234'])
    expect(await saidOf(rounded)).toContain(`numbers such as ${rounded} are rounded`);
  for (const exact of ['123456789012344', '0.10000000000000001', '1.7976931348623157E308'])
    expect(await saidOf(exact)).not.toContain('rounded');
});

test('a number that an export wrote is taken again as it is, without a note that it is rounded', async () => {
  const text =
    '[{"uid":"u","title":"a","start":"2026-03-01","n":9223372036854776000,"m":[-12345678901234567000]}]';
  const { events, said } = await imported('a.json', text, {});
  expect(JSON.stringify(events)).toContain('"n":9223372036854776000');
  expect(JSON.stringify(events)).toContain('[-12345678901234567000]');
  expect(said.join()).not.toContain('rounded');
});

test('an extra field of a format file with a number that JavaScript can not hold says so, and ticks do not', async () => {
  const event = { N: '{title}', S: '{start:ticks}', X: '{extra.X}' };
  const reader = readerOf({ kind: 'json', event, list: { n: 1, l: '{events}' } });
  const answer = (x: string) => `{"n":2,"l":[{"N":"a","S":639079524000000001,"X":${x}}]}`;
  const sentence = /^numbers such as -?\d+ are rounded; numbers in quotes are kept as text$/;
  const saidOf = async (x: string) => (await imported('a', Buffer.from(answer(x)), { reader })).said;
  for (const x of ['12345678901234567', '-12345678901234567', '[{"a":12345678901234567890}]'])
    expect(await saidOf(x)).toContainEqual(expect.stringMatching(sentence));
  for (const x of ['9007199254740991', '"12345678901234567890"'])
    expect((await saidOf(x))[1]).toBe('the text around the events differs: n is not 1 as in the format');
});

test('a time without an offset is noted if a format file reads it by @local, and otherwise it is in UTC', async () => {
  const said = async (start: string) => {
    const reader = readerOf({ kind: 'json', event: { I: '{id}', N: '{title}', S: start } });
    return (await imported('a', '[{"I":1,"N":"a","S":"01.03.2026 09:00"}]', { reader })).said.join();
  };
  const note = 'times without an offset (1) were read in UTC; --zone names another zone';
  expect(await said('{start@local:dd.MM.yyyy HH:mm}')).toContain(note);
  expect(await said('{start:dd.MM.yyyy HH:mm}')).not.toContain('without an offset');
});

test('a column that tells of a recurrence is noted, unless it tells of none', async () => {
  const isNoted = async (name: string, value: unknown) => {
    const row = { uid: 'u', title: 'a', start: '2026-03-01', [name]: value };
    const { said } = await imported('a.json', JSON.stringify([row]), {});
    return said.includes(
      `rows with a recurrence in "${name}" (1) were read once: recurrences are read only from calendars`,
    );
  };
  const names =
    'RRULE fRecurrence Recurrence Recurrence_Rule recurrenceData recurring isRecurring repeat repeats daysOfWeek';
  for (const name of names.split(' ')) expect([name, await isNoted(name, [1])]).toEqual([name, true]);
  for (const value of ['', 'never', ' None ', 'once', 'no', 0, false, null, [], {}])
    expect([value, await isNoted('RRULE', value)]).toEqual([value, false]);
});

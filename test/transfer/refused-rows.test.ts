/** `import` refuses values that have more than one meaning or none, and says what would help. */
import { GERMAN, nameOf } from './files';
import { imported, map, readerOf } from './support';

type Refused = readonly [text: string, sentence: string];

/** Each row has the content of the file, and the sentence of the refusal. */
const REFUSED: Readonly<Record<string, Refused>> = {
  'a German CSV': [
    GERMAN,
    'a.csv has no title and no start; it has "Titel", "Beginnt am", "Beginnt um", "Endet am", "Endet um"; --map FIELD=NAME names title and start, or: events-query format --from a.csv > a.format.json',
  ],
  'nested dates': [
    '[{"summary":"a","start":{"dateTime":"2026-03-01T09:00:00Z","timeZone":"UTC"}},{"summary":"b","start":{"date":"2026-03-02"},"end":{"date":"2026-03-03"}}]',
    'a.json has no start; it has "summary", "start.dateTime", "start.timeZone", "start.date", "end.date"; --map FIELD=NAME names start and end, or: events-query format --from a.json',
  ],
  'dates with slashes that could be either': [
    'title,start\na,03/04/2026\n',
    'not "03/04/2026"; --format file:PATH says which number is the month, because no row shows it (docs/events.md)',
  ],
  'dates with slashes of both orders, though with AM and PM': [
    `<events>${['03/14', '14/03'].map((day) => `<event><title>a</title><start>${day}/2026 9:00 AM</start></event>`).join('')}</events>`,
    'a.xml, element 1: start must be',
  ],
  'a digest for an id': ['id,title,start\n3f2504e0-4f89,a,2026-03-01\n', '--map uid=NAME reads'],
  'years of two digits': [
    'title,start\na,01.03.26\n',
    'not "01.03.26"; --format file:PATH reads times in other forms (docs/events.md)',
  ],
  'times without signs': ['[{"title":"a","start":20260301090000}]', 'not 20260301090000'],
  'the same of the last century': ['[{"title":"a","start":199903010900}]', 'not 199903010900'],
  'seconds for milliseconds': ['[{"title":"a","start":1772355600}]', 'not 1772355600'],
  'a clock that is none': ['title,start date,start time\na,2026-03-01,9\n', 'not "2026-03-01" with "9"'],
  'a start of which the date is empty': [
    'title,start date,start time\na,2026-03-01,9:00\nb,,9:00\n',
    'not "9:00"',
  ],
  'an end of which the time of day is none, and the date is empty': [
    'title,start date,start time,end date,end time\na,2026-03-01,9:00,,soon\n',
    'end date must be a date or a time such as 2026-03-01 or 2026-03-01T09:00, not "soon"',
  ],
  'a time and a clock that contradict each other': [
    'title,start date,start time\na,2026-03-01T18:00:00,19:30\n',
    'not "2026-03-01T18:00:00" with "19:30"',
  ],
  'the day of a post and the time of its event': [
    '[{"title":"a","date":"2026-01-05T08:12:00","start_time":"2026-03-14T19:00:00"}]',
    'not "2026-01-05T08:12:00" with "2026-03-14T19:00:00"; --map start=NAME reads one column',
  ],
  'a time beside words': [
    'title,date,time\na,2026-03-14T19:00:00Z,soon\n',
    'not "2026-03-14T19:00:00Z" with "soon"',
  ],
  'an id that is no number, beside a uid': [
    '[{"id":"AAMk=","uid":"0400","title":"a","start":"2026-03-01"}]',
    'not "AAMk="; --map uid=id reads ids of other forms',
  ],
  'a midnight of another zone beside a time of day': [
    '[{"title":"a","StartDate":"2026-03-14T00:00:00+01:00","StartTime":"19:00:00"}]',
    'StartDate must be a midnight in UTC, not "2026-03-14T00:00:00+01:00" with "19:00:00"; --zone names another zone',
  ],
  "a time of day without its day, as Access' export has it": [
    'title,start\na,30.12.1899 09:00:00\n',
    'start must have its date: Access writes 1899-12-30 for a time of day alone',
  ],
  'a day in one column and two times of day in others': [
    'title,date,start,end\na,2026-03-01,9:00,10:30\n',
    'not "9:00"; --map start=DAY+TIME joins two columns',
  ],
  "sqlcmd's dashes": [
    'title,start\n----- , ----------\na,2026-03-01\n',
    'a.csv has a line of dashes under its header',
  ],
  "psql's line": [
    'title | start\n-------+------------\na | 2026-03-01\n',
    'a.csv has a line of dashes under its header',
  ],
  'a line of equals signs': [
    'title\tstart\n=====\t=====\na\t2026-03-01\n',
    'a.csv has a line of dashes under its header',
  ],
  'a title above the header': [
    'Events\ntitle,start\na,2026-03-01\n',
    'a.csv has 2 values under one name, "Events": remove the lines above its header.',
  ],
  "FOR JSON's lines": [
    `[{"title":"${'x'.repeat(2022)}\n${'y'.repeat(9)}","start":"2026-03-01"}]`,
    'a.json is JSON that SQL Server cut into lines of 2033 characters (FOR JSON): join its lines.',
  ],
  "FOR JSON's column": [
    'JSON_F52E2B61-18A1-11d1-B105-00805F49916B\n[{"title":"a","start":"2026-03-01"}]\n',
    'a.csv is JSON that SQL Server cut into lines of 2033 characters (FOR JSON): join its lines.',
  ],
  "SharePoint's schema": [
    '"ListSchema={""schemaXmlList"":[]}"\nTitle,EventDate\na,2026-03-01\n',
    "a.csv begins with SharePoint's line ListSchema=",
  ],
  'several lists of events': [
    '{"d":{"events":[{"title":"A","start":"2026-03-01"}],"speakers":[{"name":"Bob","start":"2020-01-01"}]}}',
    'a.json has several lists: "d.events", "d.speakers". Use a format file whose member list says which of them has the events',
  ],
  'several lists of events beside another list': [
    '{"a":[{"title":"A","start":"2026-03-01"}],"b":[{"title":"B","start":"2026-03-01"}],"c":[{"n":1}]}',
    'a.json has several lists: "a", "b", "c". Use a format file whose member list says which of them has the events',
  ],
  'a column of zones that says another': [
    'title,start,timezone\na,2026-03-01T09:00,America/New_York\n',
    'start must have an offset (timezone has the zone "America/New_York"), not "2026-03-01T09:00"; --zone names the zone of times without an offset, which otherwise is UTC',
  ],
  ...Object.fromEntries(
    ['tz_name', 'Start Timezone', 'eventTimeZoneId'].map((name): [string, Refused] => [
      `a column of zones called ${name}`,
      [
        `title,start,${name}\na,2026-03-01T09:00,America/New_York\n`,
        `start must have an offset (${name} has the zone "America/New_York")`,
      ],
    ]),
  ),
  'a zone beside an end that is only a time of day': [
    'title,start,EndTime,tz\na,2026-03-01T09:00Z,10:00,Europe/Berlin\n',
    'EndTime must have an offset (tz has the zone "Europe/Berlin"), not "10:00"; --zone',
  ],
  ...Object.fromEntries(
    [12, 13].map((count): [string, Refused] => [
      `a header of ${count} names, of which a message has room for 12`,
      [
        `${Array.from({ length: count }, (_, at) => `c${at}`).join()}\n1${',1'.repeat(count - 1)}\n`,
        `it has "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9", "c10", "c11"${count > 12 ? ' and others' : ''}; --map`,
      ],
    ]),
  ),
  'a column of titles that is always empty': [
    'title,start,Was\n,2026-03-01,a\n',
    'a.csv has no title; it has "title", "start", "Was"; --map FIELD=NAME names title',
  ],
  'an object without members': ['{\n}', 'a.json has no title and no start; it has no names; --'],
  'a zone beside a nested time': [
    '[{"title":"a","begins":{"at":"2026-03-01T09:00","timeZone":"Europe/Berlin"},"start":"2026-03-01T09:00","tz":"Mars"}]',
    'tz has the zone "Mars"',
  ],
};

test.each(Object.entries(REFUSED))('%s is refused', async (_, [text, sentence]) => {
  await expect(imported(nameOf(text), text, {})).rejects.toThrow(sentence);
});

test('a text of megabytes with escapes is refused for its length, by a format file too', async () => {
  const text = JSON.stringify({ title: 'a', start: '2026-03-01', n: 0, x: '"'.repeat(4_000_000) });
  const event = { title: '{title}', start: '{start:date}', n: '{extra.n}', x: '{extra.x}' };
  const reader = readerOf({ kind: 'json', event });
  const suspect = Buffer.from(`[${text.replace('"n":0', '"n":1234567890123456')}]`);
  const refusal = /must have at most 65536 bytes of extra fields/;
  await expect(imported('a.json', suspect, {})).rejects.toThrow(refusal);
  await expect(imported('a', suspect, { reader })).rejects.toThrow(refusal);
});

describe('rows that repeat an event, one for each of its guests', () => {
  const text = 'title,start,Guest\na,2026-03-01,Ada\na,2026-03-01,Alan\n';

  test('are refused, or the first is taken', async () => {
    await expect(imported('a.csv', text, {})).rejects.toThrow(
      'a.csv, line 3: title, start or location must differ from those of other rows without id and uid, but a.csv, line 2 has the same three; --skip-bad imports only the first of rows with the same event',
    );
    const { times } = await imported('a.csv', text, { skipBad: true });
    expect(times).toEqual([['a', '2026-03-01', '2026-03-02']]);
  });

  test('are told apart by another column', async () => {
    expect((await imported('a.csv', text, map(['uid', 'Guest']))).times).toHaveLength(2);
  });
});

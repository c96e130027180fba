/** Files from real programs are imported, or refused with a sentence that says what to change. */
import { FORMAT_NAMES, FORMATS } from '../../src/formats/built-in';
import { eventJson } from '../../src/formats/event';
import { knownZone } from '../../src/lib/time/zones';
import { map, type Options, readerOf, taken, takenFrom, textSource, zonedImport } from './support';

const OUTLOOK = `"Subject","Start Date","Start Time","End Date","End Time","All day event","Reminder on/off","Categories","Description","Location","Private"
"Board meeting","3/2/2026","9:00:00 AM","3/2/2026","10:30:00 AM","False","True","Work","Bring the figures.
Coffee is there.","Room 1","False"
"Spring holidays","4/13/2026","12:00:00 AM","4/18/2026","12:00:00 AM","True","False","","","","False"
`;

const GOOGLE = `Subject,Start Date,Start Time,End Date,End Time,All Day Event,Description,Location,Private
Final exam,05/30/2026,10:00 AM,05/30/2026,1:00 PM,False,50 multiple choice questions,"Columbia, Schermerhorn 614",True
Field day,06/01/2026,,06/02/2026,,True,,,False
`;

const GERMAN =
  '\uFEFFTitel;Beginnt am;Beginnt um;Endet am;Endet um\r\nSitzung;02.03.2026;09:00;02.03.2026;10:30\r\n';

const WEEKDAYS =
  'Mon Monday Tue Tues Tuesday Wed Wednesday Thu Thurs Thursday Fri Friday Sat Saturday Sun Sunday'.split(
    ' ',
  );
const ORDINALS = ['1st', '2nd', '3rd', '4th'];

/** Each row has the content of the file, the events, and the options of its import. */
const TAKEN: [what: string, text: string, times: unknown, options?: Options][] = [
  [
    'one event with a list of its own',
    '{"title":"A","start":"2026-03-01","speakers":[{"name":"Bob","date":"2020-01-01"}]}',
    [['A', '2026-03-01', '2026-03-02']],
  ],
  [
    'one event with a list as text',
    '{"title":"A","start":"2026-03-01","d":"[]"}',
    [['A', '2026-03-01', '2026-03-02']],
  ],
  [
    'Unix milliseconds as numbers',
    '[{"Title":"a","Date":1772355600000}]',
    [['a', '2026-03-01T09:00', '2026-03-01T09:00']],
  ],
  [
    "Outlook's CSV",
    OUTLOOK,
    [
      ['Board meeting', '2026-03-02T09:00', '2026-03-02T10:30'],
      ['Spring holidays', '2026-04-13', '2026-04-18'],
    ],
  ],
  [
    "Google's CSV, in a zone",
    GOOGLE,
    [
      ['Final exam', '2026-05-30T14:00', '2026-05-30T17:00'],
      ['Field day', '2026-06-01', '2026-06-02'],
    ],
    { timeZone: 'America/New_York' },
  ],
  [
    'a German CSV with its columns named',
    GERMAN,
    [['Sitzung', '2026-03-02T09:00', '2026-03-02T10:30']],
    map(['title', 'titel'], ['start', 'Beginnt am+Beginnt um'], ['end', 'Endet am+Endet um']),
  ],
  [
    'a first line sep=',
    'sep=;\r\nTitle;Start\r\na, b;2026-03-01\r\n',
    [['a, b', '2026-03-01', '2026-03-02']],
  ],
  [
    'blank lines before sep=',
    '\ufeff\r\n \r\nsep=;\r\nTitle;Start\r\na, b;2026-03-01\r\n',
    [['a, b', '2026-03-01', '2026-03-02']],
  ],
  [
    'a first line "SEP=|" in quotes and capitals',
    '"SEP=|"\r\nTitle|Start\r\na, b|2026-03-01\r\n',
    [['a, b', '2026-03-01', '2026-03-02']],
  ],
  [
    'times in words, with the day of the week, in any letter case',
    [
      'title;start;end',
      'a;SUNDAY, 1 MARCH 2026 AT 9:00 AM utc;sun, mar 1 2026 at 10:30 a.m. +01:00',
      'b;Thurs. March 5th, 2026 at 9PM GMT;5-Mar-2026 22:00 gmt',
      'c;2026-03-06t09:00z;2026-03-06t10:00:00.5z',
      '',
    ].join('\n'),
    [
      ['a', '2026-03-01T09:00', '2026-03-01T09:30'],
      ['b', '2026-03-05T21:00', '2026-03-05T22:00'],
      ['c', '2026-03-06T09:00', '2026-03-06T10:00'],
    ],
  ],
  [
    'every name of the day of the week',
    ['title;start', ...WEEKDAYS.map((name) => `${name};${name} 1 March 2026`), ''].join('\n'),
    WEEKDAYS.map((name) => [name, '2026-03-01', '2026-03-02']),
  ],
  [
    'every ending of an ordinal number',
    ['title,start,end', ...ORDINALS.map((day) => `${day},${day} March 2026,"April ${day}, 2026"`), ''].join(
      '\n',
    ),
    ORDINALS.map((day) => [day, `2026-03-0${day[0]}`, `2026-04-0${day[0]}`]),
  ],
  [
    'a time of day with blanks around it',
    '[{"title":"a","date":" 2026-03-01 ","time":" PT18H30M00S "},{"title":"b","date":"2026-03-02","time":" 9:00 "}]',
    [
      ['a', '2026-03-01T18:30', '2026-03-01T18:30'],
      ['b', '2026-03-02T09:00', '2026-03-02T09:00'],
    ],
  ],
  ['tabs', 'title\tstart\na;b;c;d\t2026-03-01\n', [['a;b;c;d', '2026-03-01', '2026-03-02']]],
  ['bars', 'title|start|"x,y,z"\na;c,d|2026-03-01|\n', [['a;c,d', '2026-03-01', '2026-03-02']]],
  [
    'names in other letters, with blanks, dashes and underscores',
    'TITLE,START_DATE,End-Date,All Day\na,2026-03-01,2026-03-03,TRUE\n',
    [['a', '2026-03-01', '2026-03-03']],
  ],
  [
    'a sheet with one date and two clocks',
    'Event name,Date,Start time,End time,Platz\na,1 March 2026,9:00,17:30,Hof\nb,"Mar 2, 2026",10 pm,11 pm,\n',
    [
      ['a', '2026-03-01T09:00', '2026-03-01T17:30'],
      ['b', '2026-03-02T22:00', '2026-03-02T23:00'],
    ],
  ],
  [
    'days that are midnights, beside times of day',
    [
      'title,StartDate,StartTime,EndDate,EndTime',
      'a,2026-03-01 00:00:00,18:00:00,2026-03-01 00:00:00,20:30:00',
      'b,2026-03-02T00:00:00Z,18:00,/Date(1772409600000)/,PT20H30M00S',
      'c,2026-03-03,1899-12-30T18:00:00,2026-03-03,1970-01-01T20:30:00.000Z',
      'd,2026-03-04T18:00:00,18:00,2026-03-04T19:30:00Z,20:30',
      'e,2026-03-05,1900-01-01T18:00:00,2026-03-05,1900-01-01 20:30:00',
      'f,2026-03-06T00:00:00,0001-01-01T18:00:00,2026-03-06T00:00:00,0001-01-01T20:30:00',
      'g,2026-03-07,01/01/1900 18:00,2026-03-07,01/01/1900 20:30',
      '',
    ].join('\n'),
    [
      ['a', '2026-03-01T18:00', '2026-03-01T20:30'],
      ['b', '2026-03-02T18:00', '2026-03-02T20:30'],
      ['c', '2026-03-03T18:00', '2026-03-03T20:30'],
      ['d', '2026-03-04T18:00', '2026-03-04T19:30'],
      ['e', '2026-03-05T18:00', '2026-03-05T20:30'],
      ['f', '2026-03-06T18:00', '2026-03-06T20:30'],
      ['g', '2026-03-07T18:00', '2026-03-07T20:30'],
    ],
  ],
  [
    'ends of which the date or the time of day is empty',
    [
      'title,StartDate,StartTime,EndDate,EndTime',
      'a,2026-03-01,09:00,2026-03-01,',
      'b,2026-03-02,09:00,,11:00',
      'c,2026-03-03,09:00,,1899-12-30T12:30:00',
      'd,2026-03-04,09:00,,2026-03-05T10:00',
      '',
    ].join('\n'),
    [
      ['a', '2026-03-01T09:00', '2026-03-01T09:00'],
      ['b', '2026-03-02T09:00', '2026-03-02T11:00'],
      ['c', '2026-03-03T09:00', '2026-03-03T12:30'],
      ['d', '2026-03-04T09:00', '2026-03-05T10:00'],
    ],
  ],
  [
    'a date, and from when to when on it',
    'date,from,to,title\n2026-03-01,09:00,10:30,a\n2026-03-02,,,b\n',
    [
      ['a', '2026-03-01T09:00', '2026-03-01T10:30'],
      ['b', '2026-03-02', '2026-03-03'],
    ],
  ],
  [
    'dates with slashes, of which one tells the order',
    'title,start\na,03/04/2026\nb, 31/12/2026 18:00 \nc,2026/3/1\n',
    [
      ['a', '2026-04-03', '2026-04-04'],
      ['b', '2026-12-31T18:00', '2026-12-31T18:00'],
      ['c', '2026-03-01', '2026-03-02'],
    ],
  ],
  [
    'dates with slashes, of which an end tells the order',
    'title,start,end\na,03/04/2026,31/12/2026\n',
    [['a', '2026-04-03', '2026-12-31']],
  ],
  // 12 may be a month, and 13 can't.
  ...(['13/12/2026', '12/13/2026'] as const).map((end): [string, string, [string, string, string][]] => [
    `days by the names from and to, of which ${end} proves the order`,
    `title,from,to\na,12/12/2026,${end}\n`,
    [['a', '2026-12-12', '2026-12-13']],
  ]),
  [
    "a CalDAV server's answer",
    `<d:multistatus xmlns:d="DAV:">${['a', 'b'].map((uid) => `<d:response><d:prop><c:calendar-data>\n  BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nUID:${uid}\nSUMMARY:${uid} &amp; c\nDESCRIPTION:<![CDATA[<table><tr>]]>\nDTSTART:20260302T090000Z\nEND:VEVENT\nEND:VCALENDAR\n</c:calendar-data></d:prop></d:response>`).join('')}</d:multistatus>`,
    [
      ['a & c', '2026-03-02T09:00', '2026-03-02T09:00'],
      ['b & c', '2026-03-02T09:00', '2026-03-02T09:00'],
    ],
  ],
  [
    'Unix milliseconds as digits',
    'title,start,end\na,1772355600000,1772359200000\nb,32503680000000,32503683600000\n',
    [
      ['a', '2026-03-01T09:00', '2026-03-01T10:00'],
      ['b', '3000-01-01T00:00', '3000-01-01T01:00'],
    ],
  ],
  [
    'what JavaScriptSerializer wrote',
    '[{"EventID":7,"Name":"a","StartTime":"\\/Date(1772355600000)\\/","EndTime":"/Date(1772359200000+0100)/"}]',
    [['a', '2026-03-01T09:00', '2026-03-01T10:00']],
  ],
  [
    'whole days that end in their last minute, in a zone',
    '[{"title":"a","start":"2026-03-01T00:00:00","end":"2026-03-02T23:59:59.997","IsAllDay":true}]',
    [['a', '2026-03-01', '2026-03-03']],
    { timeZone: 'Europe/Berlin' },
  ],
  [
    "Microsoft Graph's nested JSON",
    '[{"id":"AAMk","subject":"a","start":{"dateTime":"2026-03-01T09:00:00.0000000","timeZone":"UTC"}}]',
    [['a', '2026-03-01T09:00', '2026-03-01T09:00']],
    map(['start', 'start.dateTime'], ['uid', 'id']),
  ],
  [
    'a day and a time of day that an object holds',
    '[{"title":"a","when":{"day":"2026-03-01","at":"09:00"}}]',
    [['a', '2026-03-01T09:00', '2026-03-01T09:00']],
    map(['start', 'when.day + when.at']),
  ],
  [
    "mongoexport's two forms of a time",
    '{"title":"a","start":{"$date":"2026-03-01T09:00:00Z"}}\n{"title":"b","start":{"$date":{"$numberLong":"1772355600000"}}}\n',
    [
      ['a', '2026-03-01T09:00', '2026-03-01T09:00'],
      ['b', '2026-03-01T09:00', '2026-03-01T09:00'],
    ],
    map(['start', 'start.$date|start.$date.$numberLong']),
  ],
  [
    'a column whose name would mean two columns, or two alternatives',
    'title,A|B,A+B,A,B\na,2026-03-01,2026-03-02,2026-03-03,2026-03-04\n',
    [['a', '2026-03-01', '2026-03-02']],
    map(['start', 'A|B'], ['end', 'A+B']),
  ],
  [
    'one column for two fields, in other letters or with a dot',
    'Nr.,Datum,Von,Bis\na,2026-03-01,9:00,10:30\n',
    [['a', '2026-03-01T09:00', '2026-03-01T10:30']],
    map(['title', 'Nr.'], ['start', 'datum+von'], ['end', 'datum+bis'], ['location', 'Nr.']),
  ],
  [
    'the one list of a pretty-printed object',
    JSON.stringify({ d: { results: [{ Title: 'a', Start: '2026-03-01' }], __next: null } }, null, 2),
    [['a', '2026-03-01', '2026-03-02']],
  ],
  [
    'a calendar that has a name and its events',
    '{"name":"Town","tags":["x"],"errors":[],"items":[{"Was":"a","start":"2026-03-01","attendees":[{"n":1}]}]}\n',
    [['a', '2026-03-01', '2026-03-02']],
    map(['title', 'Was']),
  ],
  [
    'a list as text in the d of a script service',
    JSON.stringify({ d: '[{"Name":"a","StartTime":"/Date(1772355600000)/"}]' }),
    [['a', '2026-03-01T09:00', '2026-03-01T09:00']],
  ],
  [
    'one event, pretty-printed, behind many empty lines',
    `${'\n'.repeat(5000)}{\n  "title": "a",\n  "start": "2026-03-01"\n}\n`,
    [['a', '2026-03-01', '2026-03-02']],
    { pieces: 4096 },
  ],
  [
    'the result of a call in its element, on a line of its own',
    '<string xmlns="http://tempuri.org/">\n  [{"title":"a","start":"2026-03-01"}]\n</string>\n',
    [['a', '2026-03-01', '2026-03-02']],
  ],
  [
    'JSON Lines in a .json file, with lists in them',
    '{"title":"a","start":"2026-03-01","with":[{"n":1}]}\n \t\n{"title":"b","start":"2026-03-02"}\n',
    [
      ['a', '2026-03-01', '2026-03-02'],
      ['b', '2026-03-02', '2026-03-03'],
    ],
  ],
  [
    'long numbers that recognise events',
    '[{"id":123456789012345,"title":"a","start":"2026-03-01"}]',
    [['a', '2026-03-01', '2026-03-02']],
    map(['uid', 'id']),
  ],
  [
    "Windows' names of zones in a calendar",
    'BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:u\nSUMMARY:a\nDTSTART;TZID=W. Europe Standard Time:20260701T090000\nEND:VEVENT\nEND:VCALENDAR\n',
    [['a', '2026-07-01T07:00', '2026-07-01T07:00']],
  ],
  [
    "SQL Server's own forms",
    'Title,Start,End\na,Mar  1 2026  7:00PM,Mar 11 2026  8:30:00:000PM\nb,2026-03-01 19:00:00.0000000 +01:00,2026-03-01 20:00:00.0000000 +01:00\n',
    [
      ['a', '2026-03-01T19:00', '2026-03-11T20:30'],
      ['b', '2026-03-01T18:00', '2026-03-01T19:00'],
    ],
  ],
  [
    "Access' days and times apart, its yes, and rows without any value",
    'Title;Start Date;Start Time;All Day Event\na;01.03.2026 00:00:00;30.12.1899 09:00:00;0\n;;;\nb;02.03.2026 00:00:00;;-1\n;;;;;\n',
    [
      ['a', '2026-03-01T09:00', '2026-03-01T09:00'],
      ['b', '2026-03-02', '2026-03-03'],
    ],
  ],
  [
    "Access' day of both its times",
    'Title;Date;StartTime;EndTime\na;01.03.2026 00:00:00;30.12.1899 09:00:00;30.12.1899 10:30:00\n',
    [['a', '2026-03-01T09:00', '2026-03-01T10:30']],
  ],
  [
    'names of times with other values',
    'title,date,from,to,until,begin,finish\nTrip,2026-03-01,Berlin,Paris,dark,Gate 1,Gate 2\n',
    [['Trip', '2026-03-01', '2026-03-02']],
  ],
  [
    'the events of a month, beside its days',
    '{"start":"2026-03-01","end":"2026-04-01","events":[{"title":"A","start":"2026-03-05"}]}',
    [['A', '2026-03-05', '2026-03-06']],
  ],
  [
    'an event and a speaker, each with a name',
    '{"events":[{"title":"A","start":"2026-03-01"}],"speakers":[{"name":"Bob","age":2}]}',
    [['A', '2026-03-01', '2026-03-02']],
  ],
];

/** Names a file by its format, as a user would. */
const nameOf = (text: string) =>
  `a.${/^BEGIN:/.test(text) ? 'ics' : /^[[{\n]/.test(text) ? 'json' : text.startsWith('<') ? 'xml' : 'csv'}`;

test.each(TAKEN)('%s', async (_, text, times, options = {}) => {
  expect((await taken(nameOf(text), text, options)).times).toEqual(times);
});

/** Each row has the content of the file, and the sentence of the refusal. */
const REFUSED: readonly (readonly [what: string, text: string, sentence: string])[] = [
  [
    'a German CSV',
    GERMAN,
    'a.csv has no title and no start; it has "Titel", "Beginnt am", "Beginnt um", "Endet am", "Endet um"; --map FIELD=NAME names title and start, or: events-query format --from a.csv > a.format.json',
  ],
  [
    'nested dates',
    '[{"summary":"a","start":{"dateTime":"2026-03-01T09:00:00Z","timeZone":"UTC"}},{"summary":"b","start":{"date":"2026-03-02"},"end":{"date":"2026-03-03"}}]',
    'a.json has no start; it has "summary", "start.dateTime", "start.timeZone", "start.date", "end.date"; --map FIELD=NAME names start and end, or: events-query format --from a.json',
  ],
  [
    'dates with slashes that could be either',
    'title,start\na,03/04/2026\n',
    'not "03/04/2026"; --format file:PATH says which number is the month, because no row shows it (docs/events.md)',
  ],
  [
    'dates with slashes of both orders, though with AM and PM',
    `<events>${['03/14', '14/03'].map((day) => `<event><title>a</title><start>${day}/2026 9:00 AM</start></event>`).join('')}</events>`,
    'a.xml, element 1: start must be',
  ],
  ['a digest for an id', 'id,title,start\n3f2504e0-4f89,a,2026-03-01\n', '--map uid=NAME reads'],
  [
    'years of two digits',
    'title,start\na,01.03.26\n',
    'not "01.03.26"; --format file:PATH reads times in other forms (docs/events.md)',
  ],
  ['times without signs', '[{"title":"a","start":20260301090000}]', 'not 20260301090000'],
  ['the same of the last century', '[{"title":"a","start":199903010900}]', 'not 199903010900'],
  ['seconds for milliseconds', '[{"title":"a","start":1772355600}]', 'not 1772355600'],
  ['a clock that is none', 'title,start date,start time\na,2026-03-01,9\n', 'not "2026-03-01" with "9"'],
  [
    'a start of which the date is empty',
    'title,start date,start time\na,2026-03-01,9:00\nb,,9:00\n',
    'not "9:00"',
  ],
  [
    'an end of which the time of day is none, and the date is empty',
    'title,start date,start time,end date,end time\na,2026-03-01,9:00,,soon\n',
    'end date must be a date or a time such as 2026-03-01 or 2026-03-01T09:00, not "soon"',
  ],
  [
    'a time and a clock that contradict each other',
    'title,start date,start time\na,2026-03-01T18:00:00,19:30\n',
    'not "2026-03-01T18:00:00" with "19:30"',
  ],
  [
    "a time of day without its day, as Access' export has it",
    'title,start\na,30.12.1899 09:00:00\n',
    'start must have its date: Access writes 1899-12-30 for a time of day alone',
  ],
  [
    'a midnight without its day',
    'title,start\na,30.12.1899 00:00:00\n',
    'start must have its date: Access writes 1899-12-30 for a time of day alone',
  ],
  [
    'a day in one column and two times of day in others',
    'title,date,start,end\na,2026-03-01,9:00,10:30\n',
    'not "9:00"; --map start=DAY+TIME takes two columns',
  ],
  [
    "sqlcmd's dashes",
    'title,start\n----- , ----------\na,2026-03-01\n',
    'a.csv has a line of dashes under its header',
  ],
  [
    "psql's line",
    'title | start\n-------+------------\na | 2026-03-01\n',
    'a.csv has a line of dashes under its header',
  ],
  [
    'a line of equals signs',
    'title\tstart\n=====\t=====\na\t2026-03-01\n',
    'a.csv has a line of dashes under its header',
  ],
  [
    'a title above the header',
    'Events\ntitle,start\na,2026-03-01\n',
    'a.csv has 2 values under one name, "Events": remove the lines above its header.',
  ],
  [
    "FOR JSON's lines",
    `[{"title":"${'x'.repeat(2022)}\n${'y'.repeat(9)}","start":"2026-03-01"}]`,
    'a.json is JSON that SQL Server cut into lines of 2033 characters (FOR JSON): join its lines.',
  ],
  [
    "FOR JSON's column",
    'JSON_F52E2B61-18A1-11d1-B105-00805F49916B\n[{"title":"a","start":"2026-03-01"}]\n',
    'a.csv is JSON that SQL Server cut into lines of 2033 characters (FOR JSON): join its lines.',
  ],
  [
    "SharePoint's schema",
    '"ListSchema={""schemaXmlList"":[]}"\nTitle,EventDate\na,2026-03-01\n',
    "a.csv begins with SharePoint's line ListSchema=",
  ],
  [
    'several lists of events',
    '{"d":{"events":[{"title":"A","start":"2026-03-01"}],"speakers":[{"name":"Bob","start":"2020-01-01"}]}}',
    'a.json has several lists: "d.events", "d.speakers". A format file says which one has the events',
  ],
  [
    'a column of zones that says another',
    'title,start,timezone\na,2026-03-01T09:00,America/New_York\n',
    'start must have an offset beside timezone "America/New_York", not "2026-03-01T09:00"; --zone names the zone of times without one, else UTC',
  ],
  ...['tz', 'TZID', 'tz_name', 'Start Timezone', 'eventTimeZoneId'].map((name): [string, string, string] => [
    `a column of zones called ${name}`,
    `title,start,${name}\na,2026-03-01T09:00,America/New_York\n`,
    `start must have an offset beside ${name} "America/New_York"`,
  ]),
  [
    'a zone beside an end that is only a time of day',
    'title,start,EndTime,tz\na,2026-03-01T09:00Z,10:00,Europe/Berlin\n',
    'EndTime must have an offset beside tz "Europe/Berlin", not "10:00"; --zone',
  ],
  ...[12, 13].map((count): (typeof REFUSED)[number] => [
    `a header of ${count} names, of which a message has room for 12`,
    `${Array.from({ length: count }, (_, at) => `c${at}`).join()}\n1${',1'.repeat(count - 1)}\n`,
    `it has "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9", "c10", "c11"${count > 12 ? ' and others' : ''}; --map`,
  ]),
  [
    'a column of titles that is always empty',
    'title,start,Was\n,2026-03-01,a\n',
    'a.csv has no title; it has "title", "start", "Was"; --map FIELD=NAME names title',
  ],
  ['an object without members', '{\n}', 'a.json has no title and no start; it has no names; --'],
  [
    'a zone beside a nested time',
    '[{"title":"a","begins":{"at":"2026-03-01T09:00","timeZone":"Europe/Berlin"},"start":"2026-03-01T09:00","tz":"Mars"}]',
    'beside tz "Mars"',
  ],
];

test.each(REFUSED)('%s is refused', async (_, text, sentence) => {
  await expect(taken(nameOf(text), text, {})).rejects.toThrow(sentence);
});

test('assumptions about a file are noted, each on a line of at most 120 characters', async () => {
  const outlook = await taken('o.csv', OUTLOOK, {});
  expect(outlook.said).toEqual([
    'times without an offset (2) were read in UTC; --zone names another',
    'ends that are dates (1) were read as the day after the last; --end-dates inclusive: as the last',
    'kept as extra fields: Reminder on/off, Private',
    'no ids (2): an event whose title, start or location changes is added again',
  ]);
  expect((await taken('o.csv', OUTLOOK, { endDates: 'exclusive' })).said.join()).not.toContain('dates');
  const clockEnd = 'id,title,start,EndTime\n1,a,2026-03-01T09:00Z,10:00\n';
  expect((await taken('a.csv', clockEnd, {})).said.join()).toContain('times without an offset (1)');
  const days = 'id,title,start,end\n1,a,2026-03-01,2026-03-02\n';
  expect((await taken('a.csv', days, {})).said).toEqual([outlook.said[1]]);
  const lastMinute = 'id,title,start,end\n1,a,2026-03-01,2026-03-01T23:59\n';
  expect((await taken('a.csv', lastMinute, zonedImport('UTC'))).said).toEqual([]);
  const refused = `${days}2,b,2026-03-01T09:00,2026-03-02\n3,c,2026-03-02,2026-03-02\n`;
  expect((await taken('a.csv', refused, { skipBad: true })).said).toEqual([outlook.said[1]]);
  const rows = 'uid,title,start\nu,a,2026-03-01T09:00:00.1234567Z\nv,b,2026-03-01T09:00:00.1234567Z\n';
  const clock = 'uid,title,date,time\nu,a,2026-03-01,09:00:00.1234567\n';
  const comma = 'uid,title,date,time\nu,a,2026-03-01,"09:00:00,1234567"\n';
  for (const fine of [rows, clock, comma])
    expect((await taken('a.csv', fine, zonedImport('UTC'))).said).toEqual([
      'times finer than milliseconds were rounded down',
    ]);
  expect(
    (await taken('a.csv', 'uid,title,date,time\nu,a,3/4/2026,9:00 AM\n', zonedImport('UTC'))).said,
  ).toEqual(['in dates such as 3/4/2026 the month is read first, as AM and PM suggest']);
  const dots = 'uid,title,start\nu,a,03.04.2026 9:00 AM\n';
  expect((await taken('a.csv', dots, zonedImport('UTC'))).said).toEqual([]);
  const wide = `uid,title,start,${Array.from({ length: 60 }, (_, at) => `a long name ${at}`).join(',')}\n`;
  const { said } = await taken('a.csv', `${wide}u,a,2026-03-01,${'x,'.repeat(59)}x\n`, {});
  expect(said).toEqual([
    expect.stringMatching(/^kept as extra fields: (a long name \d+, )+a long name \d+ and others$/),
  ]);
  expect(said.map(({ length }) => length <= 114)).toEqual([true]);
});

test.each([
  [
    'a.json',
    '[{"uid":"u","title":"a","start":"2026-03-01","n":12345678901234567890,"s":"12345678901234567891"}]',
  ],
  ['a.jsonl', '{"uid":"u","title":"a","start":"2026-03-01","n":12345678901234567890}\n'],
  ['-', '{"d":[{"uid":"u","title":"a","start":"2026-03-01","n":12345678901234567890}]}'],
  ['-', JSON.stringify({ d: '{"uid":"u","title":"a","start":"2026-03-01","n":12345678901234567890}' })],
])('%s with a number that JavaScript can not hold says so: %s', async (name, text) => {
  const { said } = await taken(name, text, {});
  expect(said[0]).toBe('numbers such as 12345678901234567890 are rounded; in quotes, as text, they are kept');
  const saidOf = async (digits: string) =>
    (await taken(name, text.replace('12345678901234567890', digits), {})).said.join();
  for (const rounded of [
    '12345678901234567.89',
    '-12345678901234567',
    '1234567890.12345678',
    '123.4567890123456789e-7',
    '9223372036854775808',
    '1e1234',
    '1E1234',
  ])
    expect(await saidOf(rounded)).toContain(`numbers such as ${rounded} are rounded`);
  for (const exact of ['123456789012344', '0.10000000000000001', '1.7976931348623157E308'])
    expect(await saidOf(exact)).not.toContain('rounded');
});

test('a number that an export wrote is taken again as it is, without a note that it is rounded', async () => {
  const text =
    '[{"uid":"u","title":"a","start":"2026-03-01","n":9223372036854776000,"m":[-12345678901234567000]}]';
  const { events, said } = await taken('a.json', text, {});
  expect(JSON.stringify(events)).toContain('"n":9223372036854776000');
  expect(JSON.stringify(events)).toContain('[-12345678901234567000]');
  expect(said.join()).not.toContain('rounded');
});

test('an extra field of a format file with a number that JavaScript can not hold says so, and ticks do not', async () => {
  const event = { N: '{title}', S: '{start:ticks}', X: '{extra.X}' };
  const reader = readerOf({ kind: 'json', event, list: { n: 1, l: '{events}' } });
  const answer = (x: string) => `{"n":2,"l":[{"N":"a","S":639079524000000001,"X":${x}}]}`;
  const sentence = /^numbers such as -?\d+ are rounded; in quotes, as text, they are kept$/;
  const saidOf = async (x: string) => (await taken('a', Buffer.from(answer(x)), { reader })).said;
  for (const x of ['12345678901234567', '-12345678901234567', '[{"a":12345678901234567890}]'])
    expect(await saidOf(x)).toContainEqual(expect.stringMatching(sentence));
  for (const x of ['9007199254740991', '"12345678901234567890"'])
    expect((await saidOf(x))[1]).toBe('around the events another value was found: n, 1 in the format');
});

test('a text of megabytes with escapes is refused for its length, by a format file too', async () => {
  const text = JSON.stringify({ title: 'a', start: '2026-03-01', n: 0, x: '"'.repeat(4_000_000) });
  const event = { title: '{title}', start: '{start:date}', n: '{extra.n}', x: '{extra.x}' };
  const reader = readerOf({ kind: 'json', event });
  const suspect = Buffer.from(`[${text.replace('"n":0', '"n":1234567890123456')}]`);
  const refusal = /must have at most 65536 bytes of extra fields/;
  await expect(taken('a.json', suspect, {})).rejects.toThrow(refusal);
  await expect(taken('a', suspect, { reader })).rejects.toThrow(refusal);
});

test("a synonym's value that can't be the field's is an extra field", async () => {
  const row = {
    title: 'a',
    start: '2026-03-01',
    EventID: 'A-7',
    link: 'javascript:x',
    details: { a: 1 },
    venue: 7,
    uid: 8,
    extendedProps: { Title: 'third', name: 'b', title: 'another' },
  };
  const other = { title: 'b', start: '2026-03-01', GUID: 1.5 };
  const { events } = await taken('a.json', JSON.stringify([row, other]), {});
  expect(events).toMatchObject([
    {
      id: 1,
      title: 'a',
      url: '',
      description: '',
      location: '',
      uid: '8',
      extra: {
        EventID: 'A-7',
        link: 'javascript:x',
        details: { a: 1 },
        venue: 7,
        name: 'b',
        extendedProps: { title: 'another' },
      },
    },
    { title: 'b', extra: { GUID: 1.5 } },
  ]);
});

describe('whether an event lasts all day', () => {
  test.each([
    ['All Day Event', 'Yes', 'No'],
    ['fAllDayEvent', 'TRUE', 'FALSE'],
    ['Whole day', 'y', 'n'],
    ['allDay', 'T', 'f'],
    ['Ganztags', '1', '0'],
  ])('stands under %s as %s or %s', async (name, yes, no) => {
    const text = `title,start,${name}\na,2026-03-01 00:00,${yes}\nb,2026-03-01 00:00,${no}\n`;
    const { times, events } = await taken('a.csv', text, name === 'Ganztags' ? map(['allDay', name]) : {});
    expect(times).toEqual([
      ['a', '2026-03-01', '2026-03-02'],
      ['b', '2026-03-01T00:00', '2026-03-01T00:00'],
    ]);
    expect(events.map(({ extra }) => extra)).toEqual([{}, {}]);
  });

  test('is never skipped, with any values in the column', async () => {
    const text = 'title,start,All Day Event\na,2026-03-01 00:00,whole\n';
    await expect(taken('a.csv', text, {})).rejects.toThrow(
      'a.csv, line 2: All Day Event must be true or false, yes or no, on or off, y or n, t or f, 1 or 0, not "whole"',
    );
  });
});

test('an empty value of a known name is no extra field', async () => {
  const row = {
    Name: 'a',
    StartTime: '/Date(1772355600000)/',
    To: '',
    Where: null,
    Seats: null,
  };
  const { events } = await taken('a.json', JSON.stringify([row]), {});
  expect(events.map(({ extra }) => extra)).toEqual([{ Seats: null }]);
});

test('of the zones that are named, the one beside the time counts, unless the user names one', async () => {
  const row = { title: 'a', when: { at: '2026-03-01T09:00', timeZone: 'Europe/Berlin' }, tz: 'UTC' };
  await expect(taken('a.json', JSON.stringify([row]), map(['start', 'when.at']))).rejects.toThrow(
    'when.at must have an offset beside when.timeZone "Europe/Berlin"',
  );
  const unnamed = { ...row, when: { ...row.when, timeZone: ' ' } };
  expect((await taken('a.json', JSON.stringify([unnamed]), map(['start', 'when.at']))).times).toHaveLength(1);
  const options = { ...map(['start', 'when.at']), ...zonedImport('Asia/Tokyo') };
  expect((await taken('a.json', JSON.stringify([row]), options)).times).toEqual([
    ['a', '2026-03-01T00:00', '2026-03-01T00:00'],
  ]);
});

test('a column that tells of a recurrence is noted, unless it tells of none', async () => {
  const isNoted = async (name: string, value: unknown) => {
    const row = { uid: 'u', title: 'a', start: '2026-03-01', [name]: value };
    const { said } = await taken('a.json', JSON.stringify([row]), {});
    return said.includes(`rows that recur by "${name}" (1) were read once: only calendars' rules are used`);
  };
  const names =
    'RRULE fRecurrence Recurrence Recurrence_Rule recurrenceData recurring isRecurring repeat repeats daysOfWeek';
  for (const name of names.split(' ')) expect([name, await isNoted(name, [1])]).toEqual([name, true]);
  for (const value of ['', 'never', ' None ', 'once', 'no', 0, false, null, [], {}])
    expect([value, await isNoted('RRULE', value)]).toEqual([value, false]);
});

test('a few rows of many characters are as much at once as many rows of few', async () => {
  const rows = (count: number, description: string) =>
    JSON.stringify(
      Array.from({ length: count }, (_, uid) => ({ uid, title: 'a', start: '2026-03-01', description })),
    );
  const batchesOf = async (text: string) => (await taken('a.json', text, {})).batches;
  expect(await batchesOf(rows(3, 'x'.repeat(2_000_000)))).toEqual([2, 3]);
  expect(await batchesOf(rows(2_001, ''))).toHaveLength(2);
});

test('any amount of white space may follow a JSON array', async () => {
  const blanks = Buffer.alloc(2 ** 22, '\n');
  const source = textSource('a.json', '[{"title":"A","start":"2026-03-01"}]', ...Array(5).fill(blanks));
  const { times } = await takenFrom(source, {});
  expect(times).toEqual([['A', '2026-03-01', '2026-03-02']]);
});

test('members that no path reads are kept, and so are alternatives that are not used', async () => {
  const row = { title: 'a', when: { at: '2026-03-01', zone: 'x' }, all: { of: 'it' }, hall: 'H', city: null };
  const { events } = await taken(
    'a.json',
    JSON.stringify([row, { ...row, title: 'b', all: {} }]),
    map(['start', 'when.at'], ['location', 'all.of|hall|city']),
  );
  expect(events.map(({ location, extra }) => [location, extra])).toEqual([
    ['it', { when: { zone: 'x' }, hall: 'H' }],
    ['H', { when: { zone: 'x' } }],
  ]);
});

describe('an answer of this service', () => {
  const ROWS = [
    {
      id: 7,
      title: '"a" & <b>',
      description: 'x\ny',
      location: 'Hall, 1',
      url: '/a?b&c',
      category: 'x, y',
      start: '2026-03-01',
      end: '2026-03-03',
    },
    { id: 9, title: '\uFEFFb', start: '2026-03-01T09:00:00.250Z', end: '2026-03-01T10:00:00Z' },
  ];
  const escaped = (text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const WRAPPINGS: Readonly<Record<string, (text: string) => string>> = {
    bare: (text) => text,
    'in <string>': (text) =>
      `<?xml version="1.0" encoding="utf-8"?>\n<string xmlns="http://tempuri.org/">${escaped(text)}</string>`,
    'in an Envelope': (text) =>
      `<soap:Envelope xmlns:soap="http://www.w3.org/2003/05/soap-envelope"><soap:Body><R xmlns="http://tempuri.org/"><SelectEventsResult>${escaped(text)}</SelectEventsResult></R></soap:Body></soap:Envelope>`,
  };
  const CASES = FORMAT_NAMES.filter((name) => name !== 'bootstrap-calendar').flatMap((name) =>
    Object.keys(WRAPPINGS).map((wrapping) => [name, wrapping] as const),
  );

  test.each(CASES)('as %s, %s, is taken', async (name, wrapping) => {
    const { events: stored } = await taken('a.json', JSON.stringify(ROWS), {});
    const format = FORMATS[name].open(knownZone('UTC'));
    const list = format.source === 'rows' ? format.list(stored) : `[${stored.map(eventJson).join(',')}]`;
    const { events } = await taken('-', WRAPPINGS[wrapping]?.(list ?? '') ?? '', {});
    const carried = ({ uid, extra, ...fields }: (typeof events)[number]) => fields;
    expect(events).toHaveLength(2);
    expect(events.map(carried)).toEqual(
      stored.map((row) => ({
        ...carried(row),
        // iCalendar has no finer times than seconds.
        ...(name === 'icalendar' && { start: Math.floor(row.start / 1000) * 1000 }),
      })),
    );
  });
});

test.each(['null', '[ \n]', '{"d":"null"}', '\n<events/>', 'title,start\n'])(
  '%j holds no event, and says so',
  async (text) => {
    await expect(taken('-', text, {})).rejects.toThrow('No event in -: nothing was changed.');
    expect((await taken('-', text, { allowEmpty: true })).events).toEqual([]);
  },
);

describe('rows that repeat an event, one for each of its guests', () => {
  const text = 'title,start,Guest\na,2026-03-01,Ada\na,2026-03-01,Alan\n';

  test('are refused, or the first is taken', async () => {
    await expect(taken('a.csv', text, {})).rejects.toThrow(
      'a.csv, line 3: title, start or location must differ from those of other rows without id and uid, but all are the same in a.csv, line 2; --skip-bad uses the first of rows that repeat an event',
    );
    const { times } = await taken('a.csv', text, { skipBad: true });
    expect(times).toEqual([['a', '2026-03-01', '2026-03-02']]);
  });

  test('are told apart by another column', async () => {
    expect((await taken('a.csv', text, map(['uid', 'Guest']))).times).toHaveLength(2);
  });
});

/** `import` reads the files that real programs write. */
import { FORMAT_NAMES, FORMATS } from '../../src/formats/built-in';
import { eventJson } from '../../src/formats/event';
import { knownZone } from '../../src/lib/time/zones';
import { GERMAN, nameOf, OUTLOOK } from './files';
import { imported, map, type Options } from './support';

const GOOGLE = `Subject,Start Date,Start Time,End Date,End Time,All Day Event,Description,Location,Private
Final exam,05/30/2026,10:00 AM,05/30/2026,1:00 PM,False,50 multiple choice questions,"Columbia, Schermerhorn 614",True
Field day,06/01/2026,,06/02/2026,,True,,,False
`;

const WEEKDAYS =
  'Mon Monday Tue Tues Tuesday Wed Wednesday Thu Thurs Thursday Fri Friday Sat Saturday Sun Sunday'.split(
    ' ',
  );

const ORDINALS = ['1st', '2nd', '3rd', '4th'];

type Taken = readonly [text: string, times: readonly string[], options?: Options];

/** Each row has the content of the file, the title, start and end of each event, and the options of the import. */
const TAKEN: Readonly<Record<string, Taken>> = {
  'years first without leading zeros, as Excel in Canada and Sweden writes them': [
    'title,start\na,2026-03-14 7:00:00 p.m.\nb,2026-03-14 9:00\nc,2026-3-1\nd,2026-03-14 12:00 AM\n',
    [
      'a 2026-03-14T19:00 2026-03-14T19:00',
      'b 2026-03-14T09:00 2026-03-14T09:00',
      'c 2026-03-01 2026-03-02',
      'd 2026-03-14T00:00 2026-03-14T00:00',
    ],
  ],
  'one event with a list of its own': [
    '{"title":"A","start":"2026-03-01","speakers":[{"name":"Bob","date":"2020-01-01"}]}',
    ['A 2026-03-01 2026-03-02'],
  ],
  'one event with a list as text': [
    '{"title":"A","start":"2026-03-01","d":"[]"}',
    ['A 2026-03-01 2026-03-02'],
  ],
  'Unix milliseconds as numbers': [
    '[{"Title":"a","Date":1772355600000}]',
    ['a 2026-03-01T09:00 2026-03-01T09:00'],
  ],
  "Outlook's CSV": [
    OUTLOOK,
    ['Board meeting 2026-03-02T09:00 2026-03-02T10:30', 'Spring holidays 2026-04-13 2026-04-18'],
  ],
  "Google's CSV, in a zone": [
    GOOGLE,
    ['Final exam 2026-05-30T14:00 2026-05-30T17:00', 'Field day 2026-06-01 2026-06-02'],
    { timeZone: 'America/New_York' },
  ],
  'a German CSV with its columns named': [
    GERMAN,
    ['Sitzung 2026-03-02T09:00 2026-03-02T10:30'],
    map(['title', 'titel'], ['start', 'Beginnt am+Beginnt um'], ['end', 'Endet am+Endet um']),
  ],
  'blank lines before sep=': [
    '\ufeff\r\n \r\nsep=;\r\nTitle;Start\r\na, b;2026-03-01\r\n',
    ['a, b 2026-03-01 2026-03-02'],
  ],
  'a first line with as many bars as commas': [
    'Title,Start,Room|Hall|Floor\r\na|b,2026-03-01,c\r\n',
    ['a|b 2026-03-01 2026-03-02'],
  ],
  'a first line "SEP=|" in quotes and capitals': [
    '"SEP=|"\r\nTitle|Start\r\na, b|2026-03-01\r\n',
    ['a, b 2026-03-01 2026-03-02'],
  ],
  'times in words, with the day of the week, in any letter case': [
    [
      'title;start;end',
      'a;SUNDAY, 1 MARCH 2026 AT 9:00 AM utc;sun, mar 1 2026 at 10:30 a.m. +01:00',
      'b;Thurs. March 5th, 2026 at 9PM GMT;5-Mar-2026 22:00 gmt',
      'c;2026-03-06t09:00z;2026-03-06t10:00:00.5z',
      '',
    ].join('\n'),
    [
      'a 2026-03-01T09:00 2026-03-01T09:30',
      'b 2026-03-05T21:00 2026-03-05T22:00',
      'c 2026-03-06T09:00 2026-03-06T10:00',
    ],
  ],
  'every name of the day of the week': [
    ['title;start', ...WEEKDAYS.map((name) => `${name};${name} 1 March 2026`), ''].join('\n'),
    WEEKDAYS.map((name) => `${name} 2026-03-01 2026-03-02`),
  ],
  'every ending of an ordinal number': [
    ['title,start,end', ...ORDINALS.map((day) => `${day},${day} March 2026,"April ${day}, 2026"`), ''].join(
      '\n',
    ),
    ORDINALS.map((day) => `${day} 2026-03-0${day[0]} 2026-04-0${day[0]}`),
  ],
  'a time of day with blanks around it': [
    '[{"title":"a","date":" 2026-03-01 ","time":" PT18H30M00S "},{"title":"b","date":"2026-03-02","time":" 9:00 "}]',
    ['a 2026-03-01T18:30 2026-03-01T18:30', 'b 2026-03-02T09:00 2026-03-02T09:00'],
  ],
  tabs: ['title\tstart\na;b;c;d\t2026-03-01\n', ['a;b;c;d 2026-03-01 2026-03-02']],
  bars: ['title|start|"x,y,z"\na;c,d|2026-03-01|\n', ['a;c,d 2026-03-01 2026-03-02']],
  'names in other letters, with blanks, dashes and underscores': [
    'TITLE,START_DATE,End-Date,All Day\na,2026-03-01,2026-03-03,TRUE\n',
    ['a 2026-03-01 2026-03-03'],
  ],
  'a sheet with one date and two clocks': [
    'Event name,Date,Start time,End time,Platz\na,1 March 2026,9:00,17:30,Hof\nb,"Mar 2, 2026",10 pm,11 pm,\n',
    ['a 2026-03-01T09:00 2026-03-01T17:30', 'b 2026-03-02T22:00 2026-03-02T23:00'],
  ],
  'days that are midnights, beside times of day': [
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
      'a 2026-03-01T18:00 2026-03-01T20:30',
      'b 2026-03-02T18:00 2026-03-02T20:30',
      'c 2026-03-03T18:00 2026-03-03T20:30',
      'd 2026-03-04T18:00 2026-03-04T19:30',
      'e 2026-03-05T18:00 2026-03-05T20:30',
      'f 2026-03-06T18:00 2026-03-06T20:30',
      'g 2026-03-07T18:00 2026-03-07T20:30',
    ],
  ],
  'ends of which the date or the time of day is empty': [
    [
      'title,StartDate,StartTime,EndDate,EndTime',
      'a,2026-03-01,09:00,2026-03-01,',
      'b,2026-03-02,09:00,,11:00',
      'c,2026-03-03,09:00,,1899-12-30T12:30:00',
      'd,2026-03-04,09:00,,2026-03-05T10:00',
      '',
    ].join('\n'),
    [
      'a 2026-03-01T09:00 2026-03-01T09:00',
      'b 2026-03-02T09:00 2026-03-02T11:00',
      'c 2026-03-03T09:00 2026-03-03T12:30',
      'd 2026-03-04T09:00 2026-03-05T10:00',
    ],
  ],
  'a date, and from when to when on it': [
    'date,from,to,title\n2026-03-01,09:00,10:30,a\n2026-03-02,,,b\n',
    ['a 2026-03-01T09:00 2026-03-01T10:30', 'b 2026-03-02 2026-03-03'],
  ],
  'dates with slashes, of which one tells the order': [
    'title,start\na,03/04/2026\nb, 31/12/2026 18:00 \nc,2026/3/1\n',
    ['a 2026-04-03 2026-04-04', 'b 2026-12-31T18:00 2026-12-31T18:00', 'c 2026-03-01 2026-03-02'],
  ],
  'dates with slashes, of which an end tells the order': [
    'title,start,end\na,03/04/2026,31/12/2026\n',
    ['a 2026-04-03 2026-12-31'],
  ],
  // The number 12 may be a month, and 13 can't.
  ...Object.fromEntries(
    ['13/12/2026', '12/13/2026'].map((end): [string, Taken] => [
      `days by the names from and to, of which ${end} proves the order`,
      [`title,from,to\na,12/12/2026,${end}\n`, ['a 2026-12-12 2026-12-13']],
    ]),
  ),
  "a CalDAV server's answer": [
    `<d:multistatus xmlns:d="DAV:">${['a', 'b'].map((uid) => `<d:response><d:prop><c:calendar-data>\n  BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nUID:${uid}\nSUMMARY:${uid} &amp; c\nDESCRIPTION:<![CDATA[<table><tr>]]>\nDTSTART:20260302T090000Z\nEND:VEVENT\nEND:VCALENDAR\n</c:calendar-data></d:prop></d:response>`).join('')}</d:multistatus>`,
    ['a & c 2026-03-02T09:00 2026-03-02T09:00', 'b & c 2026-03-02T09:00 2026-03-02T09:00'],
  ],
  'Unix milliseconds as digits': [
    'title,start,end\na,1772355600000,1772359200000\nb,32503680000000,32503683600000\n',
    ['a 2026-03-01T09:00 2026-03-01T10:00', 'b 3000-01-01T00:00 3000-01-01T01:00'],
  ],
  'what JavaScriptSerializer wrote': [
    '[{"EventID":7,"Name":"a","StartTime":"\\/Date(1772355600000)\\/","EndTime":"/Date(1772359200000+0100)/"}]',
    ['a 2026-03-01T09:00 2026-03-01T10:00'],
  ],
  'whole days that end in their last minute, in a zone': [
    '[{"title":"a","start":"2026-03-01T00:00:00","end":"2026-03-02T23:59:59.997","IsAllDay":true}]',
    ['a 2026-03-01 2026-03-03'],
    { timeZone: 'Europe/Berlin' },
  ],
  'a day and a time of day that an object holds': [
    '[{"title":"a","when":{"day":"2026-03-01","at":"09:00"}}]',
    ['a 2026-03-01T09:00 2026-03-01T09:00'],
    map(['start', 'when.day + when.at']),
  ],
  "mongoexport's two forms of a time": [
    '{"title":"a","start":{"$date":"2026-03-01T09:00:00Z"}}\n{"title":"b","start":{"$date":{"$numberLong":"1772355600000"}}}\n',
    ['a 2026-03-01T09:00 2026-03-01T09:00', 'b 2026-03-01T09:00 2026-03-01T09:00'],
    map(['start', 'start.$date|start.$date.$numberLong']),
  ],
  'a column whose name would mean two columns, or two alternatives': [
    'title,A|B,A+B,A,B\na,2026-03-01,2026-03-02,2026-03-03,2026-03-04\n',
    ['a 2026-03-01 2026-03-02'],
    map(['start', 'A|B'], ['end', 'A+B']),
  ],
  'one column for two fields, in other letters or with a dot': [
    'Nr.,Datum,Von,Bis\na,2026-03-01,9:00,10:30\n',
    ['a 2026-03-01T09:00 2026-03-01T10:30'],
    map(['title', 'Nr.'], ['start', 'datum+von'], ['end', 'datum+bis'], ['location', 'Nr.']),
  ],
  'a calendar that has a name and its events': [
    '{"name":"Town","tags":["x"],"errors":[],"items":[{"Was":"a","start":"2026-03-01","attendees":[{"n":1}]}]}\n',
    ['a 2026-03-01 2026-03-02'],
    map(['title', 'Was']),
  ],
  'a list as text in the d of a script service': [
    JSON.stringify({ d: '[{"Name":"a","StartTime":"/Date(1772355600000)/"}]' }),
    ['a 2026-03-01T09:00 2026-03-01T09:00'],
  ],
  'one event, pretty-printed, behind many empty lines': [
    `${'\n'.repeat(5000)}{\n  "title": "a",\n  "start": "2026-03-01"\n}\n`,
    ['a 2026-03-01 2026-03-02'],
    { pieces: 4096 },
  ],
  'the result of a call in its element, on a line of its own': [
    '<string xmlns="http://tempuri.org/">\n  [{"title":"a","start":"2026-03-01"}]\n</string>\n',
    ['a 2026-03-01 2026-03-02'],
  ],
  'JSON Lines in a .json file, with lists in them': [
    '{"title":"a","start":"2026-03-01","with":[{"n":1}]}\n \t\n{"title":"b","start":"2026-03-02"}\n',
    ['a 2026-03-01 2026-03-02', 'b 2026-03-02 2026-03-03'],
  ],
  'long numbers that recognise events': [
    '[{"id":123456789012345,"title":"a","start":"2026-03-01"}]',
    ['a 2026-03-01 2026-03-02'],
    map(['uid', 'id']),
  ],
  "Windows' names of zones in a calendar": [
    'BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:u\nSUMMARY:a\nDTSTART;TZID=W. Europe Standard Time:20260701T090000\nEND:VEVENT\nEND:VCALENDAR\n',
    ['a 2026-07-01T07:00 2026-07-01T07:00'],
  ],
  "SQL Server's own forms": [
    'Title,Start,End\na,Mar  1 2026  7:00PM,Mar 11 2026  8:30:00:000PM\nb,2026-03-01 19:00:00.0000000 +01:00,2026-03-01 20:00:00.0000000 +01:00\n',
    ['a 2026-03-01T19:00 2026-03-11T20:30', 'b 2026-03-01T18:00 2026-03-01T19:00'],
  ],
  "Access' days and times apart, its yes, and rows without any value": [
    'Title;Start Date;Start Time;All Day Event\na;01.03.2026 00:00:00;30.12.1899 09:00:00;0\n;;;\nb;02.03.2026 00:00:00;;-1\n;;;;;\n',
    ['a 2026-03-01T09:00 2026-03-01T09:00', 'b 2026-03-02 2026-03-03'],
  ],
  'names of times with other values': [
    'title,date,from,to,until,begin,finish\nTrip,2026-03-01,Berlin,Paris,dark,Gate 1,Gate 2\n',
    ['Trip 2026-03-01 2026-03-02'],
  ],
  'the events of a month, beside its days': [
    '{"start":"2026-03-01","end":"2026-04-01","events":[{"title":"A","start":"2026-03-05"}]}',
    ['A 2026-03-05 2026-03-06'],
  ],
  'an event and a speaker, each with a name': [
    '{"events":[{"title":"A","start":"2026-03-01"}],"speakers":[{"name":"Bob","age":2}]}',
    ['A 2026-03-01 2026-03-02'],
  ],
};

test.each(Object.entries(TAKEN))('%s', async (_, [text, expected, options = {}]) => {
  const { times } = await imported(nameOf(text), text, options);
  expect(times.map((one) => one.join(' '))).toEqual(expected);
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
    const { events: stored } = await imported('a.json', JSON.stringify(ROWS), {});
    const format = FORMATS[name].open(knownZone('UTC'));
    const list = format.source === 'rows' ? format.list(stored) : `[${stored.map(eventJson).join(',')}]`;
    const { events } = await imported('-', WRAPPINGS[wrapping]?.(list ?? '') ?? '', {});
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

/** What an import proposes is pasted as it stands: it must give the right events, or not be there. */
import { map, type Options, taken, zonedImport } from './taken';

async function refusal(name: string, text: string, options: Options = {}): Promise<string> {
  return taken(name, text, options).then(
    () => 'it was imported',
    (error: Error) => error.message,
  );
}

const proposed = async (name: string, text: string) =>
  (await refusal(name, text)).split('tell which it is: ')[1];
const csv = (...lines: string[]) => `${lines.join('\n')}\n`;
const json = (...rows: unknown[]) => JSON.stringify(rows);

describe('columns are proposed by what their names say', () => {
  test.each<[string, string, string]>([
    [
      'not when a record was changed (GeoJSON of earthquakes)',
      json({
        type: 'Feature',
        properties: { place: 'Ridge', time: 1772355600000, updated: 1772359200000, title: 'M 5' },
      }),
      '--map title=properties.title --map start=properties.time --map location=properties.place.',
    ],
    [
      'in the nodes of a list that lies deep (GraphQL)',
      JSON.stringify({
        data: { g: { events: { edges: [{ node: { title: 'A', dateTime: '2026-03-01T09:00:00Z' } }] } } },
      }),
      '--map title=node.title --map start=node.dateTime.',
    ],
    [
      'not when it was made',
      csv('Date Created,Betreff,Datum', '2025-01-01,a,2026-03-01'),
      '--map title=Betreff --map start=Datum.',
    ],
    [
      'not when it was ordered',
      csv('Order Date,What,Event Start Date,EVENT END DATE', '2025-01-01,a,2026-03-01,2026-03-02'),
      `--map title=What --map 'start=Event Start Date' --map 'end=EVENT END DATE'.`,
    ],
    [
      'nothing where only other times are there',
      csv('Titel,Erstellt am,lastUpdated', 'a,2026-03-01,2026-03-02'),
      '--map title=Titel --map start=<column>.',
    ],
    [
      'an end, whole days and a place too',
      csv('Titre,Début,Fin,Journée entière,Lieu', 'a,2026-03-01,2026-03-02,1,Salle 1'),
      `--map title=Titre --map 'start=Début' --map end=Fin --map 'allDay=Journée entière' --map location=Lieu.`,
    ],
    [
      'an end in other letters',
      csv('Titel,starts-on,ends-at', 'a,2026-03-01 09:00,2026-03-01 10:00'),
      '--map title=Titel --map start=starts-on.',
    ],
    [
      'an end that is a time of day',
      csv('Titel,Datum,Von,Bis', 'a,2026-03-01,09:00,10:00'),
      `--map title=Titel --map 'start=Datum+Von' --map end=Bis.`,
    ],
    [
      'what is the same everywhere (Eventbrite)',
      json({
        name: { text: 'a' },
        start: { timezone: 'Europe/Berlin', local: '2026-03-01T09:00:00', utc: '2026-03-01T08:00:00Z' },
        end: { timezone: 'Europe/Berlin', local: '2026-03-01T10:00:00', utc: '2026-03-01T09:00:00Z' },
      }),
      '--map title=name.text --map start=start.utc --map end=end.utc.',
    ],
    [
      'an instant before the local date (Ticketmaster)',
      json({
        name: 'a',
        sales: { public: { startDateTime: '2025-01-01T09:00:00Z', endDateTime: '2025-02-01T09:00:00Z' } },
        dates: {
          start: { localDate: '2026-03-01', localTime: '09:00:00', dateTime: '2026-03-01T08:00:00Z' },
        },
      }),
      '--map start=dates.start.dateTime.',
    ],
    [
      'both, where some rows have the one and some the other',
      json(
        { summary: 'a', start: { dateTime: '2026-03-01T09:00:00Z' } },
        { summary: 'b', start: { date: '2026-03-02' } },
      ),
      `--map 'start=start.dateTime|start.date'.`,
    ],
  ])('%s', async (_, text, options) => {
    expect(await proposed(/^[[{]/.test(text) ? 'a.json' : 'a.csv', text)).toBe(options);
  });
});

describe('what a file needs is told together', () => {
  const EVENTBRITE = {
    id: '123456789012',
    name: { text: 'a', html: '<p>a</p>' },
    description: { text: 'why', html: '<p>why</p>' },
    location: { name: 'Hall' },
    category: { name: 'Music' },
    start: { local: '2026-03-01T09:00:00', utc: '2026-03-01T08:00:00Z' },
    end: { local: '2026-03-01T10:00:00', utc: '2026-03-01T09:00:00Z' },
  };
  const OTHERS = [
    ['uid', 'id'],
    ['description', 'description.text'],
    ['location', 'location.name'],
  ] as const;

  test('where no title and no start are found', async () => {
    expect(await proposed('a.json', json(EVENTBRITE))).toBe(
      '--map title=name.text --map start=start.utc --map end=end.utc --map location=location.name --map description=description.text --map category=category.name --map uid=id.',
    );
  });

  test('where a row is refused', async () => {
    const row = { ...EVENTBRITE, name: 'a', start: '2026-03-01T08:00:00Z', end: undefined };
    const said = await refusal('a.json', json(row));
    expect(said).toContain(
      'not {"text":"why","html":"<p>why</p>"}; --map description=description.text looks into it; these will be needed too: --map uid=id --map location=location.name --map category=category.name',
    );
    const { events } = await taken('a.json', json(row), map(...OTHERS, ['category', 'category.name']));
    expect(events).toMatchObject([
      { uid: '123456789012', description: 'why', location: 'Hall', category: 'Music' },
    ]);
  });

  const ZONED = { id: 'x', title: 'a', start: '2026-07-01T09:00:00', timeZone: 'Europe/Berlin' };

  test('where the times have a zone of their own', async () => {
    expect(await refusal('a.json', json(ZONED))).toMatch(
      /import with --zone Europe\/Berlin; these will be needed too: --map uid=id\.$/,
    );
    const graph = {
      id: 'x',
      subject: 'a',
      bodyPreview: 'wh',
      body: { contentType: 'html', content: 'why' },
      start: { dateTime: '2026-07-01T09:00:00.0000000', timeZone: 'W. Europe Standard Time' },
    };
    expect(await proposed('a.json', json(graph))).toBe(
      "--map start=start.dateTime --map description=body.content --map uid=id --zone 'W. Europe Standard Time'.",
    );
  });
});

test('a place that is an object is proposed by its name', async () => {
  expect(
    await proposed('a.json', json({ name: 'a', wann: '2026-03-01', venue: { name: 'Hall', city: 'X' } })),
  ).toBe('--map start=wann --map location=venue.name.');
});

describe('what holds the events otherwise is told with the way to them', () => {
  const EVENTS = [{ id: '1', title: 'a', start: '2026-03-01' }];

  test.each<[string, unknown, string]>([
    [
      "phpMyAdmin's list among other elements",
      [{ type: 'header' }, { type: 'table', name: 'events', data: EVENTS }],
      `a.json holds the events in a list, "data", of its element 2. Save that list alone, as jq '.[1] | .data' does, and import it.`,
    ],
    [
      'lists by the month',
      { events: { '2026-01-01': EVENTS, '2026-02-01': EVENTS } },
      `a.json has several lists of events: "events.2026-01-01", "events.2026-02-01". Make them one, as jq '.events["2026-01-01"] + .events["2026-02-01"]' does, and import that, or save the one that is wanted.`,
    ],
    [
      'two lists beside others',
      { upcoming: EVENTS, past: EVENTS, people: [{ name: 'b' }] },
      `a.json has several lists of events: "upcoming", "past". Make them one, as jq '.upcoming + .past' does, and import that, or save the one that is wanted.`,
    ],
    [
      'lists of which none is known to hold events',
      { 'the days': [{ was: 'a' }], people: [{ name: 'b' }] },
      `a.json has several lists: "the days", "people". Save the one that holds the events alone, as jq '.["the days"]' does.`,
    ],
    [
      'a list in each element of another',
      { months: [{ events: EVENTS }, { events: EVENTS }] },
      `a.json holds the events in lists, "events", of several elements. Make them one, as jq '[.months[].events[]]' does, and import that.`,
    ],
    [
      'a list in some elements of the whole',
      [{ 'the events': EVENTS }, { none: 1 }, { 'the events': EVENTS }],
      `a.json holds the events in lists, "the events", of several elements. Make them one, as jq '[.[]["the events"][]?]' does, and import that.`,
    ],
    [
      'a list in the one element of another',
      { months: [{ n: 1 }, { events: EVENTS }] },
      `a.json holds the events in a list, "events", of its element 2. Save that list alone, as jq '.months[1] | .events' does, and import it.`,
    ],
    [
      'a list of lists',
      [
        ['Title', 'Start'],
        ['a', '2026-03-01'],
      ],
      "a.json, element 1: must be a JSON object, not a list of values without names; jq -r '.[] | @csv' makes CSV of them",
    ],
    [
      'a list of lists in an object (Google Sheets)',
      {
        range: 'A1:B2',
        values: [
          ['Title', 'Start'],
          ['a', '2026-03-01'],
        ],
      },
      `a.json has rows of values without names in "values": jq -r '.values[] | @csv' makes CSV of them, whose first line has to name the columns.`,
    ],
  ])('%s', async (_, value, sentence) => {
    for (const text of [JSON.stringify(value), JSON.stringify(value, null, 2)])
      expect(await refusal('a.json', text)).toContain(sentence);
  });
});

test.each<[Record<string, unknown>, string | undefined]>([
  [{ fRecurrence: true, RecurrenceData: '<r/>' }, 'fRecurrence'],
  [{ recurrence: ['RRULE:FREQ=DAILY'] }, 'recurrence'],
  [{ Recurrence: 'No' }, undefined],
  [{ recurrence: null }, undefined],
  [{ repeat: 'never' }, undefined],
])('%j: that an event recurs is told, as nobody follows it', async (more, name) => {
  const { said } = await taken('a.json', json({ uid: 'u', title: 'a', start: '2026-03-01', ...more }), {});
  const told = said.filter((sentence) => sentence.includes('recur ('));
  expect(told).toEqual(
    name === undefined
      ? []
      : [
          `a.json: events that recur (1) come in once each, as "${name}" is not followed: only calendars' rules are (.ics)`,
        ],
  );
});

describe('ends that are dates under another program’s name', () => {
  const csv = (...ends: readonly string[]) =>
    ['Subject,Start Date,End Date', ...ends.map((end, n) => `Fair ${n},2026-03-01,${end}`)].join('\n');
  const told = async (text: string, options: Parameters<typeof taken>[2] = {}) =>
    (await taken('a.csv', text, options)).said.filter((sentence) => sentence.includes('last day'));

  test('may be last days, where no event is a day long', async () => {
    expect(await told(csv('2026-03-03', '2026-03-08', ''))).toEqual([
      'a.csv: ends that are dates (2) were read as the day after the last one: if they are the last day, import with --end-dates inclusive',
    ]);
  });

  test('are what they were said to be', async () => {
    const text = csv('2026-03-03');
    expect(await told(text, { endDates: 'inclusive' })).toEqual([]);
    expect(await told(text, { endDates: 'exclusive' })).toEqual([]);
  });

  test('are days after, where an event is a day long, or the name is our own', async () => {
    expect(await told(csv('2026-03-02', '2026-03-08'))).toEqual([]);
    expect(await told('title,start,end\nFair,2026-03-01,2026-03-03\n')).toEqual([]);
  });
});

describe('events by their ids', () => {
  const EVENTS = { 17: { title: 'Expo', start: '2026-03-01' }, 18: { title: 'Fair', start: '2026-03-02' } };

  test.each<[string, unknown, string]>([
    [
      'of their own',
      EVENTS,
      `"17", "18", where a list is expected. Make it one, as jq '[. | to_entries[] | {uid: .key} + .value]' does, and import that.`,
    ],
    ['inside', { 'my events': { '-Nx1': EVENTS[17] } }, `jq '[.["my events"] | to_entries[]`],
    [
      'whose names are others',
      {
        data: { events: { x: { Titel: 'a', Datum: '2026-03-01' }, y: { Titel: 'b', Datum: '2026-03-01' } } },
      },
      `jq '[.data.events | to_entries[]`,
    ],
  ])('%s', async (_, value, sentence) => {
    for (const text of [JSON.stringify(value), JSON.stringify(value, null, 2)]) {
      const said = await refusal('a.json', text);
      expect(said).toContain('a.json looks like an object that holds the events by their ids');
      expect(said).toContain(sentence);
      expect(said).not.toContain('--map');
    }
  });

  test('are not what an event has in its members', async () => {
    const event = {
      start: { dateTime: '2026-03-01T09:00:00Z', zone: 'Z' },
      end: { dateTime: '2026-03-01T10:00:00Z', zone: 'Z' },
    };
    expect(await proposed('a.json', JSON.stringify(event))).toContain(
      '--map start=start.dateTime --map end=end.dateTime',
    );
    const wrapped = { event: { title: 'a', start: '2026-03-01' } };
    expect(await proposed('a.json', JSON.stringify(wrapped))).toBe(
      '--map title=event.title --map start=event.start.',
    );
  });
});

test.each(['Expo,2026-03-01 09:00', '17,Expo,1/3/2026', '17;Expo;x'])('%s is no header', async (line) => {
  expect(await refusal('a.csv', csv(line, line))).toMatch(
    /^a\.csv seems to have no header line: its first line holds "[^"]+", which names no column\. Put a line before it/,
  );
});

test('columns of numbers beside one that is known are columns', async () => {
  expect(await refusal('a.csv', csv('Name,2025,2026', 'a,1,2'))).toContain('--map start=<column>');
});

test('events without an end are told of the column that looks like one', async () => {
  const text = csv('uid,title,start,Endet am', 'u,a,2026-03-01 09:00,2026-03-01 10:00');
  expect((await taken('a.csv', text, {})).said).toContain(
    `a.csv: no event has an end; --map 'end=Endet am' takes what looks like one`,
  );
  expect((await taken('a.csv', text, map(['end', 'Endet am']))).said).toEqual([]);
});

test('lengths beside ends are not told', async () => {
  const ended = csv('uid,title,start,end,duration', 'u,a,2026-03-01 09:00,2026-03-01 10:00,60');
  expect((await taken('a.csv', ended, {})).said.join()).not.toContain('no event has an end');
});

test("what Outlook calls yes in its user's language is a flag, and its column is proposed", async () => {
  const line = (flag: string) => `Urlaub,15.07.2026,00:00,17.07.2026,00:00,${flag}`;
  const text = csv(
    'Betreff,Beginnt am,Beginnt um,Endet am,Endet um,Ganztägiges Ereignis',
    line('Ein'),
    line('Aus'),
  );
  expect(await refusal('a.csv', text)).toContain(` --map 'allDay=Ganztägiges Ereignis'`);
  const names = map(
    ...[['title', 'Betreff'] as const, ['start', 'Beginnt am+Beginnt um'] as const],
    ...[['end', 'Endet am+Endet um'] as const, ['allDay', 'Ganztägiges Ereignis'] as const],
  );
  expect((await taken('a.csv', text, names)).times).toEqual([
    ['Urlaub', '2026-07-15', '2026-07-17'],
    ['Urlaub', '2026-07-15T00:00', '2026-07-17T00:00'],
  ]);
});

describe('times with a zone beside them', () => {
  const WORDPRESS = {
    uid: 'u',
    title: 'a',
    start_date: '2026-07-01 10:00:00',
    end_date: '2026-07-01 11:00:00',
    timezone: 'Europe/Berlin',
    utc_start_date: '2026-07-01 08:00:00',
    utc_end_date: '2026-07-01 09:00:00',
  };

  test('are refused where nobody said which zone is meant, with what leads to the right times', async () => {
    expect(await refusal('a.json', json(WORDPRESS))).toBe(
      'a.json has times without an offset in "start_date", and their time zone in "timezone", which says "Europe/Berlin" and is not read: import with --zone Europe/Berlin, or with --map start=utc_start_date --map end=utc_end_date --zone UTC.',
    );
    const right = [['a', '2026-07-01T08:00', '2026-07-01T09:00']];
    expect((await taken('a.json', json(WORDPRESS), zonedImport('Europe/Berlin'))).times).toEqual(right);
    const utc = { ...map(['start', 'utc_start_date'], ['end', 'utc_end_date']), ...zonedImport('UTC') };
    const { times, said } = await taken('a.json', json(WORDPRESS), utc);
    expect(times).toEqual(right);
    expect(said.join()).not.toContain('--zone');
  });

  test('those in UTC are not offered for days, which begin there at another time', async () => {
    const text = json({ ...WORDPRESS, all_day: true });
    expect(await refusal('a.json', text)).toMatch(/import with --zone Europe\/Berlin\.$/);
  });

  test('are taken where it is the same', async () => {
    const { times, said } = await taken('a.json', json(WORDPRESS), { timeZone: 'Europe/Paris' });
    expect(times).toEqual([['a', '2026-07-01T08:00', '2026-07-01T09:00']]);
    expect(said.join()).not.toContain('--zone');
  });

  test('are taken, with a word, where another zone is said', async () => {
    expect((await taken('a.json', json(WORDPRESS), zonedImport('UTC'))).said).toContain(
      'a.json: the times in "start_date" were read in UTC, as --zone says, though "timezone" says "Europe/Berlin"',
    );
  });

  test('are the same days in each zone, where an event lasts all day', async () => {
    const days = {
      ...WORDPRESS,
      start_date: '2026-07-01 00:00:00',
      end_date: '2026-07-02 00:00:00',
      all_day: true,
    };
    expect((await taken('a.json', json(days), {})).times).toEqual([['a', '2026-07-01', '2026-07-02']]);
  });

  test('may be in several zones, or in one that has no known name', async () => {
    const other = { ...WORDPRESS, uid: 'v', timezone: 'America/New_York' };
    expect(await refusal('a.json', json(WORDPRESS, other))).toContain(
      '"Europe/Berlin", "America/New_York" beside other zones: make a file of the rows of each zone, and import each with its own --zone, or all with',
    );
    const start = { dateTime: '2026-07-01T10:00:00', timeZone: '(UTC+01:00) Amsterdam' };
    expect(
      await refusal('a.json', json({ subject: 'a', start }), map(['start', 'start.dateTime'])),
    ).toContain(
      '"start.timeZone", which says "(UTC+01:00) Amsterdam" and is not read: import with --zone <the zone that they are meant in>.',
    );
  });

  test('may be somebody elses, or stand beside times with an offset', async () => {
    const row = { title: 'a', start: '2026-07-01T10:00:00Z', timezone: 'Europe/Berlin' };
    expect(await refusal('a.json', json(row))).toBe('it was imported');
    const venue = { title: 'a', start: '2026-07-01T10:00:00', venue: { timezone: 'Europe/Berlin' } };
    expect(await refusal('a.json', json(venue))).toBe('it was imported');
  });
});

test.each([
  ['an array', 'a.json', (event: string) => `[${event}]`],
  ['a document', 'a.json', (event: string) => `{"d":{"results":[${event}]}}`],
  ['lines', 'a.jsonl', (event: string) => `${event}\n`],
])('a number of %s that is not held exactly is told', async (_, name, text) => {
  const event = (extra: string) => `{"uid":"u","title":"a","start":"2026-03-01",${extra}}`;
  const toldOf = async (extra: string) =>
    (await taken(name, text(event(extra)), {})).said.filter((one) => one.includes('rounded'));
  for (const number of ['639105252001234567', '-9007199254740993', '1e400'])
    expect(await toldOf(`"n":${number}`)).toEqual([
      `${name}: numbers such as ${number} are rounded; in quotes, as text, they are kept`,
    ]);
  const held = '"n":9007199254740992,"m":1.50,"l":1e100,"s":"639105252001234567 \\" 1e400"';
  expect(await toldOf(held)).toEqual([]);
});

describe('objects that a field is in', () => {
  const place = (location: unknown, uid: string) => ({ uid, title: uid, start: '2026-03-01', location });
  const ROWS = [
    place('Hall', 'a'),
    place({ '@type': 'VirtualLocation', url: 'https://example.org/a' }, 'b'),
    place({ '@type': 'Place', name: 'Foyer', address: 'Street 1' }, 'c'),
  ];

  test('one proposal takes them all: a text, and the members of each object, but not what kind it is', async () => {
    const said = await refusal('a.json', json(...ROWS));
    expect(said).toMatch(/; --map 'location=location\.name\|location\.url\|location' looks into it$/);
    const { events } = await taken(
      'a.json',
      json(...ROWS),
      map(['location', 'location.name|location.url|location']),
    );
    expect(events).toMatchObject([
      { location: 'Hall', extra: {} },
      { location: 'https://example.org/a', extra: { location: { '@type': 'VirtualLocation' } } },
      { location: 'Foyer', extra: { location: { '@type': 'Place', address: 'Street 1' } } },
    ]);
  });

  test.each<readonly [string, unknown, string]>([
    ['MongoDB', { _id: { $oid: '65f0' }, title: 'a', start: '2026-03-01' }, '_id.$oid'],
    ['DynamoDB', { id: { S: 'x-1' }, title: 'a', start: '2026-03-01' }, 'id.S'],
    ['another', { id: { key: 7 }, title: 'a', start: '2026-03-01' }, 'id.key'],
  ])('the id of %s is a uid', async (_, row, name) => {
    const option = `--map ${name.includes('$') ? `'uid=${name}'` : `uid=${name}`}`;
    expect(await refusal('a.json', json(row))).toContain(`; ${option} recognises the event by it`);
    const { events } = await taken('a.json', json(row), map(['uid', name]));
    expect(events).toMatchObject([{ extra: {} }]);
  });

  test('an id is told with what else the file needs', async () => {
    const row = { id: { S: 'x' }, title: { S: 'a' }, start: { S: '2026-03-01' } };
    expect(await proposed('a.json', json(row))).toBe(
      '--map title=title.S --map start=start.S --map uid=id.S.',
    );
  });

  test('of times the member that is one', async () => {
    const row = { title: 'a', start: '2026-03-01', end: { zone: 'Z', dateTime: '2026-03-01T10:00:00Z' } };
    expect(await refusal('a.json', json(row))).toContain('; --map end=end.dateTime looks into it');
  });
});

describe('a time of day beside a day under the field’s own name', () => {
  const told = async (text: string, mapping: Parameters<typeof taken>[2] = {}) =>
    (await taken('a.csv', text, mapping)).said.filter((sentence) => sentence.includes('times of day'));

  test.each([
    ['time', 'title,start,time', `"time" is not read as times of day; --map 'start=start+time' adds`],
    [
      'startTime',
      'title,start,startTime',
      `"startTime" is not read as times of day; --map 'start=start+startTime' adds`,
    ],
    [
      'of a name that is a usual one',
      'title,begins,Time',
      `"Time" is not read as times of day; --map 'start=begins+Time' adds`,
    ],
  ])('is told where the days are taken for all of it: %s', async (_what, header, sentence) => {
    expect(await told(csv(header, 'a,2026-03-01,19:00'))).toEqual([`a.csv: ${sentence} them to their days`]);
  });

  test('of both is told in one sentence, and read where it was said', async () => {
    const text = csv('title,start,start time,end,end time', 'a,2026-03-01,19:00,2026-03-02,21:00');
    expect(await told(text)).toEqual([
      `a.csv: "start time" and "end time" are not read as times of day; --map 'start=start+start time' --map 'end=end+end time' adds them to their days`,
    ]);
    const mapping = map(['start', 'start+start time'], ['end', 'end+end time']);
    expect(await told(text, mapping)).toEqual([]);
    expect((await taken('a.csv', text, mapping)).times).toEqual([
      ['a', '2026-03-01T19:00', '2026-03-02T21:00'],
    ]);
  });

  test('is nothing to tell where the start has one, what stands beside it is none, or is called otherwise', async () => {
    expect(await told(csv('title,start,time', 'a,2026-03-01T19:00,18:30'))).toEqual([]);
    expect(await told(csv('title,start,time', 'a,2026-03-01,evening'))).toEqual([]);
    expect(await told(csv('title,start,doors', 'a,2026-03-01,18:30'))).toEqual([]);
  });

  test('is proposed where a refusal comes of it', async () => {
    const days = csv('title,start,startTime,end,endTime', 'a,2026-03-01,19:00,2026-03-01,21:00');
    expect(await refusal('a.csv', days)).toMatch(
      /not "2026-03-01"; --map 'end=end\+endTime' adds the time of day that stands beside it; these will be needed too: --map 'start=start\+startTime'$/,
    );
    const clock = csv('title,start,startTime,endTime', 'a,2026-03-01,19:00,21:00');
    expect(await refusal('a.csv', clock)).toMatch(
      /, not "21:00"; --map 'start=start\+startTime' has the events start at a time of day$/,
    );
    expect((await taken('a.csv', clock, map(['start', 'start+startTime']))).times).toEqual([
      ['a', '2026-03-01T19:00', '2026-03-01T21:00'],
    ]);
  });
});

describe('a start that is a time of day', () => {
  const text = csv('created_date,date,start,end,title', '2025-01-01,2026-03-01,10:00,12:30,a');

  test('is proposed with the column of its day', async () => {
    expect(await refusal('a.csv', text)).toMatch(
      /, not "10:00"; --map 'start=date\+start' adds it to its day$/,
    );
    const { times } = await taken('a.csv', text, map(['start', 'date+start']));
    expect(times).toEqual([['a', '2026-03-01T10:00', '2026-03-01T12:30']]);
  });

  test('with what else is needed', async () => {
    expect(await proposed('a.csv', csv('Datum,Start,Ende,Titel', '2026-03-01,10:00,12:00,a'))).toBe(
      `--map title=Titel --map end=Ende --map 'start=Datum+Start'.`,
    );
  });

  test('nothing is proposed where no column has its day, or for what is none', async () => {
    expect(await refusal('a.csv', csv('title,start', 'a,10:00'))).not.toContain('--map');
    expect(
      await refusal('a.csv', csv('title,start,date', 'a,10:00,2026-03-01', 'b,soon,2026-03-02')),
    ).toContain(`--map 'start=date+start'`);
    const soon = csv('title,start,date', 'a,soon,2026-03-01', 'b,10:00,2026-03-02');
    expect(await refusal('a.csv', soon)).not.toContain('--map');
  });
});

describe('a title that some rows lack', () => {
  test.each<readonly [string, string, string]>([
    [
      'gives way to another that all have',
      csv('Betreff,Titel,Datum', ',a,2026-03-01', 'b,c,2026-03-02'),
      'title=Titel',
    ],
    [
      'is helped out by what all have',
      csv('Betreff,Ort,Art,Fach,Datum', ',X,u,a,2026-03-01', 'b,Y,u,c,2026-03-02'),
      "'title=Betreff|Fach'",
    ],
    [
      'stays where nothing else is one',
      csv('Betreff,Ort,Datum', ',X,2026-03-01', 'b,Y,2026-03-02'),
      'title=Betreff',
    ],
  ])('%s', async (_, text, option) => {
    expect(await proposed('a.csv', text)).toMatch(`--map ${option} --map start=Datum`);
  });

  test('is read so', async () => {
    const text = csv('Betreff,Fach,Datum', ',a,2026-03-01', 'b,c,2026-03-02');
    const { times } = await taken('a.csv', text, map(['title', 'Betreff|Fach'], ['start', 'Datum']));
    expect(times.map(([title]) => title)).toEqual(['a', 'b']);
  });
});

describe("an end whose name is the start's with a number", () => {
  const times = ['2026-03-01 10:00', '2026-03-01 12:00'];
  test.each<readonly [string, string, string]>([
    ['field_date', 'field_date_1', '--map start=field_date --map end=field_date_1.'],
    ['date1', 'date2', '--map start=date1 --map end=date2.'],
    ['Datum', 'Datum 2', "--map start=Datum --map 'end=Datum 2'."],
  ])('%s and %s', async (start, end, options) => {
    expect(await proposed('a.csv', csv(`title,${start},${end}`, `a,${times}`, `b,${times[0]},`))).toBe(
      options,
    );
  });

  test('is told where the start is known', async () => {
    const { said } = await taken('a.csv', csv('uid,title,start,start_2', `a,a,${times}`), {});
    expect(said).toContain('a.csv: no event has an end; --map end=start_2 takes what looks like one');
  });

  test.each<readonly [string, string]>([
    ['before the start', csv('title,date1,date2', `a,${times}`, `b,${times.toReversed()}`)],
    ['of another kind', csv('title,date1,date2', `a,${times[0]},2026-03-02`)],
    ['of another name', csv('title,date1,day2', `a,${times}`)],
  ])('not where it is %s', async (_, text) => {
    expect(await proposed('a.csv', text)).toBe('--map start=date1.');
  });
});

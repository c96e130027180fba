import { FORMATS, type FormatName } from '../../src/formats/built-in';
import type { EventRow } from '../../src/formats/event';
import { openFormats } from '../../src/formats/open';
import { knownZone } from '../../src/lib/time/zones';
import { vcalendar } from '../transfer/support';

const START = Date.UTC(2026, 2, 1, 9);

const TIMED: EventRow = {
  id: 7,
  uid: 'talk;7',
  title: 'Talk, "A & B"',
  description: 'one\ntwo\\three',
  location: 'Hall <1>; left',
  url: "https://example.org/?a=1&b='2'",
  category: 'event-info',
  allDay: false,
  start: START,
  end: START + 90 * 60_000 + 123,
};

/** The event lasts two days of Europe/Berlin. */
const ALL_DAY: EventRow = {
  ...{ id: 8, uid: '8', title: 'Days', description: '', location: '', url: '', category: 'other' },
  ...{ allDay: true, start: Date.UTC(2026, 2, 1), end: Date.UTC(2026, 2, 3) },
};

function open(name: FormatName) {
  const format = FORMATS[name].open(knownZone('Europe/Berlin'));
  if (format.source === 'json') throw new Error('not a format of rows');
  return format;
}

const calendar = (...lines: readonly string[]) =>
  vcalendar('VERSION:2.0', 'PRODID:-//events-query//EN', lines);
const EMPTY_CALENDAR = calendar();

test('the format of each setting has the time zone of the service', () => {
  const name = 'icalendar';
  const choices = { listFormat: name, eventJsonFormat: name, eventTextFormat: name } as const;
  for (const format of Object.values(openFormats({ ...choices, timeZone: 'Europe/Berlin' }))) {
    if (format.source === 'json') throw new Error('not a format of rows');
    expect(format.event(ALL_DAY)).toContain('DTSTAMP:20260228T230000Z');
  }
});

test('a list of fullcalendar is an array of its event objects, an empty url left out, and no event is null', () => {
  const { event, list } = open('fullcalendar');
  expect(list([TIMED, ALL_DAY])).toBe(
    String.raw`[{"id":"7","title":"Talk, \"A & B\"","start":"2026-03-01T09:00:00Z","end":"2026-03-01T10:30:00.123Z","allDay":false,"url":"https://example.org/?a=1&b='2'","extendedProps":{"description":"one\ntwo\\three","location":"Hall <1>; left","category":"event-info"}},{"id":"8","title":"Days","start":"2026-03-01","end":"2026-03-03","allDay":true,"extendedProps":{"description":"","location":"","category":"other"}}]`,
  );
  expect(list([])).toBe('[]');
  expect(event(undefined)).toBe('null');
});

test('a list of bootstrap-calendar has text escaped for HTML, midnights of the zone and known classes only', () => {
  const { event, list } = open('bootstrap-calendar');
  expect(list([TIMED, ALL_DAY])).toBe(
    '{"success":1,"result":[{"id":"7","title":"Talk, &quot;A &amp; B&quot;","url":"https://example.org/?a=1&amp;b=&#39;2&#39;","class":"event-info","start":1772355600000,"end":1772361000123},{"id":"8","title":"Days","url":"","class":"","start":1772319600000,"end":1772492400000}]}',
  );
  for (const kind of ['important', 'success', 'warning', 'info', 'inverse', 'special'])
    expect(list([{ ...TIMED, category: `event-${kind}` }])).toContain(`"class":"event-${kind}"`);
  expect(list([])).toBe('{"success":1,"result":[]}');
  expect(event(undefined)).toBe(list([]));
});

describe('icalendar', () => {
  const { event, list } = open('icalendar');

  test('a timed event is UTC without milliseconds, text escaped, the URL as it is', () => {
    expect(event(TIMED)).toBe(
      calendar(
        'BEGIN:VEVENT',
        'UID:talk\\;7',
        'DTSTAMP:20260301T090000Z',
        'DTSTART:20260301T090000Z',
        'DTEND:20260301T103000Z',
        'SUMMARY:Talk\\, "A & B"',
        'DESCRIPTION:one\\ntwo\\\\three',
        'LOCATION:Hall <1>\\; left',
        'CATEGORIES:event-info',
        "URL:https://example.org/?a=1&b='2'",
        'X-EVENTS-QUERY-ID:7',
        'END:VEVENT',
      ),
    );
  });

  test('an all-day event has dates and no empty properties, and no events are the calendar without any', () => {
    expect(list([{ ...ALL_DAY, category: '' }])).toBe(
      calendar(
        'BEGIN:VEVENT',
        'UID:8',
        'DTSTAMP:20260228T230000Z',
        'DTSTART;VALUE=DATE:20260301',
        'DTEND;VALUE=DATE:20260303',
        'SUMMARY:Days',
        'X-EVENTS-QUERY-ID:8',
        'END:VEVENT',
      ),
    );
    expect(list([])).toBe(EMPTY_CALENDAR);
    expect(event(undefined)).toBe(EMPTY_CALENDAR);
  });

  // The first line has 75 octets with the property's name. Each other line has 74 octets after its blank.
  test.each<[string, readonly number[]]>([
    ['x', [67]],
    ['x', [67, 1]],
    ['x', [67, 74]],
    ['x', [67, 74, 1]],
    ['ü', [33, 37, 1]],
    ['€', [22, 1]],
    ['😀', [16, 18, 1]],
  ])('a line of %s has pieces of %j', (character, counts) => {
    const title = character.repeat(counts.reduce((sum, count) => sum + count));
    const pieces = counts.map((count) => character.repeat(count));
    const written = event({ ...TIMED, title });
    expect(written).toContain(`\r\nSUMMARY:${pieces.join('\r\n ')}\r\nDESCRIPTION:`);
  });

  test('an address loses its line ends, which could only break it', () => {
    const written = event({ ...TIMED, url: 'https://example.org/a\nb' });
    expect(written).toContain('\r\nURL:https://example.org/ab\r\n');
  });
});

test('xml escapes markup and nothing else, of all-day events it has dates', () => {
  const { event, list } = open('xml');
  const written = list([TIMED, ALL_DAY]);
  expect(written).toContain('<title>Talk, "A &amp; B"</title><description>one\ntwo\\three</description>');
  expect(written).toContain('<location>Hall &lt;1&gt;; left</location>');
  expect(written).toContain(
    '<end>2026-03-01T10:30:00.123Z</end><allDay>false</allDay></event><event><id>8</id>',
  );
  expect(written).toContain(
    '<start>2026-03-01</start><end>2026-03-03</end><allDay>true</allDay></event></events>',
  );
  expect(event(TIMED)).toBe(list([TIMED]));
  expect(event(undefined)).toBe('<events></events>');
});

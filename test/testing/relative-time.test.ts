import { knownZone } from '../../src/lib/time/zones';
import { resolveRelative } from '../../src/testing/events/relative-time';

const at = (now: string, zone: string) => (text: string) =>
  resolveRelative(text, Date.parse(now), knownZone(zone));

/** At this instant the local time is 02:30. A day later this local time occurs twice. */
const beforeClocksGoBack = at('2026-10-24T00:30:00.123Z', 'Europe/Berlin');

test.each([
  ['today', '2026-10-24'],
  ['today+2w-1d', '2026-11-06'],
  ['month-start', '2026-10-01'],
  ['month-start+1mo', '2026-11-01'],
  ['year-start', '2026-01-01'],
  ['today+2dT09:00:30', '2026-10-26T08:00:30.000Z'],
  ['year-startT00:00', '2025-12-31T23:00:00.000Z'],
  ['now', '2026-10-24T00:30:00.123Z'],
  ['now+2d', '2026-10-26T01:30:00.123Z'],
  ['now-45s', '2026-10-24T00:29:15.123Z'],
  ['now+1h-90m', '2026-10-24T00:00:00.123Z'],
  ['today+1y', '2027-10-24'],
  ['today+30m', '2026-10-23T22:30:00.000Z'],
])('%s is a date, or a time of the zone: %s', (text, resolved) => {
  expect(beforeClocksGoBack(text)).toBe(resolved);
});

test('a repeated time of day means its first occurrence, and hours after the beginning of a day are elapsed hours', () => {
  expect(beforeClocksGoBack('now+1d')).toBe('2026-10-25T00:30:00.123Z');
  expect(beforeClocksGoBack('today+1dT02:30')).toBe('2026-10-25T00:30:00.000Z');
  expect(at('2026-10-25T01:30:00Z', 'Europe/Berlin')('todayT02:30')).toBe('2026-10-25T00:30:00.000Z');
  expect(beforeClocksGoBack('today+1d+3h')).toBe('2026-10-25T01:00:00.000Z');
  expect(beforeClocksGoBack('today+1d+25h')).toBe('2026-10-25T23:00:00.000Z');
});

test('now is exactly the present instant, also when an hour occurs for the second time', () => {
  const second = at('2026-10-25T01:30:00Z', 'Europe/Berlin');
  for (const text of ['now', 'now+0d', 'now+1d-1d']) expect(second(text)).toBe('2026-10-25T01:30:00.000Z');
  expect(second('now-1h')).toBe('2026-10-25T00:30:00.000Z');
});

test('a day with two midnights begins at the second one, as in the store', () => {
  expect(at('2026-11-01T12:00:00Z', 'America/Havana')('today+0h')).toBe('2026-11-01T05:00:00.000Z');
});

test('one month after a 31st is the last day of a shorter month', () => {
  const inJanuary = at('2026-01-31T12:00:00Z', 'UTC');
  expect(['today+1mo', 'today+3mo', 'now+1mo'].map(inJanuary)).toEqual([
    '2026-02-28',
    '2026-04-30',
    '2026-02-28T12:00:00.000Z',
  ]);
  expect(at('2024-01-31T12:00:00Z', 'UTC')('today+1mo')).toBe('2024-02-29');
});

test.each([
  'nowT09:00',
  'today+',
  'today+1',
  'today 1d',
  'todayT24:00',
  'today+1000000d',
  'now+999999w',
  'today-999999w',
  'now+999999y',
  'month-start+999999yT09:00',
  'tomorrow',
  'Today',
  '2026-03-01',
])('%s is not a relative time', (text) => {
  expect(beforeClocksGoBack(text)).toBeUndefined();
});

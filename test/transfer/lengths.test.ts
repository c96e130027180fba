/** Ends that a file tells by how long its events last. */
import { map, type Options, taken, zonedImport } from './taken';

const csv = (...lines: string[]) => `${lines.join('\n')}\n`;
const lengths = (column: string, options: Options = {}) => ({ ...map(['end', `+${column}`]), ...options });

async function endOf(line: string, options: Options = {}): Promise<string | undefined> {
  const { times } = await taken('a.csv', csv('title,start,Lasts', `a,${line}`), lengths('Lasts', options));
  return times[0]?.[2];
}

test.each([
  ['2026-03-01T09:00:00Z,1:30', '2026-03-01T10:30'],
  ['2026-03-01T23:00:00Z,90 min', '2026-03-02T00:30'],
  ['2026-03-01T09:00:00Z,', '2026-03-01T09:00'],
  ['2026-03-01T09:00:00Z,PT0S', '2026-03-01T09:00'],
  ['2026-03-01,P2D', '2026-03-03'],
  ['2026-03-01,48 h', '2026-03-03'],
  ['2026-03-01,PT0S', '2026-03-02'],
  ['2026-03-01,', '2026-03-02'],
])('%s ends %s', async (line, end) => {
  expect(await endOf(line)).toBe(end);
  // Lengths are no dates that could be the last day.
  expect(await endOf(line, { endDates: 'inclusive' })).toBe(end);
});

test('days are those of the calendar, hours are as long as they are', async () => {
  const zone = zonedImport('Europe/Berlin');
  expect(await endOf('2026-03-28T12:00:00,1 day', zone)).toBe('2026-03-29T10:00');
  expect(await endOf('2026-03-28T12:00:00,24 h', zone)).toBe('2026-03-29T11:00');
  expect(await endOf('2026-03-28T12:00:00,1.01:00:00', zone)).toBe('2026-03-29T11:00');
});

test('a length may stand in for an end that is not there, and its column is no extra field', async () => {
  const text = csv(
    'title,start,until,mins',
    'a,2026-03-01T09:00:00Z,2026-03-01T12:00:00Z,',
    'b,2026-03-01T09:00:00Z,,45',
  );
  const { times, events } = await taken('a.csv', text, { ...map(['end', 'until|+mins']) });
  expect(times.map(([, , end]) => end)).toEqual(['2026-03-01T12:00', '2026-03-01T09:45']);
  expect(events.map(({ extra }) => extra)).toEqual([{}, {}]);
});

test('a path leads to a length in JSON', async () => {
  const rows = [{ title: 'a', start: '2026-03-01T09:00:00Z', lasts: { minutes: 20 } }];
  const { times } = await taken('a.json', JSON.stringify(rows), lengths('lasts.minutes'));
  expect(times).toEqual([['a', '2026-03-01T09:00', '2026-03-01T09:20']]);
});

test.each<[string, Options, string]>([
  [
    '2026-03-01T09:00:00Z,90',
    {},
    'a.csv, line 2: Lasts must be how long the event lasts (90 min, 1:30 in hours and minutes, PT1H30M), not "90"; --length-unit d, h, min, s or ms says what it counts',
  ],
  [
    '2026-03-01T09:00:00Z,long',
    { lengthUnit: 'h' },
    'a.csv, line 2: Lasts must be how long the event lasts (90 min, 1:30 in hours and minutes, PT1H30M), not "long"',
  ],
  [
    '2026-03-01,90',
    { lengthUnit: 'min' },
    'a.csv, line 2: Lasts must be whole days because start is a date, not "90"',
  ],
  ['9999-12-31T09:00:00Z,90 h', {}, 'a.csv, line 2: Lasts must end in the years 1 to 9999, not "90 h"'],
  [
    '2026-03-01T09:00:00Z,999999999 days',
    {},
    'a.csv, line 2: Lasts must end in the years 1 to 9999, not "999999999 days"',
  ],
  [
    '2026-03-01,999999999 days',
    {},
    'a.csv, line 2: Lasts must be 9999-12-30 or earlier, because an event that lasts all day ends on the day after its last, not "999999999 days"',
  ],
])('%s is refused', async (line, options, refusal) => {
  await expect(endOf(line, options)).rejects.toThrow(refusal);
});

test('what is told of a column that looks like a length reads it', async () => {
  const said = async (name: string, value: string, options: Options = {}) =>
    (await taken('a.csv', csv(`uid,title,start,${name}`, `u,a,2026-03-01T09:00:00Z,${value}`), options))
      .said[0];
  expect(await said('Duration', '1:30')).toBe(
    `a.csv: no event has an end; --map 'end=+Duration' takes what looks like how long they last`,
  );
  expect(await said('Dauer (min)', '90')).toContain(`--map 'end=+Dauer (min)' takes`);
  expect(await said('duration', '90')).toContain(
    `--map 'end=+duration' with --length-unit d, h, min, s or ms takes what`,
  );
  expect(await said('duration', '90', { lengthUnit: 'min' })).toContain(`--map 'end=+duration' takes what`);
  expect(await said('duration', 'all night')).toContain('"duration" is not read as how long they last');
  expect(await said('Duration', '1:30', lengths('Duration'))).toBeUndefined();
});

test('a file whose names are unknown is told of its lengths too, where they are plain', async () => {
  const refusal = async (name: string) =>
    taken('a.json', JSON.stringify([{ what: 'a', dateTime: '2026-03-01T09:00:00Z', [name]: 90 }]), {}).catch(
      String,
    );
  expect(await refusal('duration_minutes')).toContain(`--map start=dateTime --map 'end=+duration_minutes'.`);
  expect(await refusal('duration')).toContain('--map start=dateTime.');
});

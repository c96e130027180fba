import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { utcMidnight } from '../../../src/lib/time/dates';
import { readTime } from '../../../src/lib/time/iso';
import { knownZone, monthOf, namedZone } from '../../../src/lib/time/zones';
import { LOCAL_TIMES } from './cases';

const iso = (instant: number) => new Date(instant).toISOString();

test.each(LOCAL_TIMES)('in $zone $localTime is $instant', ({ zone, localTime, instant, last = instant }) => {
  const time = readTime(localTime);
  expect(time).toEqual({ kind: 'local', localTime: Date.parse(`${localTime}Z`) });
  const reading = time?.kind === 'local' ? time.localTime : Number.NaN;
  expect(iso(knownZone(zone).instantOf(reading))).toBe(instant);
  expect(iso(knownZone(zone).startOfDay(reading))).toBe(last);
});

test('the zones with the longest names are found', () => {
  for (const [name, same] of [
    ['America/Argentina/ComodRivadavia', 'America/Argentina/Catamarca'],
    ['W. Central Africa Standard Time', 'Africa/Lagos'],
  ] as const) {
    const [instant, zone] = [Date.parse('2026-03-01'), namedZone(name)];
    expect(zone?.offsetAt(instant)).toBe(knownZone(same).offsetAt(instant));
  }
});

test('of the names of three letters only those of the tz database are found', () => {
  const found = 'CET EET EST GMT HST MET MST PRC ROC ROK UCT UTC WET gmt'.split(' ');
  const other = 'ACT ART AST BST CST IST NST PST ist'.split(' ');
  expect([...found, ...other].filter((name) => namedZone(name) !== undefined)).toEqual(found);
});

test('a zone is found once, however often it is named', () => {
  for (const name of ['Europe/Berlin', 'W. Europe Standard Time'])
    expect(namedZone(name)).toBe(namedZone(name));
});

test("the browser's copy reads every local time as the server does", () => {
  const module = pathToFileURL(path.join(__dirname, '../../../src/pages/assets/range-unit.mjs'));
  const program = `import { instantOf } from ${JSON.stringify(module)};
    const cases = ${JSON.stringify(LOCAL_TIMES)};
    console.log(JSON.stringify(cases.map(({ zone, localTime }) => instantOf(localTime, zone))));`;
  const options = { encoding: 'utf8', env: { ...process.env, TZ: 'Asia/Kolkata' } } as const;
  const answer = execFileSync(process.execPath, ['--input-type=module', '-e', program], options);
  expect((JSON.parse(answer) as number[]).map(iso)).toEqual(LOCAL_TIMES.map(({ instant }) => instant));
});

test('a month begins and ends at the midnights of its zone, also in the first century', () => {
  const asuncion = monthOf(Date.parse('2017-10-15T12:00:00Z'), knownZone('America/Asuncion'));
  expect([iso(asuncion.start), iso(asuncion.end)]).toEqual([
    '2017-10-01T04:00:00.000Z',
    '2017-11-01T03:00:00.000Z',
  ]);
  const early = monthOf(utcMidnight(50, 12, 31), knownZone('UTC'));
  expect(early).toEqual({ year: 50, month: 12, start: utcMidnight(50, 12), end: utcMidnight(51, 1) });
});

test.each([
  ['Europe/Berlin', '2026-03-29', 1, 2],
  ['America/New_York', '2026-11-01', -4, -5],
  ['Australia/Lord_Howe', '2026-10-03', 10.5, 11],
])('in %s the offset changes only in the middle of %s, from %d to %d hours', (zone, day, before, after) => {
  const { offsetAt } = knownZone(zone);
  const quarters = Array.from({ length: 97 }, (_, n) => offsetAt(Date.parse(day) + n * 900_000) / 3_600_000);
  const change = quarters.indexOf(after);
  expect(change).toBeGreaterThan(0);
  expect(quarters).toEqual(quarters.map((_, n) => (n < change ? before : after)));
  // The cached offset of the day gives the same result.
  expect(offsetAt(Date.parse(day)) / 3_600_000).toBe(before);
});

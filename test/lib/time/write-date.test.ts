import { memoize } from '../../../src/lib/memoize';
import { DAY } from '../../../src/lib/time/dates';
import { isoWriter, patternWriter } from '../../../src/lib/time/write-date';

const FIRST = Date.parse('0001-01-01T00:00:00Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

test('times of the years 1 to 9999 are written as the runtime writes them, also with a full cache', () => {
  const [time, date] = [isoWriter('Z'), patternWriter('yyyy-MM-dd')];
  // There are more days than the cache can have, each with another time of day.
  const step = 97 * DAY + 3_723_456;
  let count = 0;
  for (let instant = FIRST; instant <= LAST; instant += step) {
    const iso = new Date(instant).toISOString();
    if (time(instant, 0) !== iso.replace('.000Z', 'Z') || date(instant, 0) !== iso.slice(0, 10)) {
      throw new Error(`${time(instant, 0)} and ${date(instant, 0)} for ${iso}`);
    }
    count++;
  }
  expect(count).toBeGreaterThan(30_000);
  expect(time(LAST, 0)).toBe('9999-12-31T23:59:59.999Z');
});

test('an offset is written if it is asked for', () => {
  expect(isoWriter('zzz')(Date.UTC(2026, 2, 1, 9), 3_600_000)).toBe('2026-03-01T09:00:00+01:00');
  expect(isoWriter('zzz')(Date.UTC(2026, 2, 1, 9), -12_600_000)).toBe('2026-03-01T09:00:00-03:30');
});

test('a cached text is computed once, until the cache is full', () => {
  const asked: number[] = [];
  const twice = memoize((key) => {
    asked.push(key);
    return key * 2;
  }, 2);
  expect([1, 2, 1, 2].map(twice)).toEqual([2, 4, 2, 4]);
  expect(asked).toEqual([1, 2]);
  expect([3, 1].map(twice)).toEqual([6, 2]);
  expect(asked).toEqual([1, 2, 3, 1]);
});

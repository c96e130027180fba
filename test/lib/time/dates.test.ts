import { utcMidnight } from '../../../src/lib/time/dates';

test('midnights are those of the runtime, of years 0 to 9999 and of months and days that run over', () => {
  const wrong: number[][] = [];
  for (let year = 0; year < 10_000; year++) {
    for (const month of [-11, 0, 1, 2, 3, 12, 13, 26]) {
      for (const day of [0, 1, 29, 31, 60]) {
        if (utcMidnight(year, month, day) !== new Date(0).setUTCFullYear(year, month - 1, day))
          wrong.push([year, month, day]);
      }
    }
  }
  expect(wrong).toEqual([]);
});

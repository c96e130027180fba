import { DAY, DAY_NAMES, MONTH_NAMES, utcMidnight } from '../../../src/lib/time/dates';

test('midnights are right for the years 0 to 99, and for months and days beyond their range', () => {
  const iso = (year: number, month: number, day?: number) =>
    new Date(utcMidnight(year, month, day)).toISOString().slice(0, 10);
  expect([iso(99, 3), iso(2026, 13), iso(2024, 3, 0)]).toEqual(['0099-03-01', '2027-01-01', '2024-02-29']);
});

test('months and days have the English names of the runtime', () => {
  const nameOf = (shown: Intl.DateTimeFormatOptions, at: number) =>
    new Intl.DateTimeFormat('en', { ...shown, timeZone: 'UTC' }).format(at);
  expect(MONTH_NAMES).toEqual(
    Array.from({ length: 12 }, (_, month) => nameOf({ month: 'long' }, utcMidnight(2026, month + 1))),
  );
  const sunday = utcMidnight(2026, 3, 1);
  expect(DAY_NAMES).toEqual(
    Array.from({ length: 7 }, (_, day) => nameOf({ weekday: 'long' }, sunday + day * DAY)),
  );
});

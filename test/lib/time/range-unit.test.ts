import { fromUnixMs, RANGE_UNITS, toUnixMs } from '../../../src/lib/time/range-unit';

const LONG_MAX = 2n ** 63n - 1n;
const LONG_MIN = -(2n ** 63n);
const START = Date.UTC(2026, 2, 1, 9);

test.each([
  ['unix-ms', BigInt(START), START],
  ['unix-ms', -1n, -1],
  ['unix-s', BigInt(START / 1000), START],
  ['unix-s', -1n, -1000],
  ['dotnet-ticks', 0n, Date.parse('0001-01-01T00:00:00Z')],
  ['dotnet-ticks', 621_355_968_000_000_000n, 0],
  // This number is `new DateTime(2026, 3, 1, 9, 0, 0).Ticks` in .NET.
  ['dotnet-ticks', 639_079_524_000_000_000n, START],
  // A part of a millisecond is rounded up.
  ['dotnet-ticks', 621_355_968_000_000_001n, 1],
  ['dotnet-ticks', 621_355_968_000_009_999n, 1],
  ['dotnet-ticks', 621_355_967_999_999_999n, 0],
  ['dotnet-ticks', -1n, Date.parse('0001-01-01T00:00:00Z')],
] as const)('%s %d is %d in Unix milliseconds', (unit, value, expected) => {
  expect(toUnixMs(value, unit)).toBe(expected);
});

test.each(['unix-ms', 'unix-s', 'dotnet-ticks'] as const)(
  'the extremes of 64 bits in %s lie outside the years 1 to 9999',
  (unit) => {
    const [min, max] = [toUnixMs(LONG_MIN, unit), toUnixMs(LONG_MAX, unit)];
    expect(min).toBeLessThan(Date.parse('0001-01-01T00:00:00Z'));
    expect(max).toBeGreaterThan(Date.UTC(10_000, 0));
  },
);

test.each(RANGE_UNITS)('%s: an instant that is written and read back is the same', (unit) => {
  for (const instant of [
    Date.UTC(2026, 2, 1),
    0,
    Date.UTC(1969, 11, 31),
    new Date(0).setUTCFullYear(1, 0, 1),
  ]) {
    expect(toUnixMs(BigInt(fromUnixMs(instant, unit)), unit)).toBe(instant);
  }
});

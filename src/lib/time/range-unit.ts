/** A .NET DateTime counts ticks of 100 nanoseconds since 0001-01-01. */
export const TICKS_PER_MS = 10_000n;

/** This is 0001-01-01 in Unix milliseconds. */
export const DOTNET_EPOCH_MS = -62_135_596_800_000;

/** SelectEventsRanged's `from` and `to` may have these units. */
export const RANGE_UNITS = ['unix-ms', 'unix-s', 'dotnet-ticks'] as const;

export type RangeUnit = (typeof RANGE_UNITS)[number];

const EPOCH = BigInt(DOTNET_EPOCH_MS);

/**
 * Converts a bound of a range to Unix milliseconds, which a number holds exactly in the years 1 to 9999 and far beyond.
 * Events have whole milliseconds, so a finer bound is rounded up without a change of the results of `start < to` and
 * `start >= from`.
 */
export function toUnixMs(value: bigint, unit: RangeUnit): number {
  return Number(milliseconds(value, unit));
}

/** Converts an instant in Unix milliseconds, which must be a whole second, to digits in the unit. */
export function fromUnixMs(instant: number, unit: RangeUnit): string {
  const value = BigInt(instant);
  switch (unit) {
    case 'unix-ms':
      return String(value);
    case 'unix-s':
      return String(value / 1000n);
    case 'dotnet-ticks':
      return String((value - EPOCH) * TICKS_PER_MS);
  }
}

function milliseconds(value: bigint, unit: RangeUnit): bigint {
  switch (unit) {
    case 'unix-ms':
      return value;
    case 'unix-s':
      return value * 1000n;
    case 'dotnet-ticks':
      return ceilDivide(value, TICKS_PER_MS) + EPOCH;
  }
}

function ceilDivide(dividend: bigint, divisor: bigint): bigint {
  // A remainder above 0 must be rounded up, because the division of bigints rounds towards zero.
  return dividend / divisor + (dividend % divisor > 0n ? 1n : 0n);
}

/** A .NET DateTime counts ticks of 100 nanoseconds since 0001-01-01. */
export const TICKS_PER_MS = 10_000n;

/** This is 0001-01-01 in Unix milliseconds. */
export const DOTNET_EPOCH_MS = -62_135_596_800_000;

/** Maps the units that `from` and `to` of SelectEventsRanged may have. `epoch` is in Unix milliseconds. */
const UNITS = {
  'unix-ms': { perSecond: 1000n, epoch: 0n },
  'unix-s': { perSecond: 1n, epoch: 0n },
  'dotnet-ticks': { perSecond: 1000n * TICKS_PER_MS, epoch: BigInt(DOTNET_EPOCH_MS) },
};

export type RangeUnit = keyof typeof UNITS;

export const RANGE_UNITS = Object.keys(UNITS) as readonly RangeUnit[];

/**
 * Converts a bound of a range to Unix milliseconds, which a number holds exactly in the years 1 to 9999 and far beyond.
 * Events have whole milliseconds, so a finer bound is rounded up without a change of the results of `start < to` and
 * `start >= from`.
 */
export function toUnixMs(value: bigint, unit: RangeUnit): number {
  const { perSecond, epoch } = UNITS[unit];
  return Number(ceilDivide(value * 1000n, perSecond) + epoch);
}

/** Returns an instant in this unit, in digits. @param instant a whole second, in Unix milliseconds */
export function fromUnixMs(instant: number, unit: RangeUnit): string {
  const { perSecond, epoch } = UNITS[unit];
  return String(((BigInt(instant) - epoch) * perSecond) / 1000n);
}

function ceilDivide(dividend: bigint, divisor: bigint): bigint {
  // A remainder above 0 must be rounded up, because the division of bigints rounds towards zero.
  return dividend / divisor + (dividend % divisor > 0n ? 1n : 0n);
}

// @ts-check
/** Converts the units of `from` and `to`, and local times in the service's time zone. 64-bit values are BigInt. */

/** @typedef {'unix-ms' | 'unix-s' | 'dotnet-ticks'} RangeUnit */

/** This is the number of .NET ticks between 0001-01-01 and 1970-01-01, UTC. */
const TICKS_AT_UNIX_EPOCH = 621355968000000000n;
/** These are the first and the last millisecond of the years 1 to 9999, UTC, which the service and the picker know. */
const [FIRST, LAST] = [-62135596800000n, 253402300799999n];
const DAY = 86_400_000;

/**
 * @param {number} milliseconds Unix time
 * @param {RangeUnit} unit
 * @returns {string} digits
 */
export function toUnit(milliseconds, unit) {
  if (unit === 'unix-s') return String(BigInt(milliseconds) / 1000n);
  if (unit === 'unix-ms') return String(BigInt(milliseconds));
  return String(BigInt(milliseconds) * 10000n + TICKS_AT_UNIX_EPOCH);
}

/**
 * @param {string} digits
 * @param {RangeUnit} unit
 * @returns {Date | undefined} `undefined` if it is not a number or out of range
 */
export function fromUnit(digits, unit) {
  if (!/^[+-]?\d{1,19}$/.test(digits)) return undefined;
  const value = BigInt(digits.replace('+', ''));
  const milliseconds =
    unit === 'unix-s' ? value * 1000n : unit === 'unix-ms' ? value : (value - TICKS_AT_UNIX_EPOCH) / 10000n;
  if (milliseconds < FIRST || milliseconds > LAST) return undefined;
  return new Date(Number(milliseconds));
}

/**
 * Returns the local time of an instant in the format of a datetime-local field: ISO 8601 without an offset.
 * @param {Date} instant
 * @param {string} timeZone
 */
export function localTime(instant, timeZone) {
  const shifted = new Date(instant.getTime() + offsetAt(instant.getTime(), timeZone));
  return shifted.toISOString().slice(0, 19);
}

/**
 * Converts a local time to an instant like src/lib/time/zones.ts: a time that occurs twice means the first, and a
 * skipped time is read with the offset before the gap.
 * @param {string} local `2026-03-01T09:00` or with seconds
 * @param {string} timeZone
 * @returns {number} Unix time in milliseconds; NaN if `local` is not a time
 */
export function instantOf(local, timeZone) {
  const utc = Date.parse(`${local}Z`);
  if (Number.isNaN(utc)) return Number.NaN;
  const before = offsetAt(utc - DAY, timeZone);
  const first = utc - before;
  if (offsetAt(first, timeZone) === before) return first;
  const after = offsetAt(utc + DAY, timeZone);
  const second = utc - after;
  return offsetAt(second, timeZone) === after ? second : first;
}

/**
 * @param {number} instant
 * @param {string} timeZone
 * @returns {number} milliseconds, east positive
 */
function offsetAt(instant, timeZone) {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  const match = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(format.format(instant));
  const [, sign, hours = 0, minutes = 0, seconds = 0] = match ?? [];
  const magnitude = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
  return sign === '-' ? -magnitude : magnitude;
}

// @ts-check
/** The unit of `from` and `to`, and the service's wall clock. 64-bit values stay BigInt. */

/** @typedef {'unix-ms' | 'unix-s' | 'dotnet-ticks'} RangeUnit */

/** .NET ticks from 0001-01-01 to 1970-01-01, UTC. */
const TICKS_AT_UNIX_EPOCH = 621355968000000000n;
/** What Date can hold, in milliseconds. */
const DATE_LIMIT = 8640000000000000n;
const DAY = 86_400_000;

/**
 * @param {number} milliseconds Unix time
 * @param {RangeUnit} unit
 * @returns {string} digits
 */
export function toUnit(milliseconds, unit) {
  if (unit === 'unix-s') return String(BigInt(Math.floor(milliseconds / 1000)));
  if (unit === 'unix-ms') return String(BigInt(milliseconds));
  return String(BigInt(milliseconds) * 10000n + TICKS_AT_UNIX_EPOCH);
}

/**
 * @param {string} digits
 * @param {RangeUnit} unit
 * @returns {Date | undefined} `undefined` when it is no number or no date can show it
 */
export function fromUnit(digits, unit) {
  if (!/^[+-]?\d{1,19}$/.test(digits)) return undefined;
  const value = BigInt(digits.replace('+', ''));
  const milliseconds =
    unit === 'unix-s' ? value * 1000n : unit === 'unix-ms' ? value : (value - TICKS_AT_UNIX_EPOCH) / 10000n;
  if (milliseconds > DATE_LIMIT || milliseconds < -DATE_LIMIT) return undefined;
  return new Date(Number(milliseconds));
}

/**
 * The zone's wall clock at an instant, as ISO 8601 without an offset: what a datetime-local field holds.
 * @param {Date} instant
 * @param {string} timeZone
 */
export function wallClock(instant, timeZone) {
  const wall = new Date(instant.getTime() + offsetAt(instant.getTime(), timeZone));
  return wall.toISOString().slice(0, 19);
}

/**
 * The instant at which the zone's wall clock shows a time, by the rule of src/lib/time/zones.ts: one that comes twice means
 * the first, one that is skipped is read with the offset before the gap.
 * @param {string} wall `2026-03-01T09:00` or with seconds
 * @param {string} timeZone
 * @returns {number} Unix time in milliseconds; NaN when `wall` is no time
 */
export function instantOf(wall, timeZone) {
  const utc = Date.parse(`${wall}Z`);
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
  const size = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
  return sign === '-' ? -size : size;
}

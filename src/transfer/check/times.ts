import { instantOf, type OffsetAt } from '../zones';

/** A date, or a moment on a clock. */
export type Time =
  | { readonly kind: 'date'; readonly midnight: number }
  | { readonly kind: 'instant'; readonly instant: number };

const PATTERN =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

const FIRST = Date.parse('0001-01-01T00:00:00Z');
const AFTER_LAST = Date.parse('9999-12-31T23:59:59.999Z') + 1;

export const TIMES_ALLOWED =
  'a date (2026-03-01) or a time (2026-03-01T09:00:00, with Z or an offset such as +01:00 or without, and at most milliseconds) in the years 1 to 9999';

/** Reads a date or time; without Z or offset it is the wall clock of `zone`. `undefined`: not one, or out of range. */
export function readTime(text: string, zone: OffsetAt): Time | undefined {
  const match = PATTERN.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second = '0', fraction = '', offset] = match;
  const midnight = utcDate(Number(year), Number(month), Number(day));
  if (midnight === undefined) return undefined;
  if (hour === undefined) return inRange(midnight) ? { kind: 'date', midnight } : undefined;
  const clock = clockMs(Number(hour), Number(minute), Number(second), fraction);
  if (clock === undefined) return undefined;
  const wall = midnight + clock;
  const shift = offset === undefined ? undefined : offsetMs(offset);
  if (offset !== undefined && shift === undefined) return undefined;
  const instant = shift === undefined ? instantOf(wall, zone) : wall - shift;
  return inRange(instant) ? { kind: 'instant', instant } : undefined;
}

/** True in the years 1 to 9999, for ends as well as starts. */
export function inRange(instant: number): boolean {
  return instant >= FIRST && instant < AFTER_LAST;
}

function utcDate(year: number, month: number, day: number): number | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : undefined;
}

/** Milliseconds since midnight. Leap seconds and 24:00 are not times; digits past milliseconds must be zeros. */
function clockMs(hour: number, minute: number, second: number, fraction: string): number | undefined {
  if (hour > 23 || minute > 59 || second > 59 || /[1-9]/.test(fraction.slice(3))) return undefined;
  return ((hour * 60 + minute) * 60 + second) * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'));
}

function offsetMs(offset: string): number | undefined {
  if (/^z$/i.test(offset)) return 0;
  const hours = Number(offset.slice(1, 3));
  const minutes = Number(offset.slice(3).replace(':', '') || 0);
  if (hours > 23 || minutes > 59) return undefined;
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

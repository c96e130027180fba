/** Dates and times of ISO 8601, as files and requests write them. */
import { utcMidnight } from './dates';
import { digits } from './digits';

/** A date, a reading of a clock whose zone is not told, or a moment. In milliseconds, the first two as in UTC. */
export type Time =
  | { readonly kind: 'date'; readonly midnight: number }
  | { readonly kind: 'wall'; readonly wall: number }
  | { readonly kind: 'instant'; readonly instant: number };

/** What stands at fixed places is read from there: an import reads two of them for each event. */
const PATTERN = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(:\d\d(?:[.,](\d{1,9}))?)?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/** Reads a date or time of the years 0 to 9999; digits past milliseconds are cut off. `undefined`: it is none. */
export function readTime(text: string): Time | undefined {
  const match = PATTERN.exec(text);
  if (match === null) return undefined;
  const [, seconds, fraction = '', offset] = match;
  const midnight = existingDate(digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10));
  if (midnight === undefined) return undefined;
  if (text.length === '2026-03-01'.length) return { kind: 'date', midnight };
  const second = seconds === undefined ? 0 : digits(text, 17, 19);
  const clock = clockMs(digits(text, 11, 13), digits(text, 14, 16), second, fraction);
  if (clock === undefined) return undefined;
  const wall = midnight + clock;
  if (offset === undefined) return { kind: 'wall', wall };
  const shift = offsetMs(offset);
  return shift === undefined ? undefined : { kind: 'instant', instant: wall - shift };
}

/** The UTC midnight of a date, or `undefined` for one that its month doesn't have. */
export function existingDate(year: number, month: number, day: number): number | undefined {
  const midnight = utcMidnight(year, month, day);
  const date = new Date(midnight);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? midnight : undefined;
}

/** Milliseconds since midnight. Leap seconds and 24:00 are not times. */
function clockMs(hour: number, minute: number, second: number, fraction: string): number | undefined {
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const milliseconds = fraction === '' ? 0 : Number(fraction.slice(0, 3).padEnd(3, '0'));
  return ((hour * 60 + minute) * 60 + second) * 1000 + milliseconds;
}

function offsetMs(offset: string): number | undefined {
  if (offset.length === 1) return 0;
  const hours = Number(offset.slice(1, 3));
  const minutes = Number(offset.slice(3).replace(':', '') || 0);
  if (hours > 23 || minutes > 59) return undefined;
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

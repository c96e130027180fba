/** A day and a time of day that stand in two columns. */
import { DAY } from '../../time/dates';
import { readTime, type Time } from '../../time/iso';
import { readClock, readSpan } from '../../time/written';
import { type OffsetAt, wallOf } from '../../time/zones';

const MINUTE = 60_000;

/** A time of day as OData 2 has it: `PT18H30M00S`. */
const DURATION = /^PT(\d{1,2})H(?:(\d{1,2})M)?(?:(\d{1,2})(?:\.\d+)?S)?$/;
/** The days that stand for none: of OLE Automation and Access, of SQL Server, of Unix. */
const NO_DAYS = ['1899-12-30', '1900-01-01', '1970-01-01'];

/**
 * A time whose time of day stands apart. Databases write the day as the midnight on which it begins.
 * @param zone where an instant may be such a midnight
 * @returns `time` itself where it is more than a day; `undefined` where the two contradict each other, or `clock` is
 * none
 */
export function joined(time: Time, clock: unknown, zone: OffsetAt): Time | undefined {
  const sinceMidnight = typeof clock === 'string' ? timeOfDay(clock.trim()) : undefined;
  const midnight = midnightOf(time, zone);
  if (midnight !== undefined)
    return sinceMidnight === undefined ? undefined : { kind: 'wall', wall: midnight + sinceMidnight };
  const isOther =
    time.kind === 'wall' && sinceMidnight !== undefined && !isSameMinute(time.wall, sinceMidnight);
  return isOther ? undefined : time;
}

/** As on a clock that shows UTC. */
function midnightOf(time: Time, zone: OffsetAt): number | undefined {
  switch (time.kind) {
    case 'date':
      return time.midnight;
    case 'wall':
      return sinceMidnightOf(time.wall) === 0 ? time.wall : undefined;
    case 'instant':
      return [time.instant, wallOf(time.instant, zone)].find((wall) => sinceMidnightOf(wall) === 0);
  }
}

const sinceMidnightOf = (wall: number): number => ((wall % DAY) + DAY) % DAY;

const isSameMinute = (wall: number, sinceMidnight: number): boolean =>
  Math.floor(sinceMidnightOf(wall) / MINUTE) === Math.floor(sinceMidnight / MINUTE);

/** Milliseconds since midnight. */
function timeOfDay(text: string): number | undefined {
  const [, hours, minutes = '0', seconds = '0'] = DURATION.exec(text) ?? [];
  if (hours !== undefined)
    return readClock(`${hours}:${minutes.padStart(2, '0')}:${seconds.padStart(2, '0')}`);
  const span = readSpan(text);
  if (span !== undefined) return span.from;
  if (!NO_DAYS.includes(text.slice(0, '1899-12-30'.length))) return readClock(text);
  const time = readTime(text);
  if (time?.kind === 'wall') return sinceMidnightOf(time.wall);
  return time?.kind === 'instant' ? sinceMidnightOf(time.instant) : undefined;
}

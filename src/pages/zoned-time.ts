/** The wall clock of an IANA time zone, as far as the pages need it. */

/** Difference between the zone's wall clock and UTC at an instant, in milliseconds, east positive. */
function offsetAt(timeZone: string, instant: number): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instant);
  const field = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value ?? 0);
  const wall = Date.UTC(
    field('year'),
    field('month') - 1,
    field('day'),
    field('hour'),
    field('minute'),
    field('second'),
  );
  return wall - Math.floor(instant / 1000) * 1000;
}

/**
 * The instant at which the zone's wall clock shows a time.
 * @param wall the wall clock's time, as if it were UTC, in milliseconds
 */
export function instantOf(timeZone: string, wall: number): number {
  const guess = wall - offsetAt(timeZone, wall);
  return wall - offsetAt(timeZone, guess);
}

/** The calendar month that an instant lies in, with its first instant and that of the next month. */
export function monthOf(timeZone: string, instant: number) {
  const wall = new Date(instant + offsetAt(timeZone, instant));
  const year = wall.getUTCFullYear();
  const month = wall.getUTCMonth() + 1;
  return {
    year,
    month,
    start: instantOf(timeZone, Date.UTC(year, month - 1)),
    end: instantOf(timeZone, Date.UTC(year, month)),
  };
}

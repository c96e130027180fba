/**
 * Local times to instants. A wall clock reading is held as the milliseconds that the same reading would be in
 * UTC, so that calendar arithmetic on it needs no zone.
 */

/** Offset from UTC in milliseconds, east positive, at an instant in milliseconds since 1970. */
export type OffsetAt = (instant: number) => number;

const DAY = 86_400_000;

/** The zone of an IANA name, or `undefined` when there is none of that name. */
export function ianaZone(name: string): OffsetAt | undefined {
  if (name === 'UTC') return () => 0;
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
  } catch {
    return undefined;
  }
  return (instant) => {
    const match = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(format.format(instant));
    if (match === null) throw new Error(`no offset in ${format.format(instant)}`);
    const [, sign, hours = 0, minutes = 0, seconds = 0] = match;
    const size = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
    return sign === '-' ? -size : size;
  };
}

/**
 * The instant of a wall clock reading (RFC 5545 3.3.5): one that is repeated when clocks go back means its first
 * occurrence; one that is skipped when clocks go forward is read with the offset before the gap.
 */
export function instantOf(wall: number, offsetAt: OffsetAt): number {
  const before = offsetAt(wall - DAY);
  const first = wall - before;
  if (offsetAt(first) === before) return first;
  const after = offsetAt(wall + DAY);
  const second = wall - after;
  return offsetAt(second) === after ? second : first;
}

export function wallOf(instant: number, offsetAt: OffsetAt): number {
  return instant + offsetAt(instant);
}

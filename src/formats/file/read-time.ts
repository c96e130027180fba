import type { ClockParts } from '../../time/date-pattern';
import { DAY, inYears1To9999 } from '../../time/dates';
import type { Clock, TimeReading } from './time-forms';

/** A reading, and whether it is of the zone's clock. */
export interface ClockReading {
  readonly reading: TimeReading;
  readonly local: boolean;
}

/** A start or an end put together: a UTC midnight where only a date was told, else an instant. */
export type Time =
  | { readonly kind: 'date'; readonly midnight: number }
  | { readonly kind: 'instant'; readonly instant: number };

/**
 * Puts together what the placeholders of one time told: an instant says all, dates and hours add up.
 * @param allDay `undefined` where the answer doesn't say: then a bare date is a day
 * @returns `undefined` when it is no time of the years 1 to 9999
 */
export function timeOf(
  readings: readonly ClockReading[],
  allDay: boolean | undefined,
  clock: Clock,
): Time | undefined {
  const time = instantTime(readings, allDay, clock) ?? partsTime(readings, allDay, clock);
  if (time === undefined) return undefined;
  const milliseconds = time.kind === 'date' ? time.midnight : time.instant;
  return inYears1To9999(milliseconds) ? time : undefined;
}

function instantTime(readings: readonly ClockReading[], allDay: boolean | undefined, clock: Clock) {
  for (const { reading, local } of readings) {
    if (!('instant' in reading) || Math.abs(reading.instant) > 8.64e15) continue;
    const { instant } = reading;
    if (allDay !== true) return { kind: 'instant', instant } as const;
    return midnightOf(local ? instant + clock.offsetAt(instant) : instant);
  }
  return undefined;
}

function midnightOf(wall: number) {
  return { kind: 'date', midnight: Math.floor(wall / DAY) * DAY } as const;
}

function partsTime(
  readings: readonly ClockReading[],
  allDay: boolean | undefined,
  clock: Clock,
): Time | undefined {
  const parts: ClockParts = {};
  let local = false;
  for (const one of [...readings].reverse()) {
    if (!('parts' in one.reading)) continue;
    Object.assign(parts, one.reading.parts);
    local ||= one.local;
  }
  const midnight = dateOf(parts);
  if (midnight === undefined) return undefined;
  const told = readings.some(({ reading }) => 'parts' in reading && hourOf(reading.parts) !== undefined);
  const wholeDay = readings.some(({ reading }) => 'parts' in reading && reading.wholeDay);
  if (allDay ?? (wholeDay || !told)) return { kind: 'date', midnight };
  const { minute = 0, second = 0, millisecond = 0, offset } = parts;
  const hour = hourOf(parts) ?? 0;
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const wall = midnight + ((hour * 60 + minute) * 60 + second) * 1000 + millisecond;
  if (offset !== undefined) return { kind: 'instant', instant: wall - offset * 60_000 };
  return { kind: 'instant', instant: local ? clock.instantOf(wall) : wall };
}

function dateOf({ year, month, day }: ClockParts): number | undefined {
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : undefined;
}

/** Twelve hours without AM or PM are none. */
function hourOf({ hour, hour12, half }: ClockParts): number | undefined {
  if (hour !== undefined) return hour;
  if (hour12 === undefined || half === undefined) return undefined;
  return (hour12 % 12) + (half === 'PM' ? 12 : 0);
}

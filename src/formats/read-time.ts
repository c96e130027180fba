import type { Clock } from '../lib/time/clock';
import { type ClockParts, timeOfParts } from '../lib/time/date-pattern';
import { DAY, inYears1To9999 } from '../lib/time/dates';
import { isoInstant } from './event';
import type { TimeField } from './placeholder';
import type { TimeReading } from './time-forms';

/** A reading, and whether it is of the zone's clock. */
export interface ClockReading {
  readonly reading: TimeReading;
  readonly local: boolean;
}

/** A start or an end put together: a UTC midnight where only a date was told, else an instant. */
export type Time =
  | { readonly kind: 'date'; readonly midnight: number }
  | { readonly kind: 'instant'; readonly instant: number };

/** The end of a sentence that begins with "its start is". */
interface NoTime {
  readonly problem: string;
}

const NONE: NoTime = { problem: 'no time of the years 1 to 9999' };

/**
 * Puts together what the placeholders of one time told: an instant says all, dates and hours add up.
 * @param allDay `undefined` where the answer doesn't say: then a bare date is a day
 */
export function timeOf(
  field: TimeField,
  readings: readonly ClockReading[],
  allDay: boolean | undefined,
  clock: Clock,
): Time | NoTime {
  const time = instantTime(field, readings, allDay, clock) ?? partsTime(field, readings, allDay, clock);
  if (time === undefined) return NONE;
  if ('problem' in time) return time;
  return inYears1To9999(time.kind === 'date' ? time.midnight : time.instant) ? time : NONE;
}

function instantTime(
  field: TimeField,
  readings: readonly ClockReading[],
  allDay: boolean | undefined,
  clock: Clock,
) {
  for (const { reading, local } of readings) {
    if (!('instant' in reading) || Math.abs(reading.instant) > 8.64e15) continue;
    const { instant } = reading;
    if (!inYears1To9999(instant)) return NONE;
    return allDay === true ? dayOf(field, instant, local, clock) : ({ kind: 'instant', instant } as const);
  }
  return undefined;
}

/** The date of an all-day event that begins or ends at an instant. */
function dayOf(field: TimeField, instant: number, local: boolean, clock: Clock): Time | NoTime {
  const localTime = local ? instant + clock.offsetAt(instant) : instant;
  const date = dateAt(field, localTime);
  if (date !== undefined) return { kind: 'date', midnight: date };
  // The day begins later if clocks skip midnight.
  const midnight = localTime - sinceMidnight(localTime);
  if (local && clock.startOfDay(midnight) === instant) return { kind: 'date', midnight };
  return noMidnight(isoInstant(instant), local);
}

function noMidnight(shown: string, local: boolean): NoTime {
  const zone = local ? 'the time zone' : 'UTC, which it is without @local';
  return { problem: `${shown}, no midnight in ${zone}, though it lasts all day` };
}

const sinceMidnight = (localTime: number) => ((localTime % DAY) + DAY) % DAY;

/** The date whose midnight a clock shows; some programs end a day in its last minute. */
function dateAt(field: TimeField, localTime: number): number | undefined {
  const since = sinceMidnight(localTime);
  if (since === 0) return localTime;
  if (field === 'start' || since < DAY - 60_000) return undefined;
  return field === 'end' ? localTime - since + DAY : localTime - since;
}

function partsTime(
  field: TimeField,
  readings: readonly ClockReading[],
  allDay: boolean | undefined,
  clock: Clock,
): Time | NoTime | undefined {
  const parts: ClockParts = {};
  let local = false;
  for (const one of [...readings].reverse()) {
    if (!('parts' in one.reading)) continue;
    Object.assign(parts, one.reading.parts);
    local ||= one.local;
  }
  const time = timeOfParts(parts);
  if (time === undefined || (time.kind === 'date' && allDay !== false)) return time;
  if (allDay === true) {
    // The date is the one that is written, whatever offset stands beside it.
    const { offset, ...shown } = parts;
    const written = timeOfParts(shown);
    const date = written?.kind === 'local' ? dateAt(field, written.localTime) : undefined;
    if (date !== undefined) return { kind: 'date', midnight: date };
    if (time.kind === 'instant') return dayOf(field, time.instant, local, clock);
    return noMidnight(
      isoInstant(time.kind === 'local' ? time.localTime : time.midnight).replace('Z', ''),
      local,
    );
  }
  if (time.kind === 'instant') return time;
  const localTime = time.kind === 'local' ? time.localTime : time.midnight;
  return { kind: 'instant', instant: local ? clock.instantOf(localTime) : localTime };
}

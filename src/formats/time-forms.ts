import type { Clock } from '../lib/time/clock';
import {
  type ClockParts,
  matchesDate,
  parseDatePattern,
  readDate,
  TOKENS_ALLOWED,
} from '../lib/time/date-pattern';
import { readTime } from '../lib/time/iso';
import { DOTNET_EPOCH_MS, TICKS_PER_MS } from '../lib/time/range-unit';
import { type DateParts, dateParts, isoDateParts, isoParts } from '../lib/time/write-date';

/** A time as it was read: an instant, or the parts that a clock shows. */
export type TimeReading =
  | { readonly instant: number }
  | {
      readonly parts: ClockParts;
      /** A date without a time in the default form, which means that the event lasts all day. */
      readonly wholeDay: boolean;
    };

/** A form in which a start or an end is written, and read again. */
export interface TimeForm {
  readonly type: 'number' | 'text';
  /** The parts of a time that the form shows. `instant` means all of them. */
  readonly shows: ReadonlySet<keyof ClockParts | 'instant'>;
  /** @param time milliseconds since 1970; of an all-day event the UTC midnight of its date */
  write(time: number, allDay: boolean): string;
  /** A regular expression without groups that matches what is written. */
  readonly matches: string;
  read(text: string): TimeReading | undefined;
}

const WHOLE: TimeForm['shows'] = new Set(['instant']);
const DATE: TimeForm['shows'] = new Set(['year', 'month', 'day']);

const ISO_DATE = '\\d{4}-\\d\\d-\\d\\d';
const ISO_TIME = `${ISO_DATE}T\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?(?:Z|[+-]\\d\\d:\\d\\d)`;

const NAMED = ['iso', 'date', 'unix-ms', 'unix-s', 'ticks', 'json-date'] as const;
const AS_TEXT = ['unix-ms-text', 'unix-s-text', 'ticks-text'] as const;

export const FORMS_ALLOWED = `${NAMED.join(', ')}, ${AS_TEXT.join(', ')}, or a date pattern of ${TOKENS_ALLOWED}`;

/**
 * @param name what stands after the colon; `undefined` is the form of the built-in formats
 * @returns the form, or what is wrong with the name
 */
export function timeForm(name: string | undefined, local: boolean, clock: Clock): TimeForm | string {
  const instantOf = (time: number, allDay: boolean) => (local && allDay ? clock.startOfDay(time) : time);
  const offsetOf = (instant: number) => (local ? clock.offsetAt(instant) : 0);
  const counted = (write: (milliseconds: number) => unknown, read: (text: string) => number): TimeForm => ({
    type: 'number',
    shows: WHOLE,
    write: (time, allDay) => String(write(instantOf(time, allDay))),
    matches: '-?\\d+',
    read: (given) => (/^-?\d+$/.test(given) ? { instant: read(given) } : undefined),
  });
  const isoPartsOf = isoParts(local ? 'zzz' : 'Z');
  const iso: TimeForm['write'] = (time, allDay) => {
    const instant = instantOf(time, allDay);
    const offset = offsetOf(instant);
    return written(isoPartsOf(instant), instant + offset, offset);
  };
  /**
   * The date of an all-day event is taken as it is. Where clocks skip midnight, its first instant shows another time.
   */
  const writerOf =
    (parts: DateParts): TimeForm['write'] =>
    (time, allDay) => {
      const offset = offsetOf(instantOf(time, allDay));
      return written(parts, allDay ? time : time + offset, offset);
    };
  const date = writerOf(isoDateParts());

  switch (name) {
    case undefined:
      return {
        type: 'text',
        shows: WHOLE,
        write: (time, allDay) => (allDay ? date(time, allDay) : iso(time, allDay)),
        matches: `(?:${ISO_TIME}|${ISO_DATE})`,
        read: readIso,
      };
    case 'iso':
      return { type: 'text', shows: WHOLE, write: iso, matches: ISO_TIME, read: readIso };
    case 'date':
      return {
        type: 'text',
        shows: DATE,
        write: date,
        matches: ISO_DATE,
        read: (text) => {
          const reading = readIso(text);
          return reading && 'parts' in reading ? { ...reading, wholeDay: false } : reading;
        },
      };
    case 'unix-ms':
      return counted((milliseconds) => milliseconds, Number);
    case 'unix-s':
      return counted(
        (milliseconds) => Math.floor(milliseconds / 1000),
        (text) => Number(text) * 1000,
      );
    case 'ticks':
      return counted(ticksOf, readTicks);
    case 'unix-ms-text':
    case 'unix-s-text':
    case 'ticks-text': {
      const form = timeForm(name.slice(0, -'-text'.length), local, clock);
      return typeof form === 'string' ? form : { ...form, type: 'text' };
    }
    case 'json-date':
      return {
        type: 'text',
        shows: WHOLE,
        write: (time, allDay) => `/Date(${instantOf(time, allDay)})/`,
        matches: '/Date\\(-?\\d+(?:[+-]\\d{4})?\\)/',
        read: (text) => {
          // WCF adds the offset of its own clock, which does not change the instant.
          const match = /^\\?\/Date\((-?\d+)(?:[+-]\d{4})?\)\\?\/$/.exec(text.trim());
          return match === null ? undefined : { instant: Number(match[1]) };
        },
      };
  }
  const pattern = parseDatePattern(name);
  if (typeof pattern === 'string') return pattern;
  return {
    type: 'text',
    shows: pattern.shows,
    write: writerOf(dateParts(pattern)),
    matches: matchesDate(pattern),
    read: (text) => {
      const parts = readDate(pattern, text);
      return parts && { parts, wholeDay: false };
    },
  };
}

function written(parts: DateParts, localTime: number, offset: number): string {
  let text = '';
  for (const part of parts) text += part(localTime, offset);
  return text;
}

function ticksOf(milliseconds: number): string {
  return `${milliseconds - DOTNET_EPOCH_MS}0000`.replace(/^0+(?=\d)/, '');
}

/** A time without an offset is a local time of the zone that the placeholder names. */
function readIso(text: string): TimeReading | undefined {
  const time = readTime(text.trim());
  if (time === undefined || time.kind === 'instant') return time;
  const wholeDay = time.kind === 'date';
  const localTime = new Date(time.kind === 'date' ? time.midnight : time.localTime);
  const date = {
    year: localTime.getUTCFullYear(),
    month: localTime.getUTCMonth() + 1,
    day: localTime.getUTCDate(),
  };
  if (wholeDay) return { parts: date, wholeDay };
  const [hour, minute, second] = [
    localTime.getUTCHours(),
    localTime.getUTCMinutes(),
    localTime.getUTCSeconds(),
  ];
  return { parts: { ...date, hour, minute, second, millisecond: localTime.getUTCMilliseconds() }, wholeDay };
}

/**
 * A JSON number of this size is exact to 256 ticks only, so a value that is so much below a millisecond means the
 * millisecond.
 */
function readTicks(text: string): number {
  return Number((BigInt(text) + 256n) / TICKS_PER_MS) + DOTNET_EPOCH_MS;
}

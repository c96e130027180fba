import type { Clock } from '../lib/time/clock';
import {
  type ClockParts,
  matchesDate,
  parseDatePattern,
  partsOf,
  readDate,
  TOKENS_ALLOWED,
} from '../lib/time/date-pattern';
import { readTime, type Time } from '../lib/time/iso';
import { readJsonDate } from '../lib/time/lenient';
import { DOTNET_EPOCH_MS, TICKS_PER_MS } from '../lib/time/range-unit';
import { type DateParts, dateParts, isoDateParts, isoParts, offsetParts } from '../lib/time/write-date';
import type { ValueForm } from './value-forms';

/** Represents a time as it was read. A date alone means that the event lasts all day, but a date among parts does not. */
export type TimeReading = Time | { readonly kind: 'parts'; readonly parts: ClockParts };

/** Represents a form of a start or an end. */
export interface TimeForm extends ValueForm<TimeReading> {
  /** These are the parts of a time that the form shows. `instant` means all of them. */
  readonly shows: ReadonlySet<keyof ClockParts | 'instant'>;
  /** @param time milliseconds since 1970; for an all-day event the UTC midnight of its date */
  write(time: number, allDay: boolean): string;
  /** If this is true, its slashes are escaped in JSON, as .NET does for `\/Date(…)\/`. */
  readonly isEscaped?: boolean;
}

const WHOLE: TimeForm['shows'] = new Set(['instant']);
const DATE: TimeForm['shows'] = new Set(['year', 'month', 'day']);

const ISO_DATE = '\\d{4}-\\d\\d-\\d\\d';
const ISO_TIME = `${ISO_DATE}T\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?(?:Z|[+-]\\d\\d:\\d\\d)`;

const NAMED = ['iso', 'iso-utc', 'date', 'unix-ms', 'unix-s', 'ticks'] as const;
const JSON_DATES = ['json-date', 'json-date-zzz', 'json-date-escaped', 'json-date-zzz-escaped'] as const;
const AS_TEXT = ['unix-ms-text', 'unix-s-text', 'ticks-text'] as const;

export const FORMS_ALLOWED = `${[...NAMED, ...JSON_DATES, ...AS_TEXT].join(', ')}, or a date pattern of ${TOKENS_ALLOWED}`;

/**
 * Returns the form of a time placeholder.
 * @param name the text after the colon, or `undefined` for the form of the built-in formats
 * @param local true for local time of `clock`, false for UTC
 * @returns the form, or the problem with the name
 */
export function timeForm(name: string | undefined, local: boolean, clock: Clock): TimeForm | string {
  const instantOf = (time: number, allDay: boolean) => (local && allDay ? clock.startOfDay(time) : time);
  const offsetOf = (instant: number) => (local ? clock.offsetAt(instant) : 0);
  const numeric = (write: (milliseconds: number) => unknown, read: (text: string) => number): TimeForm => ({
    type: 'number',
    shows: WHOLE,
    write: (time, allDay) => String(write(instantOf(time, allDay))),
    matches: '-?\\d+',
    read: (given) => (/^-?\d+$/.test(given) ? { kind: 'instant', instant: read(given) } : undefined),
  });
  const isoForm = (zone: 'Z' | 'zzz'): TimeForm => {
    const isoPartsOf = isoParts(zone);
    return {
      type: 'text',
      shows: WHOLE,
      write: (time, allDay) => {
        const instant = instantOf(time, allDay);
        const offset = zone === 'Z' ? 0 : offsetOf(instant);
        return written(isoPartsOf(instant), instant + offset, offset);
      },
      matches: ISO_TIME,
      read: readTime,
    };
  };
  const iso = isoForm(local ? 'zzz' : 'Z');
  // An all-day event shows its own date, because the first instant of a day is not 00:00 where clocks skip midnight.
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
        ...iso,
        write: (time, allDay) => (allDay ? date : iso.write)(time, allDay),
        matches: `(?:${ISO_TIME}|${ISO_DATE})`,
      };
    case 'iso':
      return iso;
    case 'iso-utc':
      return isoForm('Z');
    case 'date':
      return {
        type: 'text',
        shows: DATE,
        write: date,
        matches: ISO_DATE,
        read: (text) => {
          const time = readTime(text);
          return time?.kind === 'date' ? { kind: 'parts', parts: partsOf(time.midnight, 'date') } : time;
        },
      };
    case 'unix-ms':
      return numeric((milliseconds) => milliseconds, Number);
    case 'unix-s':
      return numeric(
        (milliseconds) => Math.floor(milliseconds / 1000),
        (text) => Number(text) * 1000,
      );
    case 'ticks':
      // Ticks are those of a clock, which is why .NET's DateTime has a Kind beside them.
      return {
        ...numeric(ticksOf, readTicks),
        ...(local && {
          write: (time, allDay) => ticksOf(allDay ? time : time + offsetOf(time)),
          read: (given) =>
            /^-?\d+$/.test(given) ? { kind: 'local', localTime: readTicks(given) } : undefined,
        }),
      };
    case 'unix-ms-text':
    case 'unix-s-text':
    case 'ticks-text': {
      const form = timeForm(name.slice(0, -'-text'.length), local, clock);
      return typeof form === 'string' ? form : { ...form, type: 'text' };
    }
    case 'json-date':
    case 'json-date-zzz':
    case 'json-date-escaped':
    case 'json-date-zzz-escaped': {
      const offset = name.includes('zzz') ? writerOf(offsetParts()) : () => '';
      return {
        isEscaped: name.endsWith('escaped'),
        type: 'text',
        shows: WHOLE,
        write: (time, allDay) => `/Date(${instantOf(time, allDay)}${offset(time, allDay).replace(':', '')})/`,
        matches: '/Date\\(-?\\d+(?:[+-]\\d{4})?\\)/',
        read: readJsonDate,
      };
    }
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
      return parts && { kind: 'parts', parts };
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

/** JSON numbers of this size are exact only to 256 ticks. 256 ticks are added, so that none loses a millisecond. */
function readTicks(text: string): number {
  return Number((BigInt(text) + 256n) / TICKS_PER_MS) + DOTNET_EPOCH_MS;
}

import {
  type DateTimeParts,
  parseDatePattern,
  readDate,
  regExpSourceOf,
  TOKENS_ALLOWED,
} from '../lib/time/date-pattern';
import { readTime, type Time } from '../lib/time/iso';
import { readJsonDate } from '../lib/time/lenient';
import { DOTNET_EPOCH_MS, TICKS_PER_MS } from '../lib/time/range-unit';
import { dateWriter, isoWriter, patternWriter, type WriteDate } from '../lib/time/write-date';
import { type TimeZone, UTC } from '../lib/time/zones';
import type { ValueForm } from './value-forms';

/** Represents a time as it was read. The kind `date` means an all-day event. A date in `parts` does not mean it. */
export type TimeReading = Time | { readonly kind: 'parts'; readonly parts: DateTimeParts };

export interface TimeForm extends ValueForm<TimeReading> {
  /** This is true if the form shows a time of day, and nothing of a date. */
  readonly isClock?: boolean;
  /** @param time milliseconds since 1970; for an all-day event the UTC midnight of its date */
  write(time: number, allDay: boolean): string;
  /** If this is true, slashes are escaped in JSON, as .NET does in `\/Date(…)\/`. */
  readonly isEscaped?: boolean;
}

const ISO_DATE = '\\d{4}-\\d\\d-\\d\\d';
const LOCAL_TIME = `${ISO_DATE}T\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?`;
const ISO_TIME = `${LOCAL_TIME}(?:Z|[+-]\\d\\d:\\d\\d)`;

type Variant = [name: string, form: { readonly of: string } & Partial<TimeForm>];
/**
 * Maps a form's name to the form that it repeats with a change: the number is a text, or slashes are escaped. `date`
 * repeats its pattern without a change.
 */
const VARIANTS = new Map([
  ...['unix-ms', 'unix-s', 'ticks'].map((of): Variant => [`${of}-text`, { of, type: 'text' }]),
  ...['json-date', 'json-date-zzz'].map((of): Variant => [`${of}-escaped`, { of, isEscaped: true }]),
  ['date', { of: 'yyyy-MM-dd' }] satisfies Variant,
]);

/** An all-day event shows its own date, because the first instant of a day is not 00:00 where clocks skip midnight. */
function writerOf(zone: TimeZone, write: WriteDate): TimeForm['write'] {
  return (time, allDay) => {
    const offset = zone.offsetAt(allDay ? zone.startOfDay(time) : time);
    return write(allDay ? time : time + offset, offset);
  };
}

type MakeForm = () => TimeForm | string;

/** Returns a function for each name, which makes the form or returns the problem with the name. */
function namedForms(local: boolean, zone: TimeZone): ReadonlyMap<string | undefined, MakeForm> {
  const instantOf = (time: number, allDay: boolean) => (allDay ? zone.startOfDay(time) : time);
  const number = (write: TimeForm['write'], read: (text: string) => TimeReading): TimeForm => ({
    type: 'number',
    write,
    matches: '-?\\d+',
    read: (text) => (/^-?\d+$/.test(text) ? read(text) : undefined),
  });
  const unix = (unit: number) =>
    number(
      (time, allDay) => String(Math.floor(instantOf(time, allDay) / unit)),
      (text) => ({ kind: 'instant', instant: Number(text) * unit }),
    );
  const jsonDate = (offset: TimeForm['write']): TimeForm => ({
    type: 'text',
    write: (time, allDay) => `/Date(${instantOf(time, allDay)}${offset(time, allDay).replace(':', '')})/`,
    matches: '/Date\\(-?\\d+(?:[+-]\\d{4})?\\)/',
    read: readJsonDate,
  });
  const isoForm = (ending: 'Z' | 'zzz' | ''): TimeForm => {
    const write = isoWriter(ending);
    return {
      type: 'text',
      write: (time, allDay) => {
        const instant = instantOf(time, allDay);
        const offset = ending === 'Z' ? 0 : zone.offsetAt(instant);
        return write(instant + offset, offset);
      },
      matches: ending === '' ? LOCAL_TIME : ISO_TIME,
      read: readTime,
    };
  };
  const orDate = ({ write, matches, ...form }: TimeForm): TimeForm => {
    const date = writerOf(zone, patternWriter('yyyy-MM-dd'));
    return {
      ...form,
      write: (time, allDay) => (allDay ? date : write)(time, allDay),
      matches: `(?:${matches}|${ISO_DATE})`,
    };
  };
  const iso = () => isoForm(local ? 'zzz' : 'Z');
  return new Map<string | undefined, MakeForm>([
    // The built-in formats have this form, and so has a placeholder without a form.
    [undefined, () => orDate(iso())],
    ['iso', iso],
    ['iso-utc', () => isoForm('Z')],
    ['iso-local', () => (local ? orDate(isoForm('')) : 'iso-local needs @local')],
    ['unix-ms', () => unix(1)],
    ['unix-s', () => unix(1000)],
    // Ticks count the time of a clock, so .NET's DateTime has a Kind to say which clock.
    [
      'ticks',
      () =>
        number(
          (time, allDay) => ticksOf(allDay ? time : zone.localTimeOf(time)),
          (text) =>
            local
              ? { kind: 'local', localTime: readTicks(text) }
              : { kind: 'instant', instant: readTicks(text) },
        ),
    ],
    ['json-date', () => jsonDate(() => '')],
    ['json-date-zzz', () => jsonDate(writerOf(zone, patternWriter('zzz')))],
  ]);
}

export const TIME_FORM_NAMES: readonly string[] = [
  ...namedForms(true, UTC).keys(),
  ...VARIANTS.keys(),
].filter((name) => name !== undefined);

export const FORMS_ALLOWED = `${TIME_FORM_NAMES.join(', ')}, or a date pattern of ${TOKENS_ALLOWED}`;

/**
 * Returns the form of a time placeholder.
 * @param name the text after the colon, or `undefined` for the form of the built-in formats
 * @param local true for local time of `localZone`, false for UTC
 * @returns the form, or the problem with the name
 */
export function timeForm(name: string | undefined, local: boolean, localZone: TimeZone): TimeForm | string {
  const zone = local ? localZone : UTC;
  const make = namedForms(local, zone).get(name);
  if (make !== undefined) return make();
  const variant = VARIANTS.get(name ?? '');
  if (variant !== undefined) {
    const { of, ...changed } = variant;
    const form = timeForm(of, local, localZone);
    return typeof form === 'string' ? form : { ...form, ...changed };
  }
  const pattern = parseDatePattern(name ?? '');
  if (typeof pattern === 'string') return pattern;
  return {
    type: 'text',
    isClock: pattern.tokens.every((token) => typeof token === 'string' || token.side !== 'date'),
    write: writerOf(zone, dateWriter(pattern)),
    matches: regExpSourceOf(pattern),
    read: (text) => {
      const parts = readDate(pattern, text);
      return parts && { kind: 'parts', parts };
    },
  };
}

function ticksOf(milliseconds: number): string {
  return `${milliseconds - DOTNET_EPOCH_MS}0000`.replace(/^0+(?=\d)/, '');
}

/**
 * Returns the Unix milliseconds of ticks. In a JSON number ticks may be rounded by up to 256 ticks, so 256 ticks are
 * added. Otherwise a number that was rounded down could lose a millisecond.
 */
function readTicks(text: string): number {
  return Number((BigInt(text) + 256n) / TICKS_PER_MS) + DOTNET_EPOCH_MS;
}

/** Dates and times as people and spreadsheets write them: 3/1/2026 9:00 AM, 01.03.2026, 1 March 2026. */
import { existingDate, type Time } from './iso';

/** What comes first in 3/4/2026: `month` where a US program wrote it. */
export type DateOrder = 'month' | 'day';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const NUMERIC = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?!\d)/;
const YEAR_FIRST = /^(\d{4})([./])(\d{1,2})\2(\d{1,2})(?!\d)/;
const DAY_MONTH = /^(\d{1,2})(?:st|nd|rd|th)?[ -]([a-z]{3,9})\.?,?[ -](\d{4})(?!\d)/i;
const MONTH_DAY = /^([a-z]{3,9})\.?,? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?!\d)/i;
const WEEKDAY = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\.?,? /i;
/** SQL Server's milliseconds stand behind a colon: `7:00:00:000PM`. */
const CLOCK = /^(\d{1,2})(?::(\d\d)(?::(\d\d)(?:[.,:](\d{1,9}))?)?)?(?: ?([ap])\.?m\.?)?$/i;
const ZONE = / ?(?:Z|GMT|UTC|([+-])(\d\d):?(\d\d))$/i;

/** The numbers of a date whose order depends on who wrote it. */
export function numbersOf(text: string): readonly [number, number] | undefined {
  const match = NUMERIC.exec(text.trim());
  return match === null || match[2] === '.' ? undefined : [Number(match[1]), Number(match[3])];
}

/**
 * Reads a date, with a time of day or without. Dots mean that the day comes first; of slashes and dashes `order` must
 * tell. `undefined`: it is none, or nobody told.
 */
export function readWritten(given: string, order: DateOrder | undefined): Time | undefined {
  const text = plain(given).replace(WEEKDAY, '');
  const found = dateOf(text, order);
  if (found?.midnight === undefined) return undefined;
  const { midnight, length } = found;
  const rest = text.slice(length);
  if (rest.trim() === '') return { kind: 'date', midnight };
  const time = /^(?:,? (?:at )?|T)(.*)$/i.exec(rest)?.[1];
  if (time === undefined) return undefined;
  const zone = ZONE.exec(time);
  const clock = readClock(zone === null ? time : time.slice(0, zone.index));
  if (clock === undefined) return undefined;
  const wall = midnight + clock;
  if (zone === null) return { kind: 'wall', wall };
  const [, sign, hours = '0', minutes = '0'] = zone;
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return { kind: 'instant', instant: wall - (sign === '-' ? -offset : offset) };
}

/** Milliseconds since midnight of `9:00 AM`, `09:00` or `21:00:00`, of finer ones the whole milliseconds. */
export function readClock(given: string): number | undefined {
  const match = CLOCK.exec(plain(given));
  if (match === null) return undefined;
  const [, hours, minutes, seconds = '0', fraction = '', half] = match;
  if (minutes === undefined && half === undefined) return undefined;
  if (Number(minutes ?? 0) > 59 || Number(seconds) > 59) return undefined;
  const hour = half === undefined ? Number(hours) : hourOf(Number(hours), half);
  if (hour === undefined || hour > 23) return undefined;
  const fine = Number(fraction.slice(0, 3).padEnd(3, '0'));
  return ((hour * 60 + Number(minutes ?? 0)) * 60 + Number(seconds)) * 1000 + fine;
}

const SPAN = /^(.*\S)\s*(?:[-–—]|\b(?:to|bis|until)\b)\s*(\S.*)$/i;
const HALF = /[ap]\.?m/i;
/** `09:00:00.000000000 a.m. until 10:00:00.000000000 a.m.` */
const LONGEST_SPAN = 64;

/** The two times of day of `9:00 AM - 10:30 AM` and `09:00–10:30`, as `readClock` reads them. */
export function readSpan(given: string): { readonly from: number; readonly to: number } | undefined {
  if (given.length > LONGEST_SPAN) return undefined;
  const [, first = '', last = ''] = SPAN.exec(plain(given)) ?? [];
  // Of `7:00 - 9:00 PM` nobody knows whether it begins in the morning.
  if (HALF.test(first) !== HALF.test(last)) return undefined;
  const [from, to] = [readClock(first), readClock(last)];
  return from === undefined || to === undefined ? undefined : { from, to };
}

/** 12 AM is midnight. */
export function hourOf(twelve: number, half: string): number | undefined {
  if (twelve < 1 || twelve > 12) return undefined;
  return (twelve % 12) + (/^p/i.test(half) ? 12 : 0);
}

/** Newer programs put other blanks before AM and PM (CLDR 42), and SQL Server several: `Mar  1 2026  7:00PM`. */
function plain(text: string): string {
  return text.replace(/[\s\u00a0\u202f]+/g, ' ').trim();
}

function dateOf(text: string, order: DateOrder | undefined) {
  const year = YEAR_FIRST.exec(text);
  if (year !== null) return dated(year, Number(year[1]), Number(year[3]), Number(year[4]));
  const numeric = NUMERIC.exec(text);
  if (numeric !== null) {
    const [, first, separator, second, last] = numeric;
    const which = separator === '.' ? 'day' : order;
    if (which === undefined) return undefined;
    const [day, month] = which === 'day' ? [first, second] : [second, first];
    return dated(numeric, Number(last), Number(month), Number(day));
  }
  const dayMonth = DAY_MONTH.exec(text);
  if (dayMonth !== null)
    return dated(dayMonth, Number(dayMonth[3]), monthOf(dayMonth[2]), Number(dayMonth[1]));
  const monthDay = MONTH_DAY.exec(text);
  if (monthDay !== null)
    return dated(monthDay, Number(monthDay[3]), monthOf(monthDay[1]), Number(monthDay[2]));
  return undefined;
}

function dated([{ length }]: RegExpExecArray, year: number, month: number, day: number) {
  return { midnight: existingDate(year, month, day), length };
}

/** 0 for what is no month: no date has that. */
function monthOf(name = ''): number {
  const known =
    /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/i;
  return known.test(name) ? MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1 : 0;
}

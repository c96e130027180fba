/** Reads dates and times that people and spreadsheets write: 3/1/2026 9:00 AM, 01.03.2026, 1 March 2026. */
import { MONTH_NAMES } from './dates';
import { existingDate, hourOf, offsetMs, type Time, timeOfDayMs } from './iso';

/** This part of a date comes first in 3/4/2026. US programs write the month first. */
export type DateOrder = 'month' | 'day';

const NUMERIC = /^(?<first>\d{1,2})(?<sign>[./-])(?<second>\d{1,2})\k<sign>(?<year>\d{4})(?!\d)/;
const DATES = [
  /^(?<year>\d{4})(?<sign>[./-])(?<month>\d{1,2})\k<sign>(?<day>\d{1,2})(?!\d)/,
  NUMERIC,
  /^(?<day>\d{1,2})(?:st|nd|rd|th)?[ -](?<name>[a-z]{3,9})\.?,?[ -](?<year>\d{4})(?!\d)/i,
  /^(?<name>[a-z]{3,9})\.?,? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})(?!\d)/i,
];
const WEEKDAY = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\.?,? /i;
/** SQL Server writes milliseconds after a colon: `7:00:00:000PM`. */
const CLOCK = /^(\d{1,2})(?::(\d\d)(?::(\d\d)(?:[.,:](\d{1,9}))?)?)?(?: ?([ap])\.?m\.?)?$/i;
const ZONE = / ?(?:Z|GMT|UTC|([+-]\d\d:?\d\d))$/i;

/**
 * Returns the first two numbers of a date such as 3/4/2026, or `undefined` for any other text. Which of the two is the
 * day depends on who wrote the date.
 */
export function firstTwoNumbers(text: string): readonly [number, number] | undefined {
  const { first, sign, second } = NUMERIC.exec(text.trim())?.groups ?? {};
  return sign === undefined || sign === '.' ? undefined : [Number(first), Number(second)];
}

/**
 * Returns the order that dates such as 3/14/2026 prove, because a number above 12 must be a day.
 * @returns `undefined` if no date proves an order, or dates prove both orders
 */
export function provenOrder(texts: readonly string[]): DateOrder | undefined {
  const pairs = texts.map(firstTwoNumbers).filter((pair) => pair !== undefined);
  const isDayFirst = pairs.some(([first]) => first > 12);
  const isMonthFirst = pairs.some(([, second]) => second > 12);
  if (isDayFirst === isMonthFirst) return undefined;
  return isDayFirst ? 'day' : 'month';
}

/**
 * Reads a date with or without a time of day. If dots separate the numbers, the day comes first. With slashes and
 * dashes `order` decides. Returns `undefined` if the text is not a date or the order is unknown.
 */
export function readHumanDate(given: string, order: DateOrder | undefined): Time | undefined {
  const text = plain(given).replace(WEEKDAY, '');
  const found = dateOf(text, order);
  if (found?.midnight === undefined) return undefined;
  const { midnight, length } = found;
  const rest = text.slice(length);
  if (rest === '') return { kind: 'date', midnight };
  const time = /^(?:,? (?:at )?|T)(.*)$/i.exec(rest)?.[1];
  if (time === undefined) return undefined;
  const zone = ZONE.exec(time);
  const clock = readTimeOfDay(zone === null ? time : time.slice(0, zone.index));
  if (clock === undefined) return undefined;
  const localTime = midnight + clock;
  if (zone === null) return { kind: 'local', localTime };
  const offset = offsetMs(zone[1] ?? 'Z');
  return offset === undefined ? undefined : { kind: 'instant', instant: localTime - offset };
}

/**
 * Returns the milliseconds since midnight of `9:00 AM`, `09:00` or `21:00:00`, or `undefined` for any other text.
 * Digits after milliseconds are dropped.
 */
export function readTimeOfDay(given: string): number | undefined {
  const match = CLOCK.exec(plain(given));
  if (match === null) return undefined;
  const [, hours, minutes, seconds = '0', fraction = '', amPm] = match;
  if (minutes === undefined && amPm === undefined) return undefined;
  const hour = amPm === undefined ? Number(hours) : hourOf(Number(hours), amPm);
  return hour === undefined ? undefined : timeOfDayMs(hour, Number(minutes ?? 0), Number(seconds), fraction);
}

/**
 * Replaces each run of white space with one space. Newer programs write special spaces before AM and PM (CLDR 42), and
 * SQL Server writes several spaces: `Mar  1 2026  7:00PM`.
 */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function dateOf(text: string, order: DateOrder | undefined) {
  const match = DATES.reduce<RegExpExecArray | null>((found, pattern) => found ?? pattern.exec(text), null);
  if (match === null) return undefined;
  const { year, first, sign, second, name, month = monthOf(name), day } = match.groups ?? {};
  const midnightOf = (which?: string | number, number?: string) =>
    existingDate(Number(year), Number(which), Number(number));
  const { length } = match[0];
  if (first === undefined) return { midnight: midnightOf(month, day), length };
  const known = sign === '.' ? 'day' : order;
  if (known === undefined) return undefined;
  return { midnight: known === 'day' ? midnightOf(second, first) : midnightOf(first, second), length };
}

/** Returns 1 to 12 for the first letters of a month's name, or 0 for another word. No date has the month 0. */
function monthOf(name = ''): number {
  return MONTH_NAMES.findIndex((month) => month.toLowerCase().startsWith(name.toLowerCase())) + 1;
}

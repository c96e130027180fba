/**
 * Reads and writes .NET's custom date patterns with English names, such as `dd/MM/yyyy HH:mm`. Microsoft Learn
 * describes them in "Custom date and time format strings".
 */

import { escapeRegExp } from '../text/regexp';
import { DAY_NAMES, MONTH_NAMES } from './dates';
import { existingDate, hourOf, offsetMs, type Time, timeOfDayMs } from './iso';

/**
 * Represents the parts of a time that a pattern shows. `month` is 1 to 12. `offset` is in milliseconds, and positive to
 * the east.
 */
export interface DateTimeParts {
  year?: number;
  month?: number;
  day?: number;
  hour?: number;
  /** The hour is 1 to 12, and `amPm` says which half of the day it is in. */
  hour12?: number;
  amPm?: 'AM' | 'PM';
  minute?: number;
  second?: number;
  millisecond?: number;
  offset?: number;
}

/** A token shows a part of the date, of the time of day or of the offset. */
export type Side = 'date' | 'clock' | 'offset';

interface Token {
  readonly side: Side;
  /** The token shows this part of a time. A weekday has no part. */
  readonly part?: keyof DateTimeParts;
  /**
   * Returns the text of the token.
   * @param local the local time as if it were UTC
   * @param offset its offset from UTC in milliseconds
   */
  write(local: Date, offset: number): string;
  /** This regular expression without groups matches every text that the token writes. */
  readonly matches: string;
  read(text: string, parts: DateTimeParts): void;
}

export interface DatePattern {
  readonly tokens: readonly (string | Token)[];
  /** The pattern shows these parts. Callers check whether the parts are enough for a date or a time of day. */
  readonly shows: ReadonlySet<keyof DateTimeParts>;
  /** The expression matches every text that the pattern writes. It has a group for each token. */
  readonly expression: RegExp;
}

const short = (names: readonly string[]) => names.map((name) => name.slice(0, 3));

const pad = (number: number, digits: number) => String(number).padStart(digits, '0');

type NumberPart = Exclude<keyof DateTimeParts, 'amPm' | 'offset'>;

function number(part: NumberPart, digits: 1 | 2 | 3 | 4, of: (local: Date) => number): Token {
  return {
    side: part === 'year' || part === 'month' || part === 'day' ? 'date' : 'clock',
    part,
    write: (local) => pad(of(local), digits),
    matches: digits === 1 ? '\\d{1,2}' : `\\d{${digits}}`,
    read: (text, parts) => {
      parts[part] = Number(text);
    },
  };
}

function name(names: readonly string[], of: (local: Date) => number, part?: 'month'): Token {
  return {
    side: 'date',
    ...(part !== undefined && { part }),
    write: (local) => names[of(local)] ?? '',
    matches: `(?:${names.join('|')})`,
    read: (text, parts) => {
      const index = names.findIndex((one) => one.toLowerCase() === text.toLowerCase());
      if (part !== undefined) parts[part] = index + 1;
    },
  };
}

const twelve = (local: Date) => local.getUTCHours() % 12 || 12;

const TOKENS: Readonly<Record<string, Token>> = {
  yyyy: number('year', 4, (local) => local.getUTCFullYear()),
  yy: {
    ...number('year', 2, (local) => local.getUTCFullYear() % 100),
    // Years from 50 on are in the 20th century, because .NET's TwoDigitYearMax is 2049.
    read: (text, parts) => {
      parts.year = Number(text) + (Number(text) < 50 ? 2000 : 1900);
    },
  },
  MMMM: name(MONTH_NAMES, (local) => local.getUTCMonth(), 'month'),
  MMM: name(short(MONTH_NAMES), (local) => local.getUTCMonth(), 'month'),
  MM: number('month', 2, (local) => local.getUTCMonth() + 1),
  M: number('month', 1, (local) => local.getUTCMonth() + 1),
  dddd: name(DAY_NAMES, (local) => local.getUTCDay()),
  ddd: name(short(DAY_NAMES), (local) => local.getUTCDay()),
  dd: number('day', 2, (local) => local.getUTCDate()),
  d: number('day', 1, (local) => local.getUTCDate()),
  HH: number('hour', 2, (local) => local.getUTCHours()),
  H: number('hour', 1, (local) => local.getUTCHours()),
  hh: number('hour12', 2, twelve),
  h: number('hour12', 1, twelve),
  mm: number('minute', 2, (local) => local.getUTCMinutes()),
  m: number('minute', 1, (local) => local.getUTCMinutes()),
  ss: number('second', 2, (local) => local.getUTCSeconds()),
  s: number('second', 1, (local) => local.getUTCSeconds()),
  fff: number('millisecond', 3, (local) => local.getUTCMilliseconds()),
  tt: {
    side: 'clock',
    part: 'amPm',
    write: (local) => (local.getUTCHours() < 12 ? 'AM' : 'PM'),
    matches: '(?:AM|PM)',
    read: (text, parts) => {
      parts.amPm = text.toUpperCase() === 'AM' ? 'AM' : 'PM';
    },
  },
  zzz: {
    side: 'offset',
    part: 'offset',
    write: (_localTime, offset) => offsetText(offset),
    matches: '[+-](?:[01]\\d|2[0-3]):[0-5]\\d',
    read: (text, parts) => {
      parts.offset = offsetMs(text) ?? 0;
    },
  },
};

export const TOKENS_ALLOWED = `${Object.keys(TOKENS).join(' ')}, 'quoted' text and \\x`;

/** Parses a pattern. @returns the pattern, or the end of a sentence that says what is wrong with it */
export function parseDatePattern(text: string): DatePattern | string {
  const tokens: (string | Token)[] = [];
  const shows = new Set<keyof DateTimeParts>();
  for (const [part] of text.matchAll(/'[^']*'|\\[\s\S]|([A-Za-z])\1*|[\s\S]/g)) {
    if (part.startsWith("'")) tokens.push(part.slice(1, -1));
    else if (part.startsWith('\\')) tokens.push(part.slice(1));
    else if (/^[A-Za-z]/.test(part) && part !== 'T' && part !== 'Z') {
      const token = Object.hasOwn(TOKENS, part) ? TOKENS[part] : undefined;
      if (token === undefined) return `has ${JSON.stringify(part)}, which is not part of a date pattern`;
      tokens.push(token);
      if (token.part !== undefined) shows.add(token.part);
    } else if (part === '"' || part === '%') {
      return `has ${part}, which must be quoted`;
    } else tokens.push(part);
  }
  if (tokens.every((token) => typeof token === 'string')) return 'contains no part of a date';
  const source = tokens.map((token) =>
    typeof token === 'string' ? escapeRegExp(token) : `(${token.matches})`,
  );
  return { tokens, shows, expression: new RegExp(`^${source.join('')}$`, 'i') };
}

/** Returns the source of a regular expression without groups that matches what the pattern writes. */
export function regExpSourceOf({ tokens }: DatePattern): string {
  return tokens.map((token) => (typeof token === 'string' ? escapeRegExp(token) : token.matches)).join('');
}

/** Returns the parts of a text that the pattern wrote, or `undefined` for any other text. */
export function readDate({ tokens, expression }: DatePattern, text: string): DateTimeParts | undefined {
  const readers = tokens.filter((token) => typeof token !== 'string');
  const match = expression.exec(text);
  if (match === null) return undefined;
  const parts: DateTimeParts = {};
  readers.forEach((token, index) => {
    token.read(match[index + 1] ?? '', parts);
  });
  return parts;
}

/** Writes an offset as `+01:00`. The seconds of old local mean times are dropped, because .NET has none. */
function offsetText(offset: number): string {
  const minutes = Math.trunc(Math.abs(offset) / 60_000);
  return `${offset < 0 ? '-' : '+'}${pad(Math.trunc(minutes / 60), 2)}:${pad(minutes % 60, 2)}`;
}

/** Combines parts to a time. Returns `undefined` without a complete date, or if the date or time does not exist. */
export function timeOfParts(parts: DateTimeParts): Time | undefined {
  const { year, month, day, hour, hour12, amPm, minute = 0, second = 0, millisecond = 0, offset } = parts;
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const midnight = existingDate(year, month, day);
  if (midnight === undefined) return undefined;
  if (hour === undefined && hour12 === undefined) return { kind: 'date', midnight };
  const hour24 = hour ?? (amPm === undefined ? undefined : hourOf(hour12 ?? 0, amPm));
  const clock = hour24 === undefined ? undefined : timeOfDayMs(hour24, minute, second);
  if (clock === undefined) return undefined;
  const local = midnight + clock + millisecond;
  return offset === undefined
    ? { kind: 'local', localTime: local }
    : { kind: 'instant', instant: local - offset };
}

/** Returns the parts of a local time, of its date alone, or of its time of day alone. */
export function partsOf(localTime: number, kind: 'date' | 'clock' | 'local'): DateTimeParts {
  const date = new Date(localTime);
  const day = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
  if (kind === 'date') return day;
  const [hour, minute, second] = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()];
  const clock = { hour, minute, second, millisecond: date.getUTCMilliseconds() };
  return kind === 'clock' ? clock : { ...day, ...clock };
}

/** Finds the date patterns that could have written a text. */
import { DAY_NAMES, MONTH_NAMES } from '../../lib/time/dates';

const TOKENS =
  /\d{1,4}([-./])\d{1,2}\1\d{1,4}|\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?)?|[+-]\d\d:\d\d$|\d+|[A-Za-z]+|[^A-Za-z\d]/g;

const longOrShort = (names: readonly string[]) =>
  new RegExp(`^(?:${names.flatMap((name) => [name, name.slice(0, 3)]).join('|')})$`, 'i');

const WEEKDAY = longOrShort(DAY_NAMES);
const MONTH = longOrShort(MONTH_NAMES);
/** Maps a number of digits to the pattern of a date or time that is written without separators. */
const COMPACT: ReadonlyMap<number, string> = new Map([
  [4, 'yyyy'],
  [6, 'HHmmss'],
  [8, 'yyyyMMdd'],
  [12, 'yyyyMMddHHmm'],
  [14, 'yyyyMMddHHmmss'],
]);
/** Access and OLE Automation, SQL Server and .NET write these dates before a time of day that has no date. */
const DAYLESS =
  /^(30\.12\.1899|12\/30\/1899|30\/12\/1899|1899-12-30|(?:1900|0001)-01-01|0?1([./])0?1\2(?:1900|0001))([ T])/;

/** A text with more characters than this is a sentence, not a time. */
const MAX_TIME_LENGTH = 40;

/** Returns the patterns that could have written a text, or none if the text is not a date or time. */
export function patternsOf(given: string): readonly string[] {
  const [, day = '', , gap = ''] = DAYLESS.exec(given) ?? [];
  const text = given.slice(day.length + gap.length);
  if (text.length > MAX_TIME_LENGTH) return [];
  const isHalf = /\d ?[ap]m\b/i.test(text);
  let patterns: readonly string[] = [day === '' ? '' : `'${day}${gap}'`];
  for (const { 0: token, index } of text.matchAll(TOKENS)) {
    const isHour = /^\d\d? ?[ap]m\b/i.test(text.slice(index));
    const written = isHour ? digits('h', token) : optionsOf(token, isHalf);
    patterns = patterns.flatMap((pattern) => written.map((one) => pattern + one));
  }
  return patterns;
}

function optionsOf(token: string, isHalf: boolean): readonly string[] {
  const date = /^(\d+)([-./])(\d+)\2(\d+)$/.exec(token);
  if (date !== null) return dateOptions(date);
  const clock = /^(\d+):\d\d(:\d\d)?(?:([.,])(\d+))?$/.exec(token);
  if (clock !== null) {
    const [, hour = '', seconds = '', sign = '', fraction = ''] = clock;
    const rest = `:mm${seconds === '' ? '' : ':ss'}${fractionOf(sign, fraction)}`;
    return digits(isHalf ? 'h' : 'H', hour).map((one) => one + rest);
  }
  if (/^[+-]\d\d:\d\d$/.test(token)) return ['zzz'];
  if (/^\d/.test(token)) {
    const whole = COMPACT.get(token.length);
    return whole === undefined ? digits('d', token) : [whole];
  }
  if (WEEKDAY.test(token)) return [token.length > 3 ? 'dddd' : 'ddd'];
  if (MONTH.test(token)) return token.length > 3 ? ['MMMM'] : ['MMM', 'MMMM'];
  if (/^[AP]M$/i.test(token)) return ['tt'];
  if (/^[A-Za-z]/.test(token)) return /^[TZ]$/.test(token) ? [token] : [`'${token}'`];
  return [/["'%\\]/.test(token) ? `\\${token}` : token];
}

function dateOptions([, first = '', sign = '', second = '', third = '']: RegExpExecArray): readonly string[] {
  const joined = (...parts: readonly string[]) => parts.join(sign);
  const both = (one: 'd' | 'M', other: 'd' | 'M', a: string, b: string) =>
    isPart(one, a) && isPart(other, b)
      ? digits(one, a).flatMap((x) => digits(other, b).map((y) => [x, y] as const))
      : [];
  if (first.length === 4) return both('M', 'd', second, third).map(([x, y]) => joined('yyyy', x, y));
  const year = third.length === 4 ? 'yyyy' : 'yy';
  const dayFirst = both('d', 'M', first, second).map(([x, y]) => joined(x, y, year));
  // If dots separate the numbers, the day comes first. An import reads such dates in the same way.
  if (sign === '.') return dayFirst;
  return [...dayFirst, ...both('M', 'd', first, second).map(([x, y]) => joined(x, y, year))];
}

const isPart = (letter: 'd' | 'M', text: string) => Number(text) <= (letter === 'd' ? 31 : 12);

/**
 * Returns the pattern of a fraction of a second. Databases may write more than three digits, which are finer than a
 * millisecond.
 */
function fractionOf(sign: string, fraction: string): string {
  if (/^0{0,2}$/.test(fraction)) return fraction === '' ? '' : `'${sign}${fraction}'`;
  const rest = fraction.slice(3);
  return `${sign}fff${/^0+$/.test(rest) ? `'${rest}'` : ''}`;
}

/**
 * Returns the patterns of a number. A single digit shows that numbers have no leading zeros. Two digits without a
 * leading zero show nothing.
 */
function digits(letter: string, text: string): readonly string[] {
  if (text.length === 1) return [letter];
  return text.startsWith('0') ? [letter + letter] : [letter + letter, letter];
}

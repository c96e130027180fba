/** The .NET patterns that may have written a text, which its values then prove or refute. */

const PIECES =
  /\d{1,4}([-./])\d{1,2}\1\d{1,4}|\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?)?|[+-]\d\d:\d\d$|\d+|[A-Za-z]+|[^A-Za-z\d]/g;

const WEEKDAY = /^(?:Sun|Mon|Tue|Wed|Thu|Fri|Sat)(?:day|sday|nesday|rsday|urday)?$/i;
const MONTH =
  /^(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(?:uary|ruary|ch|il|e|y|ust|tember|ober|ember)?$/i;
/** A date without its signs, with a time of day or without. */
const COMPACT: ReadonlyMap<number, string> = new Map([
  [8, 'yyyyMMdd'],
  [12, 'yyyyMMddHHmm'],
  [14, 'yyyyMMddHHmmss'],
]);
/** The day that Access and OLE Automation write with a time of day. */
const DAYLESS = /^(30\.12\.1899|12\/30\/1899|30\/12\/1899|1899-12-30)([ T])/;

/** Longer texts are sentences. */
const LONGEST = 40;

/** A text without a digit or with words of a language is written by none. */
export function patternsOf(given: string): readonly string[] {
  const [, day = '', gap = ''] = DAYLESS.exec(given) ?? [];
  const text = given.slice(day.length + gap.length);
  if (text.length > LONGEST || !/\d/.test(text)) return [];
  const isHalf = /\d ?[ap]m\b/i.test(text);
  let patterns: readonly string[] = [day === '' ? '' : `'${day}${gap}'`];
  for (const [piece] of text.matchAll(PIECES)) {
    const written = optionsOf(piece, isHalf);
    patterns = patterns.flatMap((pattern) => written.map((one) => pattern + one));
  }
  return patterns;
}

function optionsOf(piece: string, isHalf: boolean): readonly string[] {
  const date = /^(\d+)([-./])(\d+)\2(\d+)$/.exec(piece);
  if (date !== null) return dateOptions(date);
  const clock = /^(\d+):\d\d(:\d\d)?(?:([.,])(\d+))?$/.exec(piece);
  if (clock !== null) {
    const [, hour = '', seconds = '', sign = '', fraction = ''] = clock;
    const rest = `:mm${seconds === '' ? '' : ':ss'}${fractionOf(sign, fraction)}`;
    return digits(isHalf ? 'h' : 'H', hour).map((one) => one + rest);
  }
  if (/^[+-]\d\d:\d\d$/.test(piece)) return ['zzz'];
  if (/^\d/.test(piece)) {
    const whole = COMPACT.get(piece.length) ?? { 4: 'yyyy', 6: 'HHmmss' }[piece.length];
    return whole === undefined ? digits('d', piece) : [whole];
  }
  if (WEEKDAY.test(piece)) return [piece.length > 3 ? 'dddd' : 'ddd'];
  if (MONTH.test(piece)) return piece.length > 3 ? ['MMMM'] : ['MMM', 'MMMM'];
  if (/^[AP]M$/i.test(piece)) return ['tt'];
  if (/^[A-Za-z]/.test(piece)) return /^[TZ]$/.test(piece) ? [piece] : [`'${piece}'`];
  return [/["'%\\]/.test(piece) ? `\\${piece}` : piece];
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
  // Dots mean that the day comes first, to import as well.
  if (sign === '.') return dayFirst;
  return [...dayFirst, ...both('M', 'd', first, second).map(([x, y]) => joined(x, y, year))];
}

const isPart = (letter: 'd' | 'M', text: string) =>
  Number(text) > 0 && Number(text) <= (letter === 'd' ? 31 : 12);

/** Databases write more digits than milliseconds have. */
function fractionOf(sign: string, fraction: string): string {
  if (/^0{0,2}$/.test(fraction)) return fraction === '' ? '' : `'${sign}${fraction}'`;
  const rest = fraction.slice(3);
  return `${sign}fff${/^0+$/.test(rest) ? `'${rest}'` : ''}`;
}

/** A digit alone says that there are no zeros in front; of two without a zero either is possible. */
function digits(letter: string, text: string): readonly string[] {
  if (text.length === 1) return [letter];
  return text.startsWith('0') ? [letter + letter] : [letter + letter, letter];
}

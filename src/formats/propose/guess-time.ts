/** Guesses the form of a placeholder from the dates of an old answer. */

const TIME = '(?:[T ]|, )\\d{1,2}:\\d\\d';

/**
 * What stands after the field's name: `:json-date`, `@local:dd/MM/yyyy HH:mm`.
 * @param values of one member in several events: where day and month could be either, one past 12 decides
 * @returns `undefined` when they look like no date
 */
export function guessTimeForm(values: readonly unknown[]): string | undefined {
  const [value] = values;
  if (typeof value === 'number') return countForm(Math.abs(value));
  if (typeof value !== 'string') return undefined;
  const texts = values.filter((one) => typeof one === 'string');
  if (/^\\?\/Date\(-?\d+/.test(value)) return ':json-date';
  const compact = COMPACT.exec(value);
  if (compact !== null) return compactForm(compact);
  if (/^-?\d{9,}$/.test(value)) return `${countForm(Math.abs(Number(value)))}-text`;
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return texts.some((one) => one.includes('T')) ? '' : ':date';
  const iso = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.exec(value);
  if (iso !== null) {
    const [local, zone] = iso[1] === 'Z' ? ['', 'Z'] : ['@local', 'zzz'];
    // JavaScript writes milliseconds everywhere, where `iso` leaves none.
    const isFine = texts.every((one) => /T\d\d:\d\d:\d\d\.\d{3}(?!\d)/.test(one));
    return `${local}:${isFine ? `yyyy-MM-ddTHH:mm:ss.fff${zone}` : 'iso'}`;
  }
  const pattern = datePattern(value, texts);
  if (pattern === undefined) return undefined;
  return /(?:GMT|UTC|Z)$/.test(value) ? `:${pattern}` : `@local:${pattern}`;
}

/** `20260301`, `20260301190000` and `20260301T190000Z`, as calendars write them. */
const COMPACT = /^(?:19|20)\d\d[01]\d[0-3]\d(?:(T?)[0-2]\d[0-5]\d([0-5]\d)?(Z?))?$/;

function compactForm([text, t, seconds, zone]: RegExpExecArray): string {
  if (text.length === 'yyyyMMdd'.length) return '@local:yyyyMMdd';
  return `${zone === 'Z' ? '' : '@local'}:yyyyMMdd${t}HHmm${seconds === undefined ? '' : 'ss'}${zone}`;
}

/** Where the time of day stands apart, databases write the day as the midnight on which it begins. */
const MIDNIGHT = /[T ]00:00(?::00(?:\.0+)?)?$/;

/** As `guessTimeForm`, of values whose time of day stands elsewhere; `undefined` when one says a time of day itself. */
export function guessDateForm(values: readonly unknown[]): string | undefined {
  const texts = values.filter((one) => typeof one === 'string');
  const [midnight = ''] = MIDNIGHT.exec(texts[0] ?? '') ?? [];
  if (texts.length < values.length || texts.some((one) => !one.endsWith(midnight))) return undefined;
  const dates = texts.map((one) => one.slice(0, one.length - midnight.length));
  if (dates.some((one) => /\d:\d\d/.test(one))) return undefined;
  const form = guessTimeForm(dates);
  const pattern = form === ':date' ? 'yyyy-MM-dd' : /^@local:(.*)$/.exec(form ?? '')?.[1];
  if (pattern === undefined) return undefined;
  return midnight === '' ? `@local:${form === ':date' ? 'date' : pattern}` : `@local:${pattern}'${midnight}'`;
}

const CLOCK = /^(\d{1,2}):\d\d(:\d\d)?( ?[AP]M)?$/i;

/** The same of values that are a time of day alone: `@local:HH:mm`. */
export function guessClockForm(values: readonly unknown[]): string | undefined {
  const clocks = values.map((one) => (typeof one === 'string' ? CLOCK.exec(one) : null));
  const [first] = clocks;
  if (!first || clocks.some((one) => one === null || !one[2] !== !first[2] || !one[3] !== !first[3]))
    return undefined;
  const hour = clocks.some((one) => one?.[1]?.length === 1) ? 1 : 2;
  const half = first[3] === undefined ? '' : `${first[3].slice(0, -2)}tt`;
  return `@local:${(half === '' ? 'H' : 'h').repeat(hour)}:mm${first[2] === undefined ? '' : ':ss'}${half}`;
}

function countForm(value: number): string | undefined {
  if (value >= 1e16) return ':ticks';
  if (value >= 1e11) return ':unix-ms';
  return value >= 1e8 ? ':unix-s' : undefined;
}

const PIECES: readonly (readonly [RegExp, string | ((piece: string) => string)])[] = [
  [/^(?:Sun|Mon|Tues|Wednes|Thurs|Fri|Satur)day/i, 'dddd'],
  [/^(?:Sun|Mon|Tue|Wed|Thu|Fri|Sat)(?![a-z])/i, 'ddd'],
  [/^(?:January|February|March|April|June|July|August|September|October|November|December)/i, 'MMMM'],
  [/^(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(?![a-z])/i, 'MMM'],
  [/^[AP]M/i, 'tt'],
  [/^[+-]\d\d:\d\d$/, 'zzz'],
  [/^[A-Za-z]+/, (piece) => (piece === 'T' ? 'T' : `'${piece}'`)],
];

/** A .NET pattern that writes such a date, or `undefined` when its parts are not known. */
function datePattern(value: string, texts: readonly string[]): string | undefined {
  const numeric = /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})/.exec(value);
  const date = numeric === null ? undefined : numericDate(numeric, texts);
  let rest = numeric === null ? value : value.slice(numeric[0].length);
  let pattern = date ?? '';
  const half = /[AP]M/i.test(value);
  const hasMonth = /[A-Za-z]{3}/.test(value);
  if (date === undefined && !hasMonth) return undefined;
  while (rest !== '') {
    const time = /^(\d{1,2}):(\d\d)(:\d\d)?(?:(\.\d{3})(\d*))?/.exec(rest);
    const year = /^\d{4}(?!\d)/.exec(rest);
    const day = /^\d{1,2}(?![\d:])/.exec(rest);
    const named = PIECES.find(([expression]) => expression.test(rest));
    const [piece, written] =
      time !== null
        ? [
            time[0],
            `${digits(half ? 'h' : 'H', time[1])}:mm${time[3] ? ':ss' : ''}${time[4] ? '.fff' : ''}${time[5] ? `'${time[5]}'` : ''}`,
          ]
        : year !== null
          ? [year[0], 'yyyy']
          : day !== null
            ? [day[0], digits('d', day[0])]
            : named !== undefined
              ? pieceOf(named, rest)
              : [rest.slice(0, 1), rest.slice(0, 1)];
    pattern += written;
    rest = rest.slice(piece.length);
  }
  const known = ['y', 'M', 'd'].every((letter) => pattern.includes(letter));
  return known && new RegExp(`^\\d|${TIME}|[A-Za-z]`).test(value) ? pattern : undefined;
}

function pieceOf([expression, written]: (typeof PIECES)[number], rest: string): readonly [string, string] {
  const [piece = ''] = expression.exec(rest) ?? [];
  return [piece, typeof written === 'string' ? written : written(piece)];
}

/** A digit too few says that there are no zeros in front. */
const digits = (letter: string, text = '') => (text.length === 1 ? letter : letter + letter);

function numericDate(
  [, first = '', separator = '', second = '', third = '']: RegExpExecArray,
  texts: readonly string[],
) {
  if (first.length === 4) return ['yyyy', digits('M', second), digits('d', third)].join(separator);
  const all = texts.map((text) => /^(\d{1,2})[./-](\d{1,2})/.exec(text));
  const short = all.some((match) => match?.[1]?.length === 1 || match?.[2]?.length === 1) ? 1 : 2;
  const [day, month] = ['d'.repeat(short), 'M'.repeat(short)];
  const monthFirst =
    all.some((match) => Number(match?.[2]) > 12) ||
    (separator === '/' &&
      texts.some((text) => /[AP]M/i.test(text)) &&
      !all.some((match) => Number(match?.[1]) > 12));
  const year = third.length === 4 ? 'yyyy' : 'yy';
  return [...(monthFirst ? [month, day] : [day, month]), year].join(separator);
}

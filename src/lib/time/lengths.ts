/** How long something lasts, as people and programs write it: PT1H30M, 1:30, 90 min, 1 h 30, 2 days. */
import { DAY } from './dates';

export const LENGTH_UNITS = ['d', 'h', 'min', 's', 'ms'] as const;

/** What a number counts that is a length. */
export type LengthUnit = (typeof LENGTH_UNITS)[number];

/** Days are those of a calendar: where clocks change they have 23 hours, or 25. */
export interface Length {
  readonly days: number;
  readonly ms: number;
}

const MS: Readonly<Record<LengthUnit, number>> = { d: DAY, h: 3_600_000, min: 60_000, s: 1000, ms: 1 };

const WORDS: Readonly<Record<LengthUnit, readonly string[]>> = {
  d: ['d', 'day', 'days', 'tag', 'tage', 'tagen', 'jour', 'jours'],
  h: ['h', 'hr', 'hrs', 'hour', 'hours', 'std', 'stunde', 'stunden', 'heure', 'heures'],
  min: ['m', 'min', 'mins', 'minute', 'minutes', 'minuten'],
  s: ['s', 'sec', 'secs', 'second', 'seconds', 'sek', 'sekunden'],
  ms: ['ms', 'msec', 'millis', 'millisecond', 'milliseconds'],
};

/** RFC 5545 3.3.6 and ISO 8601, without years and months, which are of no known length. */
const DURATION =
  /^P(?=.)(?:(?<w>\d{1,9})W)?(?:(?<d>\d{1,9})D)?(?:T(?=.)(?:(?<h>\d{1,9})H)?(?:(?<m>\d{1,9})M)?(?:(?<s>\d{1,9}(?:[.,]\d{1,9})?)S)?)?$/;
/** Also as .NET writes a TimeSpan: `1.02:30:00`. */
const CLOCK = /^(?:(?<d>\d{1,9})\.)?(?<h>\d{1,4}):(?<m>[0-5]\d)(?::(?<s>[0-5]\d(?:[.,]\d{1,9})?))?$/;
const NUMBER = /^\d{1,15}(?:[.,]\d{1,9})?$/;
const PIECE = /^(\d{1,9}(?:[.,]\d{1,9})?) ?([a-z]+)\.?(?:,| and| und| et)? ?/i;
/** `59999999 days, 23 hours and 59.999999999 minutes` */
const LONGEST = 64;

/**
 * Reads a length that is not negative.
 * @param unit what a number alone counts; `undefined`: nobody knows, and it is no length
 */
export function readLength(given: unknown, unit: LengthUnit | undefined): Length | undefined {
  if (typeof given !== 'string' && typeof given !== 'number') return undefined;
  const text = String(given).trim();
  if (text.length > LONGEST) return undefined;
  if (NUMBER.test(text)) return unit === undefined ? undefined : lengthOf([[text, unit]]);
  const match = CLOCK.exec(text) ?? DURATION.exec(text);
  const { w = '0', d = '0', h, m, s } = match?.groups ?? {};
  return match === null
    ? inWords(text)
    : lengthOf([
        [String(7 * Number(w) + Number(d)), 'd'],
        [h, 'h'],
        [m, 'min'],
        [s, 's'],
      ]);
}

/** `1 h 30` ends in minutes that nobody names. */
function inWords(text: string): Length | undefined {
  const parts: [string, LengthUnit][] = [];
  let rest = text;
  for (let piece = PIECE.exec(rest); piece !== null; piece = PIECE.exec(rest)) {
    const [{ length }, number = '', word = ''] = piece;
    const unit = unitOf(word.toLowerCase());
    if (unit === undefined) return undefined;
    parts.push([number, unit]);
    rest = rest.slice(length);
  }
  if (/^[0-5]?\d$/.test(rest) && parts.at(-1)?.[1] === 'h') return lengthOf([...parts, [rest, 'min']]);
  return rest === '' && parts.length > 0 ? lengthOf(parts) : undefined;
}

/** Half a day is twelve hours, and no part of a calendar's. */
function lengthOf(parts: readonly (readonly [number: string | undefined, unit: LengthUnit])[]): Length {
  let [days, ms] = [0, 0];
  for (const [text = '0', unit] of parts) {
    const number = Number(text.replace(',', '.'));
    if (unit === 'd' && Number.isInteger(number)) days += number;
    else ms += Math.round(number * MS[unit]);
  }
  return { days, ms };
}

function unitOf(word: string): LengthUnit | undefined {
  return LENGTH_UNITS.find((unit) => WORDS[unit].includes(word));
}

/** How `allDay` and `duration` are written in a format file, and read again. */
import { escapeRegExp } from '../lib/text/escape-regexp';
import { DAY } from '../lib/time/dates';
import { LENGTH_UNITS, type LengthUnit, readLength } from '../lib/time/lengths';

export interface FlagForm {
  readonly type: 'boolean' | 'number' | 'text';
  readonly yes: string;
  readonly no: string;
  /** A regular expression without groups that matches what is written. */
  readonly matches: string;
  read(text: string): boolean | undefined;
}

export const FLAG_FORMS_ALLOWED = '01, text, or what stands for yes and for no, as in ja/nein';

/** The usual words are told from each other whatever the form is; Access and Visual Basic count true as -1. */
const USUAL: Pick<FlagForm, 'matches' | 'read'> = {
  matches: 'true|false|-?1|0',
  read: (text) => (/^(true|-?1)$/i.test(text) ? true : /^(false|0)$/i.test(text) ? false : undefined),
};

/** @returns the form, or `undefined` when there is none of that name */
export function flagForm(name: string | undefined): FlagForm | undefined {
  if (name === undefined) return { type: 'boolean', yes: 'true', no: 'false', ...USUAL };
  if (name === '01') return { type: 'number', yes: '1', no: '0', ...USUAL };
  if (name === 'text') return { type: 'text', yes: 'true', no: 'false', ...USUAL };
  const [yes = '', no = '', ...others] = name.split('/');
  const [lowerYes, lowerNo] = [yes.toLowerCase(), no.toLowerCase()];
  if (others.length > 0 || yes === '' || no === '' || lowerYes === lowerNo) return undefined;
  const words = new Map([
    [lowerYes, true],
    [lowerNo, false],
  ]);
  return {
    type: 'text',
    yes,
    no,
    matches: `${escapeRegExp(yes)}|${escapeRegExp(no)}`,
    read: (text) => words.get(text.toLowerCase()),
  };
}

export interface DurationForm {
  readonly type: 'number' | 'text';
  /** A regular expression without groups that matches what is written. */
  readonly matches: string;
  write(milliseconds: number): string;
  /** @returns milliseconds, a day as 24 hours */
  read(text: string): number | undefined;
}

export const DURATION_FORMS_ALLOWED = `${LENGTH_UNITS.join(', ')}, iso (ISO 8601) and c (.NET)`;

const UNIT_MS: Readonly<Record<LengthUnit, number>> = { d: DAY, h: 3_600_000, min: 60_000, s: 1000, ms: 1 };

/** @returns the form, or `undefined` when there is none of that name */
export function durationForm(name: string | undefined): DurationForm | undefined {
  const unit = LENGTH_UNITS.find((one) => one === name);
  const read = (text: string) => {
    // JavaScript writes the smallest numbers of JSON as 1.2e-8.
    const length = readLength(/\de-\d+$/.test(text) ? Number(text).toFixed(9) : text, unit);
    return length && length.days * DAY + length.ms;
  };
  if (unit !== undefined) {
    const write = (milliseconds: number) => decimal(milliseconds / UNIT_MS[unit]);
    return { type: 'number', matches: '\\d+(?:[.,]\\d+)?', write, read };
  }
  if (name === 'iso') return { type: 'text', matches: 'P[\\dDTHMSW.,]+', write: isoDuration, read };
  if (name !== 'c') return undefined;
  const matches = '(?:\\d+\\.)?\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?';
  return { type: 'text', matches, write: timeSpan, read };
}

/** Nine decimals of a day are less than a millisecond. */
function decimal(number: number): string {
  return number.toFixed(9).replace(/\.?0+$/, '');
}

function partsOf(milliseconds: number) {
  return {
    days: Math.floor(milliseconds / DAY),
    hours: Math.floor(milliseconds / UNIT_MS.h) % 24,
    minutes: Math.floor(milliseconds / UNIT_MS.min) % 60,
    seconds: Math.floor(milliseconds / 1000) % 60,
    rest: milliseconds % 1000,
  };
}

const pad = (number: number, digits = 2) => String(number).padStart(digits, '0');

/** `P1DT2H30M`, as `XmlConvert.ToString(TimeSpan)` writes it. */
function isoDuration(milliseconds: number): string {
  const { days, hours, minutes, seconds, rest } = partsOf(milliseconds);
  const second = rest === 0 ? String(seconds) : `${seconds}.${pad(rest, 3).replace(/0+$/, '')}`;
  const date = days === 0 ? '' : `${days}D`;
  const time = [
    [hours, `${hours}H`],
    [minutes, `${minutes}M`],
    [seconds + rest, `${second}S`],
  ].map(([amount, text]) => (amount === 0 ? '' : text));
  const shown = time.join('');
  if (shown !== '') return `P${date}T${shown}`;
  return date === '' ? 'PT0S' : `P${date}`;
}

/** `1.02:30:00`, as `TimeSpan.ToString("c")` writes it. */
function timeSpan(milliseconds: number): string {
  const { days, hours, minutes, seconds, rest } = partsOf(milliseconds);
  const clock = [hours, minutes, seconds].map((part) => pad(part)).join(':');
  return `${days === 0 ? '' : `${days}.`}${clock}${rest === 0 ? '' : `.${pad(rest, 3)}0000`}`;
}

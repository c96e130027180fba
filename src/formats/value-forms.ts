/** Defines the forms in which a format file writes and reads `allDay` and `duration`. */
import { escapeRegExp } from '../lib/text/regexp';
import { DAY } from '../lib/time/dates';

export interface ValueForm<Value> {
  readonly type: 'boolean' | 'number' | 'text';
  /** This is a regular expression without groups that matches every text that the form writes. */
  readonly matches: string;
  /** @param text a trimmed text */
  read(text: string): Value | undefined;
}

interface FlagForm extends ValueForm<boolean> {
  readonly yes: string;
  readonly no: string;
}

export const FLAG_FORMS_ALLOWED = '01, text, or the words for yes and no, as in ja/nein';

/** These words are read even if the form writes other words. Access and Visual Basic write true as -1. */
const USUAL: Pick<FlagForm, 'matches' | 'read'> = {
  matches: 'true|false|-?1|0',
  read: (text) => (/^(true|-?1)$/i.test(text) ? true : /^(false|0)$/i.test(text) ? false : undefined),
};

/** @returns the form, or `undefined` if no form has that name */
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

/** The values are milliseconds. A day has 24 hours. */
interface DurationForm extends ValueForm<number> {
  write(milliseconds: number): string;
}

const UNIT_MS: ReadonlyMap<string, number> = new Map([
  ['d', DAY],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
  ['ms', 1],
]);

export const DURATION_FORMS_ALLOWED = `${[...UNIT_MS.keys()].join(', ')}, iso (ISO 8601) and c (.NET)`;

/** Years and months are not allowed, because their lengths vary. */
const ISO_DURATION =
  /^P(?=.)(?:(?<w>\d{1,9})W)?(?:(?<d>\d{1,9})D)?(?:T(?=.)(?:(?<h>\d{1,9})H)?(?:(?<m>\d{1,9})M)?(?:(?<s>\d{1,9}(?:[.,]\d{1,9})?)S)?)?$/;
const TIME_SPAN = /^(?:(?<d>\d{1,9})\.)?(?<h>\d{1,4}):(?<m>[0-5]\d)(?::(?<s>[0-5]\d(?:[.,]\d{1,9})?))?$/;

/** @returns the form, or `undefined` if no form has that name */
export function durationForm(name: string | undefined): DurationForm | undefined {
  const unit = UNIT_MS.get(name ?? '');
  if (unit !== undefined) {
    return {
      type: 'number',
      matches: '\\d+(?:[.,]\\d+)?',
      write: (milliseconds) => decimal(milliseconds / unit),
      read: (text) =>
        // In JavaScript a small number of JSON becomes a text such as 1.2e-8.
        /^\d{1,15}(?:[.,]\d{1,17}|(?:\.\d+)?e-\d+)?$/.test(text)
          ? Math.round(Number(text.replace(',', '.')) * unit)
          : undefined,
    };
  }
  if (name === 'iso') {
    const read = (text: string) => lengthOf(ISO_DURATION.exec(text));
    return { type: 'text', matches: 'P[\\dDTHMSW.,]+', write: isoDuration, read };
  }
  if (name !== 'c') return undefined;
  const matches = '(?:\\d+\\.)?\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?';
  return { type: 'text', matches, write: timeSpan, read: (text) => lengthOf(TIME_SPAN.exec(text)) };
}

function lengthOf(match: RegExpExecArray | null): number | undefined {
  if (match === null) return undefined;
  const { w = 0, d = 0, h = 0, m = 0, s = '0' } = match.groups ?? {};
  const hours = (7 * Number(w) + Number(d)) * 24 + Number(h);
  return (hours * 60 + Number(m)) * 60_000 + Math.round(Number(s.replace(',', '.')) * 1000);
}

/** Nine decimals are enough, because the ninth decimal of a day is less than a millisecond. */
function decimal(number: number): string {
  return number.toFixed(9).replace(/\.?0+$/, '');
}

/** Writes `P1DT2H30M`, as `XmlConvert.ToString(TimeSpan)` does. */
function isoDuration(milliseconds: number): string {
  const part = (amount: number, unit: string) => (amount === 0 ? '' : `${amount}${unit}`);
  const date = part(Math.floor(milliseconds / DAY), 'D');
  const hours = part(Math.floor(milliseconds / 3_600_000) % 24, 'H');
  const minutes = part(Math.floor(milliseconds / 60_000) % 60, 'M');
  const time = hours + minutes + part((milliseconds % 60_000) / 1000, 'S');
  if (time !== '') return `P${date}T${time}`;
  return date === '' ? 'PT0S' : `P${date}`;
}

/** Writes `1.02:30:00`, as `TimeSpan.ToString("c")` does. */
function timeSpan(milliseconds: number): string {
  const days = Math.floor(milliseconds / DAY);
  const [clock, rest] = new Date(milliseconds % DAY).toISOString().slice(11, -1).split('.');
  return `${days === 0 ? '' : `${days}.`}${clock}${rest === '000' ? '' : `.${rest}0000`}`;
}

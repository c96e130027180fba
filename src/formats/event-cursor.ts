import { FIELDS } from '../event/fields';
import { utcMidnight } from '../time/dates';
import {
  type EventRow,
  type ExtraFields,
  JSON_FIELDS,
  type JsonField,
  ROW_FIELDS,
  type RowField,
} from './event';

/** Between an event's JSON, the values behind it, and the next event: JSON escapes it. */
export const SEPARATOR = '\u001f';

/** What stands behind the JSON where it is asked for, in this order and as JSON too; empty where it says nothing. */
export const BESIDE = ['uid', 'startInstant', 'endInstant', 'extra'] as const satisfies readonly RowField[];

export type Beside = (typeof BESIDE)[number];

/** Where a field's offsets stand in a cursor's `from` and `to`. */
export const AT = Object.fromEntries(ROW_FIELDS.map((field, index) => [field, index])) as Readonly<
  Record<RowField, number>
>;

const byteOf = (character: string) => character.charCodeAt(0);

const BACKSLASH = byteOf('\\');
const BETWEEN = byteOf(SEPARATOR);
const MINUS = byteOf('-');
const ZERO = byteOf('0');
/** Of `true` and `false` the first. */
const TRUE = byteOf('t');

/** A member of an event's JSON: every event has the same ones, without white space. */
interface Member {
  readonly index: number;
  /** How far its value stands behind the value before; quotes are of neither. */
  readonly gap: number;
  /** The fewest bytes that its value has. */
  readonly shortest: number;
  /** The byte behind the value. */
  readonly end: number;
}

const SHORTEST = { id: '1', text: '', time: '2026-03-01', flag: 'true' } as const;

const MEMBERS = JSON_FIELDS.map((field, place): Member => {
  const before = JSON_FIELDS[place - 1];
  const after = place === JSON_FIELDS.length - 1 ? '}' : ',';
  return {
    index: AT[field],
    gap: `${before === undefined ? '' : quoteOf(before)},"${field}":${quoteOf(field)}`.length,
    shortest: SHORTEST[FIELDS[field].kind].length,
    end: byteOf(quoteOf(field) || after),
  };
});

function quoteOf(field: JsonField): '"' | '' {
  const { kind } = FIELDS[field];
  return kind === 'text' || kind === 'time' ? '"' : '';
}

/** Whether a quote belongs to a text: an odd number of backslashes stands before it. */
function isEscaped(bytes: Buffer, quote: number): boolean {
  let at = quote;
  while (bytes[at - 1] === BACKSLASH) at--;
  return (quote - at) % 2 === 1;
}

/** What most events carry beyond their fields. */
const NO_EXTRA: ExtraFields = Object.freeze({});
const NO_EXTRA_LENGTH = '{}'.length;

const DATE_LENGTH = '2026-03-01'.length;
const SECONDS_LENGTH = '2026-03-01T09:00:00Z'.length;

/** One of some events, and then the next. A value behind the JSON that was not asked for is empty or 0. */
export class EventCursor {
  /** The text's UTF-8: copying from it takes a third of the time that it takes from a part of a string. */
  readonly bytes: Buffer;
  /** By a field's number of `AT`: the offsets between which its value stands, of a text its JSON between the quotes. */
  readonly from = new Int32Array(ROW_FIELDS.length);
  readonly to = new Int32Array(ROW_FIELDS.length);
  readonly #beside: readonly Beside[];
  #next = 0;
  #extra: ExtraFields | undefined;

  /** @param beside what stands behind each event's JSON */
  constructor(text: string, beside: readonly Beside[]) {
    this.bytes = Buffer.from(text);
    this.#beside = beside;
  }

  /** @returns whether there is one */
  next(): boolean {
    const { bytes, from, to } = this;
    const { length } = bytes;
    let at = this.#next;
    if (at >= length) return false;
    for (const { index, gap, shortest, end } of MEMBERS) {
      at += gap;
      from[index] = at;
      at += shortest;
      while (at < length && (bytes[at] !== end || isEscaped(bytes, at))) at++;
      to[index] = at;
    }
    at++;
    for (const field of this.#beside) {
      const quote = field === 'uid' ? 1 : 0;
      from[AT[field]] = ++at + quote;
      while (at < length && bytes[at] !== BETWEEN) at++;
      to[AT[field]] = at - quote;
    }
    this.#next = at + 1;
    this.#extra = undefined;
    return true;
  }

  isEmpty(index: number): boolean {
    return this.#lengthOf(index) === 0;
  }

  get start(): number {
    return this.#time(AT.start);
  }

  get end(): number {
    return this.#time(AT.end);
  }

  get startInstant(): number {
    return this.isEmpty(AT.startInstant) ? this.start : this.#integer(AT.startInstant);
  }

  get endInstant(): number {
    return this.isEmpty(AT.endInstant) ? this.end : this.#integer(AT.endInstant);
  }

  get allDay(): boolean {
    return this.bytes[this.from[AT.allDay] ?? 0] === TRUE;
  }

  get extra(): ExtraFields {
    this.#extra ??=
      this.#lengthOf(AT.extra) <= NO_EXTRA_LENGTH
        ? NO_EXTRA
        : (JSON.parse(this.#json(AT.extra)) as ExtraFields);
    return this.#extra;
  }

  /** The event apart from this cursor. */
  row(): EventRow {
    const { start, end, allDay, startInstant, endInstant, extra } = this;
    return {
      id: this.#integer(AT.id),
      uid: this.#text(AT.uid),
      title: this.#text(AT.title),
      description: this.#text(AT.description),
      location: this.#text(AT.location),
      url: this.#text(AT.url),
      category: this.#text(AT.category),
      start,
      end,
      allDay,
      startInstant,
      endInstant,
      extra,
    };
  }

  #lengthOf(index: number): number {
    return (this.to[index] ?? 0) - (this.from[index] ?? 0);
  }

  #text(index: number): string {
    const json = this.#json(index);
    return json.includes('\\') ? (JSON.parse(`"${json}"`) as string) : json;
  }

  #json(index: number): string {
    return this.bytes.toString('utf8', this.from[index], this.to[index]);
  }

  /** `2026-03-01`, `2026-03-01T09:00:00Z` or `2026-03-01T09:00:00.123Z` */
  #time(index: number): number {
    const at = this.from[index] ?? 0;
    const to = this.to[index] ?? 0;
    const midnight = utcMidnight(this.#digits(at, 4), this.#digits(at + 5, 2), this.#digits(at + 8, 2));
    if (to - at === DATE_LENGTH) return midnight;
    const minutes = this.#digits(at + 11, 2) * 60 + this.#digits(at + 14, 2);
    const seconds = minutes * 60 + this.#digits(at + 17, 2);
    const milliseconds = to - at === SECONDS_LENGTH ? 0 : this.#digits(at + 20, 3);
    return midnight + seconds * 1000 + milliseconds;
  }

  /** Milliseconds of the years 1 to 9999 are exact as JavaScript's numbers. */
  #integer(index: number): number {
    const at = this.from[index] ?? 0;
    const to = this.to[index] ?? 0;
    return this.bytes[at] === MINUS ? -this.#digits(at + 1, to - at - 1) : this.#digits(at, to - at);
  }

  #digits(from: number, count: number): number {
    let value = 0;
    for (let at = from; at < from + count; at++) value = value * 10 + (this.bytes[at] ?? 0) - ZERO;
    return value;
  }
}

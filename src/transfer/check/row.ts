import { createHash } from 'node:crypto';
import {
  describe,
  type ExtraFields,
  FIELD_NAMES,
  type Field,
  TEXT_FIELDS,
  type TextField,
} from '../../event/fields';
import { DAY, inYears1To9999 } from '../../time/dates';
import { readTime, type Time } from '../../time/iso';
import { instantOf, type OffsetAt } from '../../time/zones';
import { quoted, RowRefusal } from '../errors';
import type { EventRecord, RawRow } from '../event-record';
import { extraName } from '../extra-names';
import { extraProblem } from './extra';
import { characterOutsideXml, isSafeAddress, withLfLineEnds } from './text';

export interface RowRules {
  /** What a time without an offset is read in. */
  readonly zone: OffsetAt;
  /** How a date that is an end is read. */
  readonly endDates: 'inclusive' | 'exclusive';
  /** The name that the files have for a field, where it is another. */
  readonly names: ReadonlyMap<Field, string>;
  /** What is no field is left out instead of kept. */
  readonly dropExtra: boolean;
}

const TIMES_ALLOWED =
  'a date (2026-03-01) or a time (2026-03-01T09:00:00, with Z or an offset such as +01:00 or without, and at most milliseconds) in the years 1 to 9999';
const MAX_ID = 2_147_483_647;

/**
 * Makes an event of a raw row.
 * @throws RowRefusal naming the place, the field, its value and what is allowed
 */
export function checkRow(row: RawRow, rules: RowRules): EventRecord {
  const fields = new RowFields(row, rules);
  const texts = fields.texts();
  const times = checkTimes(fields, row.translated ? 'exclusive' : rules.endDates);
  const id = fields.id();
  const extra = rules.dropExtra ? {} : fields.extra();
  return { ...texts, ...times, id, uid: texts.uid || derivedUid(id, texts, times), extra };
}

/** A time whose zone is known. */
type ZonedTime = Exclude<Time, { readonly kind: 'wall' }>;

type Times = Pick<EventRecord, 'start' | 'end' | 'allDay'>;

type Texts = Pick<EventRecord, TextField>;

function checkTimes(fields: RowFields, endDates: RowRules['endDates']): Times {
  const start = fields.time('start');
  if (start === undefined) throw fields.refusal('start', `must be ${TIMES_ALLOWED}`);
  const allDay = fields.flag('allDay') ?? start.kind === 'date';
  if (allDay !== (start.kind === 'date')) {
    throw fields.refusal(
      'start',
      allDay ? 'must be a date when allDay is true' : 'must have a time of day when allDay is false',
    );
  }
  const end = fields.time('end');
  if (end !== undefined && end.kind !== start.kind) {
    throw fields.refusal('end', `must be a ${allDay ? 'date' : 'time'} because start is one`);
  }
  if (start.kind === 'instant') {
    const endsAt = end?.kind === 'instant' ? end.instant : start.instant;
    if (endsAt < start.instant) throw fields.refusal('end', 'must not be before start');
    return { start: start.instant, end: endsAt, allDay };
  }
  const endsAt = endOfDates(start.midnight, end, endDates);
  if (endsAt < start.midnight) throw fields.refusal('end', 'must not be before start');
  if (endsAt === start.midnight) {
    throw fields.refusal(
      'end',
      endDates === 'inclusive'
        ? 'must not be before start'
        : 'must be a date after start, the first day that is no longer part of the event; if the last day is meant, import with --end-dates inclusive',
    );
  }
  if (!inYears1To9999(endsAt)) {
    const last =
      'must be 9999-12-30 or earlier, because an event that lasts all day ends on the day after its last';
    throw fields.refusal(end === undefined ? 'start' : 'end', last);
  }
  return { start: start.midnight, end: endsAt, allDay };
}

function endOfDates(start: number, end: ZonedTime | undefined, endDates: RowRules['endDates']): number {
  if (end?.kind !== 'date') return start + DAY;
  return endDates === 'inclusive' ? end.midnight + DAY : end.midnight;
}

/** What recognises an event that has no uid: its id, or what it is, where and when. */
function derivedUid(id: number | undefined, { title, location }: Texts, { start, allDay }: Times): string {
  if (id !== undefined) return String(id);
  const time = new Date(start).toISOString();
  const identity = JSON.stringify([title, allDay ? time.slice(0, 10) : time, location]);
  return `sha256:${createHash('sha256').update(identity).digest('hex')}`;
}

/** The typed readers of one row's fields. Absent, `null` and empty text are all "left out". */
class RowFields {
  constructor(
    private readonly row: RawRow,
    private readonly rules: RowRules,
  ) {}

  texts(): Texts {
    // The one cast: Object.fromEntries forgets which names it was given.
    return Object.fromEntries(TEXT_FIELDS.map((field) => [field, this.text(field)])) as Texts;
  }

  private text(field: TextField): string {
    const { required, address, longest } = describe(field);
    const value = this.value(field) ?? '';
    if (typeof value !== 'string') throw this.refusal(field, 'must be text');
    const text = withLfLineEnds(value);
    const character = characterOutsideXml(text);
    if (character !== undefined) {
      throw this.refusal(field, `must be text that XML 1.0 can carry, without ${character}`);
    }
    if (required && text === '') throw this.refusal(field, 'must be text that is not empty');
    if (address && !isSafeAddress(text)) {
      throw this.refusal(field, 'must be an http, https or mailto address or a relative one, on one line');
    }
    if (longest !== undefined && text.length > longest) {
      throw this.refusal(field, `must be at most ${longest} characters long`);
    }
    return text;
  }

  id(): number | undefined {
    const value = this.value('id');
    if (value === undefined) return undefined;
    const id = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value;
    if (typeof id === 'number' && Number.isInteger(id) && id >= 1 && id <= MAX_ID) return id;
    throw this.refusal('id', `must be a whole number from 1 to ${MAX_ID}`);
  }

  flag(field: Field): boolean | undefined {
    const value = this.value(field);
    const flag = typeof value === 'string' ? value.toLowerCase() : value;
    if (flag === undefined) return undefined;
    if (flag === true || flag === 'true') return true;
    if (flag === false || flag === 'false') return false;
    throw this.refusal(field, 'must be true or false');
  }

  time(field: Field): ZonedTime | undefined {
    const value = this.value(field);
    if (value === undefined) return undefined;
    const time = typeof value === 'string' ? this.zoned(readTime(value)) : undefined;
    if (time !== undefined && inYears1To9999(time.kind === 'date' ? time.midnight : time.instant))
      return time;
    throw this.refusal(field, `must be ${TIMES_ALLOWED}`);
  }

  private zoned(time: Time | undefined): ZonedTime | undefined {
    if (time?.kind !== 'wall') return time;
    return { kind: 'instant', instant: instantOf(time.wall, this.rules.zone) };
  }

  /** What is no field, by its own names. */
  extra(): ExtraFields {
    const extra = this.row.translated ? (this.row.extra ?? {}) : this.rest();
    const problem = extraProblem(extra);
    if (problem === undefined) return extra;
    throw new RowRefusal(this.row.place, `${problem}; --drop-extra leaves what is no field out`);
  }

  private rest(): ExtraFields {
    const known = new Set(FIELD_NAMES.map((field) => this.name(field)));
    const rest = Object.entries(this.row.fields).filter(
      ([name, value]) => !known.has(name) && value !== undefined,
    );
    return Object.fromEntries(rest.map(([name, value]) => [extraName(name), value]));
  }

  /** `title must be …, not ""`, under the name that the file has for the field. */
  refusal(field: Field, allowed: string): RowRefusal {
    return new RowRefusal(this.row.place, `${this.name(field)} ${allowed}, not ${quoted(this.value(field))}`);
  }

  private name(field: Field): string {
    return this.row.translated ? field : (this.rules.names.get(field) ?? field);
  }

  private value(field: Field): unknown {
    const { fields } = this.row;
    const name = this.name(field);
    if (!Object.hasOwn(fields, name)) return undefined;
    const value = fields[name];
    return value === null || value === '' ? undefined : value;
  }
}

import {
  describe,
  type ExtraFields,
  type Field,
  MAX_ID,
  TEXT_FIELDS,
  type TextField,
} from '../../event/fields';
import { isObject } from '../../json';
import { FLAGS_ALLOWED, flagOf } from '../../text/flags';
import { DAY, inYears1To9999 } from '../../time/dates';
import type { Time } from '../../time/iso';
import { readClock, readSpan } from '../../time/written';
import { instantOf, type OffsetAt, wallOf } from '../../time/zones';
import { type Column, type Columns, type Path, valueAt, without } from '../columns/columns';
import { extraName } from '../columns/extra-names';
import { characterOutsideXml, isSafeAddress, withLfLineEnds } from '../columns/text';
import { fits, idOf, present } from '../columns/values';
import { quoted, RowRefusal } from '../errors';
import type { EventRecord, RawRow } from '../event-record';
import { adviceOn } from '../survey/advice';
import { mapOption, type Proposal } from '../survey/proposals';
import type { TimeReader } from '../times/times';
import { extraProblem } from './extra';

export const TIMES_ALLOWED =
  'a date (2026-03-01) or a time (2026-03-01T09:00:00, with Z or an offset such as +01:00 or without) in the years 1 to 9999';

/** Behind the refusal of a row that lacks what an event must have: nothing else would take it. */
export const WITHOUT_IT = '; --skip-bad leaves such rows out';

/** .NET's DateTime that nobody has set, as its serializers write it. */
const UNSET = /^(?:0001-01-01T00:00:00(?:\.0+)?Z?|\/Date\(-62135596800000\)\/)$/;

/** A time whose zone is known. */
export type ZonedTime = Exclude<Time, { readonly kind: 'wall' }>;

export type Texts = Pick<EventRecord, TextField>;

/** The typed readers of one row's fields. */
export class RowFields {
  constructor(
    private readonly row: RawRow,
    private readonly columns: Columns,
    private readonly zone: OffsetAt,
    private readonly times: TimeReader,
    private readonly misfits: readonly Proposal[],
  ) {}

  texts(): Texts {
    const texts: Partial<Record<TextField, string>> = {};
    for (const field of TEXT_FIELDS) texts[field] = this.text(field);
    // The one cast: the loop leaves none out.
    return texts as Texts;
  }

  private text(field: TextField): string {
    const { required, address, longest } = describe(field);
    const given = this.value(field) ?? '';
    // Ids of other programs are numbers too; of those that lose digits in JSON several would be one.
    const value = field === 'uid' && Number.isSafeInteger(given) ? String(given) : given;
    if (typeof value !== 'string') throw this.refusal(field, 'must be text', this.advice(field, value));
    const text = withLfLineEnds(value);
    const character = characterOutsideXml(text);
    if (character !== undefined) {
      throw this.refusal(field, `must be text that XML 1.0 can carry, without ${character}`);
    }
    if (required && text === '') throw this.refusal(field, 'must be text that is not empty', WITHOUT_IT);
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
    const id = idOf(value);
    if (id !== undefined) return id;
    throw this.refusal('id', `must be a whole number from 1 to ${MAX_ID}`, this.advice('id', value));
  }

  flag(field: Field): boolean | undefined {
    const value = this.value(field);
    if (value === undefined) return undefined;
    const flag = flagOf(value);
    if (flag === undefined) throw this.refusal(field, FLAGS_ALLOWED);
    return flag;
  }

  start(allDay: boolean | undefined): ZonedTime | undefined {
    const time = this.time('start');
    return time === undefined || allDay !== true ? this.zoned(time) : (this.day(time, 0) ?? this.zoned(time));
  }

  /** An end that is a time of day alone is of the day on which the event starts. */
  end(start: ZonedTime, allDay: boolean | undefined): ZonedTime | undefined {
    if (!this.holdsEnd()) return this.endOfSpan(start);
    const value = this.value('end');
    const clock = typeof value === 'string' ? readClock(value) : undefined;
    if (clock !== undefined && start.kind === 'instant') return this.onDayOf(start.instant, clock);
    const time = this.time('end');
    // The last minute of a day, by which some programs end it.
    return time === undefined || allDay !== true
      ? this.zoned(time)
      : (this.day(time, 60_000) ?? this.zoned(time));
  }

  /** Where the start's time of day is `19:00-21:00`; one that ends before it begins ends on the next day. */
  private endOfSpan(start: ZonedTime): ZonedTime | undefined {
    const clock = this.held(this.columnOf('start')?.clock);
    const span = typeof clock === 'string' ? readSpan(clock) : undefined;
    if (span === undefined || start.kind !== 'instant') return undefined;
    return this.onDayOf(start.instant, span.to < span.from ? span.to + DAY : span.to);
  }

  private onDayOf(instant: number, sinceMidnight: number): ZonedTime {
    const wall = wallOf(instant, this.zone);
    return this.zoned({ kind: 'wall', wall: Math.floor(wall / DAY) * DAY + sinceMidnight });
  }

  holdsEnd(): boolean {
    const value = this.value('end');
    return value !== undefined && !(typeof value === 'string' && UNSET.test(value));
  }

  /** A date alone, under a name of another program's: there it may be the last day. */
  endMayBeLastDay(): boolean {
    const value = this.value('end');
    const isDate =
      typeof value === 'string' && !value.includes(':') && !this.held(this.columnOf('end')?.clock);
    return isDate && !this.row.isNamed && this.nameOf('end') !== 'end';
  }

  private time(field: Field): Time | undefined {
    const column = this.columnOf(field);
    const value = this.held(column?.path);
    if (value === undefined) return undefined;
    const clock = this.held(column?.clock);
    const time = this.times.read(value, clock, this.zone);
    const zoned = this.zoned(time);
    if (zoned !== undefined && inYears1To9999(zoned.kind === 'date' ? zoned.midnight : zoned.instant))
      return time;
    throw this.refusal(
      field,
      `must be ${TIMES_ALLOWED}`,
      this.advice(field, value) || this.wholeBeside(field, column) || this.times.advice(value),
    );
  }

  /** What stands where a time of day was expected may be all of the time. */
  private wholeBeside(field: Field, column: Column | undefined): string {
    const path = column?.guessed ? column.clock : undefined;
    if (path === undefined || this.times.read(this.held(path), undefined, this.zone) === undefined) return '';
    return `; ${mapOption([field, path.join('.')])} takes that alone`;
  }

  /** The date, if the time is midnight in the zone or at most `short` ms before it. */
  private day(time: Time, short: number): ZonedTime | undefined {
    if (time.kind === 'date') return time;
    const wall = time.kind === 'wall' ? time.wall : wallOf(time.instant, this.zone);
    const missing = (DAY - (((wall % DAY) + DAY) % DAY)) % DAY;
    return missing <= short ? { kind: 'date', midnight: wall + missing } : undefined;
  }

  private zoned(time: Time): ZonedTime;
  private zoned(time: Time | undefined): ZonedTime | undefined;
  private zoned(time: Time | undefined): ZonedTime | undefined {
    if (time?.kind !== 'wall') return time;
    return { kind: 'instant', instant: instantOf(time.wall, this.zone) };
  }

  /** What is no field, by its own names. */
  extra(): ExtraFields {
    if (this.row.isNamed) return this.row.extra ?? {};
    if (this.columns.areAll) return {};
    const taken = [...this.columns.of].flatMap(([field, columns]) =>
      columns.filter((column) => !this.isOther(field, column)).flatMap(pathsOf),
    );
    return Object.fromEntries(
      without(this.row.fields, taken).map(([name, value]) => [extraName(name), value]),
    );
  }

  /** @throws RowRefusal when the store can't take them */
  checkedExtra(extra: ExtraFields): ExtraFields {
    const problem = extraProblem(extra);
    if (problem === undefined) return extra;
    throw new RowRefusal(this.row.place, `${problem}; --drop-extra leaves what is no field out`);
  }

  /** `title must be …, not ""`, or `title is missing: it must be …`, under the name that the file has for the field. */
  refusal(field: Field, allowed: string, advice = ''): RowRefusal {
    const column = this.columnOf(field);
    const [value, clock] = [this.held(column?.path), this.held(column?.clock)];
    if (value === undefined)
      return new RowRefusal(this.row.place, `${this.nameOf(field)} is missing: it ${allowed}${advice}`);
    const given = clock === undefined ? quoted(value) : `${quoted(value)} with ${quoted(clock)}`;
    return new RowRefusal(this.row.place, `${this.nameOf(field)} ${allowed}, not ${given}${advice}`);
  }

  /** What would take a field that there is and that can't be as it is; empty where nothing would. */
  adviceOn(field: Field): string {
    return this.advice(field, this.value(field));
  }

  private advice(field: Field, value: unknown): string {
    const [path] = this.columns.of.get(field)?.map((column) => column.path) ?? [];
    return path === undefined || this.row.isNamed ? '' : adviceOn(field, path, value, this.misfits);
  }

  private value(field: Field): unknown {
    return this.held(this.columnOf(field)?.path);
  }

  /** What the file calls a field. */
  private nameOf(field: Field): string {
    return this.columnOf(field)?.path.join('.') ?? field;
  }

  /** The first of a field's columns that holds anything. */
  private columnOf(field: Field): Column | undefined {
    const columns = this.columns.of.get(field);
    return columns?.find((one) => this.holds(field, one)) ?? columns?.find(({ guessed }) => !guessed);
  }

  /**
   * What it holds can't be the field's: one was found by its name only, another holds the object that a path leads
   * into.
   */
  private isOther(field: Field, column: Column): boolean {
    const value = this.held(column.path);
    if (isObject(value)) return true;
    return column.guessed && value !== undefined && !fits(field, value);
  }

  private holds(field: Field, { path, guessed }: Column): boolean {
    const value = this.held(path);
    return value !== undefined && (!guessed || fits(field, value));
  }

  private held(path: Path | undefined): unknown {
    return path && present(valueAt(this.row.fields, path));
  }
}

function pathsOf({ path, clock }: Column): readonly Path[] {
  return clock === undefined ? [path] : [path, clock];
}

import type { EventDraft, SourceValue } from '../../formats/draft';
import { DraftBuilder } from '../../formats/draft-builder';
import {
  describe,
  FIELDS,
  type Field,
  MAX_ID,
  TEXT_FIELDS,
  type TextField,
} from '../../formats/event-fields';
import { tellsOfZone } from '../../formats/names';
import { isObject, type JsonValue } from '../../lib/json';
import { FLAGS_ALLOWED, flagOf } from '../../lib/text/flags';
import { type Clock, clockIn } from '../../lib/time/clock';
import type { Time } from '../../lib/time/iso';
import { localTimeOf, type OffsetAt } from '../../lib/time/zones';
import { isCancelled, isRecurring } from '../columns/cancelled';
import {
  byName,
  type Column,
  ColumnFinder,
  type Columns,
  type Path,
  pathsOf,
  valueAt,
  without,
} from '../columns/columns';
import { extraName } from '../columns/extra-names';
import type { Advice, RowRefusal } from '../errors';
import type { EventRecord, RawRow } from '../event-record';
import type { ReadRules } from '../import-options';
import type { Notes } from '../notes';
import { checkDraft, DATE_AFTER_START, ID_ALLOWED, refusalOf } from './draft';
import type { InferredRules } from './infer';
import { readEnd, readStart, refuseOtherZone, type TimeRules } from './times';
import { isSafeAddress } from './values';

/** Makes events of the rows of one source, by the names of their columns. */
export class RowReader {
  private readonly columns: ColumnFinder;
  private readonly times: TimeRules;
  private readonly clock: Clock;

  constructor(
    private readonly rules: ReadRules,
    { order, other }: InferredRules,
    private readonly notes: Notes,
  ) {
    this.columns = new ColumnFinder(rules.names, other);
    this.times = { ...rules, order, notes };
    this.clock = clockIn(rules.zone);
  }

  /**
   * Makes an event from a row. Returns `undefined` for a cancelled event, which is left out.
   * @throws RowRefusal naming the place, the field, its value and what is allowed, with those of the other fields
   */
  read(row: RawRow): EventRecord | undefined {
    const fields = new RowFields(row, this.columns.of(row.fields));
    if (!this.rules.keepCancelled && cancels(fields)) {
      this.notes.cancelled += 1;
      return undefined;
    }
    this.noteRecurring(fields);
    const draft = this.draftOf(fields);
    const event = checkDraft(draft, row.place, (field) => fields.sourceOf(field), fields.refusals);
    this.notes.count(draft);
    return event;
  }

  private draftOf(fields: RowFields): EventDraft {
    const builder = new DraftBuilder();
    for (const field of TEXT_FIELDS) {
      const text = fields.text(field);
      if (text !== undefined) builder.set(field, text);
    }
    const id = fields.id();
    if (id !== undefined) builder.set('id', id);
    const allDay = fields.flag('allDay');
    if (allDay !== undefined) builder.set('allDay', allDay);
    const [start, end] = [readStart(fields, this.times), readEnd(fields, this.times)];
    const lastDay = this.rules.endDates === 'inclusive' ? 'endInclusive' : 'end';
    if (start !== undefined) builder.addTime('start', { reading: start, local: true });
    if (end !== undefined) builder.addTime(lastDay, { reading: end, local: true });
    const draft = builder.draft(fields.extra(), this.clock, (field, allowed) => {
      fields.refuse(field === 'duration' ? 'end' : field, allowed);
    });
    const endTime = end?.kind === 'clock' ? undefined : end;
    this.checkLocal(fields, 'start', start, draft);
    this.checkLocal(fields, 'end', endTime, draft);
    this.checkLastDay(fields, draft, endTime);
    return draft;
  }

  /** Counts a time that is read in the import's zone; a column that names another zone refuses it. */
  private checkLocal(
    fields: RowFields,
    field: 'start' | 'end',
    time: Time | undefined,
    draft: EventDraft,
  ): void {
    if (time?.kind !== 'local' || draft[field]?.kind !== 'instant') return;
    refuseOtherZone(fields, field, time.localTime, this.times);
    if (fields.refusals.length === 0) this.notes.floating += 1;
  }

  /** Counts an end that is a date, where nobody said whether it is the last day or the next. */
  private checkLastDay(fields: RowFields, { start, end }: EventDraft, told: Time | undefined): void {
    const { endDates, zone } = this.rules;
    if (told === undefined || endDates === 'inclusive' || end?.kind !== 'date') return;
    if (start?.kind === 'date' && end.midnight === start.midnight)
      fields.refuse('end', DATE_AFTER_START, {
        option: 'end-dates',
        effect: 'inclusive reads it as the last',
      });
    const isLastMinute = localTimeIn(told, zone) !== end.midnight;
    if (endDates === undefined && !fields.columns.isExport && !isLastMinute) this.notes.dateEnds += 1;
  }

  private noteRecurring({ row, columns }: RowFields): void {
    const name = columns.recurring.find((one) => isRecurring(row.fields[one]));
    if (name === undefined) return;
    this.notes.recurring += 1;
    this.notes.recurringIn ||= name;
  }
}

/**
 * True for a row that tells of a cancelled event: among its own members, or in an object in which its title or a time
 * stands. What is called so anywhere else, such as an order's status, is of something else.
 */
function cancels({ row, columns }: RowFields): boolean {
  if (columns.cancelling.some((name) => isCancelled(name, row.fields[name]))) return true;
  if (columns.wrappers.length === 0) return false;
  const taken = new Set([...columns.of.values()].flat().map(({ path }) => path.join('.')));
  return columns.wrappers.some((path) => {
    const object = valueAt(row.fields, path);
    if (!isObject(object)) return false;
    return Object.entries(object).some(
      ([name, value]) => isCancelled(name, value) && !taken.has([...path, name].join('.')),
    );
  });
}

/** Reads one row's fields by their columns, and returns the row's own names for them. */
export class RowFields {
  /** The refusals of values that could not be read. */
  readonly refusals: RowRefusal[] = [];

  constructor(
    readonly row: RawRow,
    readonly columns: Columns,
  ) {}

  text(field: TextField): string | undefined {
    const given = this.valueOf(field);
    if (given === undefined || typeof given === 'string') return given;
    // Ids of other programs are numbers too; of those that lose digits in JSON several would be one.
    if (field === 'uid' && Number.isSafeInteger(given)) return String(given);
    return this.refuse(field, 'must be text');
  }

  id(): number | undefined {
    const value = this.valueOf('id');
    if (value === undefined) return undefined;
    const id = idOf(value);
    if (id !== undefined) return id;
    return this.refuse('id', ID_ALLOWED, { option: 'map', effect: 'uid=NAME takes ids that are none' });
  }

  flag(field: Field): boolean | undefined {
    const value = this.valueOf(field);
    if (value === undefined) return undefined;
    const flag = flagOf(value);
    return flag ?? this.refuse(field, FLAGS_ALLOWED);
  }

  /** Returns the extra fields under their own names. */
  extra(): Record<string, JsonValue> {
    if (this.columns.areAll) return {};
    const { of, paths } = this.columns;
    const isOther = [...of].some(([field, columns]) => columns.some((one) => this.isOther(field, one)));
    const others = without(this.row.fields, isOther ? byName(this.takenPaths()) : paths).map(
      ([name, value]) => [extraName(name), value],
    );
    // This is the only cast: the readers' values come from JSON.parse, or are texts.
    return Object.fromEntries(others) as Record<string, JsonValue>;
  }

  private takenPaths(): readonly Path[] {
    return [...this.columns.of].flatMap(([field, columns]) =>
      columns.filter((column) => !this.isOther(field, column)).flatMap(pathsOf),
    );
  }

  refuse(field: Field, allowed: string, advice?: Advice): undefined {
    this.refusals.push(refusalOf(this.row.place, this.sourceOf(field), allowed, advice));
    return undefined;
  }

  valueOf(field: Field): unknown {
    return this.held(this.columnOf(field)?.path);
  }

  sourceOf(field: Field): SourceValue {
    const column = this.columnOf(field);
    const values = [this.held(column?.path), this.held(column?.clock)];
    return {
      name: column?.path.join('.') ?? field,
      values: values[0] === undefined ? [] : values.filter((value) => value !== undefined),
    };
  }

  /** Returns the first of a field's columns that holds anything. */
  columnOf(field: Field): Column | undefined {
    const columns = this.columns.of.get(field);
    return columns?.find((one) => this.holds(field, one)) ?? columns?.find(({ guessed }) => !guessed);
  }

  /** Finds the nearest column that names a time zone, beside a time or further out. */
  zoneBeside(field: Field): { readonly name: string; readonly says: string } | undefined {
    const parents = (this.columnOf(field)?.path ?? []).map((_, index, path) => path.slice(0, index));
    for (const parent of parents.reverse()) {
      const object = valueAt(this.row.fields, parent);
      const names = parent.length === 0 ? this.columns.zones : Object.keys(object ?? {}).filter(tellsOfZone);
      for (const name of names) {
        const says = valueAt(object, [name]);
        if (typeof says === 'string' && says.trim() !== '')
          return { name: [...parent, name].join('.'), says };
      }
    }
    return undefined;
  }

  /**
   * Tells a value that can't be the field's: its column was only found by name, or it is the object that a path leads
   * into.
   */
  private isOther(field: Field, column: Column): boolean {
    const value = this.held(column.path);
    if (isObject(value)) return true;
    return column.guessed && value !== undefined && !fits(field, value);
  }

  private holds(field: Field, { path, guessed }: Column): boolean {
    const value = this.held(path);
    return value !== undefined && !isObject(value) && (!guessed || fits(field, value));
  }

  /** Returns the value at a path; `null` and empty text count as absent. */
  held(path: Path | undefined): unknown {
    const value = path && valueAt(this.row.fields, path);
    return value === null || value === '' ? undefined : value;
  }
}

/** Returns the local time as milliseconds, as if the zone were UTC. */
function localTimeIn(time: Time, zone: OffsetAt): number {
  if (time.kind === 'date') return time.midnight;
  return time.kind === 'local' ? time.localTime : localTimeOf(time.instant, zone);
}

/** Returns a value as an id, or `undefined` if it is none. */
export function idOf(value: unknown): number | undefined {
  const id = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value;
  return typeof id === 'number' && Number.isInteger(id) && id >= 1 && id <= MAX_ID ? id : undefined;
}

/** True if a value fits the field that its column's name was taken for. */
function fits(field: Field, value: unknown): boolean {
  switch (FIELDS[field].kind) {
    case 'id':
      return idOf(value) !== undefined;
    case 'flag':
      // No other column has such a name, so an unknown word is refused. Ignored, it would make an all-day event timed.
      return true;
    case 'time':
      return typeof value === 'string' || typeof value === 'number';
    case 'text':
      if (field === 'uid' && Number.isSafeInteger(value)) return true;
      if (typeof value !== 'string') return false;
      return !describe(field).address || isSafeAddress(value);
  }
}

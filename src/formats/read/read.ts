import { type ExtraFields, FIELD_NAMES, type Field } from '../../event/fields';
import { DAY } from '../../time/dates';
import { isoDate, isoInstant } from '../event';
import { type FormatFile, placeholdersOf } from '../file/compile';
import type { Placeholder, TimeField } from '../file/placeholder';
import { FormatError } from '../file/problems';
import type { Clock } from '../file/time-forms';
import { type Found, jsonEvents } from './json';
import { type ClockReading, type Time, timeOf } from './time';
import { unwrap } from './unwrap';
import { xmlEvents } from './xml';

/** An event as an answer told it, by this project's names, unchecked. */
export interface ReadEvent {
  /**
   * `id` is a number; `start` and `end` are ISO 8601 in UTC, or dates, the end exclusive. What isn't told is missing.
   */
  readonly fields: Readonly<Partial<Record<Field, unknown>>>;
  readonly extra: ExtraFields;
  /** A sentence for each value that could not be read. */
  readonly unread: readonly string[];
}

export interface ReadAnswer {
  readonly events: readonly ReadEvent[];
  /** Fields that the format doesn't carry. */
  readonly missing: readonly string[];
  /** What the answer's events have and the format doesn't name. */
  readonly unnamed: readonly string[];
  /** What stands around the events and came otherwise than the format has it, as counts and times do. */
  readonly varying: readonly string[];
  /** It is what a list operation answers, with events or, as far as the format says so, without. */
  readonly isList: boolean;
}

/** @param name what messages call the answer */
export type AnswerReader = (text: string, name?: string) => ReadAnswer;

/**
 * A function that reads answers that a format file describes: out of their envelope, as a list or a single event.
 * @throws FormatError at once when the format carries neither title nor start; the function throws it for an answer
 * of another shape
 */
export function answerReader({ name, plan }: FormatFile, clock: Clock): AnswerReader {
  const carried = carriedFields(placeholdersOf(plan));
  if (plan.leaves.length === 0 && plan.kind === 'xml') {
    throw new FormatError(`${name} can't be read backwards: its event is not one XML element.`);
  }
  if (!carried.has('title') && !carried.has('start')) {
    throw new FormatError(`${name} can't be read backwards: its event shows neither title nor start.`);
  }
  const find = plan.kind === 'json' ? jsonEvents(plan) : xmlEvents(plan);
  return (text, answer = 'The answer') => {
    const found = find(unwrap(text));
    if (typeof found === 'string')
      throw new FormatError(`${answer} is not of the shape of ${name}: ${found}.`);
    return {
      ...found,
      events: found.events.map((event) => readEvent(event, clock)),
      missing: FIELD_NAMES.filter((field) => !carried.has(field)),
    };
  };
}

/** A time is carried when its placeholders tell a date between them, or, of an end, a time of day of the start's. */
function carriedFields(placeholders: readonly Placeholder[]): Set<string> {
  const carried = new Set<string>();
  const shown = new Map<string, Set<string>>();
  for (const { subject } of placeholders) {
    const field = subject.field === 'endInclusive' ? 'end' : subject.field;
    if (!('form' in subject)) carried.add(field);
    else shown.set(field, new Set([...(shown.get(field) ?? []), ...subject.form.shows]));
  }
  for (const [field, parts] of shown) {
    if (parts.has('instant') || ['year', 'month', 'day'].every((part) => parts.has(part))) carried.add(field);
  }
  if (carried.has('start') && shown.has('end')) carried.add('end');
  return carried;
}

function readEvent({ captures, unread }: Found, clock: Clock): ReadEvent {
  const problems = [...unread];
  const fields: Record<string, unknown> = {};
  const extra: Record<string, unknown> = Object.create(null);
  const times = new Map<TimeField, readonly ClockReading[]>();
  const ordered = [...captures].sort((a, b) => Number(b.alone) - Number(a.alone));
  for (const { placeholder, value } of ordered) {
    const { subject, shown } = placeholder;
    if (value === undefined || value === null || (value === '' && subject.field !== 'title')) continue;
    if (subject.field === 'extra') {
      if (!(subject.name in extra)) extra[subject.name] = value;
      continue;
    }
    const text = typeof value === 'object' ? undefined : String(value);
    if ('form' in subject) {
      const reading = text === undefined ? undefined : subject.form.read(text);
      if (reading === undefined) problems.push(`${JSON.stringify(value)} is not as ${shown} writes it`);
      else times.set(subject.field, [...(times.get(subject.field) ?? []), { reading, local: subject.local }]);
      continue;
    }
    const read =
      text === undefined
        ? undefined
        : 'flag' in subject
          ? subject.flag.read(text.trim())
          : scalar(subject.field, text);
    if (read === undefined) problems.push(`${JSON.stringify(value)} is not as ${shown} writes it`);
    else if (!(subject.field in fields)) fields[subject.field] = read;
  }
  addTimes(fields, times, clock, problems);
  return { fields, extra: { ...extra }, unread: problems };
}

function scalar(field: string, text: string): unknown {
  if (field === 'id') return /^\d{1,15}$/.test(text.trim()) ? Number(text) : undefined;
  return text;
}

function addTimes(
  fields: Record<string, unknown>,
  times: Map<TimeField, readonly ClockReading[]>,
  clock: Clock,
  problems: string[],
): void {
  const told = typeof fields.allDay === 'boolean' ? fields.allDay : undefined;
  const bareDate = [...times.values()].flat().some(({ reading }) => 'parts' in reading && reading.wholeDay);
  const read = (field: TimeField, allDay: boolean | undefined): Time | undefined => {
    const readings = times.get(field);
    const time = readings && timeOf(field, readings, allDay, clock);
    if (time === undefined || !('problem' in time)) return time;
    problems.push(`its ${field === 'start' ? 'start' : 'end'} is ${time.problem}`);
    return undefined;
  };
  const start = read('start', told ?? (bareDate || undefined));
  const allDay = told ?? (start?.kind === 'date' ? true : undefined);
  if (start?.kind === 'date' && told === undefined) fields.allDay = true;
  if (start !== undefined) fields.start = textOf(start);
  joinEnds(times);
  const ends = times.get('end');
  if (ends !== undefined && start !== undefined && !ends.some(tellsDate)) {
    // Of an event that lasts all day, what is no more than a time of day says nothing.
    if (start.kind === 'date') times.delete('end');
    else
      times.set('end', [
        ...ends,
        dateOf(
          start.instant,
          ends.some(({ local }) => local),
          clock,
        ),
      ]);
  }
  const end = times.has('end') ? read('end', allDay) : dayAfter(read('endInclusive', allDay));
  if (end !== undefined) fields.end = textOf(end);
}

/** The time of day is the same of both ends: one without a date goes with the other. */
function joinEnds(times: Map<TimeField, readonly ClockReading[]>): void {
  const [end, last] = [times.get('end') ?? [], times.get('endInclusive') ?? []];
  if (end.length === 0 || last.length === 0) return;
  const [kept, lost, readings] = end.some(tellsDate)
    ? (['end', 'endInclusive', [...end, ...last.filter((one) => !tellsDate(one))]] as const)
    : (['endInclusive', 'end', [...last, ...end]] as const);
  times.set(kept, readings);
  times.delete(lost);
}

function tellsDate({ reading }: ClockReading): boolean {
  return 'instant' in reading || reading.parts.day !== undefined;
}

/** The date of an instant. */
function dateOf(instant: number, local: boolean, clock: Clock): ClockReading {
  const wall = new Date(local ? instant + clock.offsetAt(instant) : instant);
  const parts = { year: wall.getUTCFullYear(), month: wall.getUTCMonth() + 1, day: wall.getUTCDate() };
  return { reading: { parts, wholeDay: false }, local };
}

function dayAfter(time: Time | undefined): Time | undefined {
  return time?.kind === 'date' ? { kind: 'date', midnight: time.midnight + DAY } : time;
}

function textOf(time: Time): string {
  return time.kind === 'date' ? isoDate(time.midnight) : isoInstant(time.instant);
}

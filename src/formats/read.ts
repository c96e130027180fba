import type { JsonValue } from '../lib/json';
import type { Clock } from '../lib/time/clock';
import { DAY } from '../lib/time/dates';
import { FormatError } from './document';
import type { DraftTime, EventDraft } from './draft';
import { isoDate } from './event';
import { FIELD_NAMES, type TextField } from './event-fields';
import type { FormatFile } from './format-file';
import type { Capture } from './leaf';
import type { Placeholder, TimeField } from './placeholder';
import type { FoundEvent } from './plan';
import { type ClockReading, type Time, timeOf } from './read-time';
import { unwrap } from './xml-tree';

/** An event as it was in an answer, unchecked. */
export interface ReadEvent {
  readonly draft: EventDraft;
  /** A sentence for each value that could not be read. */
  readonly unread: readonly string[];
}

export interface ReadAnswer {
  readonly events: readonly ReadEvent[];
  /** Fields that the format doesn't carry. */
  readonly missing: readonly string[];
  /** Members, elements or columns that the format doesn't name. */
  readonly unnamed: readonly string[];
  /** Counts and times around the events that differ from the format. */
  readonly varying: readonly string[];
  /** The answer is one of a list operation. It has events, or none if the format says how that looks. */
  readonly isList: boolean;
}

/** An event of a table, with the number of its first line. */
export type StreamedRow = ReadEvent & { readonly line: number };

/** Reads answers and tables by a format file. */
export interface FormatReader {
  /** Fields that the format doesn't carry. */
  readonly missing: readonly string[];
  /** A label of `TextDecoder`; `undefined`: UTF-8, or what the text's first bytes show. */
  readonly encoding: string | undefined;
  /**
   * Reads a whole answer: takes it out of its envelope, and reads a list or a single event.
   * @param name what messages call the answer
   * @throws FormatError for an answer of another shape
   */
  read(text: string, name?: string): ReadAnswer;
  /**
   * Reads rows one by one; only of the kind `csv`.
   * @param notice is told of columns that the format doesn't name
   * @throws FormatError for what is no such table
   */
  readonly rows?: (
    text: AsyncIterable<string>,
    name: string,
    notice: (sentence: string) => void,
  ) => AsyncGenerator<StreamedRow>;
}

/**
 * Makes a reader of a format file.
 * @throws FormatError when the format can't be read: it carries neither title nor start, or only writes
 */
export function formatReader({ name, plan }: FormatFile, clock: Clock): FormatReader {
  const carried = carriedFields(plan.placeholders);
  if (plan.placeholders.length > 0 && plan.leaves.length === 0)
    throw new FormatError(`${name} can't be read backwards: its event is not one XML element.`);
  if (!carried.has('title') && !carried.has('start'))
    throw new FormatError(`${name} can't be read backwards: its event shows neither title nor start.`);
  const missing = FIELD_NAMES.filter((field) => !carried.has(field));
  const { find, rows } = plan.reader();
  return {
    missing,
    encoding: plan.encoding,
    read(text, answer = 'The answer') {
      const found = find(unwrap(text));
      if (typeof found === 'string')
        throw new FormatError(`${answer} is not of the shape of ${name}: ${found}.`);
      return { ...found, events: found.events.map((event) => readEvent(event, clock)), missing };
    },
    ...(rows && {
      async *rows(text, file, notice) {
        for await (const found of rows(text, { file, format: name, notice }))
          yield { ...readEvent(found, clock), line: found.line };
      },
    }),
  };
}

/** A time can be read if its placeholders hold a date, or for an end a time of day beside the start's date. */
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
  if (carried.has('start') && (shown.has('end') || carried.has('duration'))) carried.add('end');
  return carried;
}

/** Collects the values that an event's leaves gave: each field keeps the first one. */
class DraftValues {
  readonly fields: { -readonly [F in Exclude<keyof EventDraft, 'extra'>]?: EventDraft[F] } = {};
  readonly extra: Record<string, JsonValue> = Object.create(null);
  readonly times = new Map<TimeField, readonly ClockReading[]>();
  duration: number | undefined;

  /** @returns whether the value is as the placeholder writes it */
  add({ placeholder: { subject }, value }: Capture): boolean {
    if (subject.field === 'extra') {
      // This is the only cast: a captured value comes from JSON, or is a text.
      if (!(subject.name in this.extra)) this.extra[subject.name] = value as JsonValue;
      return true;
    }
    if (typeof value === 'object') return false;
    const text = String(value);
    if ('form' in subject) {
      const reading = subject.form.read(text.trim());
      const others = this.times.get(subject.field) ?? [];
      if (reading !== undefined)
        this.times.set(subject.field, [...others, { reading, local: subject.local }]);
      return reading !== undefined;
    }
    switch (subject.field) {
      case 'allDay':
        return this.#set('allDay', subject.flag.read(text.trim()));
      case 'duration': {
        const read = subject.duration.read(text);
        this.duration ??= read;
        return read !== undefined;
      }
      case 'id':
        return this.#set('id', /^\d{1,15}$/.test(text.trim()) ? Number(text) : undefined);
      default:
        return this.#set<TextField>(subject.field, text);
    }
  }

  #set<F extends Exclude<keyof EventDraft, 'extra'>>(field: F, value: EventDraft[F] | undefined): boolean {
    if (value !== undefined && !(field in this.fields)) this.fields[field] = value;
    return value !== undefined;
  }
}

/** Reads an event from the values of its placeholders. */
export function readEvent({ captures, unread }: FoundEvent, clock: Clock): ReadEvent {
  const problems = [...unread];
  const told = new DraftValues();
  const ordered = captures.every(({ alone }) => alone)
    ? captures
    : [...captures].sort((a, b) => Number(b.alone) - Number(a.alone));
  for (const capture of ordered) {
    const { value, placeholder } = capture;
    const { field } = placeholder.subject;
    if (value === undefined || value === null || (value === '' && field !== 'title')) continue;
    if (!told.add(capture))
      problems.push(`${JSON.stringify(value)} is not as ${placeholder.shown} writes it`);
  }
  addTimes(told, clock, problems);
  return { draft: { ...told.fields, extra: { ...told.extra } }, unread: problems };
}

function addTimes(told: DraftValues, clock: Clock, problems: string[]): void {
  const { fields, times } = told;
  const bareDate = [...times.values()].flat().some(({ reading }) => 'parts' in reading && reading.wholeDay);
  const read = (field: TimeField, allDay: boolean | undefined): Time | undefined => {
    const readings = times.get(field);
    const time = readings && timeOf(field, readings, allDay, clock);
    if (time === undefined || !('problem' in time)) return time;
    problems.push(`its ${field === 'start' ? 'start' : 'end'} is ${time.problem}`);
    return undefined;
  };
  const start = read('start', fields.allDay ?? (bareDate || undefined));
  const allDay = fields.allDay ?? (start?.kind === 'date' ? true : undefined);
  if (start?.kind === 'date') fields.allDay ??= true;
  if (start !== undefined) fields.start = draftTime(start);
  joinEnds(times);
  const ends = times.get('end');
  if (ends !== undefined && start !== undefined && !ends.some(tellsDate)) {
    // For an event that lasts all day, a time of day alone says nothing.
    if (start.kind === 'date') times.delete('end');
    else {
      const local = ends.some((one) => one.local);
      times.set('end', [...ends, dateOf(start.instant, local, clock)]);
    }
  }
  const end = times.has('end')
    ? read('end', allDay)
    : times.has('endInclusive')
      ? dayAfter(read('endInclusive', allDay))
      : endAfter(start, told.duration, problems);
  if (end !== undefined) fields.end = draftTime(end);
}

/** Returns the end of an event by its duration. In days and milliseconds a whole day is a calendar day. */
function endAfter(
  start: Time | undefined,
  duration: number | undefined,
  problems: string[],
): Time | undefined {
  if (start === undefined || duration === undefined) return undefined;
  if (start.kind === 'instant') return { kind: 'instant', instant: start.instant + duration };
  if (duration % DAY === 0)
    return duration === 0 ? undefined : { kind: 'date', midnight: start.midnight + duration };
  problems.push('its duration is not of whole days, though it lasts all day');
  return undefined;
}

/** Completes an end that has only a time of day with the date of the other end. */
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

/** Reads the date of an instant, in UTC or in the zone. */
function dateOf(instant: number, local: boolean, clock: Clock): ClockReading {
  const localTime = new Date(local ? instant + clock.offsetAt(instant) : instant);
  const parts = {
    year: localTime.getUTCFullYear(),
    month: localTime.getUTCMonth() + 1,
    day: localTime.getUTCDate(),
  };
  return { reading: { parts, wholeDay: false }, local };
}

function dayAfter(time: Time | undefined): Time | undefined {
  return time?.kind === 'date' ? { kind: 'date', midnight: time.midnight + DAY } : time;
}

function draftTime(time: Time): DraftTime {
  return time.kind === 'date'
    ? { kind: 'day', day: isoDate(time.midnight) }
    : { kind: 'instant', ms: time.instant };
}

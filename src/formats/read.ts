import type { JsonValue } from '../lib/json';
import type { Clock } from '../lib/time/clock';
import { FormatError } from './document';
import { type EventDraft, refusalReason, type SourceValue } from './draft';
import { DraftBuilder } from './draft-builder';
import { FIELD_NAMES } from './event-fields';
import type { FormatFile } from './format-file';
import type { Capture } from './leaf';
import type { Placeholder, Subject } from './placeholder';
import type { FoundEvent } from './plan';
import { unwrap } from './xml-tree';

/** Represents an event of an answer before any check. */
export interface ReadEvent {
  readonly draft: EventDraft;
  /** Returns the name and the values that the text has for a field. */
  readonly sourceOf: (field: string) => SourceValue;
  /** Counts its times without an offset, which were read in the reader's zone. */
  readonly floating: number;
  /** Says the reason of each refusal: `Begins must be as "{start:iso}" writes it, not "soon"`. */
  readonly unread: readonly string[];
}

export interface ReadAnswer {
  readonly events: readonly ReadEvent[];
  /** Lists members, elements or columns that the format doesn't name. */
  readonly unnamed: readonly string[];
  /** Lists counts and times around the events that differ from the format. */
  readonly varying: readonly string[];
  /** The answer is one of a list operation. It has events, or none if the format says how that looks. */
  readonly isList: boolean;
}

/** Represents an event of a table, with the number of its first line. */
export type StreamedRow = ReadEvent & { readonly line: number };

/** Reads answers and tables by a format file. */
export interface FormatReader {
  /** Lists the fields that the format does not have. */
  readonly missing: readonly string[];
  /** This is a label of `TextDecoder`, or `undefined` for UTF-8 or for UTF-16 that the first bytes show. */
  readonly encoding: string | undefined;
  /**
   * Reads a whole answer: takes it out of its envelope, and reads a list or a single event.
   * @param name what messages call the answer
   * @throws FormatError for an answer of another shape
   */
  read(text: string, name?: string): ReadAnswer;
  /** Reads the same. @returns the reason why an answer is of another shape: `it is not JSON: …` */
  tryRead(text: string): ReadAnswer | string;
  /**
   * Reads rows one by one. Only the kind `csv` has this.
   * @param notice is called with the columns that the format does not name
   * @throws FormatError if the text is no such table
   */
  readonly rows?: (
    text: AsyncIterable<string>,
    name: string,
    notice: (sentence: string) => void,
  ) => AsyncGenerator<StreamedRow>;
}

/**
 * Creates a reader from a format file.
 * @throws FormatError if the format can only write, or has neither title nor start
 */
export function formatReader({ name, ...plan }: FormatFile, clock: Clock): FormatReader {
  const carried = carriedFields(plan.placeholders);
  if (!carried.has('title') && !carried.has('start'))
    throw new FormatError(`${name} can't be read backwards: its event shows neither title nor start.`);
  if (plan.leaves.length === 0)
    throw new FormatError(`${name} can't be read backwards: its event is not one XML element.`);
  const missing = FIELD_NAMES.filter((field) => !carried.has(field));
  const { find, rows } = plan.reader();
  const tryRead = (text: string): ReadAnswer | string => {
    const found = find(unwrap(text));
    if (typeof found === 'string') return found;
    return { ...found, events: found.events.map((event) => readEvent(event, clock)) };
  };
  return {
    missing,
    encoding: plan.encoding,
    read(text, answer = 'The answer') {
      const found = tryRead(text);
      if (typeof found !== 'string') return found;
      throw new FormatError(`${answer} is not of the shape of ${name}: ${found}.`);
    },
    tryRead,
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
    const field = fieldOf(subject);
    if (!('form' in subject)) carried.add(field);
    else shown.set(field, new Set([...(shown.get(field) ?? []), ...subject.form.shows]));
  }
  for (const [field, parts] of shown) {
    if (parts.has('instant') || ['year', 'month', 'day'].every((part) => parts.has(part))) carried.add(field);
  }
  if (carried.has('start') && (shown.has('end') || carried.has('duration'))) carried.add('end');
  return carried;
}

/** Reads an event from the values of its placeholders. */
export function readEvent({ captures, unread }: FoundEvent, clock: Clock): ReadEvent {
  const refusals = [...unread];
  const builder = new DraftBuilder();
  const extra = new Map<string, JsonValue>();
  for (const capture of captures.toSorted((a, b) => Number(b.alone) - Number(a.alone))) {
    const { value, placeholder } = capture;
    const { subject } = placeholder;
    if (!holds(capture)) continue;
    if (subject.field === 'extra') {
      // This is the only cast: a captured value comes from JSON, or is a text.
      if (!extra.has(subject.name)) extra.set(subject.name, value as JsonValue);
      continue;
    }
    if (add(builder, subject, value)) continue;
    const source = { name: capture.name ?? subject.field, values: [value] };
    refusals.push(refusalReason(source, `must be as ${placeholder.shown} writes it`));
  }
  const sourceOf = (field: string): SourceValue => {
    const all = captures.filter(({ placeholder }) => fieldOf(placeholder.subject) === field);
    const places = all.filter(holds);
    const name = (places[0] ?? all[0])?.name ?? field;
    return { name, values: places.map(({ value }) => value) };
  };
  let floating = 0;
  // The clock is asked for an instant only where the text has no offset.
  const instantOf: Clock['instantOf'] = (localTime) => {
    floating += 1;
    return clock.instantOf(localTime);
  };
  const draft = builder.draft(Object.fromEntries(extra), { ...clock, instantOf }, (field, allowed) =>
    refusals.push(refusalReason(sourceOf(field), allowed)),
  );
  return { draft, sourceOf, floating, unread: refusals };
}

function holds({ value, placeholder }: Capture): boolean {
  return value !== undefined && value !== null && (value !== '' || placeholder.subject.field === 'title');
}

function fieldOf({ field }: Subject): string {
  return field === 'endInclusive' ? 'end' : field;
}

/** @returns true if the placeholder would write this value */
function add(
  builder: DraftBuilder,
  subject: Exclude<Subject, { readonly field: 'extra' }>,
  value: unknown,
): boolean {
  if (typeof value === 'object') return false;
  const text = String(value).trim();
  if ('form' in subject) {
    const reading = subject.form.read(text);
    // Without @local an ISO time is written with its offset, and one without it may be hours off.
    if (reading === undefined || (reading.kind === 'local' && !subject.local)) return false;
    builder.addTime(subject.field, { reading, local: subject.local });
    return true;
  }
  switch (subject.field) {
    case 'allDay': {
      const flag = subject.flag.read(text);
      if (flag !== undefined) builder.set('allDay', flag);
      return flag !== undefined;
    }
    case 'duration': {
      const duration = subject.duration.read(text);
      if (duration !== undefined) builder.setDuration(duration);
      return duration !== undefined;
    }
    case 'id': {
      const isId = /^\d{1,15}$/.test(text);
      if (isId) builder.set('id', Number(text));
      return isId;
    }
    default:
      builder.set(subject.field, String(value));
      return true;
  }
}

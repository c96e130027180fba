/** Reads the events of answers and tables by a format file. */
import type { TimeZone } from '../lib/time/zones';
import { FormatError } from './document';
import { type EventDraft, refusalReason, type SourceValue } from './draft';
import { FIELD_NAMES, type Field } from './event-fields';
import { eventTimes } from './event-times';
import type { EventValuesRead } from './field-forms';
import type { RowFormat } from './format';
import type { Capture, Leaf } from './leaf';
import type { Placeholder } from './placeholder';
import type { WrapperValues } from './wrapper';
import { unwrap } from './xml-tree';

export interface CompiledFormat {
  readonly format: RowFormat;
  /** Contains the placeholders of the event that can be read, also those in names of members. */
  readonly placeholders: readonly Placeholder[];
  /** This is the encoding of files, as a label of `TextDecoder`, or `undefined` if the format names none. */
  readonly encoding?: string | undefined;
  /** This is `undefined` if the format can only write. */
  readonly reader: CompiledReader | undefined;
}

export interface CompiledReader {
  readonly wrapper: WrapperValues;
  /** @returns the events, or why the text is not an answer in this format: `it is not JSON: …` */
  find(text: string): ReadAnswer | string;
  readonly rows?: Rows | undefined;
}

/**
 * Yields the rows of a table one by one, each with the number of its first line. Only the kind `csv` has this.
 * @param name what messages call the text
 * @param ignored collects the columns without a placeholder, unless they have the same value as in the format
 * @throws FormatError if the text is not a table of this format
 */
export type Rows = (
  text: AsyncIterable<string>,
  name: string,
  ignored: Set<string>,
) => AsyncGenerator<ReadEvent & { readonly line: number }>;

export interface FormatFile extends CompiledFormat {
  /** Messages call the file by this name. */
  readonly name: string;
  /**
   * The service answers with this text if there are no events. If it is `undefined`, the answer is the wrapper around
   * an empty list. A missing result counts as the text `null`.
   */
  readonly empty: string | undefined;
  /** This is the time zone that `@local` means. */
  readonly zone: TimeZone;
}

/** Reads answers and tables by a format file. */
export interface FormatReader {
  /** Lists the fields that the format does not have. */
  readonly missing: readonly Field[];
  /**
   * This is the encoding of files, as a label of `TextDecoder`. `undefined` means UTF-8, or UTF-16 if the first bytes
   * show it.
   */
  readonly encoding: string | undefined;
  /**
   * Reads a whole answer: takes it out of its envelope, and reads a list or a single event.
   * @param name what messages call the answer
   * @throws FormatError if the answer has another shape
   */
  read(text: string, name?: string): ReadAnswer;
  /** Reads like `read`, but returns the reason if the answer has another shape: `it is not JSON: …`. */
  tryRead(text: string): ReadAnswer | string;
  readonly rows?: Rows | undefined;
}

/**
 * Creates a reader from a format file.
 * @throws FormatError if the format can only write, or has neither title nor start
 */
export function formatReader({ name, placeholders, encoding, reader, empty }: FormatFile): FormatReader {
  // A time of day alone can be an end, because the start may have its date. It can't be a start.
  const carrying = placeholders.filter(({ field, isClock }) => field !== 'start' || isClock !== true);
  const carried = new Set(carrying.map(({ field }) => (field === 'duration' ? 'end' : fieldOf(field))));
  if (!carried.has('title') && !carried.has('start'))
    throw new FormatError(`${name} can't read answers: its event has neither {title} nor {start}.`);
  if (reader === undefined)
    throw new FormatError(`${name} can't read answers: its event is not one XML element.`);
  const missing = FIELD_NAMES.filter((field) => !carried.has(field));
  const tryRead = (text: string): ReadAnswer | string => {
    const answer = unwrap(text);
    return answer.trim() === empty?.trim() ? NO_EVENTS : reader.find(answer);
  };
  return {
    missing,
    encoding,
    read(text, answer = 'The answer') {
      const found = tryRead(text);
      if (typeof found !== 'string') return found;
      throw new FormatError(`${answer} does not have the shape of ${name}: ${found}.`);
    },
    tryRead,
    rows: reader.rows,
  };
}

export interface ReadEvent {
  readonly draft: EventDraft;
  /** Returns the name and the values that the text has for a field. */
  readonly sourceOf: (field: string) => SourceValue;
  /** Contains the reason for each value that was refused: `Begins must be as "{start:iso}" writes it, not "soon"`. */
  readonly unread: readonly string[];
}

export interface ReadAnswer {
  readonly events: readonly ReadEvent[];
  /** Lists the members, elements or columns without a placeholder, unless they have the same value as in the format. */
  readonly ignored: readonly string[];
  /** Contains a text for each count or time around the events that differs: `At, "2026-03-01" in the format`. */
  readonly varying: readonly string[];
  /** This is true for the answer of a list operation. An empty list is recognised only by the format's own text. */
  readonly isList: boolean;
}

export const NO_EVENTS: ReadAnswer = { events: [], ignored: [], varying: [], isList: true };

interface FoundValues {
  readonly captures: readonly Capture[];
  /** Contains a message for each value that does not match the format. */
  readonly unread: readonly string[];
}

/**
 * Reads the values of an event for all placeholders.
 * @param valueIn returns the value at the path of a leaf; `undefined` and null mean that the event has none
 */
export function readLeaves<Path>(
  leaves: readonly Leaf<Path>[],
  valueIn: (leaf: Leaf<Path>) => unknown,
): { captures: Capture[]; unread: string[] } {
  const captures: Capture[] = [];
  const unread: string[] = [];
  for (const leaf of leaves) {
    const { name, read } = leaf;
    const value = valueIn(leaf);
    if (read === undefined || value === undefined || value === null) continue;
    const found = read(value);
    if (found === undefined)
      unread.push(`${name} does not match its text in the format, or matches in more than one way`);
    else captures.push(...found);
  }
  return { captures, unread };
}

/** Combines the captured values of an event. A value that its placeholder could not have written is refused. */
export function readEvent({ captures, unread }: FoundValues, zone: TimeZone): ReadEvent {
  const refusals = [...unread];
  const values: EventValuesRead = { fields: {}, times: {}, extra: new Map() };
  for (const capture of captures.toSorted((a, b) => Number(b.isAlone) - Number(a.isAlone))) {
    const { value, placeholder } = capture;
    if (!holds(capture) || placeholder.read(value, values)) continue;
    const source = { name: capture.name ?? placeholder.field, values: [value] };
    refusals.push(refusalReason(source, `must be as ${placeholder.shown} writes it`));
  }
  const sourceOf = (field: string): SourceValue => {
    const all = captures.filter(({ placeholder }) => fieldOf(placeholder.field) === field);
    const places = all.filter(holds);
    const name = (places[0] ?? all[0])?.name ?? field;
    return { name, values: places.map(({ value }) => value) };
  };
  const { fields, extra } = values;
  const times = eventTimes(values.times, fields.allDay, zone, (field, allowed) =>
    refusals.push(refusalReason(sourceOf(field), allowed)),
  );
  const draft = { ...fields, ...times, extra: Object.fromEntries(extra) };
  return { draft, sourceOf, unread: refusals };
}

/**
 * Returns true if the field has a value. An empty title is a value, which an import refuses. An empty extra field is a
 * value if the format writes a missing value in another way.
 */
function holds({ value, placeholder: { field, whenEmpty }, isAlone }: Capture): boolean {
  if (value === '') return field === 'title' || (field === 'extra' && isAlone && whenEmpty !== 'stays');
  return value !== undefined && value !== null;
}

function fieldOf(field: Placeholder['field']): string {
  return field === 'endInclusive' ? 'end' : field;
}

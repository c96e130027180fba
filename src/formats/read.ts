import type { Clock } from '../lib/time/clock';
import { FormatError } from './document';
import { type EventDraft, refusalReason, type SourceValue } from './draft';
import { FIELD_NAMES, type Field } from './event-fields';
import { eventTimes } from './event-times';
import type { FormatFile } from './format-file';
import type { Capture } from './leaf';
import type { EventValuesRead, Placeholder } from './placeholder';
import { type Answer, type FoundEvent, NO_EVENTS, type Rows } from './plan';
import { unwrap } from './xml-tree';

/** Represents an event of an answer before any check. */
export interface ReadEvent {
  readonly draft: EventDraft;
  /** Returns the name and the values that the text has for a field. */
  readonly sourceOf: (field: string) => SourceValue;
  /** This is the number of the event's times without an offset. They were read in the reader's zone. */
  readonly floating: number;
  /** This has a reason for each value that was refused: `Begins must be as "{start:iso}" writes it, not "soon"`. */
  readonly unread: readonly string[];
}

export type ReadAnswer = Answer<ReadEvent>;

/** Reads answers and tables by a format file. */
export interface FormatReader {
  /** Lists the fields that the format does not have. */
  readonly missing: readonly Field[];
  /** This is a label of `TextDecoder`, or `undefined` for UTF-8 or for UTF-16 that the first bytes show. */
  readonly encoding: string | undefined;
  /**
   * Reads a whole answer: takes it out of its envelope, and reads a list or a single event.
   * @param name what messages call the answer
   * @throws FormatError if the answer has another shape
   */
  read(text: string, name?: string): ReadAnswer;
  /** Reads like `read`, but returns the reason if the answer has another shape: `it is not JSON: …`. */
  tryRead(text: string): ReadAnswer | string;
  /** Yields the rows of a table one by one, as `PlanReader.rows` does. */
  readonly rows?: Rows<ReadEvent>;
}

/**
 * Creates a reader from a format file.
 * @throws FormatError if the format can only write, or has neither title nor start
 */
export function formatReader({ name, clock, ...plan }: FormatFile): FormatReader {
  // A time of day alone can be an end, because the start may give its date. It can't be a start.
  const carrying = plan.placeholders.filter(({ field, isClock }) => field !== 'start' || isClock !== true);
  const carried = new Set(carrying.map(({ field }) => (field === 'duration' ? 'end' : fieldOf(field))));
  if (!carried.has('title') && !carried.has('start'))
    throw new FormatError(`${name} can't read answers: its event shows neither title nor start.`);
  const { reader, empty } = plan;
  if (reader === undefined)
    throw new FormatError(`${name} can't read answers: its event is not one XML element.`);
  const missing = FIELD_NAMES.filter((field) => !carried.has(field));
  const { find, rows } = reader;
  const tryRead = (text: string): ReadAnswer | string => {
    const answer = unwrap(text);
    if (answer.trim() === empty?.trim()) return NO_EVENTS;
    const found = find(answer);
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
      async *rows(...source) {
        for await (const found of rows(...source)) yield { ...readEvent(found, clock), line: found.line };
      },
    }),
  };
}

/** Reads an event from the values of its placeholders. */
export function readEvent({ captures, unread }: FoundEvent, clock: Clock): ReadEvent {
  const refusals = [...unread];
  const values: EventValuesRead = { fields: {}, times: {}, extra: new Map() };
  for (const capture of captures.toSorted((a, b) => Number(b.alone) - Number(a.alone))) {
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
  let floating = 0;
  // `instantOf` is called only for a time without an offset, so this counts these times.
  const instantOf: Clock['instantOf'] = (localTime) => {
    floating += 1;
    return clock.instantOf(localTime);
  };
  const { fields, extra } = values;
  const times = eventTimes(values.times, fields.allDay, { ...clock, instantOf }, (field, allowed) =>
    refusals.push(refusalReason(sourceOf(field), allowed)),
  );
  const draft = { ...fields, ...times, extra: Object.fromEntries(extra) };
  return { draft, sourceOf, floating, unread: refusals };
}

/**
 * An empty text is a value of a title, which an import refuses. It is one of an extra field, too, if the format writes
 * no value in another way.
 */
function holds({ value, placeholder: { field, whenEmpty }, alone }: Capture): boolean {
  if (value === '') return field === 'title' || (field === 'extra' && alone && whenEmpty !== 'stays');
  return value !== undefined && value !== null;
}

function fieldOf(field: Placeholder['field']): string {
  return field === 'endInclusive' ? 'end' : field;
}

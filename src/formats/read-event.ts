/** Reads an event from the values that an answer has in the places of its placeholders. */
import type { Clock } from '../lib/time/clock';
import { type EventDraft, refusalReason, type SourceValue } from './draft';
import { eventTimes } from './event-times';
import type { Capture, Leaf } from './leaf';
import type { EventValuesRead, Placeholder } from './placeholder';

export interface ReadEvent {
  readonly draft: EventDraft;
  /** Returns the name and the values that the text has for a field. */
  readonly sourceOf: (field: string) => SourceValue;
  /** This is the number of the event's times without an offset. They were read in the reader's zone. */
  readonly floating: number;
  /** This has a reason for each value that was refused: `Begins must be as "{start:iso}" writes it, not "soon"`. */
  readonly unread: readonly string[];
}

export interface ReadAnswer {
  readonly events: readonly ReadEvent[];
  /** Lists members, elements or columns that the format does not name. */
  readonly unnamed: readonly string[];
  /** Describes each count and time around the events that differs from the format's. */
  readonly varying: readonly string[];
  /** This is true for the answer of a list operation. A list without events counts only if the format has its text. */
  readonly isList: boolean;
}

export const NO_EVENTS: ReadAnswer = { events: [], unnamed: [], varying: [], isList: true };

interface FoundValues {
  readonly captures: readonly Capture[];
  /** This is a message for each value that does not match the format. */
  readonly unread: readonly string[];
}

/** @param valueAt returns the value at a path; `undefined` and null mean that the event has none */
export function readLeaves<Path>(
  leaves: readonly Leaf<Path>[],
  valueAt: (path: Path) => unknown,
): { captures: Capture[]; unread: string[] } {
  const captures: Capture[] = [];
  const unread: string[] = [];
  for (const { path, name, read } of leaves) {
    const value = valueAt(path);
    if (read === undefined || value === undefined || value === null) continue;
    const found = read(value);
    if (found === undefined) unread.push(`${name} can't be told apart by its text in the format`);
    else captures.push(...found);
  }
  return { captures, unread };
}

export function readEvent({ captures, unread }: FoundValues, clock: Clock): ReadEvent {
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

export function fieldOf(field: Placeholder['field']): string {
  return field === 'endInclusive' ? 'end' : field;
}

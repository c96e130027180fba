import { quotedText } from './document';
import type { EventRow } from './event';
import type { Capture, Leaf } from './leaf';
import type { Placeholder } from './placeholder';

/** A format file of some kind, made ready to write and to read. */
export interface Plan {
  writeList(rows: readonly EventRow[]): string;
  writeEvent(row: EventRow): string;
  /** The answer for no event. */
  readonly none: string;
  /** Empty where the format can only write. */
  readonly leaves: readonly Leaf<unknown>[];
  /** Placeholders of the event, and of the names under which events stand. */
  readonly placeholders: readonly Placeholder[];
  /** A label of `TextDecoder` that files are read by; `undefined`: the format doesn't say. */
  readonly encoding?: string | undefined;
  /** Makes the reader of answers. */
  reader(): PlanReader;
}

export interface PlanReader {
  /** The values around the list. */
  readonly around: Around;
  /** @returns what the text is where it is no such answer: `it is not JSON: …` */
  find(text: string): FoundEvents | string;
  /** Finds events one by one; only of the kind `csv`. @throws FormatError for what is no such table */
  rows?(text: AsyncIterable<string>, names: RowNames): AsyncGenerator<FoundRow>;
}

export type FoundRow = FoundEvent & { readonly line: number };

/** Names for sentences about rows, and the listener that is told them. */
export interface RowNames {
  readonly file: string;
  readonly format: string;
  readonly notice: (sentence: string) => void;
}

/** An event as it was found in an answer. */
export interface FoundEvent {
  readonly captures: readonly Capture[];
  /** A sentence for each value that the format's text doesn't fit. */
  readonly unread: readonly string[];
}

export interface FoundEvents {
  readonly events: readonly FoundEvent[];
  /** Members, elements or columns that the format doesn't name. */
  readonly unnamed: readonly string[];
  /** Counts and times around the events that are others than in the format. */
  readonly varying: readonly string[];
  /** It is what a list operation answers, with events or, as far as the format says so, without. */
  readonly isList: boolean;
}

/** Names past this many are told no more. */
export const MAX_NAMES = 100;

/** The values that stand around the events of an answer, each by its place. */
export type Around = ReadonlyMap<string, unknown>;

/** The difference between an answer and the format; `problem` when it can't be such an answer. */
export interface Difference {
  readonly problem?: string;
  /** A sentence's part for each count or time that came as another. */
  readonly varying: readonly string[];
}

/**
 * Compares the values around an answer's events with the format's. A service tells there that it failed, with an empty
 * list inside: so what differs is no such answer, counts and times excepted, which differ from answer to answer.
 * @param isEmpty it holds no event: then what the format doesn't have at all may say why
 */
export function differenceOf(format: Around, answer: Around, isEmpty: boolean): Difference {
  const varying: string[] = [];
  for (const [name, value] of format) {
    const given = answer.get(name);
    const isNothing = value === null || (value === '' && !isEmpty);
    if (given === value || (isNothing && !answer.has(name))) continue;
    if (!varies(value) || !varies(given)) {
      const came = answer.has(name) ? `is ${quotedValue(given)}` : 'is missing';
      return { problem: `${name} ${came}, and the format has ${quotedValue(value)} there`, varying };
    }
    varying.push(`${name}, ${quotedValue(value)} in the format`);
  }
  const other = isEmpty
    ? [...answer].find(([name, value]) => value !== null && !format.has(name))
    : undefined;
  if (other === undefined) return { varying };
  const [name, value] = other;
  const problem = `it holds no events but ${name}, ${quotedValue(value)}, which the format's list does not have; an answer that stands for no events goes into its none`;
  return { problem, varying };
}

/** `/Date(`, `1.3.2026`, `2026-03-01`, `9:00` */
const LIKE_A_TIME = /^\\?\/Date\(-?\d|^\d{1,4}([./-])\d{1,2}\1\d{1,4}|^\d{1,2}:\d\d|\d{4}[ ,].*\d:\d\d/;

/** A count or a time, as a number or as text: no format can say what it will be. */
export function varies(value: unknown): boolean {
  if (typeof value === 'number') return true;
  return typeof value === 'string' && (/^\d+$/.test(value) || LIKE_A_TIME.test(value));
}

export function quotedValue(value: unknown): string {
  return typeof value === 'string' ? quotedText(value) : String(value);
}

/** Where the events, and their number, stand in the text around them: characters that neither JSON nor XML has there. */
export const EVENTS = '\0';
export const COUNT = '\u0001';

/** Puts the events and their number into the text around them. */
export function wrapped(template: string, events: string, count: number): string {
  const [before = '', after = ''] = template
    .split(EVENTS)
    .map((part) => part.replaceAll(COUNT, String(count)));
  return before + events + after;
}

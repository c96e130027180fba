import { FormatError } from './document';
import { FIELD_NAMES, type Field } from './event-fields';
import type { FormatFile } from './format-file';
import type { Rows } from './plan';
import { fieldOf, NO_EVENTS, type ReadAnswer } from './read-event';
import { unwrap } from './xml-tree';

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
  readonly rows?: Rows;
}

/** @throws FormatError if the format can only write, or has neither title nor start */
export function formatReader({ name, ...plan }: FormatFile): FormatReader {
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
    return find(answer);
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
    ...(rows && { rows }),
  };
}

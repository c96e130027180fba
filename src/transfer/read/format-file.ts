/** Reads files and answers that a format file describes. */
import type { FormatReader, ReadAnswer, ReadEvent } from '../../formats/read';
import { RowRefusal } from '../errors';
import type { DraftRow, Place } from '../event-record';
import { notePrecision } from './json';
import type { ReadOptions } from './source';
import { openText, wholeText } from './text';

/** Yields the rows of a file. CSV is read row by row, and an answer as a whole. */
export async function* readByFormat(
  bytes: AsyncIterable<Uint8Array>,
  name: string,
  reader: FormatReader,
  options: ReadOptions,
): AsyncGenerator<DraftRow | RowRefusal> {
  const { text } = await openText(bytes, name, options.encoding ?? reader.encoding);
  if (reader.rows === undefined) {
    const whole = await wholeText(text, name, 'files without a format file');
    yield* answerRows(reader.read(whole, name), name, reader, options);
    return;
  }
  noteMissing(reader, options);
  const ignored = new Set<string>();
  for await (const row of reader.rows(text, name, ignored))
    yield rowOf(row, { file: name, unit: 'line', number: row.line });
  noteIgnored([...ignored], options);
}

/** Yields the rows of a whole answer, which messages call by the given name. */
export function* answerRows(
  { events, ignored, varying }: ReadAnswer,
  name: string,
  reader: FormatReader,
  options: ReadOptions,
): Generator<DraftRow | RowRefusal> {
  const { notes } = options;
  noteMissing(reader, options);
  // Only extra fields are checked, because the forms of the fields read long numbers, such as ticks, exactly.
  for (const { draft } of events) notePrecision(JSON.stringify(draft.extra), notes, isSafe);
  noteIgnored(ignored, options);
  for (const one of varying) notes.add(`the text around the events differs: ${one}`);
  for (const [index, event] of events.entries())
    yield rowOf(event, { file: name, unit: 'element', number: index + 1 });
}

/**
 * Returns false for a number beyond the safe integers, because the text may have had another number before it was
 * parsed.
 */
function isSafe(number: string): boolean {
  return Math.abs(Number(number)) <= Number.MAX_SAFE_INTEGER;
}

function noteIgnored(names: readonly string[], { notes }: ReadOptions): void {
  if (names.length > 0) notes.add(`left out, because the format has no place for them: ${names.join(', ')}`);
}

function noteMissing({ missing }: FormatReader, { notes }: ReadOptions): void {
  if (missing.length > 0) notes.add(`the format has no placeholder for ${missing.join(', ')}`);
}

function rowOf({ unread, ...event }: ReadEvent, place: Place): DraftRow | RowRefusal {
  return unread.length > 0 ? new RowRefusal(place, unread.join('; ')) : { place, ...event };
}

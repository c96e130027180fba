import type { FormatReader, ReadEvent } from '../../formats/read';
import { quoted } from '../../lib/text/quoted';
import { RowRefusal, TransferError } from '../errors';
import type { DraftRow, Place, Row } from '../event-record';
import { bytesSource } from './files';
import { notePrecision } from './json';
import type { ReadOptions, Source } from './source';
import { openText, wholeOf } from './text';

/** Represents a result string of a service with its source. */
export interface Answer {
  readonly name: string;
  readonly text: string;
}

/**
 * Makes a source from the events in answers. An event in several lists, because it overlaps two months, is yielded
 * once.
 * @param leftOut notes on what is not in the answers
 * @param reader reads the answers; without it they must be in a built-in format
 */
export function answersSource(
  name: string,
  { answers, leftOut }: { readonly answers: readonly Answer[]; readonly leftOut: readonly string[] },
  reader?: FormatReader,
): Source {
  return {
    name,
    async *rows(options) {
      for (const note of leftOut) options.notes.add(note);
      const seen = new Set<string>();
      for (const answer of answers) {
        const rows = reader === undefined ? ownRows(answer, options) : formatRows(answer, reader, options);
        for await (const row of rows) {
          const identity = row instanceof RowRefusal ? row.message : identityOf(row);
          if (seen.has(identity)) continue;
          seen.add(identity);
          yield row;
        }
      }
    },
  };
}

/** A list in a built-in format of `LIST_FORMAT` begins in one of these ways. */
const LIST = /^(?:\[|<events\b|BEGIN:VCALENDAR)/;

/** Reads an answer in a built-in format. Only a list may be without events. */
async function* ownRows(answer: Answer, options: ReadOptions): AsyncGenerator<Row | RowRefusal> {
  const text = answer.text.trim();
  // Any other text would be read as CSV, whose first line may be any sentence.
  let isList = LIST.test(text);
  if (!isList && !/^[{<]/.test(text)) throw noList(answer);
  // The name of a recorded file says nothing about the format of the answer in it.
  const format = text.startsWith('BEGIN:') ? 'ics' : undefined;
  for await (const row of bytesSource(answer.name, () => bytesOf(text), format).rows(options)) {
    isList = true;
    yield row;
  }
  if (!isList) throw noList(answer);
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** Makes a reader refuse answers that are not lists: a service that failed may answer a sentence or an object. */
export function listsOnly(reader: FormatReader): FormatReader {
  return {
    ...reader,
    read(text, name = '') {
      const answer = reader.read(text, name);
      if (answer.isList) return answer;
      throw noList({ name, text });
    },
  };
}

function noList({ name, text }: Answer): TransferError {
  return new TransferError(
    `${name} contains ${quoted(text)}, which is not a list of events: delete it and record it again, or name its format by --format file:PATH.`,
  );
}

/** Makes a source from a file that a format file describes. CSV is read row by row, and an answer as a whole. */
export function answerSource(
  name: string,
  open: () => AsyncIterable<Uint8Array>,
  reader: FormatReader,
): Source {
  return {
    name,
    async *rows(options): AsyncGenerator<Row | RowRefusal> {
      const encoding = options.encoding ?? reader.encoding;
      const { text } = await openText(open(), name, encoding);
      if (reader.rows === undefined) {
        const whole = await wholeOf(text, name, 'what has no format file');
        yield* formatRows({ name, text: whole }, reader, options);
        return;
      }
      const { notes } = options;
      noteMissing(reader, options);
      for await (const row of reader.rows(text, name, (sentence) => notes.add(sentence)))
        yield rowOf(row, { file: name, unit: 'line', number: row.line });
    },
  };
}

function* formatRows(
  { name, text }: Answer,
  reader: FormatReader,
  options: ReadOptions,
): Generator<DraftRow | RowRefusal> {
  const { notes } = options;
  const { events, unnamed, varying } = reader.read(text, name);
  noteMissing(reader, options);
  // Only extra fields are checked, because the forms of the fields read long numbers, such as ticks, exactly.
  for (const { draft } of events) notePrecision(JSON.stringify(draft.extra), notes, isSafe);
  if (unnamed.length > 0) notes.add(`left out, because the format does not name it: ${unnamed.join(', ')}`);
  for (const one of varying) notes.add(`around the events another value was found: ${one}`);
  for (const [index, event] of events.entries())
    yield rowOf(event, { file: name, unit: 'element', number: index + 1 });
}

/** Returns false for a large number, because the text may have had a different one before it was parsed. */
function isSafe(number: string): boolean {
  return Math.abs(Number(number)) <= Number.MAX_SAFE_INTEGER;
}

function noteMissing({ missing }: FormatReader, { notes }: ReadOptions): void {
  if (missing.length > 0) notes.add(`the format does not contain ${missing.join(', ')}`);
}

function rowOf({ unread, ...event }: ReadEvent, place: Place): DraftRow | RowRefusal {
  return unread.length > 0 ? new RowRefusal(place, unread.join('; ')) : { place, ...event };
}

/**
 * Returns a key that is the same if two answers contain the same event: its id or uid, and its times, because the
 * occurrences of a series may share an id. If the fields are not known, all values are the key.
 */
function identityOf(row: Row): string {
  if (!('draft' in row)) return JSON.stringify(row.fields);
  const { id, uid, start, end } = row.draft;
  const key = id ?? uid;
  return JSON.stringify(key === undefined ? row.draft : [key, start, end]);
}

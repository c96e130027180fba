import type { FormatReader, ReadEvent } from '../../formats/read';
import { quoted } from '../../lib/text/quoted';
import { RowRefusal, TransferError } from '../errors';
import type { DraftRow, Place, Row } from '../event-record';
import { bytesSource } from './files';
import { notePrecision } from './json';
import type { ReadOptions, Source } from './source';
import { openText, wholeOf } from './text';

/** Represents a result string of a service, and where it came from. */
export interface Answer {
  readonly name: string;
  readonly text: string;
}

/**
 * Makes a source of the events of answers. An event that is in several lists, because it overlaps two months, comes
 * once.
 * @param reader reads the answers; without it they are in a built-in format
 */
export function answersSource(name: string, answers: readonly Answer[], reader?: FormatReader): Source {
  return {
    name,
    async *rows(options) {
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

/** A list begins like this as `LIST_FORMAT` has it. */
const LIST = /^(?:\[|<events\b|BEGIN:VCALENDAR)/;

/** Reads an answer in a built-in format. Only a list may have no event. */
async function* ownRows(answer: Answer, options: ReadOptions): AsyncGenerator<Row | RowRefusal> {
  const text = answer.text.trim();
  // Any other text would be read as CSV, whose first line may be any sentence.
  let isList = LIST.test(text);
  if (!isList && !/^[{<]/.test(text)) throw noList(answer);
  // The name is that of the recording's file, whatever the answer in it is.
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

/** Makes a reader refuse answers that are no lists: a service that failed answers sentences and objects. */
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
    `${name} holds ${quoted(text)}, which is no list of events: delete it and record it again, or name its format by --format file:PATH.`,
  );
}

/** Reads a file that a format file describes: rows of CSV one by one, an old answer as a whole. */
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
  // A format's own numbers, such as ticks, are read by their forms.
  for (const { draft } of events) notePrecision(JSON.stringify(draft.extra), notes, isSafe);
  if (unnamed.length > 0)
    notes.add(`the format does not name, so that it is left out: ${unnamed.join(', ')}`);
  for (const one of varying) notes.add(`around the events, ${one}, came as another value`);
  for (const [index, event] of events.entries())
    yield rowOf(event, { file: name, unit: 'element', number: index + 1 });
}

/** A parsed number above this may have been another one in the text. */
function isSafe(number: string): boolean {
  return Math.abs(Number(number)) <= Number.MAX_SAFE_INTEGER;
}

function noteMissing({ missing }: FormatReader, { notes }: ReadOptions): void {
  if (missing.length > 0) notes.add(`the format does not carry ${missing.join(', ')}`);
}

function rowOf({ unread, ...event }: ReadEvent, place: Place): DraftRow | RowRefusal {
  return unread.length > 0 ? new RowRefusal(place, unread.join('; ')) : { place, ...event };
}

/**
 * Recognises an event that two answers hold by its id or uid and its times, because the occurrences of a series may
 * share an id. An event whose fields are not known is recognised by all its values.
 */
function identityOf(row: Row): string {
  if (!('draft' in row)) return JSON.stringify(row.fields);
  const { id, uid, start, end } = row.draft;
  const key = id ?? uid;
  return JSON.stringify(key === undefined ? row.draft : [key, start, end]);
}

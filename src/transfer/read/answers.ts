import type { DraftTime, EventDraft } from '../../formats/draft';
import type { AnswerReader, ReadEvent } from '../../formats/read/read';
import type { JsonValue } from '../../json';
import { readTime } from '../../time/iso';
import { quoted, RowRefusal, TransferError } from '../errors';
import type { DraftRow, Place, Row } from '../event-record';
import { bytesSource } from './files';
import type { ReadOptions, Source } from './source';
import { decode, wholeOf } from './text';

/** A result string of a service, and where it came from. */
export interface Answer {
  readonly name: string;
  readonly text: string;
}

/**
 * The events of list answers. An event that stands in several of them, as one that overlaps two months does, comes once.
 * @param read left out, the answers are in a format of this service's own
 */
export function answersSource(name: string, answers: readonly Answer[], read?: AnswerReader): Source {
  return {
    name,
    async *rows(options) {
      const seen = new Set<string>();
      for (const answer of answers) {
        const rows =
          read === undefined ? ownRows(answer, options) : formatRows(answer, listsOnly(read), options);
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

/** An empty list as `LIST_FORMAT` has it. */
const EMPTY_LIST = /^(?:\[\s*\]|<events\s*(?:\/>|>\s*<\/events>)|BEGIN:VCALENDAR[\s\S]*END:VCALENDAR)$/;

/** A service that failed answers sentences and objects: without an event, only an empty list is a list. */
async function* ownRows(answer: Answer, options: ReadOptions): AsyncGenerator<Row | RowRefusal> {
  const text = answer.text.trim();
  // Whatever begins otherwise would be taken for CSV, whose first line may be any sentence.
  let isList = EMPTY_LIST.test(text);
  if (!isList && !/^(?:[[{<]|BEGIN:VCALENDAR)/.test(text)) throw noList(answer);
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

function listsOnly(read: AnswerReader): AnswerReader {
  return (text, name = '') => {
    const answer = read(text, name);
    if (answer.isList) return answer;
    throw noList({ name, text });
  };
}

function noList({ name, text }: Answer): TransferError {
  return new TransferError(
    `${name} holds ${quoted(text)}, which is no list of events: delete it and record it again, or name its format by --format file:PATH.`,
  );
}

/** An old answer in a file, read whole. */
export function answerSource(
  name: string,
  open: () => AsyncIterable<Uint8Array>,
  read: AnswerReader,
): Source {
  return {
    name,
    async *rows(options): AsyncGenerator<Row | RowRefusal> {
      const text = await wholeOf(decode(open(), name, options.encoding), name, 'what has no format file');
      yield* formatRows({ name, text }, read, options);
    },
  };
}

function* formatRows(
  { name, text }: Answer,
  read: AnswerReader,
  { notes }: ReadOptions,
): Generator<DraftRow | RowRefusal> {
  const { events, missing, unnamed, varying } = read(text, name);
  if (missing.length > 0) notes.add(`the format does not carry ${missing.join(', ')}`);
  if (unnamed.length > 0)
    notes.add(`the format does not name, so that it is left out: ${unnamed.join(', ')}`);
  for (const one of varying) notes.add(`around the events, ${one}, came as another value`);
  for (const [index, event] of events.entries()) {
    const place: Place = { file: name, unit: 'element', number: index + 1 };
    if (event.unread.length > 0) yield new RowRefusal(place, event.unread.join('; '));
    else yield { place, draft: draftOf(event) };
  }
}

/** What is the same event in two answers: the id or uid, or where there is neither the whole. */
function identityOf(row: Row): string {
  const event = 'draft' in row ? row.draft : row.fields;
  return JSON.stringify(event.id ?? event.uid ?? event);
}

function draftOf({ fields, extra }: ReadEvent): EventDraft {
  const { start, end, ...others } = fields;
  const times = { start: timeOf(start), end: timeOf(end) };
  return {
    ...(others as Partial<EventDraft>),
    ...(times.start && { start: times.start }),
    ...(times.end && { end: times.end }),
    extra: extra as Record<string, JsonValue>,
  };
}

function timeOf(text: unknown): DraftTime | undefined {
  const time = typeof text === 'string' ? readTime(text) : undefined;
  if (time?.kind === 'date') return { kind: 'day', day: String(text) };
  return time?.kind === 'instant' ? { kind: 'instant', ms: time.instant } : undefined;
}

import type { FormatReader, ReadAnswer } from '../../formats/read';
import { quoted } from '../../lib/text/messages';
import { RowRefusal, TransferError } from '../errors';
import type { Row } from '../event-record';
import { bytesSource } from './files';
import { answerRows } from './format-file';
import type { ReadOptions, Source } from './source';
import { oneChunk, utf8 } from './text';

export interface Answer {
  readonly name: string;
  readonly text: string;
  /** This is the id with which SelectEvent was called. */
  readonly askedId?: number | undefined;
}

/**
 * Returns a source for the events in answers. An event that is in several lists, because it overlaps two months, is
 * yielded once if it is the same in all of them.
 * @param leftOut notes on what is not in the answers
 * @param reader reads the answers; without it the answers must be in a built-in format
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
        const rows =
          reader === undefined
            ? ownRows(answer, options)
            : answerRows(readAnswer(answer, reader), answer.name, reader, options);
        for await (const found of rows) {
          const row = identified(found, answer);
          const content = row instanceof RowRefusal ? row.message : JSON.stringify(contentOf(row));
          if (seen.has(content)) continue;
          seen.add(content);
          yield row;
        }
      }
    },
  };
}

function contentOf(row: Row): unknown {
  return 'draft' in row ? [row.draft, row.askedId] : row.fields;
}

function identified(row: Row | RowRefusal, { askedId }: Answer): Row | RowRefusal {
  const isNameless = 'draft' in row && row.draft.id === undefined && !row.draft.uid;
  return isNameless ? { ...row, askedId } : row;
}

/** A list in a built-in format of `LIST_FORMAT` begins in one of these ways. */
const LIST = /^(?:\[|<events\b|BEGIN:VCALENDAR)/;

/** Reads an answer in a built-in format. Only a list may be without events. */
async function* ownRows(answer: Answer, options: ReadOptions): AsyncGenerator<Row | RowRefusal> {
  const text = answer.text.trim();
  let isList = LIST.test(text);
  // Other text is refused. Otherwise it would be read as CSV, because the first line of CSV may be any sentence.
  if (!isList && !/^[{<]/.test(text)) throw noList(answer);
  // The name of a recorded file says nothing about the format of the answer in it.
  const format = text.startsWith('BEGIN:') ? 'ics' : undefined;
  for await (const row of bytesSource(answer.name, () => utf8(oneChunk(text)), format).rows(options)) {
    isList = true;
    yield row;
  }
  if (!isList) throw noList(answer);
}

function readAnswer(answer: Answer, reader: FormatReader): ReadAnswer {
  const read = reader.read(answer.text, answer.name);
  // Only SelectEvent answers with a single event. A service that failed may answer with a sentence or an object.
  if (read.isList || answer.askedId !== undefined) return read;
  throw noList(answer);
}

function noList({ name, text }: Answer): TransferError {
  return new TransferError(
    `${name} contains ${quoted(text)}, which is not a list of events: delete the file and record the answer again, or import with a format file that has this text, for example as its member empty.`,
  );
}

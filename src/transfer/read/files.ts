import { type RowRefusal, TransferError } from '../errors';
import type { RawRow } from '../event-record';
import { readCsv } from './csv/csv';
import { foldedBehind } from './folded-bytes';
import { detectFormat, type FileFormat } from './format';
import { readICalendar } from './icalendar/calendar';
import { readJsonArray } from './json/array';
import { readJsonDocument, readJsonObjects } from './json/document';
import { readJsonLines } from './json/lines';
import { refuseHtml, refuseOtherFiles } from './looks';
import { readMarkup } from './markup';
import type { ReadOptions } from './options';
import { fileBytes, type Source } from './source';
import { decode } from './text';

type Reader = (
  text: AsyncIterable<string>,
  file: string,
  options: ReadOptions,
) => AsyncIterable<RawRow | RowRefusal>;

const READERS: Readonly<Record<FileFormat, Reader>> = {
  json: readJsonArray,
  jsonl: readJsonLines,
  csv: readCsv,
  ics: readICalendar,
};

/** Before the first character that is not blank; the look at it is repeated for each piece. */
const MOST_BLANKS = 1_000_000;

/** A file of events, in the format given or the one it looks like. */
export function fileSource(file: string, format?: FileFormat): Source {
  return bytesSource(file, () => fileBytes(file), format);
}

/** Bytes from elsewhere, such as standard input. */
export function bytesSource(
  name: string,
  open: () => AsyncIterable<Uint8Array>,
  format?: FileFormat,
): Source {
  return {
    name,
    async *rows(options) {
      const { head, text } = await peek(decode(foldedBehind(looked(open(), name)), name), name);
      if (head.trim() === '') throw new TransferError(`${name} is empty.`);
      if (format === undefined && head.trimStart().startsWith('<')) {
        refuseHtml(head, name);
        yield* markupRows(text, name, options);
      } else {
        yield* readerOf(name, head, format)(text, name, options);
      }
    },
  };
}

function readerOf(name: string, head: string, format?: FileFormat): Reader {
  const isObject = head.trimStart().startsWith('{');
  if (format === 'json' && isObject) return readJsonDocument;
  if (
    format === undefined &&
    isObject &&
    detectFormat(name, head) === 'jsonl' &&
    !/\.(jsonl|ndjson)$/i.test(name)
  )
    return readJsonObjects;
  return READERS[format ?? detectFormat(name, head)];
}

/** An answer as it was saved from the wire. */
async function* markupRows(
  text: AsyncIterable<string>,
  name: string,
  options: ReadOptions,
): AsyncGenerator<RawRow | RowRefusal> {
  const found = await readMarkup(text, name);
  if (typeof found !== 'string') {
    yield* found;
    return;
  }
  const reader = found.startsWith('BEGIN:') ? readICalendar : readJsonDocument;
  yield* reader(once(found), name, options);
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

/** The bytes, after a look at the first of them. */
async function* looked(bytes: AsyncIterable<Uint8Array>, file: string): AsyncGenerator<Uint8Array> {
  let first = true;
  for await (const chunk of bytes) {
    if (first) refuseOtherFiles(chunk, file);
    first = false;
    yield chunk;
  }
}

/** The first characters that are not all blank, and the text with them still in it. */
async function peek(
  text: AsyncGenerator<string>,
  file: string,
): Promise<{ head: string; text: AsyncIterable<string> }> {
  let head = '';
  for (let next = await text.next(); !next.done; next = await text.next()) {
    head += next.value;
    if (head.trimStart().length >= 'BEGIN:VCALENDAR'.length) break;
    if (head.length > MOST_BLANKS) {
      throw new TransferError(
        `${file} begins with more than ${MOST_BLANKS} blanks and holds no event there.`,
      );
    }
  }
  async function* whole(): AsyncGenerator<string> {
    yield head;
    yield* text;
  }
  return { head, text: whole() };
}

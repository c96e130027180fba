import type { RowRefusal } from '../errors';
import type { RawRow } from '../event-record';
import { readCsv } from './csv';
import { detectFormat, type Format } from './format';
import { readICalendar } from './icalendar';
import { readJsonArray } from './json-array';
import { readJsonLines } from './json-lines';
import type { ReadOptions } from './options';
import { fileBytes, type Source } from './source';
import { decode } from './text';

type Reader = (
  text: AsyncIterable<string>,
  file: string,
  options: ReadOptions,
) => AsyncIterable<RawRow | RowRefusal>;

const READERS: Readonly<Record<Format, Reader>> = {
  json: readJsonArray,
  jsonl: readJsonLines,
  csv: readCsv,
  ics: readICalendar,
};

/** A file of events, in the format given or the one it looks like. */
export function fileSource(file: string, format?: Format): Source {
  return bytesSource(file, () => fileBytes(file), format);
}

/** Bytes from elsewhere, such as standard input. */
export function bytesSource(name: string, open: () => AsyncIterable<Uint8Array>, format?: Format): Source {
  return {
    name,
    async *rows(options) {
      const { head, text } = await peek(decode(open(), name));
      yield* READERS[format ?? detectFormat(name, head)](text, name, options);
    },
  };
}

/** The first characters that are not all blank, and the text with them still in it. */
async function peek(text: AsyncGenerator<string>): Promise<{ head: string; text: AsyncIterable<string> }> {
  let head = '';
  let next = await text.next();
  while (!next.done) {
    head += next.value;
    if (head.trimStart().length >= 'BEGIN:VCALENDAR'.length) break;
    next = await text.next();
  }
  async function* whole(): AsyncGenerator<string> {
    yield head;
    yield* text;
  }
  return { head, text: whole() };
}

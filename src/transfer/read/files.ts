import { type Element, elementsOf, parseXml, unwrap } from '../../formats/xml-tree';
import { type RowRefusal, TransferError } from '../errors';
import type { RawRow, Row } from '../event-record';
import { readCsv } from './csv';
import { readICalendar } from './icalendar/calendar';
import { readJsonArray, readJsonDocument, readJsonLines, readJsonObjects } from './json';
import {
  detectFormat,
  EXPECTED,
  type FileFormat,
  refuseEmpty,
  refuseOtherFiles,
  refuseOtherText,
} from './signatures';
import { fileBytes, type ReadOptions, type Source } from './source';
import { decode, encodingOf, joinedAgain, wholeOf } from './text';

type Reader = (
  text: AsyncIterable<string>,
  file: string,
  options: ReadOptions,
) => AsyncIterable<Row | RowRefusal>;

const READERS: Readonly<Record<Exclude<FileFormat, 'ics'>, Reader>> = {
  json: readJsonArray,
  jsonl: readJsonLines,
  csv: readCsv,
};

/** The blanks before the first character are limited, because each chunk is searched again. */
const MAX_BLANKS = 1_000_000;
/** So many bytes are enough to recognise a file by its signature. */
const HEAD_BYTES = 4096;

/** Opens a file of events in the given format, or in the one that it looks like. */
export function fileSource(file: string, format?: FileFormat): Source {
  return bytesSource(file, () => fileBytes(file), format);
}

/** Opens bytes of another origin, such as standard input. */
export function bytesSource(
  name: string,
  open: () => AsyncIterable<Uint8Array>,
  format?: FileFormat,
): Source {
  return {
    name,
    async *rows(options) {
      const { first, bytes } = await peekBytes(open());
      refuseOtherFiles(first, name);
      const isUtf8 = options.encoding === undefined && encodingOf(first) === 'utf-8';
      const latin1 = Buffer.from(first)
        .toString('latin1')
        .replace(/^\xef\xbb\xbf/, '');
      if (isUtf8 && /^\s*[^\s<]/.test(latin1) && (format ?? detectFormat(name, latin1)) === 'ics') {
        yield* readICalendar(bytes, name, options);
        return;
      }
      const { head, text } = await peek(decode(bytes, name, options.encoding), name);
      refuseEmpty(head, name);
      if (format === undefined) refuseOtherText(head, name);
      if (format === undefined && head.trimStart().startsWith('<')) {
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
  const found = format ?? detectFormat(name, head);
  if (found === 'ics') return (text, file, options) => readICalendar(utf8(text), file, options);
  if (format === undefined && isObject && found === 'jsonl' && !/\.(jsonl|ndjson)$/i.test(name))
    return readJsonObjects;
  return READERS[found];
}

/** Reads an answer as it was saved from the wire. */
async function* markupRows(
  text: AsyncIterable<string>,
  name: string,
  options: ReadOptions,
): AsyncGenerator<Row | RowRefusal> {
  const found = await readMarkup(text, name);
  if (typeof found !== 'string') {
    yield* found;
    return;
  }
  const isCalendar = found.startsWith('BEGIN:');
  yield* isCalendar
    ? readICalendar(utf8(once(found)), name, options)
    : readJsonDocument(once(found), name, options);
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

async function* utf8(text: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const part of text) yield Buffer.from(part);
}

/** Returns the first bytes, and an iterator over all bytes. */
async function peekBytes(
  all: AsyncIterable<Uint8Array>,
): Promise<{ readonly first: Uint8Array; readonly bytes: AsyncIterable<Uint8Array> }> {
  const iterator = all[Symbol.asyncIterator]();
  let first: Uint8Array = new Uint8Array();
  while (first.length < HEAD_BYTES) {
    const next = await iterator.next();
    if (next.done) break;
    first = Buffer.concat([first, next.value]);
  }
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield first;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  return { first, bytes: bytes() };
}

/** Returns the text up to the first characters that are not blank, and an iterator over the whole text. */
async function peek(
  text: AsyncGenerator<string>,
  file: string,
): Promise<{ readonly head: string; readonly text: AsyncIterable<string> }> {
  let head = '';
  for (let next = await text.next(); !next.done; next = await text.next()) {
    head += next.value;
    if (head.trimStart().length >= 'BEGIN:VCALENDAR'.length) break;
    if (head.length > MAX_BLANKS) {
      throw new TransferError(`${file} begins with more than ${MAX_BLANKS} blanks and holds no event there.`);
    }
  }
  return { head, text: joinedAgain(head, text) };
}

/**
 * Returns the text in the `<string>` or the Envelope of an answer, the calendars in it, or else the events of this
 * service's XML.
 * @throws TransferError for other XML
 */
export async function readMarkup(
  text: AsyncIterable<string>,
  file: string,
): Promise<string | readonly RawRow[]> {
  const whole = await wholeOf(text, file, 'JSON, CSV and iCalendar');
  const inner = unwrap(whole).trim();
  if (!inner.startsWith('<')) return inner;
  const tree = parseXml(inner);
  const roots = typeof tree === 'string' ? [] : tree.roots;
  const calendars = calendarsIn(roots);
  if (calendars.length > 0) return calendars.join('\n');
  const [root, ...others] = roots;
  if (root?.name !== 'events' || others.length > 0 || root.children.some(({ name }) => name !== 'event')) {
    throw new TransferError(
      `${file} looks like XML; ${EXPECTED}. It is read with --format file:PATH, a format file that events-query format --from proposes (docs/events.md).`,
    );
  }
  return root.children.map((event, index) => ({
    place: { file, unit: 'element', number: index + 1 },
    fields: Object.fromEntries(event.children.map(({ name, text: value }) => [name, value])),
  }));
}

/** Finds the calendars in a CalDAV server's answer, which holds one for each event. */
function calendarsIn(roots: readonly Element[]): readonly string[] {
  return [...elementsOf(roots)]
    .map(({ text }) => text.trim())
    .filter((text) => text.startsWith('BEGIN:VCALENDAR'));
}

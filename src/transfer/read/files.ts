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
import { decode, encodingOf, wholeOf } from './text';

/** This many bytes are enough to recognise a file. */
const HEAD_BYTES = 4096;
/** The blanks before the first character are limited, because they are searched again with each chunk. */
const MAX_BLANKS = 1_000_000;

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
      const { head, isUtf8, bytes } = await peek(open(), name, options.encoding);
      refuseEmpty(head, name);
      if (format === undefined) refuseOtherText(head, name);
      const found = format ?? detectFormat(name, head);
      const isMarkup = format === undefined && head.startsWith('<');
      if (found === 'ics' && isUtf8 && !isMarkup) {
        yield* readICalendar(bytes, name, options);
        return;
      }
      const text = decode(bytes, name, options.encoding);
      if (isMarkup) yield* markupRows(text, name, options);
      else if (found === 'ics') yield* readICalendar(utf8(text), name, options);
      else if (found === 'csv') yield* readCsv(text, name);
      else if (found === 'jsonl') yield* readJsonLines(text, name, options);
      else if (!head.startsWith('{')) yield* readJsonArray(text, name, options);
      else if (format === 'json') yield* readJsonDocument(text, name, options);
      else yield* readJsonObjects(text, name, options);
    },
  };
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

/**
 * Returns the beginning of the text without blanks before it, whether the bytes are UTF-8 by default, and an iterator
 * over all bytes.
 * @throws TransferError for a file of another kind
 */
export async function peek(
  all: AsyncIterable<Uint8Array>,
  file: string,
  encoding: string | undefined,
): Promise<{ readonly head: string; readonly isUtf8: boolean; readonly bytes: AsyncIterable<Uint8Array> }> {
  const iterator = all[Symbol.asyncIterator]();
  let first: Uint8Array = new Uint8Array();
  let head = '';
  while (first.length < HEAD_BYTES || head === '') {
    const next = await iterator.next();
    if (next.done) break;
    first = Buffer.concat([first, next.value]);
    const text = new TextDecoder(encoding ?? encodingOf(first)).decode(first);
    head = text.trimStart();
    if (head === '' && text.length > MAX_BLANKS)
      throw new TransferError(`${file} begins with more than ${MAX_BLANKS} blanks and holds no event there.`);
  }
  refuseOtherFiles(first, file);
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield first;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  const isUtf8 = encoding === undefined && encodingOf(first) === 'utf-8';
  return { head, isUtf8, bytes: bytes() };
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

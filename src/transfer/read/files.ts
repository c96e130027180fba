import type { FormatReader } from '../../formats/read';
import { type Element, elementsOf, isMetadata, parseXml, unwrap } from '../../formats/xml-tree';
import { valuesIn } from '../../formats/xml-values';
import { type RowRefusal, TransferError } from '../errors';
import type { RawFields, Row } from '../event-record';
import { readCsv } from './csv';
import { readByFormat } from './format-file';
import { readICalendar } from './icalendar/calendar';
import { readJsonArray, readJsonDocument, readJsonLines, readJsonObjects } from './json';
import { detectFormat, type FileFormat, FORMATS_EXPECTED, refuseEmpty, refuseOtherText } from './signatures';
import { fileBytes, filesAt, type ReadOptions, type Source } from './source';
import { oneChunk, openText, utf8, wholeText } from './text';

/**
 * Returns a source for the bytes of a file or of standard input.
 * @param format the format, or the reader of a format file; without it the format is detected
 */
export function bytesSource(
  name: string,
  open: () => AsyncIterable<Uint8Array>,
  format?: FileFormat | FormatReader,
): Source {
  return {
    name,
    async *rows(options) {
      if (typeof format === 'object') return yield* readByFormat(open(), name, format, options);
      const opened = await openText(open(), name, options.encoding);
      const { text, bytes } = opened;
      const head = opened.head.trimStart();
      refuseEmpty(head, name);
      if (format === undefined) refuseOtherText(head, name);
      const found = format ?? detectFormat(name, head);
      if (format === undefined && head.startsWith('<')) yield* markupRows(text, name, options);
      else if (found === 'ics') yield* readICalendar(bytes, name, options);
      else if (found === 'csv') yield* readCsv(text, opened.head, name);
      else if (found === 'jsonl') yield* readJsonLines(text, name, options);
      else if (!head.startsWith('{')) yield* readJsonArray(text, name, options);
      else if (format === 'json')
        yield* readJsonDocument(
          await wholeText(text, name, 'a file with nothing but an array of events'),
          name,
          options,
        );
      else yield* readJsonObjects(text, name, options);
    },
  };
}

/**
 * Returns a source for a file, or for each event file in a folder.
 * @throws TransferError if the path can't be read or is a folder without event files
 */
export async function fileSources(location: string, format?: FileFormat | FormatReader): Promise<Source[]> {
  return (await filesAt(location)).map((file) => bytesSource(file, () => fileBytes(file), format));
}

/**
 * Reads an answer that was saved with its markup: the text in its `<string>` or Envelope, the calendars in it, or else
 * the events of this service's XML.
 * @throws TransferError for other XML
 */
async function* markupRows(
  text: AsyncIterable<string>,
  file: string,
  options: ReadOptions,
): AsyncGenerator<Row | RowRefusal> {
  const inner = unwrap(await wholeText(text, file, 'JSON, CSV and iCalendar')).trim();
  const isMarkup = inner.startsWith('<');
  const parsed = isMarkup ? parseXml(inner) : '';
  const roots = typeof parsed === 'string' ? [] : parsed;
  // A CalDAV server's answer has one calendar for each event.
  const calendars = elementsOf(roots).filter(({ text: own }) => /^\s*BEGIN:VCALENDAR/.test(own));
  const calendar = inner.startsWith('BEGIN:')
    ? inner
    : calendars.map(({ text: own }) => own.trim()).join('\n');
  if (calendar !== '') return yield* readICalendar(utf8(oneChunk(calendar)), file, options);
  if (!isMarkup) return yield* readJsonDocument(inner, file, options);
  const [root, ...others] = roots;
  if (root?.name !== 'events' || others.length > 0) throw otherXml(file);
  for (const [index, event] of root.children.entries()) {
    const fields = fieldsOf(event);
    if (fields === undefined) throw otherXml(file);
    yield { place: { file, unit: 'element', number: index + 1 }, fields };
  }
}

function otherXml(file: string): TransferError {
  return new TransferError(
    `${file} looks like XML; ${FORMATS_EXPECTED}. For XML, make a format file with events-query format --from, and import with --format file:PATH (docs/events.md).`,
  );
}

/** Returns the texts of an event by the names of its elements, or `undefined` if the event has other data, too. */
function fieldsOf(event: Element): RawFields | undefined {
  if (event.name !== 'event') return undefined;
  const fields: Record<string, string> = Object.create(null);
  for (const [path, { text, attribute = '' }] of valuesIn(event)) {
    if (isMetadata(attribute) || (path === '' && text.trim() === '')) continue;
    // These characters are in the path of an attribute, of a second element of a name and of an element inside another.
    if (path === '' || /[/@[]/.test(path)) return undefined;
    fields[path] = text;
  }
  return fields;
}

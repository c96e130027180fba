import { type Element, elementsOf, parseXml, unwrap } from '../../formats/xml-tree';
import { TransferError } from '../errors';
import type { RawRow } from '../event-record';
import { EXPECTED } from './signatures';
import { wholeOf } from './text';

/**
 * What stands in the `<string>` or the Envelope of an answer, the calendars in it, or else the events of this service's
 * XML.
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

/** What a CalDAV server answers holds a calendar for each event. */
function calendarsIn(roots: readonly Element[]): readonly string[] {
  return [...elementsOf(roots)]
    .map(({ text }) => text.trim())
    .filter((text) => text.startsWith('BEGIN:VCALENDAR'));
}

import { unwrap } from '../../formats/file/unwrap';
import { type Element, parseXml } from '../../formats/file/xml-tree';
import { TransferError } from '../errors';
import type { RawRow } from '../event-record';
import { EXPECTED } from './looks';
import { wholeOf } from './whole';

/** What stands in the `<string>` or the Envelope of an answer, or else the events of this service's XML. */
export async function readMarkup(
  text: AsyncIterable<string>,
  file: string,
): Promise<string | readonly RawRow[]> {
  const whole = await wholeOf(text, file, 'JSON, CSV and iCalendar');
  const inner = unwrap(whole);
  if (!inner.startsWith('<')) return inner;
  const tree = parseXml(inner);
  const [root, ...others] = typeof tree === 'string' ? [] : tree.roots;
  if (root?.name !== 'events' || others.length > 0 || root.children.some(({ name }) => name !== 'event')) {
    throw new TransferError(
      `${file} looks like XML; ${EXPECTED}. An old service's answers are read with --format file:PATH.`,
    );
  }
  return root.children.map((event, index) => ({
    place: { file, unit: 'element', number: index + 1 },
    fields: fieldsOf(event),
    isNamed: false,
  }));
}

function fieldsOf({ children }: Element): Readonly<Record<string, string>> {
  return Object.fromEntries(children.map(({ name, text }) => [name, text]));
}

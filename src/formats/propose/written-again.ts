/** Whether a format file writes the answer that it was read from. */
import { isDeepStrictEqual } from 'node:util';
import { parseJson } from '../../json';
import { withoutControls } from '../../text/foreign';
import { DAY } from '../../time/dates';
import type { EventRow } from '../event';
import type { FormatFile } from '../file/compile';
import { packEvents } from '../packed-events';
import type { ReadAnswer, ReadEvent } from '../read/read';

/** Characters of an answer that are shown before the first that differs, and from it on. */
const BEFORE = 20;
const BEHIND = 40;

/**
 * What is otherwise in the answer that the file writes of the events that it read, as a sentence; `undefined` when it
 * is the same to the byte.
 * @param source the answer out of its envelope
 */
export function writtenOtherwise(
  { format }: FormatFile,
  { events, isList }: ReadAnswer,
  source: string,
): string | undefined {
  if (format.source !== 'row') return undefined;
  const rows = packEvents(events.map(rowOf));
  const written = isList ? format.list(rows) : format.event(rows);
  if (written === source) return undefined;
  const at = firstDifference(written, source);
  const shown = (text: string) => withoutControls(text.slice(Math.max(at - BEFORE, 0), at + BEHIND));
  const places = `from character ${at + 1} on ${shown(written)} for ${shown(source)}`;
  const parsed = parseJson(source);
  return parsed !== undefined && isDeepStrictEqual(parseJson(written), parsed)
    ? `It writes the same JSON in another spelling: ${places}.`
    : `It does not write this answer to the byte: ${places}.`;
}

function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}

/** As the store would hold it; what was not read is in no placeholder. */
function rowOf({ fields, extra }: ReadEvent): EventRow {
  const text = (value: unknown) => (value === undefined ? '' : String(value));
  const allDay = fields.allDay === true;
  const start = Date.parse(text(fields.start));
  const end = fields.end === undefined ? start + (allDay ? DAY : 0) : Date.parse(text(fields.end));
  return {
    id: Number(fields.id ?? 0),
    uid: text(fields.uid),
    title: text(fields.title),
    description: text(fields.description),
    location: text(fields.location),
    url: text(fields.url),
    category: text(fields.category),
    ...{ start, end, allDay, extra },
    // No placeholder shows them: a format file has its own zone.
    ...{ startInstant: start, endInstant: end },
  };
}

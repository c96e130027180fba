/** Whether a format file writes the answer that it was read from. */
import { isDeepStrictEqual } from 'node:util';
import { parseJson } from '../../json';
import { withoutControls } from '../../text/foreign';
import { DAY } from '../../time/dates';
import type { DraftTime } from '../draft';
import type { EventRow } from '../event';
import type { FormatFile } from '../format-file';
import type { ReadAnswer, ReadEvent } from '../read';

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
  const rows = events.map(rowOf);
  const written = isList ? format.list(rows) : format.event(rows[0]);
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
function rowOf({ draft }: ReadEvent): EventRow {
  const { allDay = false } = draft;
  const start = draft.start === undefined ? 0 : millisecondsOf(draft.start);
  const end = draft.end === undefined ? start + (allDay ? DAY : 0) : millisecondsOf(draft.end);
  const texts = { uid: '', title: '', description: '', location: '', url: '', category: '' };
  return { id: 0, ...texts, ...draft, start, end, allDay };
}

function millisecondsOf(time: DraftTime): number {
  return time.kind === 'day' ? Date.parse(time.day) : time.ms;
}

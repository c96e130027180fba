/** Events that a format file has read, in a form for comparison. */
import type { DraftTime, EventDraft } from '../../src/formats/draft';
import type { EventRow } from '../../src/formats/event';
import type { ReadEvent } from '../../src/formats/read';

const millisecondsOf = (time: DraftTime | undefined) =>
  time === undefined ? Number.NaN : time.kind === 'day' ? Date.parse(time.day) : time.ms;

/** With its times as ISO 8601: `2026-03-01`, `2026-03-01T09:00:00Z`. */
export function shown({ draft: { extra, ...fields }, unread }: ReadEvent) {
  const told = Object.entries(fields).map(([name, value]) => {
    if (typeof value !== 'object') return [name, value];
    const iso = new Date(millisecondsOf(value)).toISOString().replace('.000Z', 'Z');
    return [name, value.kind === 'day' ? value.day : iso];
  });
  return { fields: Object.fromEntries(told), extra, unread };
}

/** As the store would hold it. */
export function rowOf({ start, end, allDay = false, extra, ...fields }: EventDraft): EventRow {
  const texts = { uid: '', title: '', description: '', location: '', url: '', category: '' };
  const [startMs, endMs] = [millisecondsOf(start), millisecondsOf(end)];
  return { id: 0, ...texts, ...fields, start: startMs, end: endMs, allDay, extra };
}

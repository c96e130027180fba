/** Shows what was read by a format file, as tests compare it. */
import { type EventDraft, millisecondsOf } from '../../src/formats/draft';
import type { EventRow } from '../../src/formats/event';
import type { ReadEvent } from '../../src/formats/read';

/** Writes its times as ISO 8601: `2026-03-01`, `2026-03-01T09:00:00Z`. */
export function shown({ draft: { extra, ...fields }, unread }: ReadEvent) {
  const told = Object.entries(fields).map(([name, value]) => {
    if (typeof value !== 'object') return [name, value];
    const iso = new Date(millisecondsOf(value)).toISOString().replace('.000Z', 'Z');
    return [name, value.kind === 'date' ? iso.slice(0, 10) : iso];
  });
  return { fields: Object.fromEntries(told), extra, unread };
}

/** Returns a draft as the store would hold it. */
export function rowOf({ start, end, allDay = false, extra, ...fields }: EventDraft): EventRow {
  const texts = { uid: '', title: '', description: '', location: '', url: '', category: '' };
  const [startMs = Number.NaN, endMs = Number.NaN] = [start, end].map((time) => time && millisecondsOf(time));
  return { id: 0, ...texts, ...fields, start: startMs, end: endMs, allDay, extra };
}

/** Returns the fields that a proposal's problem says are not proved, or not there in some event. */
export function missingIn(problem: string | undefined): readonly string[] {
  return ['title', 'start'].filter((field) => new RegExp(`\\bno ${field}\\b`, 'i').test(problem ?? ''));
}

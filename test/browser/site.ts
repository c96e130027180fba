/** Serves the pages at the root of a site, as `serve` does, over events in memory. */
import type { EventRow } from '../../src/formats/event';
import { DAY } from '../../src/lib/time/dates';
import { MemoryStore } from '../../src/testing/events/memory-store';
import type { Lifetime } from '../support/listening';
import { startTestControl } from '../testing/support';

/** Makes an event that no import has checked. So its URL may be a script. */
export function eventOf(
  values: Pick<EventRow, 'id' | 'title' | 'start' | 'end'> & Partial<EventRow>,
): EventRow {
  const others = { description: '', location: '', url: '', category: '', allDay: false };
  return { uid: `uid-${values.id}`, ...others, ...values };
}

export async function openSite(
  events: readonly EventRow[],
  env: Record<string, string> = {},
  lifetime?: Lifetime,
): Promise<string> {
  const { url } = await startTestControl(env, new MemoryStore(events), lifetime);
  return url;
}

const HOUR = DAY / 24;

/** Makes events around a moment, enough for a realistic month. */
export function sampleEvents(now: Date): readonly EventRow[] {
  const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1);
  const at = (day: number, hour = 0) => first + (day - 1) * DAY + hour * HOUR;
  const allDay = (id: number, title: string, from: number, to: number, more: Partial<EventRow> = {}) =>
    eventOf({ id, title, start: at(from), end: at(to + 1), allDay: true, ...more });
  const timed = (id: number, title: string, day: number, hour: number, more: Partial<EventRow> = {}) =>
    eventOf({ id, title, start: at(day, hour), end: at(day, hour + 1.5), ...more });
  return [
    timed(1, 'Planning meeting', 3, 9, {
      category: 'meeting',
      location: 'Room 4.12',
      description: 'Agenda:\n1. Budget\n2. Dates',
    }),
    timed(2, 'Release 4.2', 5, 14, { category: 'release', url: 'https://example.org/releases/4.2' }),
    allDay(3, 'Rubyfuza', 6, 8, {
      category: 'ruby',
      location: 'Cape Town, South Africa',
      url: 'http://rubyfuza.org',
    }),
    timed(4, '<script>alert(1)</script>', 11, 10, { url: 'javascript:alert(1)', category: 'meeting' }),
    timed(5, 'اجتماع التخطيط السنوي', 12, 11, { category: 'meeting', location: 'القاهرة' }),
    allDay(6, 'Big Ruby', 13, 14, { category: 'ruby', location: 'Dallas, TX, U.S.A.' }),
    timed(7, 'Design review', 13, 15, { category: 'meeting' }),
    timed(8, 'Backup restore drill', 18, 8, { category: 'operations' }),
    allDay(9, 'wroc_love.rb', 20, 22, { category: 'ruby', location: 'Wrocław, Poland' }),
    ...['Stand-up', 'Interview', 'Board call', 'Retrospective', 'Training', 'Dinner'].map((title, index) =>
      timed(10 + index, title, 24, 8 + 2 * index, { category: 'meeting' }),
    ),
    allDay(16, 'Office closed', 27, 27),
  ];
}

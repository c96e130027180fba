/** Serves the pages at the root of a site, as `serve` does, over events in memory. */
import type { EventRow } from '../../src/formats/event';
import { MemoryStore } from '../../src/testing/events/memory-store';
import type { Lifetime } from '../support/listening';
import { startControlled } from '../testing/support';

/** Makes an event that no import has checked, so that it may have the address of a script. */
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
  const { url } = await startControlled(env, new MemoryStore(events), lifetime);
  return url;
}

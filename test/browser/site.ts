/** Serves the pages at the root of a site, as `serve` does, over events in memory. */
import { EventSet, StoredEvent } from '../../src/testing/events/event-set';
import { MemoryStore } from '../../src/testing/events/memory-store';
import type { Lifetime } from '../support/listening';
import { startControlled } from '../testing/support';

type Values = StoredEvent['values'];

/** Makes an event that no import has checked, so that it may have the address of a script. */
export function eventOf(
  values: Pick<Values, 'id' | 'title' | 'start' | 'end'> & Partial<Values>,
): StoredEvent {
  const others = { description: '', location: '', url: '', category: '', allDay: false };
  return new StoredEvent({ uid: `uid-${values.id}`, ...others, ...values });
}

/** Returns the address of the site. */
export async function openSite(
  events: readonly StoredEvent[],
  env: Record<string, string> = {},
  lifetime?: Lifetime,
): Promise<string> {
  const { url } = await startControlled(env, new MemoryStore(new EventSet(events)), lifetime);
  return url;
}

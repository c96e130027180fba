/** Serves the application as `serve` does, from a database with the given events. */

import { EventService } from '../../src/app/event-service';
import { loadConfig } from '../../src/config';
import { ignoreObservations } from '../../src/ops/observations';
import { openStore } from '../../src/store/open';
import type { TestEngine } from '../support/databases';
import { insertEvents } from '../support/insert-events';
import { openSite, type Site } from './site';
import type { StubEvent } from './stub-service';

export async function openStoredSite(
  engine: TestEngine,
  events: readonly StubEvent[],
  env: Record<string, string> = {},
): Promise<Site> {
  const config = { ...loadConfig(env), databaseUrl: engine.config().databaseUrl };
  const writer = await engine.open();
  await insertEvents(
    writer,
    events.map(({ start, end, allDay, ...event }) => ({
      ...event,
      starts_at: start,
      ends_at: end,
      all_day: allDay,
    })),
  );
  await writer.close();
  const store = await openStore(config, ignoreObservations);
  const service = new EventService(store, config);
  const feed = (listFormat: 'fullcalendar' | 'bootstrap-calendar') =>
    new EventService(store, { ...config, rangeUnit: 'unix-ms', listFormat });
  const site = await openSite(service, env, {
    feeds: { events: feed('fullcalendar'), bootstrap: feed('bootstrap-calendar') },
    findExample: (at, signal) => store.example(at, config.timeZone, { signal }),
  });
  return {
    url: site.url,
    async close() {
      await site.close();
      await store.close();
    },
  };
}

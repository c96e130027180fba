import { createApp } from '../../src/app';
import { loadConfig } from '../../src/config';
import type { EventsService } from '../../src/contract/operations';
import type { Observe } from '../../src/ops/observations';
import { createServer } from '../../src/server';
import { type Lifetime, type Listening, listening } from './listening';

/**
 * Serves the application with the program's own server, until the test or `lifetime` ends. `env` is the service's
 * configuration.
 */
export function serveApp(
  service: EventsService,
  env: Record<string, string> = {},
  observe?: Observe,
  lifetime?: Lifetime,
): Promise<Listening> {
  const config = loadConfig(env);
  const app = createApp({ service, config, ...(observe === undefined ? {} : { observe }) });
  return listening(createServer(app, config, observe), undefined, lifetime);
}

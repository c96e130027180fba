/** Serves the application with any service by the program's own server, on a free local port. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type AppOptions, createApp } from '../../src/app';
import { loadConfig } from '../../src/config';
import type { EventsService } from '../../src/contract/operations';
import { createServer } from '../../src/server';

export interface Site {
  readonly url: string;
  close(): Promise<void>;
}

export async function openSite(
  service: EventsService,
  env: Record<string, string> = {},
  calendar: Partial<Pick<AppOptions, 'feeds' | 'findExample'>> = {},
): Promise<Site> {
  const config = loadConfig(env);
  const app = createApp({ service, feeds: { events: service, bootstrap: service }, config, ...calendar });
  const server = createServer(app, config).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** The application over any service, on a free port of this machine. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from '../../src/app';
import { loadConfig } from '../../src/config';
import type { EventsPortType } from '../../src/contract/operations';

export interface Site {
  readonly url: string;
  close(): Promise<void>;
}

export async function openSite(
  service: EventsPortType,
  env: Record<string, string> = {},
  calendar = service,
): Promise<Site> {
  const app = createApp({ service, calendar, config: loadConfig(env) });
  const server = createServer(app).listen(0, '127.0.0.1');
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

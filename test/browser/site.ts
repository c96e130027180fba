/** The application over any service and the program's own server, on a free port of this machine. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createApp } from '../../src/app';
import { loadConfig } from '../../src/config';
import type { EventsPortType } from '../../src/contract/operations';
import { createServer } from '../../src/server';

export interface Site {
  readonly url: string;
  close(): Promise<void>;
}

export async function openSite(
  service: EventsPortType,
  env: Record<string, string> = {},
  calendar = service,
): Promise<Site> {
  const config = loadConfig(env);
  const server = createServer(createApp({ service, calendar, config }), config).listen(0, '127.0.0.1');
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

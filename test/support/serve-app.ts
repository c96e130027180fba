import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from '../../src/app';
import { loadConfig } from '../../src/config';
import type { EventsPortType } from '../../src/contract/operations';
import type { Observe } from '../../src/ops/observations';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

/** Serves the application on a free port until the test ends. `env` is the service's configuration. */
export async function serveApp(
  service: EventsPortType,
  env: Record<string, string> = {},
  observe?: Observe,
): Promise<{ readonly hostname: string; readonly port: number }> {
  const config = loadConfig(env);
  const app = createApp({ service, config, ...(observe === undefined ? {} : { observe }) });
  const server = createServer(app);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { hostname: '127.0.0.1', port: (server.address() as AddressInfo).port };
}

import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

export interface Listening {
  readonly hostname: string;
  readonly port: number;
  readonly url: string;
}

/** Opens a server on a free port until the test ends. */
export async function listening(server: Server, hostname = '127.0.0.1'): Promise<Listening> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, hostname, resolve));
  const { port } = server.address() as AddressInfo;
  const host = hostname.includes(':') ? `[${hostname}]` : hostname;
  return { hostname, port, url: `http://${host}:${port}` };
}

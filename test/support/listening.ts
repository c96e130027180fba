import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Closes a server at the end of a test or of a file. */
export type Lifetime = 'test' | 'file';

const servers: Readonly<Record<Lifetime, Server[]>> = { test: [], file: [] };

afterEach(() => endAll('test'));
afterAll(() => endAll('file'));

function endAll(lifetime: Lifetime): void {
  for (const server of servers[lifetime].splice(0)) {
    server.close();
    server.closeAllConnections();
  }
}

export interface Listening {
  readonly hostname: string;
  readonly port: number;
  readonly url: string;
}

/** Opens a server on a free port until the test, or the file of tests, ends. */
export async function listening(
  server: Server,
  hostname = '127.0.0.1',
  lifetime: Lifetime = 'test',
): Promise<Listening> {
  servers[lifetime].push(server);
  server.listen(0, hostname);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const host = hostname.includes(':') ? `[${hostname}]` : hostname;
  return { hostname, port, url: `http://${host}:${port}` };
}

/** Opens a server that answers with `listener`, until the test ends. */
export const answering = (listener: RequestListener): Promise<Listening> => listening(createServer(listener));

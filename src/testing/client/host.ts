import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadConfig } from '../../config';
import { ignoreObservations } from '../../ops/observations';
import { createServer } from '../../server';
import { MemoryBudget } from '../../server/memory-budget';
import { TestControl } from '..';
import { MemoryStore } from '../events/memory-store';

/** Runs a service with test control in this process, without a database, files or a log. */
export class Host {
  private constructor(
    /** Test control listens on this address. */
    readonly address: string,
    private readonly servers: readonly http.Server[],
    private readonly control: TestControl,
  ) {}

  static async open(): Promise<Host> {
    const observe = ignoreObservations;
    const config = loadConfig({});
    const bytes = new MemoryBudget(config.memoryBudgetBytes, observe);
    const control = new TestControl({ config, store: MemoryStore.EMPTY, observe, bytes });
    const service = createServer(control.app, config, observe);
    const operator = http.createServer(control.answer);
    control.listensOn(await listen(service));
    return new Host(`http://127.0.0.1:${await listen(operator)}`, [service, operator], control);
  }

  async close(): Promise<void> {
    this.control.close();
    const closed = this.servers.map((server) => new Promise((resolve) => server.close(resolve)));
    for (const server of this.servers) server.closeAllConnections();
    await Promise.all(closed);
  }
}

/** Listens on a free port, and returns it. The server does not keep a process alive that forgets `close`. */
async function listen(server: http.Server): Promise<number> {
  server.on('connection', (socket) => socket.unref()).unref();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port;
}

import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadConfig } from '../../config';
import { ignoreObservations } from '../../ops/observations';
import { createServer } from '../../server';
import { MemoryBudget } from '../../server/memory-budget';
import { Spaces } from '..';
import { MemoryStore } from '../events/memory-store';
import type { Host } from './start';

/** Starts a service with test control in this process, without a database, files or a log. */
export async function startHere(): Promise<Host> {
  const observe = ignoreObservations;
  const config = loadConfig({});
  const bytes = new MemoryBudget(config.memoryBudgetBytes, observe);
  const control = new Spaces({ config, store: MemoryStore.EMPTY, observe, bytes });
  const service = createServer(control.app, config, observe);
  const operator = http.createServer(control.answer);
  control.listensOn(await listen(service));
  const address = `http://127.0.0.1:${await listen(operator)}`;
  const close = async () => {
    control.close();
    const servers = [service, operator];
    const closed = servers.map((server) => new Promise((resolve) => server.close(resolve)));
    for (const server of servers) server.closeAllConnections();
    await Promise.all(closed);
  };
  return { address, close };
}

/** Listens on a free port, and returns it. A process that forgets `close` can end all the same. */
async function listen(server: http.Server): Promise<number> {
  server.on('connection', (socket) => socket.unref()).unref();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port;
}

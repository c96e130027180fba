/** Starts the program's own server with small limits, which clients reach over real sockets. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createApp } from '../../src/app';
import type { FeedServices } from '../../src/app/calendar';
import { loadConfig } from '../../src/config';
import type { EventsService } from '../../src/contract/operations';
import type { Observation } from '../../src/ops/observations';
import { createServer } from '../../src/server';
import { MemoryBudget } from '../../src/server/memory-budget';
import { deferred } from './deferred';
import { echoService } from './echo-service';
import { listening } from './listening';
import { converse } from './raw-http';

export const GET = 'GET /WebServices/Events.asmx/SelectEvents?month=3&year=2026 HTTP/1.1\r\nHost: h\r\n\r\n';
/** A POST begins with these lines. The headers of its body, and the body itself, follow. */
export const POST =
  'POST /WebServices/Events.asmx/SelectEvents HTTP/1.1\r\nHost: h\r\nContent-Type: application/x-www-form-urlencoded\r\n';

const sockets: Socket[] = [];
/** No action of a client may be reported as a bug of the service. */
const bugs: Observation[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  expect(bugs.splice(0)).toEqual([]);
});

export async function serveLimited(
  env: Record<string, string>,
  service: EventsService = echoService(),
  { feeds, ...limits }: Parameters<typeof createServer>[3] & { feeds?: FeedServices } = {},
) {
  const config = loadConfig(env);
  const observations: Observation[] = [];
  const observe = (observation: Observation) => {
    observations.push(observation);
    if (observation.kind === 'unexpected-error') bugs.push(observation);
  };
  const bytes = new MemoryBudget(config.memoryBudgetBytes, observe);
  const app = createApp({ service, config, observe, bytes, ...(feeds && { feeds }) });
  const server = createServer(app, config, observe, limits);
  const connections: Socket[] = [];
  server.on('connection', (connection: Socket) => connections.push(connection));
  const address = await listening(server);
  const open = async (hello = '') => {
    const socket = connect(address.port, address.hostname);
    sockets.push(socket);
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.write(hello);
    return socket;
  };
  const hits = () => observations.flatMap((one) => (one.kind === 'limit-hit' ? [one.limit] : []));
  const refusals = () =>
    observations.flatMap((one) =>
      one.kind === 'rejected' ? [`${one.binding} ${one.reason} ${one.status}`] : [],
    );
  return {
    server,
    address,
    bytes,
    connections,
    open,
    hits,
    refusals,
    call: () => converse(address, [GET], 1),
  };
}

/** Makes a service whose calls wait until the test releases them. */
export function gate(result = 'done') {
  const opened = deferred();
  const state = { waiting: 0 };
  const service = echoService(async () => {
    state.waiting++;
    await opened.promise;
    state.waiting--;
    return result;
  });
  return { service, state, letGo: () => opened.resolve() };
}

/** Makes a service whose answers are long, but each is sent in one write. */
export function longAnswers() {
  let called = 0;
  const service = echoService(async () => {
    called++;
    return 'x'.repeat(200_000);
  });
  type Served = Pick<Awaited<ReturnType<typeof serveLimited>>, 'bytes' | 'connections'>;
  /**
   * Calls until an answer waits for the last client that has connected. The kernel buffers the first answers. Returns
   * the number of calls.
   */
  const fillKernel = async (client: Socket, { bytes, connections }: Served) => {
    const before = called;
    let sent = 0;
    await until(() => {
      if (sent === called - before && bytes.bytes === 0) {
        sent++;
        client.write(GET);
      }
      return (connections.at(-1)?.writableLength ?? 0) > 0;
    });
    return sent;
  };
  return { service, fillKernel };
}

/** Waits for a condition, but not forever. */
export async function until(condition: () => boolean): Promise<void> {
  for (const end = Date.now() + 60_000; !condition(); ) {
    if (Date.now() > end) throw new Error(`it never came to: ${condition}`);
    await new Promise((next) => setTimeout(next, 5));
  }
}

export function received(socket: Socket): () => string {
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  return () => text;
}

export const closed = (socket: Socket) => until(() => socket.resume().destroyed);

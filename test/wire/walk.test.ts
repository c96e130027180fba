/** Limits the number of source files that take part in a call. ARCHITECTURE.md lists them. */

import { type Profiler, Session } from 'node:inspector/promises';
import path from 'node:path';
import { createApp } from '../../src/app';
import { EventService } from '../../src/app/event-service';
import { ignoreObservations } from '../../src/ops/observations';
import { createServer } from '../../src/server';
import { MemoryBudget } from '../../src/server/memory-budget';
import { openStore } from '../../src/store/open';
import { usePostgres } from '../support/databases';
import { type Listening, listening } from '../support/listening';
import { envelope, httpMessage, soapMessage, wrapper } from '../support/requests';
import { send } from '../support/send';

const SRC = path.join(__dirname, '../../src/');
const engine = usePostgres();
const session = new Session();
let address: Listening;
let close = async () => {};

beforeAll(async () => {
  await (await engine.open()).close();
  const config = engine.config();
  const bytes = new MemoryBudget(config.memoryBudgetBytes, ignoreObservations);
  const store = await openStore(config, ignoreObservations, { waitMs: 60_000, bytes });
  close = () => store.close();
  const observe = () => {};
  const app = createApp({ service: new EventService(store, config), config, bytes, observe });
  address = await listening(createServer(app, config, observe), undefined, 'file');
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
});
afterAll(async () => {
  // The test ends the counting, because it slows V8 down, and other test files run in this process later.
  session.disconnect();
  await close();
});

/** Returns the files of `src` whose functions run while a request is answered. */
async function filesOf(request: Buffer, status: number): Promise<string[]> {
  await session.post('Profiler.takePreciseCoverage');
  expect((await send(request, address)).status).toBe(status);
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result
    .filter(({ url, functions }) => url.includes(SRC) && functions.some(isEntered))
    .map(({ url }) => url.slice(url.indexOf(SRC) + SRC.length))
    .sort();
}

/** The compiler of the tests adds getters for a module's exports, and with `--coverage` counters named `cov_…`. */
function isEntered({ functionName, ranges }: Profiler.FunctionCoverage): boolean {
  return !/^(?:get\b|cov_)/.test(functionName) && (ranges[0]?.count ?? 0) > 0;
}

const event = (id: string) =>
  httpMessage(`GET /WebServices/Events.asmx/SelectEvent?intEventID=${id}&bolAsJSON=true HTTP/1.1`);
const soap = (id: string, around = '') => {
  const parameters = `<intEventID>${id}</intEventID><bolAsJSON>true</bolAsJSON>${around}`;
  return soapMessage('1.1', 'SelectEvent', envelope('1.1', wrapper('SelectEvent', parameters)));
};

beforeAll(async () => {
  for (const [request, status] of [
    [event('1'), 200],
    [event('x'), 500],
    [soap('1'), 200],
    [soap('1', ' '), 200],
    [soap('x'), 500],
  ] as const)
    expect((await send(request, address)).status).toBe(status);
});

test.each<[string, (turn: number) => Buffer, number, number]>([
  ['GET', (turn) => event(String(10 + turn)), 200, 20],
  ['GET of a cached answer', () => event('1'), 200, 20],
  ['SOAP in a known template', (turn) => soap(String(20 + turn)), 200, 24],
  ['SOAP in a new template', (turn) => soap('4', ' '.repeat(2 + turn)), 200, 30],
  ['a fault of GET', () => event('y'), 500, 26],
  ['a fault of SOAP', () => soap('y'), 500, 26],
])('%s needs no more source files than its row allows', async (_name, request, status, most) => {
  // Only files that every repetition runs count, because a timer may start other work, on a busy machine several times.
  let files = await filesOf(request(0), status);
  for (let turn = 1; turn <= 20 && files.length > most; turn++) {
    const others = await filesOf(request(turn), status);
    files = files.filter((file) => others.includes(file));
  }
  expect(files.length > most ? files : []).toEqual([]);
});

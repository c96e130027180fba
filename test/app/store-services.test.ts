/** The bindings, the feeds and the calendar use their store in the same way, and the service checks its arguments. */
import { request as httpRequest } from 'node:http';
import { createApp } from '../../src/app';
import { createStoreServices, EventService } from '../../src/app/event-service';
import { loadConfig } from '../../src/config';
import { ServiceBusyError, ServiceUnavailableError, SoapException } from '../../src/contract/errors';
import { FORMAT_NAMES } from '../../src/formats/built-in';
import type { EventRow } from '../../src/formats/event';
import { openFormats } from '../../src/formats/open';
import { ignoreObservations } from '../../src/ops/observations';
import { replayService } from '../../src/recordings/replay';
import { createServer } from '../../src/server';
import { MemoryBudget } from '../../src/server/memory-budget';
import type { ReadOptions } from '../../src/store/database';
import { databaseUnavailable } from '../../src/store/errors';
import type { EventStore, Selection } from '../../src/store/event-store';
import { BINDINGS, callBy } from '../support/calls';
import { until } from '../support/limited-server';
import { type Listening, listening } from '../support/listening';

type Request = ReturnType<typeof callBy>;

const SPAN = 'start=2026-03-01T00:00:00Z&end=2026-03-02T00:00:00Z';
const MILLISECONDS = `from=${Date.UTC(2026, 2, 1)}&to=${Date.UTC(2026, 2, 2)}`;
const WAYS: readonly (readonly [string, Request])[] = [
  ...BINDINGS.flatMap((binding) => [
    [`SelectEvents by ${binding}`, callBy(binding, 'SelectEvents', { month: 3, year: 2026 })] as const,
    [
      `SelectEvent by ${binding}`,
      callBy(binding, 'SelectEvent', { intEventID: 7, bolAsJSON: true }),
    ] as const,
  ]),
  ['the feed of FullCalendar', { path: `/calendar/events?${SPAN}`, headers: {} }],
  ['the feed of bootstrap-calendar', { path: `/calendar/bootstrap?${MILLISECONDS}`, headers: {} }],
  ['the nearest month', { path: '/calendar/nearest?month=2026-03', headers: {} }],
];

type StoreAnswer = (options: ReadOptions | undefined, selection?: Selection) => Promise<never>;

function storeOf(answer: StoreAnswer): EventStore {
  return {
    event: (_id, options) => answer(options),
    eventJson: (_id, options) => answer(options),
    list: (selection, options) => answer(options, selection),
    listJson: (selection, options) => answer(options, selection),
    example: (_at, _zone, options) => answer(options),
  };
}

function serve(answer: StoreAnswer, env: Record<string, string> = {}): Promise<Listening> {
  const config = loadConfig(env);
  const store = storeOf(answer);
  const bytes = new MemoryBudget(config.memoryBudgetBytes, ignoreObservations);
  const app = createApp({ ...createStoreServices(store, config, openFormats(config), bytes), config, bytes });
  return listening(createServer(app, config));
}

async function ask({ url }: Listening, { path, headers, body }: Request) {
  const response = await fetch(url + path, {
    headers,
    ...(body === undefined ? {} : { method: 'POST', body }),
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

test.each(WAYS)(
  '%s says that the store is not available, or busy, and when to ask again',
  async (_way, request) => {
    for (const [error, sentence] of [
      [databaseUnavailable(new Error('secret')), 'The event database is not available at the moment.'],
      [new ServiceBusyError({ cause: new Error('secret') }), 'The service is busy: try again in a moment.'],
    ] as const) {
      const { status, text, headers } = await ask(await serve(() => Promise.reject(error)), request);
      expect(text).toContain(sentence);
      expect(text).not.toContain('secret');
      // SOAP 1.1 sends every fault with 500 (SOAP 1.1, 6.2), and so does ASMX for 1.2.
      const isSoap = 'Content-Type' in request.headers && /xml/.test(request.headers['Content-Type'] ?? '');
      expect([status, headers.get('Retry-After')]).toEqual(isSoap ? [500, null] : [503, '1']);
      const isOurs = request.path.startsWith('/calendar');
      expect(headers.get('X-Content-Type-Options')).toBe(isOurs ? 'nosniff' : null);
    }
  },
);

test.each(WAYS)('%s informs the store when its client disconnects', async (_way, { path, headers, body }) => {
  let options: ReadOptions | undefined;
  const address = await serve((given) => {
    options = given;
    return new Promise(() => {});
  });
  const client = httpRequest(address.url + path, { method: body === undefined ? 'GET' : 'POST', headers });
  client.on('error', () => {});
  client.end(body);
  await until(() => options !== undefined);
  expect(options?.signal?.aborted).toBe(false);
  client.socket?.resetAndDestroy();
  await until(() => options?.signal?.aborted === true);
});

test('RANGE_UNIT does not apply to the ranges of the feeds', async () => {
  const spans: unknown[] = [];
  const note: StoreAnswer = async (_options, selection) => {
    spans.push(selection?.span);
    throw new ServiceBusyError();
  };
  const address = await serve(note, { RANGE_UNIT: 'unix-s' });
  for (const path of [`/calendar/events?${SPAN}`, `/calendar/bootstrap?${MILLISECONDS}`])
    await ask(address, { path, headers: {} });
  const day = { from: Date.UTC(2026, 2, 1), to: Date.UTC(2026, 2, 2) };
  expect(spans).toEqual([day, day]);
});

test('answers are encoded once, feeds are not escaped, and a call ends when its client disconnects', async () => {
  const config = loadConfig({});
  const bytes = new MemoryBudget(config.memoryBudgetBytes, ignoreObservations);
  const client = new AbortController();
  const store = {
    listJson: async () => ({ value: '["<"]', state: undefined }),
    list: async () => ({ value: [{ title: '<', url: '' } as EventRow], state: undefined }),
    eventJson: async () => {
      client.abort();
      return { value: 'x'.repeat(100_000), state: undefined };
    },
  } as Partial<EventStore> as EventStore;
  const { service, feeds } = createStoreServices(store, config, openFormats(config), bytes);
  expect(await service.selectEvents(3, 2026)).toEqual({ text: '["&lt;"]' });
  expect(await feeds.bootstrap.selectEventsRanged(0n, 1n)).toMatchObject({
    text: expect.stringContaining('"title":"&lt;"'),
  });
  // The fallback of a replay is the same service.
  const replayed = replayService(new Map(), service);
  await expect(replayed.selectEvent(1, true, client.signal)).rejects.toThrow(ServiceUnavailableError);
});

test.each<[string, (service: EventService) => Promise<unknown>, string]>([
  ['month 0', (service) => service.selectEvents(0, 2026), 'month must be from 1 to 12.'],
  ['month 13', (service) => service.selectEvents(13, 2026), 'month must be from 1 to 12.'],
  ['the least int', (service) => service.selectEvents(-(2 ** 31), 2026), 'month must be from 1 to 12.'],
  ['year 0', (service) => service.selectEvents(1, 0), 'year must be from 1 to 9999.'],
  ['year 10000', (service) => service.selectEvents(12, 10_000), 'year must be from 1 to 9999.'],
  ['from after to', (service) => service.selectEventsRanged(2n, 1n), 'from must not be after to.'],
])('%s gets a fault for the client, and the store is not asked', async (_what, call, message) => {
  const store = storeOf(() => Promise.reject(new Error('asked')));
  const service = new EventService(store, loadConfig({}));
  const error: unknown = await call(service).catch((reason: unknown) => reason);
  expect(error).toEqual(new SoapException(message, { code: 'Client' }));
  expect(error).toMatchObject({ code: 'Client' });
});

test.each(FORMAT_NAMES)(
  'a list of more events than the limit gets a fault that names the limit: %s',
  async (listFormat) => {
    const nothing = async () => ({ value: undefined as never, state: undefined });
    const config = { ...loadConfig({}), maxEvents: 3, listFormat };
    const service = new EventService(storeOf(nothing as () => Promise<never>), config);
    await expect(service.selectEvents(3, 2026)).rejects.toEqual(
      new SoapException('There are more events than the limit of 3: ask for a shorter range.', {
        code: 'Client',
      }),
    );
  },
);

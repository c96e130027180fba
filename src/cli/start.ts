import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AppOptions } from '../app';
import type { Config } from '../config';
import { readEnv } from '../config/read-env';
import type { EventsService } from '../contract/operations';
import type { FormatName } from '../formats/built-in';
import { openFormat, openFormats } from '../formats/open';
import { pluralize } from '../lib/text/pluralize';
import { clockOf } from '../lib/time/clock';
import { type AdminPage, createAdminServer } from '../ops/admin';
import type { CleanupStack } from '../ops/cleanup-stack';
import { checkPort, type ListenAddress, listen } from '../ops/listen';
import type { Metrics } from '../ops/metrics';
import type { Observe } from '../ops/observations';
import type { Readiness } from '../ops/readiness';
import { watchForDrain } from '../server/drain';
import { MemoryBudget } from '../server/memory-budget';
import type { Store } from '../store/event-store';
import type { MemoryStore } from '../testing/events/memory-store';
import type { CommandContext } from './command';
import type { Replay } from './replay';
import { seedIfEmpty, seedLeftToMigrate } from './seed';

const TEST_API_WARNING =
  'TEST_API is on: whoever reaches ADMIN_PORT decides what clients are answered. It is for tests, never for production.';

/** What is left of the grace for the clean-ups when clients have used up theirs. */
const CLEAN_UP_SHARE = 0.2;

/** What a service is started with, and what becomes of it as it starts. */
export interface StartOptions {
  readonly config: Config;
  readonly observe: Observe;
  readonly metrics: Metrics;
  readonly patienceMs: number;
  readonly context: CommandContext;
  readonly replay: Replay | undefined;
  readonly readiness: Readiness;
  /** Close what was opened, the other way round. */
  readonly cleanup: CleanupStack;
  /** When the grace of a stop ends, by `performance.now()`. */
  readonly graceEnds: () => number;
}

type AdminPages = Map<string, AdminPage>;

/** The events that are served. */
interface Opened {
  readonly store: Store | MemoryStore;
  readonly cache: Store['cache'];
  /** @throws where they can't be read */
  check(): Promise<void>;
}

/** Opens everything, in the order in which it is needed. */
export async function start(serving: StartOptions): Promise<void> {
  const { config, observe, readiness, cleanup, replay, context } = serving;
  const formats = openFormats(config);
  const testing = config.testApi ? openTestControl(serving) : undefined;
  const adminPages: AdminPages = new Map();
  // Test control has the events of a store also where calls are replayed.
  const needsStore = replay === undefined || replay.needsStore || config.testApi;
  const isInMemory = testing !== undefined && config.databaseUrl === undefined;
  if (needsStore && !isInMemory && config.databaseUrl === undefined) {
    const { EXPORT_PATH, exportPageOfStart } = require('./export-source') as typeof import('./export-source');
    adminPages.set(EXPORT_PATH, exportPageOfStart);
  }
  if (config.adminPort !== undefined) await openAdmin(serving, config.adminPort, adminPages, testing);
  // A store is not made and filled for a service that can't be reached.
  await checkPort(serviceAddress(config));
  const bytes = new MemoryBudget(config.memoryBudgetBytes, observe);
  serving.metrics.watchMemoryBudget(() => bytes.bytes);
  const source = isInMemory
    ? await testing.openMemory()
    : needsStore
      ? await openEvents(serving, bytes, adminPages)
      : replay;
  const events = 'store' in source ? source : undefined;

  // Loaded here, not at the top: the admin port answers before, and a wrong setting costs none of it.
  const parts = require('./serving') as typeof import('./serving');
  const { createApp, createServer, checkWsdl, EventService, throwServiceError, welcome } = parts;
  const cache = events?.cache;
  if (cache !== undefined) serving.metrics.watchCache(() => cache.stats);
  const wrap = (over: EventsService) => replay?.service(over) ?? over;
  const control = events && testing?.start({ config, store: events.store, observe, bytes, wrap });
  const overStore = (store: Opened['store']): Pick<AppOptions, 'service' | 'feeds' | 'findExample'> => {
    const zone = clockOf(config.timeZone);
    const feed = (name: FormatName) => {
      const list = openFormat(name, zone);
      return new EventService(store, { ...config, rangeUnit: 'unix-ms' }, { ...formats, list });
    };
    return {
      service: wrap(new EventService(store, config, formats)),
      feeds: { events: feed('fullcalendar'), bootstrap: feed('bootstrap-calendar') },
      findExample: (at, signal) => store.for(signal).example(at, config.timeZone).catch(throwServiceError),
    };
  };
  const served = 'store' in source ? overStore(source.store) : { service: source.service() };
  const app = control?.app ?? createApp({ ...served, config, observe, bytes });
  if (control !== undefined) cleanup.add(() => control.close());
  const url = await openService(serving, createServer(app, config, observe));
  readiness.started(async () => {
    await events?.check();
    await checkWsdl();
  });
  control?.listensOn(Number(new URL(url).port));
  observe({ kind: 'listening', what: 'service', url });
  if (replay !== undefined) observe({ kind: 'notice', message: replay.notice });

  if (events !== undefined && config.logFormat === 'text' && ['debug', 'info'].includes(config.logLevel)) {
    context.stdout.write(await welcome(events.store, config, config.publicUrls[0]?.root ?? url));
  }
}

/** Tells of connections that could not be taken. */
const untaken =
  (observe: Observe) =>
  (error: Error): void =>
    observe({ kind: 'unexpected-error', where: 'connecting', error });

/** The admin port: it answers from the first moment on. */
async function openAdmin(
  { config, observe, metrics, readiness, cleanup }: StartOptions,
  port: number,
  pages: AdminPages,
  testing: Testing | undefined,
): Promise<void> {
  const admin = createAdminServer({ readiness, metrics, observe, pages, testControl: testing?.answer });
  const settings = { host: 'ADMIN_HOST', port: 'ADMIN_PORT' };
  const url = await listen(admin, { host: config.adminHost, port, settings }, untaken(observe));
  cleanup.add(() => closeAtOnce(admin));
  observe({ kind: 'listening', what: 'admin', url });
  if (testing !== undefined) observe({ kind: 'notice', message: `Test control is at ${url}/test/` });
}

/** The store, watched and, an embedded one that is empty, filled. */
async function openEvents(
  { config, observe, metrics, patienceMs, cleanup, context }: StartOptions,
  bytes: MemoryBudget,
  pages: AdminPages,
): Promise<Opened> {
  // Loaded here: the driver and the pool, of which events in memory need nothing.
  const { openStore } = require('../store/open') as typeof import('../store/open');
  const { StalenessWatch } = require('../store/replication-lag') as typeof import('../store/replication-lag');
  const store = await openStore(config, observe, { patienceMs, bytes });
  cleanup.add(() => store.close());
  const staleness = new StalenessWatch(store.database);
  metrics.watchReplicationLag(() => staleness.ask());
  metrics.watchPool(() => ({ ...store.database.pool() }));
  let message: string | undefined;
  if (config.databaseUrl !== undefined) {
    message = seedLeftToMigrate(config);
  } else {
    // Whoever wants the events of a server asks the server; this process alone has the embedded store.
    const { EXPORT_PATH, exportPage } = require('./export-source') as typeof import('./export-source');
    pages.set(EXPORT_PATH, exportPage(store.database));
    message = await seedIfEmpty(store.database, config, context.env);
  }
  if (message !== undefined) observe({ kind: 'notice', message });
  return {
    store,
    cache: store.cache,
    async check() {
      await store.check();
      if (config.maxReplicationLagSeconds !== undefined)
        await staleness.check(config.maxReplicationLagSeconds);
    },
  };
}

function serviceAddress({ host, port }: Config): ListenAddress {
  return { host, port, settings: { host: 'HOST', port: 'PORT' } };
}

/** @returns the URL by which this machine reaches it */
async function openService(
  { config, observe, cleanup, graceEnds }: StartOptions,
  server: Server,
): Promise<string> {
  const drain = watchForDrain(server);
  const url = await listen(server, serviceAddress(config), untaken(observe));
  cleanup.add(async () => {
    const cutOff = await drain.stop((graceEnds() - performance.now()) * (1 - CLEAN_UP_SHARE));
    const were = cutOff === 1 ? 'was' : 'were';
    if (cutOff > 0) observe({ kind: 'warning', message: `${pluralize(cutOff, 'request')} ${were} cut off.` });
  });
  return url;
}

/** Nobody waits for the admin port: a probe that is cut off asks again. */
async function closeAtOnce(admin: Server): Promise<void> {
  const closed = new Promise((resolve) => admin.close(resolve));
  admin.closeAllConnections();
  await closed;
}

type Testing = ReturnType<typeof openTestControl>;

/** Loads test control, which nothing else does; its paths are answered from the moment when it is started. */
function openTestControl({ config, metrics, observe, context }: StartOptions) {
  const { TestControl, openMemoryStore, refuseUntilStarted } =
    require('../testing') as typeof import('../testing');
  metrics.testApiEnabled();
  observe({ kind: 'warning', message: TEST_API_WARNING });
  let control: InstanceType<typeof TestControl> | undefined;
  return {
    answer: (request: IncomingMessage, response: ServerResponse) =>
      control === undefined ? refuseUntilStarted(response) : control.answer(request, response),
    /** Events in memory in the place of the embedded store: nothing is kept, and nothing has to be made first. */
    async openMemory(): Promise<Opened> {
      if (readEnv(context.env, 'DATA_DIR') !== undefined) {
        const message =
          'DATA_DIR is left aside: with test control and without DATABASE_URL events are in memory.';
        observe({ kind: 'notice', message });
      }
      const notice = (message: string) => observe({ kind: 'notice', message });
      const seed = readEnv(context.env, 'SEED') === undefined ? [] : config.seed;
      return {
        store: await openMemoryStore({ ...config, seed }, notice),
        cache: undefined,
        check: async () => {},
      };
    },
    start(options: ConstructorParameters<typeof TestControl>[0]) {
      control = new TestControl(options);
      return control;
    },
  };
}

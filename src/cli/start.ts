/** Starts `serve`. Everything is opened in the order in which it is needed. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Config } from '../config';
import { readEnv } from '../config/read-env';
import { openFormats } from '../formats/open';
import { type AdminPage, createAdminServer } from '../ops/admin';
import type { CleanupStack } from '../ops/cleanup-stack';
import { checkPort, type ListenAddress, listen } from '../ops/listen';
import type { Metrics } from '../ops/metrics';
import type { Observe } from '../ops/observations';
import type { Readiness } from '../ops/readiness';
import { MemoryBudget } from '../server/memory-budget';
import type { Store } from '../store/event-store';
import type { MemoryStore } from '../testing/events/memory-store';
import type { CommandContext } from './command';
import type { Replay } from './replay';
import { seedIfEmpty, seedLeftToMigrate } from './seed';

const TEST_API_WARNING =
  'TEST_API is on: anyone who reaches ADMIN_PORT decides how clients are answered. It is for tests, never for production.';

/** A start uses these parts and changes their state. */
export interface StartOptions {
  readonly config: Config;
  readonly observe: Observe;
  readonly metrics: Metrics;
  /** The start waits this many milliseconds for a database that can't be reached. */
  readonly waitMs: number;
  readonly context: CommandContext;
  readonly replay: Replay | undefined;
  readonly readiness: Readiness;
  /** It closes what the start opened, in the reverse order. */
  readonly cleanup: CleanupStack;
  /** It returns when a stop's grace period ends, by `performance.now()`. */
  readonly graceEnds: () => number;
}

type AdminPages = Map<string, AdminPage>;

/** The events of this open store are served. */
export interface OpenEvents {
  readonly store: Store | MemoryStore;
  readonly cache: Store['cache'];
  /** @throws when the events can't be read */
  check(): Promise<void>;
}

/** Resolves when the service is ready. The admin port answers from the first moment on. */
export async function start(options: StartOptions): Promise<void> {
  const { config, observe, metrics, replay } = options;
  const formats = openFormats(config);
  const testing = config.testApi ? loadTestControl(options) : undefined;
  const adminPages: AdminPages = new Map();
  // Test control works on the events of a store, even while calls are replayed.
  const needsStore = replay === undefined || replay.needsStore || config.testApi;
  const isInMemory = testing !== undefined && config.databaseUrl === undefined;
  if (needsStore && !isInMemory && config.databaseUrl === undefined) {
    const { EXPORT_PATH, startingExportPage } =
      require('./export-source') as typeof import('./export-source');
    adminPages.set(EXPORT_PATH, startingExportPage);
  }
  if (config.adminPort !== undefined) await openAdmin(options, config.adminPort, adminPages, testing);
  // A port that is taken fails the start before a store is created and filled.
  await checkPort(serviceAddress(config));
  const bytes = new MemoryBudget(config.memoryBudgetBytes, observe);
  metrics.watchMemoryBudget(() => bytes.bytes);
  const source = isInMemory
    ? await testing.openMemory()
    : needsStore
      ? await openEvents(options, bytes, adminPages)
      : replay;
  const cache = 'store' in source ? source.cache : undefined;
  if (cache !== undefined) metrics.watchCache(() => cache.stats);
  // Loading this takes a while, so it happens after the admin port is open and the settings are checked.
  const { openApp } = require('./open-app') as typeof import('./open-app');
  await openApp(options, { formats, bytes, source, testing });
}

export function serviceAddress({ host, port }: Config): ListenAddress {
  return { host, port, settings: { host: 'HOST', port: 'PORT' } };
}

async function openAdmin(
  { config, observe, metrics, readiness, cleanup }: StartOptions,
  port: number,
  pages: AdminPages,
  testing: TestControlLoader | undefined,
): Promise<void> {
  const admin = createAdminServer({ readiness, metrics, observe, pages, testControl: testing?.answer });
  const settings = { host: 'ADMIN_HOST', port: 'ADMIN_PORT' };
  const url = await listen(admin, { host: config.adminHost, port, settings }, observe);
  cleanup.add(() => closeAtOnce(admin));
  observe({ kind: 'listening', what: 'admin', url });
  if (testing !== undefined) observe({ kind: 'notice', message: `Test control is at ${url}/test/` });
}

/** Opens the store with its metrics, and fills an embedded store that is empty. */
async function openEvents(
  { config, observe, metrics, waitMs, cleanup, context }: StartOptions,
  bytes: MemoryBudget,
  pages: AdminPages,
): Promise<OpenEvents> {
  // The driver and the pool are loaded here, because events in memory need neither.
  const { openStore } = require('../store/open') as typeof import('../store/open');
  const { ReplicationLagMonitor } =
    require('../store/replication-lag') as typeof import('../store/replication-lag');
  const store = await openStore(config, observe, { waitMs, bytes });
  cleanup.add(() => store.close());
  const replicationLag = new ReplicationLagMonitor(store.database);
  metrics.watchReplicationLag(() => replicationLag.ask());
  metrics.watchPool(() => ({ ...store.database.pool() }));
  let message: string | undefined;
  if (config.databaseUrl !== undefined) {
    message = seedLeftToMigrate(config);
  } else {
    // Only this process can read the embedded store, so `export` asks it. A server can be asked directly.
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
        await replicationLag.check(config.maxReplicationLagSeconds);
    },
  };
}

/** Cuts off the admin port's connections, because a probe that fails asks again. */
async function closeAtOnce(admin: Server): Promise<void> {
  const closed = new Promise((resolve) => admin.close(resolve));
  admin.closeAllConnections();
  await closed;
}

export type TestControlLoader = ReturnType<typeof loadTestControl>;

/** Loads test control. Its paths are rejected until `start` is called. */
function loadTestControl({ config, metrics, observe, context }: StartOptions) {
  const { TestControl, openMemoryStore, refuseUntilStarted } =
    require('../testing') as typeof import('../testing');
  metrics.testApiEnabled();
  observe({ kind: 'warning', message: TEST_API_WARNING });
  let control: InstanceType<typeof TestControl> | undefined;
  return {
    answer: (request: IncomingMessage, response: ServerResponse) =>
      control === undefined ? refuseUntilStarted(response) : control.answer(request, response),
    /** Opens events in memory instead of the embedded store, because nothing must be kept and the start is faster. */
    async openMemory(): Promise<OpenEvents> {
      const notice = (message: string) => observe({ kind: 'notice', message });
      if (readEnv(context.env, 'DATA_DIR') !== undefined)
        notice('DATA_DIR is ignored: with test control and without DATABASE_URL events are in memory.');
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

/** Starts the parts of `serve` in the order in which they depend on each other. */
import type { Server } from 'node:http';
import { createApp } from '../app';
import { createStoreServices } from '../app/event-service';
import { checkWsdl } from '../bindings/wsdl';
import type { Config } from '../config';
import { readEnv } from '../config/read-env';
import type { EventsService } from '../contract/operations';
import { openFormats } from '../formats/open';
import { pluralize } from '../lib/text/messages';
import { type AdminOptions, type AdminPage, createAdminServer } from '../ops/admin';
import type { CleanupStack } from '../ops/cleanup-stack';
import { checkPort, closeAtOnce, listen } from '../ops/listen';
import type { Metrics } from '../ops/metrics';
import type { Observe } from '../ops/observations';
import { connectionsWithinFileLimit } from '../ops/open-files';
import type { Readiness } from '../ops/readiness';
import { createServer } from '../server';
import { watchForDrain } from '../server/drain';
import { MemoryBudget } from '../server/memory-budget';
import { ReplicationLagMonitor } from '../store/replication-lag';
import { explainUnreachable } from '../store/wait-for-database';
import type { BaseStore } from '../testing/events/base-events';
import { type CommandContext, serviceAddress } from './command';
import type { Replay } from './replay';
import { seedIfEmpty, seedIgnoredByServe } from './seed';
import { welcomeText } from './welcome';

const TEST_API_WARNING =
  'TEST_API is on: anyone who reaches ADMIN_PORT decides how clients are answered. It is for tests, never for production.';

/** This fraction of a stop's grace period is reserved for clean-ups. Clients have the rest. */
const CLEANUP_SHARE = 0.2;

export interface StartOptions {
  readonly config: Config;
  readonly observe: Observe;
  readonly metrics: Metrics;
  /** The start waits this many milliseconds for an unreachable database. */
  readonly waitMs: number;
  readonly context: CommandContext;
  readonly replay: Replay | undefined;
  readonly readiness: Readiness;
  /** Closes everything that the start has opened, in reverse order. */
  readonly cleanup: CleanupStack;
  /** Returns the end of a stop's grace period, as a time of `performance.now()`. */
  readonly graceEnds: () => number;
}

/** These modules are loaded on first use, because no start needs all of them and loading each takes time. */
const lazy = {
  store: () => require('../store/open') as typeof import('../store/open'),
  testing: () => require('../testing') as typeof import('../testing'),
  exporting: () => require('./export-source') as typeof import('./export-source'),
};

/** The events are on a Postgres server, in the embedded store or in memory, or a recording answers without a store. */
type Source = 'server' | 'embedded' | 'memory' | Replay;

/**
 * Chooses the source of events. Test control needs a store even during a replay. Without a server this store is in
 * memory, because that is faster.
 */
function sourceOf({ config, replay }: StartOptions): Source {
  if (replay !== undefined && !replay.needsStore && !config.testApi) return replay;
  if (config.databaseUrl !== undefined) return 'server';
  return config.testApi ? 'memory' : 'embedded';
}

type AdminPages = Map<string, AdminPage>;

interface OpenEvents {
  readonly store: BaseStore;
  /** Checks the store. @throws Error if the events can't be read */
  check(): Promise<void>;
}

/** Resolves when the service is ready, or is told to stop. The admin port already answers during the start. */
export async function start(options: StartOptions): Promise<void> {
  const { config, observe, metrics, replay, readiness, cleanup, context } = options;
  const formats = openFormats(config);
  const source = sourceOf(options);
  const maxConnections = connectionsWithinFileLimit(config.maxConnections, observe);
  const pages: AdminPages = new Map();
  const admin: AdminOptions = { readiness, metrics, observe, pages };
  if (config.testApi) {
    metrics.testApiEnabled();
    observe({ kind: 'warning', message: TEST_API_WARNING });
    admin.testControl = (request, response) => lazy.testing().refuseUntilStarted(request, response);
  }
  if (source === 'embedded') {
    const { EXPORT_PATH, startingExportPage } = lazy.exporting();
    pages.set(EXPORT_PATH, startingExportPage);
  }
  if (config.adminPort !== undefined) await openAdmin(options, config.adminPort, createAdminServer(admin));
  // The port is checked first, so that a start does not create a store if the port is in use.
  await checkPort(serviceAddress(config));

  const bytes = new MemoryBudget(config.memoryBudgetBytes, observe);
  metrics.watchMemoryBudget(() => bytes.bytes);
  const opened = typeof source === 'object' ? source : await openEvents(options, source, bytes, pages);
  // The clean-up closes the store already, so clients would receive only errors.
  if (readiness.isStopping) return;
  const events = 'store' in opened ? opened : undefined;
  const wrap = (service: EventsService) => replay?.service(observe, service) ?? service;
  const control =
    events !== undefined && config.testApi
      ? new (lazy.testing().Spaces)({ config, store: events.store, observe, bytes, wrap })
      : undefined;
  if (control !== undefined) {
    admin.testControl = control.answer;
    cleanup.add(async () => control.close());
  }
  const services =
    'store' in opened
      ? createStoreServices(opened.store, config, formats, bytes, wrap)
      : { service: opened.service(observe) };
  const app = control?.app ?? createApp({ ...services, config, observe, bytes });
  const url = await openServer(options, createServer(app, { ...config, maxConnections }, observe));
  readiness.started(async () => {
    await events?.check();
    await checkWsdl();
  });
  control?.listensOn(Number(new URL(url).port));
  observe({ kind: 'listening', what: 'service', url });
  if (replay !== undefined) observe({ kind: 'notice', message: replay.notice });
  if (events !== undefined && config.logFormat === 'text' && ['debug', 'info'].includes(config.logLevel))
    context.stdout.write(await welcomeText(events.store, config, config.publicUrls[0]?.root ?? url));
}

async function openAdmin(
  { config, observe, cleanup }: StartOptions,
  port: number,
  admin: Server,
): Promise<void> {
  const settings = { host: 'ADMIN_HOST', port: 'ADMIN_PORT' };
  const url = await listen(admin, { host: config.adminHost, port, settings }, observe);
  // Open connections are cut off, because a probe that fails is repeated.
  cleanup.add(() => closeAtOnce(admin));
  observe({ kind: 'listening', what: 'admin', url });
  if (config.testApi) observe({ kind: 'notice', message: `Test control is at ${url}/test/` });
}

async function openEvents(
  options: StartOptions,
  source: 'server' | 'embedded' | 'memory',
  bytes: MemoryBudget,
  pages: AdminPages,
): Promise<OpenEvents> {
  if (source === 'memory') return openMemory(options);
  const { config, observe, metrics, waitMs, cleanup, context } = options;
  const store = await lazy.store().openStore(config, observe, { waitMs, bytes });
  cleanup.add(() => store.close());
  const { cache, database } = store;
  if (cache !== undefined) metrics.watchCache(() => cache.stats);
  // The pool is watched first, so that its waiting callers are counted before the query for the replication lag also
  // waits.
  metrics.watchPool(() => database.pool());
  const replicationLag = new ReplicationLagMonitor(database);
  metrics.watchReplicationLag(() => replicationLag.ask());
  let message: string | undefined;
  if (source === 'server') {
    message = seedIgnoredByServe(config);
  } else {
    // Only this process can read the embedded store, so `export` requests the events here.
    const { EXPORT_PATH, exportPage } = lazy.exporting();
    pages.set(EXPORT_PATH, exportPage(database));
    message = await seedIfEmpty(database, config, context.env);
  }
  if (message !== undefined) observe({ kind: 'notice', message });
  return {
    store,
    async check() {
      // A client sees only that the events are not available. /ready also says why.
      await store.check().catch((error: unknown) => {
        throw config.databaseUrl === undefined ? error : explainUnreachable(config.databaseUrl, error);
      });
      if (config.maxReplicationLagSeconds !== undefined)
        await replicationLag.check(config.maxReplicationLagSeconds);
    },
  };
}

async function openMemory({ config, observe, context: { env } }: StartOptions): Promise<OpenEvents> {
  const notice = (message: string) => observe({ kind: 'notice', message });
  if (readEnv(env, 'DATA_DIR') !== undefined)
    notice('DATA_DIR is ignored: with test control and without DATABASE_URL events are in memory.');
  const seed = readEnv(env, 'SEED') === undefined ? [] : config.seed;
  const store = await lazy.testing().openMemoryStore({ ...config, seed }, notice);
  return { store, check: async () => {} };
}

/**
 * Starts to listen. When the process stops, the server first has time to answer the requests that it has received.
 * @returns the URL under which this machine reaches the service
 */
async function openServer(
  { config, observe, cleanup, graceEnds }: StartOptions,
  server: Server,
): Promise<string> {
  const drain = watchForDrain(server);
  const url = await listen(server, serviceAddress(config), observe);
  cleanup.add(async () => {
    const cutOff = await drain.stop((graceEnds() - performance.now()) * (1 - CLEANUP_SHARE));
    const verb = cutOff === 1 ? 'was' : 'were';
    if (cutOff > 0)
      observe({
        kind: 'warning',
        message: `The service stopped before ${pluralize(cutOff, 'request')} ${verb} answered.`,
      });
  });
  return url;
}

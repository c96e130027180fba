import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config';
import { FORMATS } from '../formats';
import type { Format } from '../formats/format';
import { openFormats } from '../formats/open';
import { type AdminPage, createAdminServer } from '../ops/admin';
import { listen } from '../ops/listen';
import { createMetrics, type Metrics } from '../ops/metrics';
import type { Observe } from '../ops/observations';
import { Readiness } from '../ops/readiness';
import { Releasers } from '../ops/releasers';
import { listenForStop } from '../ops/signals';
import { whyNoTraces } from '../ops/tracing';
import { BytesInFlight } from '../sockets/bytes-in-flight';
import { watchForDrain } from '../sockets/drain';
import { openStore } from '../store/open';
import { StalenessWatch } from '../store/staleness';
import { readVersion } from '../version';
import { type CommandContext, defineCommand, PATIENCE_SECONDS, secondsOf, setUp } from './command';
import { counted } from './counted';
import { EXPORT_PATH, exportPage } from './exporting';
import { openReplay, type Replay } from './replaying';
import { seedIfEmpty, seedLeftToMigrate } from './seeding';

const HELP = `Serves the events until SIGTERM or SIGINT. Settings are environment variables: events-query config lists them.

  events-query serve [--patience SECONDS] [--replay DIR [--else fault|store|upstream]]

  --patience  how long a database that can't be reached is tried at the start (30)
  --replay    answers calls as events-query record kept them in DIR
  --else      what answers a call that was not recorded: a fault, the store, or the service that was recorded (fault)

Example: PORT=9000 TIME_ZONE=Europe/Berlin events-query serve
`;

const TEST_API_WARNING =
  'TEST_API is on: whoever reaches ADMIN_PORT decides what clients are answered. It is for tests, never for production.';

/** What is left of the grace for the clean-ups when clients have used up theirs. */
const CLEAN_UP_SHARE = 0.2;

export const serveCommand = defineCommand({
  help: HELP,
  options: { patience: { type: 'string' }, replay: { type: 'string' }, else: { type: 'string' } },
  async run({ values }, context) {
    const patienceMs = secondsOf('--patience', values.patience, PATIENCE_SECONDS);
    const { config: configured, observe: log } = setUp(context, context.stdout);
    const replay = await openReplay({ folder: values.replay, otherwise: values.else, env: context.env });
    const config = { ...configured, ...replay?.config };
    const metrics = createMetrics(readVersion());
    metrics.watchLog(context.stdout);
    const observe: Observe = (observation) => {
      log(observation);
      metrics.observe(observation);
    };
    const untraced = whyNoTraces(context.env);
    if (untraced !== undefined) observe({ kind: 'warning', message: untraced });
    await serve({ config, observe, metrics, patienceMs, context, replay });
    return 0;
  },
});

interface Serving {
  readonly config: Config;
  readonly observe: Observe;
  readonly metrics: Metrics;
  readonly patienceMs: number;
  readonly context: CommandContext;
  readonly replay: Replay | undefined;
}

async function serve(serving: Serving): Promise<void> {
  const { config, observe } = serving;
  const signals = listenForStop();
  const readiness = new Readiness();
  const releasers = new Releasers();
  let end = Number.POSITIVE_INFINITY;
  try {
    const started = start(serving, readiness, releasers, () => end);
    const signal = await Promise.race([signals.first, started.then(() => signals.first)]);
    readiness.stopping();
    observe({ kind: 'stopping', signal });
  } finally {
    end = Date.now() + config.shutdownGraceMs;
    const failed = (error: unknown) => observe({ kind: 'unexpected-error', where: 'clean-up', error });
    // A query that does not end keeps its connection, and so the pool, longer than a container is given.
    await Promise.race([releasers.release(failed), sleep(config.shutdownGraceMs)]);
    signals.release();
  }
  observe({ kind: 'stopped' });
}

/** Opens everything, in the order in which it is needed; `releasers` close it the other way round. */
async function start(
  { config, observe, metrics, patienceMs, context, replay }: Serving,
  readiness: Readiness,
  releasers: Releasers,
  end: () => number,
): Promise<void> {
  const formats = openFormats(config);
  const adminPages = new Map<string, AdminPage>();
  const testing = config.testApi ? openTestControl(metrics) : undefined;
  if (testing !== undefined) observe({ kind: 'warning', message: TEST_API_WARNING });
  if (config.adminPort !== undefined) {
    const admin = createAdminServer({
      readiness,
      metrics,
      observe,
      pages: adminPages,
      testControl: testing?.answer,
    });
    const settings = { host: 'ADMIN_HOST', port: 'ADMIN_PORT' };
    const url = await listen(admin, { host: config.adminHost, port: config.adminPort, settings });
    releasers.add(() => closeAtOnce(admin));
    observe({ kind: 'listening', what: 'admin', url });
    if (testing !== undefined) observe({ kind: 'notice', message: `Test control is at ${url}/test/` });
  }

  const bytes = new BytesInFlight(config.maxBytesInFlight, observe);
  metrics.watchBytes(() => bytes.bytes);
  const store = await openStore(config, observe, { patienceMs, bytes });
  releasers.add(() => store.close());
  const staleness = new StalenessWatch(store.database);
  metrics.watchStaleness(() => staleness.ask());
  metrics.watchPool(() => ({ ...store.database.pool() }));
  const { answers } = store;
  if (answers !== undefined) metrics.watchAnswers(() => answers.numbers);
  if (config.databaseUrl !== undefined) {
    const left = seedLeftToMigrate(config);
    if (left !== undefined) observe({ kind: 'notice', message: left });
  } else {
    // Whoever wants the events of a server asks the server; this process alone has the embedded store.
    adminPages.set(EXPORT_PATH, exportPage(store.database));
    const seeded = await seedIfEmpty(store.database, config);
    if (seeded !== undefined) observe({ kind: 'notice', message: seeded });
  }

  // Loaded here, not at the top: the operator's port answers before, and a wrong setting costs none of it.
  const parts = require('./serving') as typeof import('./serving');
  const { createApp, createServer, checkWsdl, EventService, welcome } = parts;
  const stored = new EventService(store, config, formats);
  const service = replay?.service(stored) ?? stored;
  const feed = (list: Format) =>
    new EventService(store, { ...config, rangeUnit: 'unix-ms' }, { ...formats, list });
  const control = testing?.start({
    config,
    store,
    observe,
    bytes,
    wrap: (over) => replay?.service(over) ?? over,
  });
  const app =
    control?.app ??
    createApp({
      service,
      feeds: { events: feed(FORMATS.fullcalendar), bootstrap: feed(FORMATS['bootstrap-calendar']) },
      findExample: (at, signal) => store.for(signal).example(at, config.timeZone),
      config,
      observe,
      bytes,
    });
  const server = createServer(app, config, observe);
  const drain = watchForDrain(server);
  const settings = { host: 'HOST', port: 'PORT' };
  const url = await listen(server, { host: config.host, port: config.port, settings });
  if (control !== undefined) releasers.add(() => control.close());
  releasers.add(async () => {
    const cutOff = await drain.stop((end() - Date.now()) * (1 - CLEAN_UP_SHARE));
    const were = cutOff === 1 ? 'was' : 'were';
    if (cutOff > 0) observe({ kind: 'warning', message: `${counted(cutOff, 'request')} ${were} cut off.` });
  });
  readiness.started(async () => {
    await store.check();
    if (config.maxStalenessSeconds !== undefined) await staleness.check(config.maxStalenessSeconds);
    await checkWsdl();
  });
  control?.listensOn(Number(new URL(url).port));
  observe({ kind: 'listening', what: 'service', url });
  if (replay !== undefined) observe({ kind: 'notice', message: replay.notice });

  if (config.logFormat === 'text' && ['debug', 'info'].includes(config.logLevel)) {
    context.stdout.write(await welcome(store, config, config.publicUrls[0]?.root ?? url));
  }
}

/** Nobody waits for the operator's port: a probe that is cut off asks again. */
async function closeAtOnce(admin: Server): Promise<void> {
  const closed = new Promise((resolve) => admin.close(resolve));
  admin.closeAllConnections();
  await closed;
}

/** Loads test control, which nothing else does; its paths are answered from the moment when it is started. */
function openTestControl(metrics: Metrics) {
  const { TestControl, refuseUntilStarted } = require('../testing') as typeof import('../testing');
  metrics.testApiEnabled();
  let control: InstanceType<typeof TestControl> | undefined;
  return {
    answer: (request: IncomingMessage, response: ServerResponse) =>
      control === undefined ? refuseUntilStarted(response) : control.answer(request, response),
    start(options: ConstructorParameters<typeof TestControl>[0]) {
      control = new TestControl(options);
      return control;
    },
  };
}

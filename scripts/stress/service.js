/** Starts the built service on a store of its own, and measures it from outside. */
const { execFileSync } = require('node:child_process');
const { mkdtempSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const path = require('node:path');
const { freePort } = require('../../test/support/free-port');
const { startPostgres } = require('../../test/support/postgres');
const { HEAP_PROBE, heapOf, MAIN, readMetric, serve } = require('../../test/support/service');
const { TcpProxy } = require('../../test/support/tcp-proxy');
const { monthEvents } = require('./data');

/** In a container of 384 MiB Node chooses half of it. */
const NODE_FLAGS = ['--max-old-space-size=192'];

/** @typedef {import('./data').Month} Month */

/**
 * @typedef {object} Service
 * @property {string} host
 * @property {number} port
 * @property {number} adminPort
 * @property {number} pid
 * @property {() => { now: number, peak: number }} memory resident memory in MiB; `peak` since `forgetPeak`
 * @property {() => void} forgetPeak
 * @property {() => Promise<number>} heap MiB of JavaScript's heap that are in use after a collection
 * @property {(name: string) => Promise<number>} metric one sample of /metrics, which must have it
 * @property {Readonly<Record<string, string>>} env
 * @property {() => string} log standard output and standard error so far
 * @property {() => { code: number | null, signal: string | null } | undefined} ended `undefined` while it runs
 * @property {() => Promise<void>} stop
 */

/**
 * Fills a store and serves it.
 *
 * @param {Record<string, string>} env such as DATABASE_URL; without one the store is embedded
 * @param {{ main?: string | undefined, months?: readonly Month[], served?: Record<string, string> }} [options] `main`
 *   is another built program, `months` are all by default, `served` is for the service but not for the import
 * @returns {Promise<Service>}
 */
async function startService(env, { main = MAIN, months, served = {} } = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'events-stress-'));
  const file = path.join(folder, 'events.json');
  writeFileSync(file, JSON.stringify(monthEvents(months)));
  const adminPort = await freePort();
  const settings = {
    DATA_DIR: path.join(folder, 'data'),
    SEED: 'none',
    ADMIN_PORT: String(adminPort),
    ...env,
  };
  const run = (/** @type {string[]} */ ...args) =>
    execFileSync(process.execPath, [...NODE_FLAGS, main, ...args], { env: settings, stdio: 'pipe' });
  if (env.DATABASE_URL !== undefined) run('migrate');
  run('import', '--replace', file);

  const { url, child, log, ended, stop } = await serve(
    { ...settings, ...served },
    { main, flags: [...NODE_FLAGS, ...HEAP_PROBE] },
  );
  const pid = Number(child.pid);
  return {
    host: url.hostname,
    port: Number(url.port),
    adminPort,
    pid,
    memory: () => memoryOf(pid),
    // Writing 5 resets the peak (proc(5)).
    forgetPeak: () => writeFileSync(`/proc/${pid}/clear_refs`, '5'),
    heap: () => heapOf(child),
    env: settings,
    metric: (name) => readMetric(adminPort, name),
    log,
    ended,
    async stop() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @param {number} pid */
function memoryOf(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (/** @type {string} */ name) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
  return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') };
}

/**
 * Starts a service, on a Postgres of its own if that is asked for. Both stop when the script ends.
 *
 * @param {{ postgres?: boolean | undefined, program?: string | undefined, months?: readonly Month[] }} values
 * @param {import('../../test/support/script').OnEnd} onEnd
 * @param {Record<string, string>} [env]
 */
async function startTarget({ postgres: isPostgres, program, months }, onEnd, env = {}) {
  const postgres = isPostgres ? await startPostgres() : undefined;
  if (postgres !== undefined) onEnd(postgres.stop);
  const database = postgres === undefined ? {} : { DATABASE_URL: postgres.url };
  const service = await startService({ ...database, ...env }, { main: program, ...(months && { months }) });
  onEnd(service.stop);
  return { service };
}

/**
 * Starts a service that reads a Postgres of its own as `events_reader`, through a TCP proxy that can inject faults.
 *
 * @param {{ program: string | undefined, settings?: Record<string, string>, months?: readonly Month[] }} options
 * @param {import('../../test/support/script').OnEnd} onEnd
 * @returns {Promise<{ service: Service } & import('./faults').Scene>}
 */
async function startBehindProxy({ program, settings = {}, months }, onEnd) {
  const primary = await startPostgres();
  onEnd(primary.stop);
  const proxy = new TcpProxy(primary.url);
  await proxy.open();
  onEnd(() => proxy.cut());
  const reader = new URL(proxy.url);
  reader.username = 'events_reader';
  reader.password = 'reader';
  const service = await startService(
    { DATABASE_URL: primary.url, READER_PASSWORD: 'reader' },
    { main: program, served: { DATABASE_URL: reader.href, ...settings }, ...(months && { months }) },
  );
  onEnd(service.stop);
  return { service, primary, proxy };
}

module.exports = { startBehindProxy, startService, startTarget };

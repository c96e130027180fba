/** Starts the built service on a store of its own. */
const { execFileSync } = require('node:child_process');
const { mkdtempSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const path = require('node:path');
const { startPostgres } = require('../../test/support/postgres');
const { peakMegabytes, residentMegabytes } = require('../../test/support/proc');
const { HEAP_PROBE, MAIN, serve } = require('../../test/support/service');
const { TcpProxy } = require('../../test/support/tcp-proxy');
const { monthEvents } = require('./data');

/** These flags limit the heap as Node does in a container of 384 MiB: to half of the memory. */
const NODE_FLAGS = ['--max-old-space-size=192'];

/**
 * @typedef {object} Options
 * @property {boolean | undefined} [postgres] uses its own Postgres, not the embedded store or the database of `env`
 * @property {string | undefined} [program] a built program, by default dist/main.js
 * @property {readonly import('./data').Month[] | undefined} [months] all by default
 * @property {Readonly<Record<string, string>>} [env]
 * @property {Readonly<Record<string, string>>} [served] variables of the service, but not of the import
 *
 * @typedef {object} Memory
 * @property {() => { now: number, peak: number }} memory resident memory in MiB; `peak` since `forgetPeak`
 * @property {() => void} forgetPeak
 *
 * @typedef {import('../../test/support/service').Serving & Memory & { env: Readonly<Record<string, string>> }} Service
 * @typedef {import('../../test/support/script').OnEnd} OnEnd
 */

/**
 * Fills a store and serves it. When the script ends, the service and its database stop.
 * @param {Options} options
 * @param {OnEnd} onEnd
 * @returns {Promise<Service>}
 */
async function startService({ postgres, program: main = MAIN, months, env, served }, onEnd) {
  const folder = mkdtempSync(path.join(tmpdir(), 'events-stress-'));
  onEnd(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'events.json');
  writeFileSync(file, JSON.stringify(monthEvents(months)));
  const settings = {
    ...{ DATA_DIR: path.join(folder, 'data'), SEED: 'none' },
    ...(postgres && { DATABASE_URL: (await ownPostgres(onEnd)).url }),
    ...env,
  };
  const run = (/** @type {string[]} */ ...args) =>
    execFileSync(process.execPath, [...NODE_FLAGS, main, ...args], { env: settings, stdio: 'pipe' });
  if ('DATABASE_URL' in settings) run('migrate');
  run('import', '--replace', file);

  const flags = [...NODE_FLAGS, ...HEAP_PROBE];
  const serving = await serve({ ...settings, ...served }, { main, flags });
  onEnd(serving.stop);
  const { pid } = serving;
  return {
    ...serving,
    memory: () => ({ now: residentMegabytes(pid), peak: peakMegabytes(pid) }),
    // The value 5 resets the peak (proc(5)).
    forgetPeak: () => writeFileSync(`/proc/${pid}/clear_refs`, '5'),
    env: settings,
  };
}

/**
 * Returns the failures that the service itself reports.
 * @param {Pick<Service, 'ended' | 'log' | 'metric'>} service
 * @returns {Promise<string[]>} sentences
 */
async function serviceFailures({ ended, log, metric }) {
  const end = ended();
  if (end !== undefined) return [`The service ended: ${end.code ?? end.signal}. ${log().slice(-2000)}`];
  const unexpected = await metric('events_query_unexpected_errors_total');
  return unexpected === 0 ? [] : [`The service counted ${unexpected} unexpected errors: they are bugs.`];
}

/** @param {OnEnd} onEnd */
async function ownPostgres(onEnd) {
  const postgres = await startPostgres();
  onEnd(postgres.stop);
  return postgres;
}

/**
 * Starts a service that reads its own Postgres as `events_reader`, through a TCP proxy that can inject faults.
 * @param {Options} options
 * @param {OnEnd} onEnd
 * @returns {Promise<{ service: Service } & import('./faults').Scene>}
 */
async function startBehindProxy({ program, served, months }, onEnd) {
  const primary = await ownPostgres(onEnd);
  const proxy = new TcpProxy(primary.url);
  await proxy.open();
  onEnd(() => proxy.cut());
  const reader = new URL(proxy.url);
  reader.username = 'events_reader';
  reader.password = 'reader';
  const env = { DATABASE_URL: primary.url, READER_PASSWORD: 'reader' };
  const options = { program, months, env, served: { DATABASE_URL: reader.href, ...served } };
  return { service: await startService(options, onEnd), primary, proxy };
}

module.exports = { serviceFailures, startBehindProxy, startService };

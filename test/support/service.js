/** Runs a built program that serves, in a process of its own, and measures it from outside. */
const { spawn } = require('node:child_process');
const { once } = require('node:events');
const { existsSync } = require('node:fs');
const path = require('node:path');

const MAIN = path.join(__dirname, '../../dist/main.js');
/** npm starts the program with these flags. */
const FLAGS = ['--disable-proto=delete'];
/** With these flags of Node `heapOf` can measure the service. */
const HEAP_PROBE = ['--expose-gc', '--require', require.resolve('./heap-probe.js')];
/** A client must not fill this process' memory through its output. */
const MAX_LOG = 4_194_304;

/**
 * @typedef {object} Serving
 * @property {URL} url
 * @property {import('node:child_process').ChildProcess} child with a channel for messages
 * @property {() => string} log what it has written to standard output and standard error
 * @property {() => { code: number | null, signal: string | null } | undefined} ended how, once it has
 * @property {() => Promise<void>} stop asks it to stop, and waits for its end
 */

/**
 * Starts a program and waits until it listens. It ends with this process at the latest.
 *
 * @param {Record<string, string>} env all of its environment but PATH; PORT is any that is free unless it is there
 * @param {{ main?: string | undefined, flags?: readonly string[] }} [options] else dist/main.js; more flags of Node
 * @returns {Promise<Serving>}
 * @throws Error when there is no such program, or it ended before it listened
 */
async function serve(env, { main = MAIN, flags = [] } = {}) {
  if (!existsSync(main)) throw new Error(`There is no ${main}: run "npm run build" first.`);
  const child = spawn(process.execPath, [...FLAGS, ...flags, main, 'serve'], {
    env: { PATH: process.env.PATH, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  let log = '';
  /** @type {{ code: number | null, signal: string | null } | undefined} */
  let ended;
  const exit = new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      ended = { code, signal };
      process.off('exit', kill);
      resolve(ended);
    });
  });
  const url = await /** @type {Promise<URL>} */ (
    new Promise((resolve, reject) => {
      exit.then(() => reject(new Error(`The service ended before it listened: ${log}`)));
      for (const stream of [child.stdout, child.stderr]) {
        stream?.setEncoding('utf8').on('data', (text) => {
          if (log.length < MAX_LOG) log += text;
          const found = /The service is listening on ([^\s"]+)/.exec(log);
          if (found?.[1] !== undefined) resolve(new URL(found[1]));
        });
      }
    })
  );
  return {
    url,
    child,
    log: () => log,
    ended: () => ended,
    async stop() {
      child.kill('SIGTERM');
      await exit;
    },
  };
}

/**
 * @param {import('node:child_process').ChildProcess} child started with the flags of `HEAP_PROBE` and a channel
 * @returns {Promise<number>} MiB of JavaScript's heap that are in use after a collection
 */
async function heapOf(child) {
  child.send('heap');
  const [bytes] = await once(child, 'message');
  return bytes / 2 ** 20;
}

/**
 * @param {number} adminPort
 * @param {string} name
 * @returns {Promise<number>} one sample of /metrics, which must have it
 */
async function readMetric(adminPort, name) {
  const text = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text();
  const [, value] = new RegExp(`^${name} (\\S+)`, 'm').exec(text) ?? [];
  if (value === undefined) throw new Error(`/metrics has no ${name}.`);
  return Number(value);
}

module.exports = { FLAGS, HEAP_PROBE, heapOf, MAIN, readMetric, serve };

/** Runs a built service in its own process, and measures it from outside. */
const { once } = require('node:events');
const { existsSync } = require('node:fs');
const path = require('node:path');
const { freePort } = require('./free-port');
const { startProgram } = require('./program');

const MAIN = path.join(__dirname, '../../dist/main.js');
const LISTENING = /The service is listening on http:\/\/[^\s"]+:(\d+)/;
/** npm starts the program with the same flags. */
const FLAGS = ['--disable-proto=delete'];
/** These flags of Node allow the heap to be measured. */
const HEAP_PROBE = ['--expose-gc', '--require', require.resolve('./heap-probe.js')];

/**
 * @typedef {object} Measurable
 * @property {number} adminPort
 * @property {() => Promise<number>} heap MiB of JavaScript's heap in use after a collection; needs the
 *   flags HEAP_PROBE
 * @property {(name: string) => Promise<number>} metric reads a sample of /metrics; it must exist
 *
 * @typedef {import('./program').Program & Measurable} Serving
 */

/**
 * Starts the service and waits until it listens. It ends with this process at the latest.
 *
 * @param {Record<string, string>} env
 * @param {{ name?: string, main?: string | undefined, flags?: readonly string[], cwd?: string }} [options] `main` is
 *   another built program than dist/main.js, `flags` are more flags of Node
 * @returns {Promise<Serving>}
 * @throws Error if there is no such program, or it ended before it listened
 */
async function serve(env, { name = 'the service', main = MAIN, flags = [], ...options } = {}) {
  if (!existsSync(main)) throw new Error(`There is no ${main}: run "npm run build" first.`);
  const adminPort = await freePort();
  const program = await startProgram({
    ...{ name, command: process.execPath, args: [...FLAGS, ...flags, main, 'serve'], ...options },
    ...{ hasChannel: true, portPattern: LISTENING, env: { ADMIN_PORT: String(adminPort), ...env } },
  });
  const { child } = program;
  return {
    ...program,
    adminPort,
    async heap() {
      child.send('heap');
      const [bytes] = await once(child, 'message');
      return bytes / 2 ** 20;
    },
    async metric(sample) {
      const text = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text();
      const [, value] = new RegExp(`^${sample} (\\S+)`, 'm').exec(text) ?? [];
      if (value === undefined) throw new Error(`/metrics has no ${sample}.`);
      return Number(value);
    },
  };
}

module.exports = { FLAGS, HEAP_PROBE, MAIN, serve };

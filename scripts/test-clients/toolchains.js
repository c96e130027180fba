const { execFile, execFileSync, spawnSync } = require('node:child_process');
const { existsSync, readdirSync } = require('node:fs');
const path = require('node:path');
const { oneOf } = require('../../test/support/script');

/**
 * @typedef {import('./judge.js').Judged & {
 *   readonly name: string,
 *   readonly home: string,
 *   readonly toolchain: string,
 *   readonly needs: string,
 *   readonly packages: readonly string[],
 * }} Client
 */

/** The limit is long, because on a busy machine some clients first restore packages, generate code and compile it. */
const TIMEOUT_MS = 900_000;

/**
 * Finds the clients or peers in `folder`, each a folder with a program `run` and a description such as `client.json`.
 * @template Description
 * @param {'client' | 'peer'} what
 * @param {string} folder
 * @param {readonly string[]} [only]
 * @returns {(Description & { readonly name: string, readonly home: string })[]}
 * @throws WrongUse if `only` has a name that is not there
 */
function findPrograms(what, folder, only) {
  const all = readdirSync(folder).filter((name) => existsSync(path.join(folder, name, `${what}.json`)));
  return (only ?? all).map((name) => {
    const home = path.join(folder, oneOf(what, name, all));
    return { name, home, ...require(path.join(home, `${what}.json`)) };
  });
}

/**
 * Returns true if a client or a peer of the bench can run here. Its shell command `needs` checks the toolchain.
 * @param {{ needs: string }} program
 */
function isInstalled({ needs }) {
  return spawnSync('sh', ['-c', needs], { stdio: 'ignore' }).status === 0;
}

/** @param {readonly Client[]} clients */
function install(clients) {
  const packages = clients.flatMap((client) => client.packages);
  if (packages.length === 0) return;
  /** @type {import('node:child_process').ExecFileSyncOptions} */
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  try {
    execFileSync('apt-get', ['update', '-qq'], options);
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options);
  } catch (error) {
    const why = /** @type {Error} */ (error).message;
    console.error(`The missing toolchains can't be installed (${why}): their clients are skipped.`);
  }
}

/**
 * Runs a client in the folder `work`, where it may write generated files. Resolves to its lines (fields separated by
 * tabs) and, if it failed, its error output.
 * @param {Client} client
 * @param {{ endpoint: string, plan: string, work: string }} given
 * @returns {Promise<import('./judge.js').ClientOutput>}
 */
function runClient({ home }, { endpoint, plan, work }) {
  return new Promise((resolve) => {
    // Mono and others write their output in the charset of the locale.
    const env = { ...process.env, LC_ALL: 'C.UTF-8' };
    const options = { cwd: work, env, timeout: TIMEOUT_MS, maxBuffer: 64 * 1024 * 1024 };
    execFile(path.join(home, 'run'), [endpoint, plan], options, (error, stdout, stderr) => {
      const lines = stdout.split('\n').filter(Boolean);
      const output = { lines: lines.map((line) => line.split('\t').map(unescaped)) };
      if (error === null) resolve(output);
      else resolve({ ...output, errorOutput: error.killed ? 'took too long' : stderr || error.message });
    });
  });
}

/** @type {Readonly<Record<string, string>>} */
const UNESCAPED = { '\\\\': '\\', '\\t': '\t', '\\n': '\n', '\\r': '\r' };

/** @param {string} field */
function unescaped(field) {
  return field.replace(/\\[\\tnr]/g, (pair) => UNESCAPED[pair] ?? pair);
}

module.exports = { findPrograms, install, isInstalled, runClient };

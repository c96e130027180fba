const { execFile, execFileSync, spawnSync } = require('node:child_process');
const { existsSync, readdirSync } = require('node:fs');
const path = require('node:path');

/** A toolchain that generates and compiles first needs its time on a small machine. */
const TIMEOUT_MS = 300_000;

/**
 * The clients in `folder`: each a folder with a program `run` and a description `client.json`.
 * @throws Error when a name in `only` is none of them
 */
function findClients(folder, only) {
  const all = readdirSync(folder).filter((name) => existsSync(path.join(folder, name, 'client.json')));
  const unknown = only?.find((name) => !all.includes(name));
  if (unknown !== undefined) throw new Error(`There is no client "${unknown}": there are ${all.join(', ')}.`);
  return (only ?? all).map((name) => {
    const home = path.join(folder, name);
    return { name, home, ...require(path.join(home, 'client.json')) };
  });
}

/** A client's `needs` is a shell command that succeeds where its toolchain is. */
function isInstalled({ needs }) {
  return spawnSync('sh', ['-c', needs], { stdio: 'ignore' }).status === 0;
}

function install(clients) {
  const packages = clients.flatMap((client) => client.packages);
  if (packages.length === 0) return;
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  try {
    execFileSync('apt-get', ['update', '-qq'], options);
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options);
  } catch (error) {
    console.error(`The missing toolchains can't be installed (${error.message}): their clients are skipped.`);
  }
}

/**
 * Runs a client in the folder `work`, where it may write what it generates. Resolves with its lines (fields
 * separated by tabs) and, when it did not end well, what it complained about.
 */
function runClient({ home }, { endpoint, plan, work }) {
  return new Promise((resolve) => {
    const options = { cwd: work, timeout: TIMEOUT_MS, maxBuffer: 64 * 1024 * 1024 };
    execFile(path.join(home, 'run'), [endpoint, plan], options, (error, stdout, stderr) => {
      const lines = stdout.split('\n').filter(Boolean);
      const trouble =
        error === null ? undefined : `${error.killed ? 'took too long' : stderr || error.message}`;
      resolve({ lines: lines.map((line) => line.split('\t').map(unescaped)), trouble });
    });
  });
}

const UNESCAPED = { '\\\\': '\\', '\\t': '\t', '\\n': '\n', '\\r': '\r' };

function unescaped(field) {
  return field.replace(/\\[\\tnr]/g, (pair) => UNESCAPED[pair]);
}

module.exports = { findClients, install, isInstalled, runClient };

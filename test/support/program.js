/** Runs a server in a process of its own, so that it can be measured from outside. */
const { spawn } = require('node:child_process');
const { once } = require('node:events');
const { connect } = require('node:net');
const { setTimeout: sleep } = require('node:timers/promises');
const { freePort } = require('./free-port');
require('./own-connections');
const { kill, treeOf } = require('./proc');

/**
 * The log is cut to this number of characters, because a client could fill this process's memory through a server's
 * output.
 */
const MAX_LOG = 4_194_304;
/** The limit is long, because some programs are compiled first. */
const START_MS = 180_000;
const STOP_MS = 5_000;

/**
 * @typedef {object} Program
 * @property {string} name
 * @property {number} pid
 * @property {string} host
 * @property {number} port
 * @property {import('node:child_process').ChildProcess} child
 * @property {() => string} log what it has written to standard output and standard error
 * @property {() => { code: number | null, signal: string | null } | undefined} ended `undefined` while it runs
 * @property {() => Promise<void>} stop ends it and its descendants
 *
 * @typedef {object} ProgramOptions
 * @property {string} name
 * @property {string} command
 * @property {readonly string[]} [args]
 * @property {RegExp} [portPattern] finds the port in the program's output. Without it the program listens on `port`
 * @property {number} [port] the program gets it as `PORT`; by default it is a free one
 * @property {Readonly<Record<string, string>>} [env] its environment, in addition to PATH, HOME and PORT
 * @property {string} [cwd]
 * @property {boolean} [hasChannel] gives a Node program a channel for messages
 */

/** @type {Set<Program>} */
const started = new Set();
process.once('exit', () => {
  for (const { child } of started) child.kill('SIGKILL');
});

/**
 * Starts a program and waits until it listens. The program ends with this process, if not before.
 * @param {ProgramOptions} options
 * @returns {Promise<Program>}
 */
async function startProgram({ name, command, args = [], env, cwd, hasChannel, ...options }) {
  const { portPattern, port: given = portPattern ? 0 : await freePort() } = options;
  const child = spawn(command, args, {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env, PORT: String(given) },
    stdio: ['ignore', 'pipe', 'pipe', ...(hasChannel ? [/** @type {const} */ ('ipc')] : [])],
    ...(cwd !== undefined && { cwd }),
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      if (log.length < MAX_LOG) log += text;
    });
  }
  // `once` rejects if the event `error` occurs first.
  await once(child, 'spawn');
  /** @type {Program} */
  const program = {
    ...{ name, pid: child.pid ?? 0, host: '127.0.0.1', port: given, child },
    log: () => log,
    ended: () => endOf(child),
    stop: () => stop(program),
  };
  started.add(program);
  const listens = async () => {
    if (portPattern === undefined) return isOpen(given);
    program.port = Number(portPattern.exec(log)?.[1] ?? 0);
    return program.port > 0;
  };
  for (const end = Date.now() + START_MS; !(await listens()); await sleep(20)) {
    const ended = program.ended();
    if (ended === undefined && Date.now() < end) continue;
    await program.stop();
    const why = ended ? `it ended with ${ended.code ?? ended.signal}` : `it took over ${START_MS / 1000} s`;
    throw new Error(`${name} did not start: ${why}.\n${log.slice(-4_000)}`);
  }
  return program;
}

/** @param {import('node:child_process').ChildProcess} child */
const endOf = ({ exitCode: code, signalCode: signal }) =>
  code === null && signal === null ? undefined : { code, signal };

/** @param {Program} program */
async function stop(program) {
  const { pid, child } = program;
  started.delete(program);
  // Some descendants leave the process group, such as those of php-fpm.
  const all = treeOf(pid);
  if (program.ended() === undefined) {
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    child.kill('SIGTERM');
    await once(child, 'exit');
    clearTimeout(late);
  }
  for (const one of all) kill(one, 'SIGKILL');
}

/** Ends the programs that still run, in the reverse order of their starts. */
async function stopPrograms() {
  for (const program of [...started].reverse()) await program.stop();
}

/** @param {number} port */
async function isOpen(port) {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

module.exports = { startProgram, stopPrograms };

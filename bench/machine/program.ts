import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect as openSocket, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { treeOf } from './proc';

/** Represents a server in a process of its own, so that its processor time can be measured. */
export interface Program {
  readonly name: string;
  readonly pid: number;
  readonly port: number;
  readonly child: ChildProcess;
  stop(): Promise<void>;
}

export interface ProgramOptions {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly port: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** A program of Node may have a channel for messages. */
  readonly hasChannel?: boolean;
  /** Limits the time until its port is open. */
  readonly timeoutMs?: number;
}

const started = new Set<Program>();

/** Starts a program and waits until its port is open. */
export async function startProgram(options: ProgramOptions): Promise<Program> {
  const { name, command, args, port, env = {}, cwd, hasChannel = false, timeoutMs = 60_000 } = options;
  const child = spawn(command, args, {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe', ...(hasChannel ? (['ipc'] as const) : [])],
    ...(cwd === undefined ? {} : { cwd }),
  });
  const log = tailOf(child);
  await Promise.race([once(child, 'spawn'), once(child, 'error').then(([error]) => Promise.reject(error))]);
  const program: Program = { name, pid: child.pid ?? 0, port, child, stop: () => stop(child, program) };
  started.add(program);
  try {
    await untilOpen(child, port, timeoutMs);
  } catch (error) {
    await program.stop();
    throw new Error(`${name} did not start: ${(error as Error).message}\n${log()}`);
  }
  return program;
}

/** Ends the programs that still run, the last one first. */
export async function stopPrograms(): Promise<void> {
  for (const program of [...started].reverse()) await program.stop();
}

/** Ends the program and its descendants, also those that left its process group, as php-fpm's do. */
async function stop(child: ChildProcess, program: Program): Promise<void> {
  started.delete(program);
  const all = treeOf(program.pid);
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), 5_000);
    await ended;
    clearTimeout(late);
  }
  for (const pid of all) kill(pid);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // ESRCH means that the process has ended.
  }
}

/** Keeps the end of the program's output for error messages. */
function tailOf(child: ChildProcess): () => string {
  let tail = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      tail = (tail + chunk.toString()).slice(-4_000);
    });
  }
  return () => tail;
}

async function untilOpen(child: ChildProcess, port: number, timeoutMs: number): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (!(await isOpen(port))) {
    if (child.exitCode !== null) throw new Error(`it ended with status ${child.exitCode}.`);
    if (Date.now() > end) throw new Error(`its port was not open after ${timeoutMs / 1000} s.`);
    await sleep(20);
  }
}

async function isOpen(port: number): Promise<boolean> {
  const socket: Socket = openSocket(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    // The system may give the socket this very port, and then it is connected to itself.
    return socket.localPort !== port;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

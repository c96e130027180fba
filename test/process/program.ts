import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cpSync, symlinkSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { isOutdated } from '../../scripts/build';
import {
  type Commands,
  type Exit,
  followed,
  type Running,
  type Served,
  useCommands,
} from '../support/commands';
import { freePort } from '../support/free-port';
import { prepared } from '../support/prepared';

export type { Exit, Running } from '../support/commands';

const ROOT = path.join(__dirname, '../..');

export interface Program extends Omit<Commands, 'begin' | 'serve'> {
  /** Runs commands in this process, which takes less time. */
  readonly here: Commands;
  /** Starts the built program. Its environment contains only `env` and PATH. */
  start(args: readonly string[], env?: Record<string, string>, nodeOptions?: readonly string[]): Running;
  /** Starts the service on free ports, unless `env` sets others. Resolves when it listens. */
  serve(env: Record<string, string>, nodeOptions?: readonly string[]): Promise<Served>;
}

/** Copies files with their ages, which tell the npm scripts whether the build is outdated. */
function copy(from: string, to: string, names: readonly string[]): void {
  for (const name of names)
    cpSync(path.join(from, name), path.join(to, name), { recursive: true, preserveTimestamps: true });
}

/** Copies the sources from which the npm scripts build the program into a folder that has a build. */
export function copySources(folder: string): void {
  copy(ROOT, folder, ['src', 'scripts', 'tsconfig.json', 'tsconfig.build.json', 'package.json']);
  // Copied folders are new, so the build would look outdated.
  const now = new Date();
  utimesSync(path.join(folder, 'dist/build.json'), now, now);
}

/**
 * Runs the built program in its own processes, because commands in this process can't show signals, exit statuses and
 * memory. The program is in a folder of the test file. Processes end with their test.
 */
export function useProgram(): Program {
  const here = useCommands();
  const { folder, run, fill } = here;
  const running = new Map<ChildProcess, Running>();

  beforeAll(async () => {
    const built = isOutdated() ? await prepared('program', buildInto) : ROOT;
    copy(built, folder, ['dist']);
    copy(ROOT, folder, ['package.json', 'migrations', 'wsdl', 'data', 'conformance']);
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  });
  afterEach(async () => {
    for (const child of running.keys()) child.kill('SIGKILL');
    await Promise.all([...running.values()].map(({ exit }) => exit));
    running.clear();
  });

  const start: Program['start'] = (args, env = {}, nodeOptions = []) => {
    const child = spawn(
      process.execPath,
      ['--disable-proto=delete', ...nodeOptions, path.join(folder, 'dist/main.js'), ...args],
      {
        cwd: folder,
        env: { PATH: process.env.PATH, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    const one = follow(child);
    running.set(child, one);
    return one;
  };
  return {
    here,
    folder,
    run,
    fill,
    start,
    async serve(env, nodeOptions) {
      const adminPort = await freePort();
      const settings = { PORT: '0', ADMIN_PORT: String(adminPort), ...env };
      const running = start(['serve'], settings, nodeOptions);
      const [, url = ''] = await running.printed(/The service is listening on (http:[^\s"]+)/);
      return { running, url, adminPort };
    },
  };
}

async function buildInto(folder: string): Promise<void> {
  const script = path.join(ROOT, 'scripts/build.js');
  await promisify(execFile)(process.execPath, [script, path.join(folder, 'dist')]);
}

export function follow(child: ChildProcess): Running {
  const text = { stdout: '', stderr: '' };
  const watchers = new Set<() => void>();
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream]?.on('data', (chunk: Buffer) => {
      text[stream] += chunk;
      for (const watch of watchers) watch();
    });
  }
  const exit = new Promise<Exit>((resolve) => {
    child.on('close', (code) => resolve({ code, ...text }));
  });
  return { ...followed(text, watchers, exit), signal: (name) => child.kill(name) };
}

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../support/free-port';
import { fillDataDir, prepared } from '../support/prepared';

const ROOT = path.join(__dirname, '../..');

export interface Exit {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  /** Resolves with the match once what was written to standard output matches. Rejects when the program ends before. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  signal(name: NodeJS.Signals): void;
  /** What it has written so far. */
  output(): { readonly stdout: string; readonly stderr: string };
  readonly exit: Promise<Exit>;
}

export interface Served {
  readonly running: Running;
  readonly url: string;
  readonly adminPort: number;
}

export interface Program {
  /** A folder that lives as long as the tests of the calling file. */
  readonly folder: string;
  /** Starts the built program. Its environment holds nothing but `env` and the way to programs. */
  start(args: readonly string[], env?: Record<string, string>): Running;
  run(args: readonly string[], env?: Record<string, string>): Promise<Exit>;
  /** Starts the service on ports that are free, unless `env` names others; resolves when it listens. */
  serve(env: Record<string, string>, nodeOptions?: readonly string[]): Promise<Served>;
  /** Spares the program its first start: a store without events, in a folder of that name. */
  fill(dataDir: string): Promise<void>;
}

/**
 * The built program, in a folder of the test file's own, so that no file waits for another. What a test leaves running
 * ends with it.
 */
export function useProgram(): Program {
  const folder = mkdtempSync(path.join(tmpdir(), 'events-program-'));
  const running = new Map<ChildProcess, Running>();

  beforeAll(async () => {
    const built = await prepared('program', async (own) => {
      await promisify(execFile)(process.execPath, [
        path.join(ROOT, 'scripts/build.js'),
        path.join(own, 'dist'),
      ]);
    });
    cpSync(path.join(built, 'dist'), path.join(folder, 'dist'), {
      recursive: true,
      preserveTimestamps: true,
    });
    for (const name of ['package.json', 'migrations', 'wsdl', 'data', 'conformance']) {
      cpSync(path.join(ROOT, name), path.join(folder, name), { recursive: true });
    }
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  });
  afterEach(async () => {
    for (const child of running.keys()) child.kill('SIGKILL');
    await Promise.all([...running.values()].map(({ exit }) => exit));
    running.clear();
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const start = (
    args: readonly string[],
    env: Record<string, string> = {},
    nodeOptions: readonly string[] = [],
  ): Running => {
    const child = spawn(
      process.execPath,
      ['--disable-proto=delete', ...nodeOptions, path.join(folder, 'dist/main.js'), ...args],
      {
        cwd: folder,
        env: { PATH: process.env.PATH, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    const followed = follow(child);
    running.set(child, followed);
    return followed;
  };
  return {
    folder,
    start: (args, env) => start(args, env),
    run: (args, env) => start(args, env).exit,
    async serve(env, nodeOptions) {
      const adminPort = await freePort();
      const own = { PORT: '0', ADMIN_PORT: String(adminPort), ...env };
      const running = start(['serve'], own, nodeOptions);
      const [, url = ''] = await running.printed(/The service is listening on (http:[^\s"]+)/);
      return { running, url, adminPort };
    },
    fill: (dataDir) => fillDataDir(path.join(folder, dataDir)),
  };
}

function follow(child: ChildProcess): Running {
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
  return {
    exit,
    signal: (name) => child.kill(name),
    output: () => ({ ...text }),
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        const watch = () => {
          const match = pattern.exec(text.stdout);
          if (match === null) return;
          watchers.delete(watch);
          resolve(match);
        };
        watchers.add(watch);
        watch();
        exit.then(({ code, stderr }) => reject(new Error(`ended with ${code} before ${pattern}: ${stderr}`)));
      }),
  };
}

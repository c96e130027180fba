/** Runs commands in the process of the tests as the program runs them, without the start of a process for each. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from './free-port';
import { fillDataDir } from './prepared';
import { collect, commandNamed, runCommand } from './run-command';

export interface Exit {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  /** Resolves with the match once what was written to standard output matches. Rejects when the program ends before. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  signal(name: NodeJS.Signals): void;
  output(): { readonly stdout: string; readonly stderr: string };
  readonly exit: Promise<Exit>;
}

export interface Served {
  readonly running: Running;
  readonly url: string;
  readonly adminPort: number;
}

export interface Commands {
  /** This folder lives as long as the tests of the calling file, and is their working directory. */
  readonly folder: string;
  /** Runs a command to its end. Its environment holds nothing but `env`. */
  run(args: readonly string[], env?: Record<string, string>): Promise<Exit>;
  /** Begins a command that goes on until it is stopped: `signal` reaches it alone, and it ends with its test. */
  begin(args: readonly string[], env?: Record<string, string>): Running;
  /** Begins the service on ports that are free, unless `env` names others; resolves when it listens. */
  serve(env: Record<string, string>, args?: readonly string[]): Promise<Served>;
  /** Spares a command the making of a store: one without events, in a folder of that name. */
  fill(dataDir: string): Promise<void>;
}

export function useCommands(): Commands {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'events-commands-')));
  const before = process.cwd();
  const running = new Set<Running>();
  beforeAll(() => process.chdir(folder));
  afterEach(async () => {
    const left = [...running];
    running.clear();
    for (const one of left) one.signal('SIGTERM');
    await Promise.all(left.map(({ exit }) => exit));
  });
  afterAll(() => {
    process.chdir(before);
    rmSync(folder, { recursive: true, force: true });
  });

  const begin: Commands['begin'] = (args, env = {}) => {
    const begun = beginCommand(args, env);
    running.add(begun);
    begun.exit.then(
      () => running.delete(begun),
      () => running.delete(begun),
    );
    return begun;
  };
  return {
    folder,
    begin,
    async run([name = '', ...argv], env = {}) {
      const { code, out, err } = await runCommand(commandNamed(name), argv, { env });
      return { code, stdout: out, stderr: err };
    },
    async serve(env, args = []) {
      const adminPort = Number(env.ADMIN_PORT ?? (await freePort()));
      const begun = begin(['serve', ...args], { PORT: '0', ADMIN_PORT: String(adminPort), ...env });
      const [, url = ''] = await begun.printed(/The service is listening on (http:[^\s"]+)/);
      return { running: begun, url, adminPort };
    },
    fill: (dataDir) => fillDataDir(path.join(folder, dataDir)),
  };
}

function beginCommand([name = '', ...argv]: readonly string[], env: Record<string, string>): Running {
  const watchers = new Set<() => void>();
  const { context, text } = collect(env, '', () => {
    for (const watch of watchers) watch();
  });
  const others = new Set(process.listeners('SIGTERM'));
  const exit = commandNamed(name)(argv, context).then((code) => ({ code, ...text }));
  return {
    ...followed(text, watchers, exit),
    // A signal to the process would reach every command that runs in it.
    signal: (signal) => {
      for (const listener of process.listeners('SIGTERM')) {
        if (!others.has(listener) && !signalled.has(listener)) {
          signalled.add(listener);
          listener(signal);
          return;
        }
      }
    },
  };
}

/** A second signal would end the process, which is that of the tests. */
const signalled = new WeakSet<NodeJS.SignalsListener>();

export function followed(
  text: { readonly stdout: string; readonly stderr: string },
  watchers: Set<() => void>,
  exit: Promise<Exit>,
): Omit<Running, 'signal'> {
  return {
    exit,
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
        exit.then(
          ({ code, stderr }) => reject(new Error(`ended with ${code} before ${pattern}: ${stderr}`)),
          reject,
        );
      }),
  };
}

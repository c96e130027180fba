/** Runs commands in the process of the tests, because starting a process for each would be slow. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { STOP_SIGNALS } from '../../src/ops/signals';
import { freePort } from './free-port';
import { fillDataDir } from './prepared';
import { collect, commandNamed, runCommand } from './run-command';

export interface Exit {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const matching = (text: string | RegExp) => (typeof text === 'string' ? text : expect.stringMatching(text));

/** Describes the end of a command that succeeds and prints nothing to standard error. */
export const success = (stdout: string | RegExp) => ({ code: 0, stdout: matching(stdout), stderr: '' });

/** Describes the end of a command that prints only the reason why it fails. */
export const failure = (reason: string | RegExp, code = 1) => ({
  code,
  stdout: '',
  stderr: matching(reason),
});

export interface Running {
  /** Resolves to the match when the standard output matches. Rejects if the program ends before the output matches. */
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
  /** Runs a command to its end. Its environment contains only `env`. */
  run(args: readonly string[], env?: Record<string, string>, stdin?: string): Promise<Exit>;
  /** Starts a command that runs until its test ends, or until `signal`, which affects only this command. */
  begin(args: readonly string[], env?: Record<string, string>): Running;
  /** Starts the service on free ports, unless `env` sets others. Resolves when it listens. */
  serve(env: Record<string, string>, args?: readonly string[]): Promise<Served>;
  /** Puts a store without events into a folder, because creating one takes long. */
  fill(dataDir: string): Promise<void>;
}

export function useCommands(): Commands {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'events commands-')));
  const before = process.cwd();
  const running = new Set<Running>();
  const handlers = countHandlers();
  beforeAll(() => process.chdir(folder));
  afterEach(async () => {
    const left = [...running];
    running.clear();
    for (const one of left) one.signal('SIGTERM');
    await Promise.all(left.map(({ exit }) => exit));
    // A command that has ended handles no signals. If it still did, nobody could stop the rest of the program.
    expect(countHandlers()).toEqual(handlers);
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
    async run([name = '', ...argv], env = {}, stdin = '') {
      const { code, out, err } = await runCommand(commandNamed(name), argv, { env, stdin });
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

function countHandlers(): readonly number[] {
  return STOP_SIGNALS.map((signal) => process.listenerCount(signal));
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
    // A real signal would reach every command in this process.
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

/** A second signal would end the process of the tests. */
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

/** The service as a process of its own, which ends with this one however this one ends. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { ControlError } from './http';

const PROGRAM = path.join(__dirname, '../../main.js');

export class ProcessHost {
  private constructor(
    /** The admin port. */
    readonly address: string,
    private readonly child: ChildProcess,
  ) {}

  /** @throws ControlError where the service ended before it listened */
  static async open(): Promise<ProcessHost> {
    const env = { ...process.env, PORT: '0', ADMIN_PORT: '0', LOG_FORMAT: 'json', LOG_LEVEL: 'info' };
    for (const name of ['DATABASE_URL', 'PGHOST', 'NODE_OPTIONS']) Reflect.deleteProperty(env, name);
    const args = ['--disable-proto=delete', PROGRAM, 'serve', '--test', '--exit-with-parent'];
    const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
    const address = await addressOf(child);
    // Who forgets to close it ends all the same, and it with them.
    child.unref();
    for (const stream of [child.stdin, child.stdout]) {
      if ('unref' in stream && typeof stream.unref === 'function') stream.unref();
    }
    return new ProcessHost(address, child);
  }

  async close(): Promise<void> {
    const ended = this.child.exitCode === null ? once(this.child, 'exit') : undefined;
    this.child.stdin?.end();
    await ended;
  }
}

/** Reads the log, to its end: a pipe that is full would stop the service. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => {
      const detail = `The service did not start: ${reason}.`;
      reject(new ControlError({ type: 'about:blank', title: 'No service', status: 0, detail }));
    };
    child.once('error', ({ message }) => fail(message));
    child.once('exit', (code) => fail(`it ended with status ${code}`));
    let address = '';
    createInterface({ input: child.stdout ?? process.stdin }).on('line', (line) => {
      address ||= /Test control is at (http:\S+)\/test\//.exec(line)?.[1] ?? '';
      // It listens only once it can answer, and after the admin port.
      if (line.includes('The service is listening on ')) resolve(address);
    });
  });
}

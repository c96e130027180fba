import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { TestEvent } from '../schema/spaces';
import { EventsQueryControl, type EventsText, type SpaceControl } from './control';
import { failure } from './http';

export interface StartOptions {
  /** The service serves these events. The default is none. */
  readonly events?: readonly TestEvent[] | EventsText;
  /** Settings have the names of environment variables: `{ TIME_ZONE: 'Europe/Berlin' }`. docs/testing.md lists them. */
  readonly settings?: Readonly<Record<string, string>>;
  /**
   * If this is true, the service runs in a child process, which ends with this process. By default it runs in this
   * process.
   */
  readonly process?: boolean;
}

export interface EventsQuery {
  /** Clients call this address, which ends in `.asmx`. */
  readonly url: string;
  readonly wsdl: string;
  readonly control: SpaceControl;
  /** Stops the service. A test that does not call this function can still end. */
  close(): Promise<void>;
}

export interface Host {
  /** Test control listens on this address. */
  readonly address: string;
  close(): Promise<void>;
}

/**
 * Returns the module of the service, which is loaded on first use, because a client of a service elsewhere does not
 * need it.
 */
const testing = () => require('..') as typeof import('..');

const PROGRAM = path.join(__dirname, '../../main.js');

/** Only these variables are passed to the service, because others may be settings of the program under test. */
const OF_THE_MACHINE = /^(HOME|LD_LIBRARY_PATH|PATH|SYSTEMROOT|TEMP|TMP|TMPDIR)$/i;

/**
 * Starts the service in a child process, which ends with this process, even if this process is killed.
 * @throws ControlError if the service ended before it listened
 */
async function startChild(): Promise<Host> {
  const machine = Object.entries(process.env).filter(([name]) => OF_THE_MACHINE.test(name));
  const env = { ...Object.fromEntries(machine), PORT: '0', ADMIN_PORT: '0', LOG_FORMAT: 'json' };
  const args = ['--disable-proto=delete', PROGRAM, 'serve', '--test', '--exit-with-parent'];
  const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const address = await addressOf(child);
  // The service may end before `close` is called, so the promise is made now.
  const ended = once(child, 'exit');
  // A test that forgets `close` must be able to end.
  child.unref();
  for (const stream of [child.stdin, child.stdout]) {
    if ('unref' in stream && typeof stream.unref === 'function') stream.unref();
  }
  const close = async () => {
    // This process must live until the child has ended.
    child.ref();
    child.stdin.end();
    await ended;
  };
  return { address, close };
}

/** Returns the address that the log names. The log is read to its end, because a full pipe would block the service. */
function addressOf(child: ChildProcessByStdio<Writable, Readable, null>): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => {
      reject(failure('No service', `The service did not start: ${reason}.`));
    };
    child.once('error', ({ message }) => fail(message));
    child.once('exit', (code) => fail(`it ended with status ${code}`));
    let address = '';
    createInterface({ input: child.stdout }).on('line', (line) => {
      address ||= /Test control is at (http:\S+)\/test\//.exec(line)?.[1] ?? '';
      // The service listens when everything else is ready, so it can answer now.
      if (line.includes('The service is listening on ')) resolve(address);
    });
  });
}

/**
 * Starts a service on a free port of this machine, without a database. In the test's own process the first start loads
 * the code, and each later start takes some milliseconds.
 * @throws ControlError if events, settings or options are rejected
 */
export async function startEventsQuery(options: StartOptions = {}): Promise<EventsQuery> {
  refuseUnknown(options);
  const { events = [], settings = {}, process = false } = options;
  const { address, close } = await (process ? startChild() : testing().startHere());
  try {
    const control = await new EventsQueryControl(address).createSpace({ settings });
    await control.events.replace(events);
    return { url: control.url, wsdl: control.wsdl, control, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Refuses an unknown option. Plain JavaScript has no type check, and `evnts` would start a service without events. */
function refuseUnknown(options: StartOptions): void {
  const allowed = ['events', 'settings', 'process'] satisfies (keyof StartOptions)[];
  const unknown = Object.keys(options).find((name) => !allowed.some((one) => one === name));
  if (unknown === undefined) return;
  const detail = `startEventsQuery has no option '${unknown}'; its options are ${allowed.join(', ')}.`;
  throw failure('Unknown option', detail, 400);
}

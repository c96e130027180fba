import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { TestEvent } from '../schema/spaces';
import { EventsQueryControl, type EventsText, type SpaceControl } from './control';
import { failure } from './http';

export interface StartOptions {
  /** The service serves these events. The default is none. */
  readonly events?: readonly TestEvent[] | EventsText;
  /** Settings have their names in the environment: `{ TIME_ZONE: 'Europe/Berlin' }`. docs/testing.md lists them. */
  readonly settings?: Readonly<Record<string, string>>;
  /** True to start a process of its own, which ends with this one. The default is this process. */
  readonly process?: boolean;
}

export interface EventsQuery {
  /** Clients call this address of the `.asmx`. */
  readonly url: string;
  readonly wsdl: string;
  readonly control: SpaceControl;
  /** Stops the service. It does not keep the process alive any longer. */
  close(): Promise<void>;
}

interface Host {
  /** Test control listens on this address. */
  readonly address: string;
  close(): Promise<void>;
}

const PROGRAM = path.join(__dirname, '../../main.js');

/** The service gets no other variables: those of the tests may be settings of the program under test. */
const OF_THE_MACHINE = /^(HOME|LD_LIBRARY_PATH|PATH|SYSTEMROOT|TEMP|TMP|TMPDIR)$/i;

/** Runs the service in a process of its own, which ends with this one, even if this one is killed. */
class ProcessHost implements Host {
  /** It is made at once, because a service may end before it is closed. */
  readonly #ended: Promise<unknown>;

  private constructor(
    readonly address: string,
    private readonly child: ChildProcess,
  ) {
    this.#ended = once(child, 'exit');
  }

  /** @throws ControlError if the service ended before it listened */
  static async open(): Promise<ProcessHost> {
    const machine = Object.entries(process.env).filter(([name]) => OF_THE_MACHINE.test(name));
    const env = { ...Object.fromEntries(machine), PORT: '0', ADMIN_PORT: '0', LOG_FORMAT: 'json' };
    const args = ['--disable-proto=delete', PROGRAM, 'serve', '--test', '--exit-with-parent'];
    const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
    const address = await addressOf(child);
    // A test that forgets `close` must be able to end.
    child.unref();
    for (const stream of [child.stdin, child.stdout]) {
      if ('unref' in stream && typeof stream.unref === 'function') stream.unref();
    }
    return new ProcessHost(address, child);
  }

  async close(): Promise<void> {
    // This process must live until the other has ended.
    this.child.ref();
    this.child.stdin?.end();
    await this.#ended;
  }
}

/** Finds the address in the log, and reads on to its end: a full pipe would stop the service. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => {
      reject(failure('No service', `The service did not start: ${reason}.`));
    };
    child.once('error', ({ message }) => fail(message));
    child.once('exit', (code) => fail(`it ended with status ${code}`));
    let address = '';
    createInterface({ input: child.stdout ?? process.stdin }).on('line', (line) => {
      address ||= /Test control is at (http:\S+)\/test\//.exec(line)?.[1] ?? '';
      // The service listens last, when it can answer.
      if (line.includes('The service is listening on ')) resolve(address);
    });
  });
}

/**
 * Starts a service on a free port of this machine, without a database. In this process the first takes as long as its
 * code to load, each further one some milliseconds.
 * @throws ControlError if events, settings or options are rejected
 */
export async function startEventsQuery(options: StartOptions = {}): Promise<EventsQuery> {
  refuseUnknown(options);
  const { events = [], settings = {}, process = false } = options;
  const host = await (process ? ProcessHost.open() : openHere());
  const close = () => host.close();
  try {
    const control = await new EventsQueryControl(host.address).createSpace({ settings });
    await control.events.replace(events);
    return { url: control.url, wsdl: control.wsdl, control, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Loads the code on first use: clients of a service elsewhere do not need it. */
function openHere(): Promise<Host> {
  const here = require('./host') as typeof import('./host');
  return here.Host.open();
}

/** Plain JavaScript has no type check, and `evnts` would start a service without events. */
function refuseUnknown(options: StartOptions): void {
  const allowed = ['events', 'settings', 'process'] satisfies (keyof StartOptions)[];
  const unknown = Object.keys(options).find((name) => !allowed.some((one) => one === name));
  if (unknown === undefined) return;
  const detail = `startEventsQuery has no option '${unknown}'; there are ${allowed.join(', ')}.`;
  throw failure('Unknown option', detail, 400);
}

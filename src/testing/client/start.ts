import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { TestEvent } from '../schema/spaces';
import { EventsQueryControl, type EventsText, type SpaceControl } from './control';
import { ControlError, failure } from './http';

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

/** Counts the users of a host: the first one opens it and the last one closes it. */
class SharedHost {
  #host: Promise<Host> | undefined;
  #users = 0;

  constructor(private readonly open: () => Promise<Host>) {}

  /** Each `enter` needs one `leave`, even if it throws. */
  enter(): Promise<Host> {
    this.#users++;
    this.#host ??= this.open();
    return this.#host;
  }

  async leave(): Promise<void> {
    this.#users--;
    if (this.#users > 0) return;
    const last = this.#host;
    // Whoever enters meanwhile opens another.
    this.#host = undefined;
    const host = await last?.catch(() => undefined);
    await host?.close();
  }
}

/**
 * All services of a process share one host, and each is a space of it. This is module state, because tests call
 * `startEventsQuery` in files that share nothing else. The code is loaded on first use: clients of a service elsewhere
 * do not need it.
 */
const OWN_PROCESS = new SharedHost(() => (require('./host') as typeof import('./host')).Host.open());
const OTHER_PROCESS = new SharedHost(() => ProcessHost.open());

/**
 * Starts a service in this process, on a free port of this machine, without a database. The first takes as long as its
 * code to load, each further one some milliseconds.
 * @throws ControlError if events, settings or options are rejected
 */
export async function startEventsQuery(options: StartOptions = {}): Promise<EventsQuery> {
  refuseUnknown(options);
  const { events = [], settings, process = false } = options;
  const host = process ? OTHER_PROCESS : OWN_PROCESS;
  try {
    const { address } = await host.enter();
    const space = await new EventsQueryControl(address).createSpace(
      settings === undefined ? {} : { settings },
    );
    await space.events.replace(events);
    let closing: Promise<void> | undefined;
    const close = async () => {
      try {
        await space.end();
      } catch (error) {
        // The test itself may have ended it.
        if (!(error instanceof ControlError && error.status === 410)) throw error;
      } finally {
        await host.leave();
      }
    };
    return {
      url: space.url,
      wsdl: space.wsdl,
      control: space,
      close: () => {
        closing ??= close();
        return closing;
      },
    };
  } catch (error) {
    await host.leave();
    throw error;
  }
}

/** Plain JavaScript has no type check, and `evnts` would start a service without events. */
function refuseUnknown(options: StartOptions): void {
  const allowed = ['events', 'settings', 'process'] satisfies (keyof StartOptions)[];
  const unknown = Object.keys(options).find((name) => !allowed.some((one) => one === name));
  if (unknown === undefined) return;
  const detail = `startEventsQuery has no option '${unknown}'; there are ${allowed.join(', ')}.`;
  throw failure('Unknown option', detail, 400);
}

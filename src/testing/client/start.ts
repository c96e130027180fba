import type { TestEvent } from '../schema/spaces';
import { EventsQueryControl, type SpaceControl } from './control';
import type { EventsText } from './events';
import { ControlError } from './http';

export interface StartOptions {
  /** What it holds; nothing unless given. */
  readonly events?: readonly TestEvent[] | EventsText;
  /** By the names of the environment: `{ TIME_ZONE: 'Europe/Berlin' }`. Those of docs/testing.md, no others. */
  readonly settings?: Readonly<Record<string, string>>;
  /** In a process of its own, which ends with this one; in this one unless given. */
  readonly process?: boolean;
}

export interface EventsQuery {
  /** The address of its `.asmx`, as a client is to call it. */
  readonly url: string;
  readonly wsdl: string;
  readonly control: SpaceControl;
  /** Ends it; the process may end after the last. */
  close(): Promise<void>;
}

/** Where services are served: by this process, or by another. */
interface Host {
  /** The admin port. */
  readonly address: string;
  close(): Promise<void>;
}

/** A host that is there while somebody uses it: opened by the first, closed by the last. */
class SharedHost {
  #host: Promise<Host> | undefined;
  #users = 0;

  constructor(private readonly open: () => Promise<Host>) {}

  /** Whoever enters leaves once, also when this throws. */
  enter(): Promise<Host> {
    this.#users++;
    this.#host ??= this.open();
    return this.#host;
  }

  async leave(): Promise<void> {
    this.#users--;
    if (this.#users > 0) return;
    const last = await this.#host?.catch(() => undefined);
    // Somebody may have come while it was awaited.
    if (this.#users > 0) return;
    this.#host = undefined;
    await last?.close();
  }
}

/**
 * One for all services of the process, each a space of it. Tests call `startEventsQuery` in files and helpers that know
 * nothing of each other: there is nobody who could hand it to them. Loaded when they are asked for: who steers a service
 * elsewhere needs none of it.
 */
const OWN_PROCESS = new SharedHost(() => (require('./host') as typeof import('./host')).Host.open());
const OTHER_PROCESS = new SharedHost(() =>
  (require('./process-host') as typeof import('./process-host')).ProcessHost.open(),
);

/**
 * Starts a service in this process, on a free port of this machine, without a database. The first takes as long as its
 * code to load, each further one some milliseconds.
 * @throws ControlError for events, settings or options that are refused
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
        // A test may have ended it.
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

/** JavaScript takes any name, and a service without events would be started for `evnts`. */
function refuseUnknown(options: StartOptions): void {
  const allowed = ['events', 'settings', 'process'] satisfies (keyof StartOptions)[];
  const unknown = Object.keys(options).find((name) => !allowed.some((one) => one === name));
  if (unknown === undefined) return;
  const detail = `startEventsQuery has no option '${unknown}'; there are ${allowed.join(', ')}.`;
  throw new ControlError({ type: 'about:blank', title: 'Unknown option', status: 400, detail });
}

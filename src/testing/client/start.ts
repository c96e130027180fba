import type { TestEvent } from '../schema/spaces';
import { EventsQueryControl, type SpaceControl } from './control';
import type { EventsText } from './events';
import type { Host } from './host';
import { ControlError } from './http';

export interface StartOptions {
  /** What it holds; nothing unless given. */
  readonly events?: readonly TestEvent[] | EventsText;
  /** By the names of the environment: `{ TIME_ZONE: 'Europe/Berlin' }`. Those of docs/testing.md, no others. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface EventsQuery {
  /** The address of its `.asmx`, as a client is to call it. */
  readonly url: string;
  readonly wsdl: string;
  readonly control: SpaceControl;
  /** Ends it; the process may end after the last. */
  close(): Promise<void>;
}

/** A host that is there while somebody uses it: opened by the first, closed by the last. */
class SharedHost {
  #host: Promise<Host> | undefined;
  #users = 0;

  /** Whoever enters leaves once, also when this throws. */
  enter(): Promise<Host> {
    this.#users++;
    // Loaded here: who steers a service elsewhere needs none of it.
    const { Host } = require('./host') as typeof import('./host');
    this.#host ??= Host.open();
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
 * nothing of each other: there is nobody who could hand it to them.
 */
const HOST = new SharedHost();

/**
 * Starts a service in this process, on a free port of this machine, without a database. The first takes as long as its
 * code to load, each further one some milliseconds.
 * @throws ControlError for events, settings or options that are refused
 */
export async function startEventsQuery(options: StartOptions = {}): Promise<EventsQuery> {
  refuseUnknown(options);
  const { events = [], settings } = options;
  try {
    const { address } = await HOST.enter();
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
        await HOST.leave();
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
    await HOST.leave();
    throw error;
  }
}

/** JavaScript takes any name, and a service without events would be started for `evnts`. */
function refuseUnknown(options: StartOptions): void {
  const allowed = ['events', 'settings'] satisfies (keyof StartOptions)[];
  const unknown = Object.keys(options).find((name) => !allowed.some((one) => one === name));
  if (unknown === undefined) return;
  const detail = `startEventsQuery has no option '${unknown}'; there are ${allowed.join(' and ')}.`;
  throw new ControlError({ type: 'about:blank', title: 'Unknown option', status: 400, detail });
}

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { EventsPortType } from '../contract/operations';
import type { GoneSignal } from '../work/gone-signal';

/** Whom a call is carried out for. */
export interface Caller {
  /** Aborted when the client goes away before it has its answer. */
  readonly signal: GoneSignal;
  /** What the client calls its request, for the log. */
  readonly requestId: () => string | undefined;
  /** Where the answer goes. */
  readonly response: ServerResponse;
}

/**
 * Aborted when the client of `response` goes away. By the connection's own event: a pipelined response that had no
 * turn yet hears of nothing.
 */
export class ClientGone implements GoneSignal {
  readonly #socket: Socket;

  constructor({ req: { socket } }: ServerResponse) {
    this.#socket = socket;
  }

  get aborted(): boolean {
    return this.#socket.destroyed;
  }

  addEventListener(_type: string, listener: () => void): void {
    this.#socket.once('close', listener);
  }

  removeEventListener(_type: string, listener: () => void): void {
    this.#socket.off('close', listener);
  }
}

/** The service for one caller, where it makes a difference to it. */
export function askedBy(service: EventsPortType, caller: Caller | undefined): EventsPortType {
  return (caller && service.for?.(caller.signal)) ?? service;
}

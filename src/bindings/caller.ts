import type { ServerResponse } from 'node:http';
import type { EventsPortType } from '../contract/operations';

/** Whom a call is carried out for. */
export interface Caller {
  /** Aborted when the client goes away before it has its answer. */
  readonly signal: AbortSignal;
  /** What the client calls its request, for the log. */
  readonly requestId: () => string | undefined;
}

/** Aborted when the client of `response` goes away before it has its answer. */
export function watchCaller(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const { socket } = response.req;
  const gone = () => controller.abort();
  // The connection's own event: a pipelined response that had no turn yet hears of nothing.
  socket.once('close', gone);
  response.once('close', () => socket.off('close', gone));
  return controller.signal;
}

/** The service for one caller, where it makes a difference to it. */
export function askedBy(service: EventsPortType, caller: Caller | undefined): EventsPortType {
  return (caller && service.for?.(caller.signal)) ?? service;
}

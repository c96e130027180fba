/** The client's end of a request: for whom a call is carried out, and how the reply leaves. */
import type { Request, Response } from 'express';
import { type Caller, ClientGone } from './bindings/caller';
import type { EncodedAnswers } from './bindings/encoded-answers';
import { Slices } from './bindings/long-work';
import { type Reply, sendReply } from './bindings/reply';
import type { Config } from './config';
import type { CallSource } from './contract/bindings';
import { clientRequests, requestIdOf } from './discovery/client';
import type { Observe } from './ops/observations';
import type { BytesInFlight } from './sockets/bytes-in-flight';

/** A promise where sending takes a while. */
export type Send = (request: Request, response: Response, reply: Reply) => Promise<void> | undefined;

export function callerOf(request: Request, response: Response): Caller {
  return { signal: new ClientGone(response), requestId: () => requestIdOf(request.headers), response };
}

export interface SendOptions {
  readonly config: Config;
  readonly observe: Observe;
  readonly bytes: BytesInFlight;
  readonly encoded: EncodedAnswers;
  readonly refused?: AtRefusal | undefined;
}

/** Hears of a request that is refused, before its answer is sent. */
export type AtRefusal = (response: Response, binding: CallSource | undefined) => void;

/** What was refused is told to the operator. */
export function createSend({ config, observe, bytes, encoded, refused }: SendOptions): Send {
  const describeRequest = clientRequests(config);
  const sending = { bytes, slices: new Slices(), encoded };
  return (request, response, reply) => {
    if (reply.refused !== undefined) {
      observe({ kind: 'refused', ...reply.refused, status: reply.status, ...describeRequest(request) });
      refused?.(response, reply.refused.binding);
    }
    return sendReply(response, reply, sending);
  };
}

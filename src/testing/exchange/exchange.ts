/** One request from its first byte to its answer: what it came to, and what a rule made of it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Express, Request, Response } from 'express';
import type { BindingName } from '../../contract/bindings';
import type { Call } from '../../contract/operations';
import type { Candidate } from '../rules/match';
import type { Outcome } from '../schema/journal';
import { Answer } from './answer';
import { Body } from './message';

export class Exchange implements Candidate {
  readonly answer: Answer;
  readonly requestBody = new Body();
  readonly #started = performance.now();
  binding: BindingName | undefined;
  call: Call | undefined;
  /** What came of the call; `undefined` until then. */
  outcome: Outcome | undefined;
  /** The id of the rule that answers. */
  rule: string | undefined;

  /** @param told called once, when the client has what it is going to get */
  constructor(
    readonly request: Request,
    response: Response,
    told: (exchange: Exchange) => void,
  ) {
    this.answer = new Answer(response, () => told(this));
  }

  get milliseconds(): number {
    return performance.now() - this.#started;
  }

  get refused(): boolean {
    return this.outcome === 'refused';
  }

  get operation(): Candidate['operation'] {
    return this.call?.operation;
  }

  readonly headers = () => this.request.headers;

  get args(): Candidate['args'] {
    return this.call?.args;
  }
}

const EXCHANGE = Symbol('exchange');

interface OfExchange {
  [EXCHANGE]?: Exchange;
}

type WatchedRequest = IncomingMessage & OfExchange;
type WatchedResponse = ServerResponse & OfExchange;

/** From now on what goes through the two is told to the exchange. */
export function follow(exchange: Exchange, request: WatchedRequest, response: WatchedResponse): void {
  request[EXCHANGE] = exchange;
  response[EXCHANGE] = exchange;
  response.on('close', tellClosed);
}

/** The exchange that a response belongs to. */
export function exchangeOf(response: WatchedResponse): Exchange | undefined {
  return response[EXCHANGE];
}

/**
 * Replaces, on the prototypes that an application gives its requests and responses, the methods through which their
 * bytes go. Methods of each message's own would make V8 give up what it has learned of all messages: that doubles what
 * a call costs.
 */
export function watchMessages({ request, response }: Pick<Express, 'request' | 'response'>): void {
  const { emit } = request;
  const { writeHead, write, end } = response;
  Object.assign(request, {
    // Not a listener: that would make the body flow before its reader is there.
    emit(this: WatchedRequest, ...args: unknown[]): boolean {
      if (args[0] === 'data' && Buffer.isBuffer(args[1])) this[EXCHANGE]?.requestBody.add(args[1]);
      return Reflect.apply(emit, this, args);
    },
  });
  Object.assign(response, {
    writeHead(this: WatchedResponse, ...args: unknown[]): ServerResponse {
      const isTaken = this[EXCHANGE]?.answer.takesHead(args) ?? false;
      return isTaken ? this : Reflect.apply(writeHead, this, args);
    },
    write(this: WatchedResponse, ...args: unknown[]): boolean {
      const answer = this[EXCHANGE]?.answer;
      if (answer?.takesChunk(args) === true) return true;
      const more = Reflect.apply(write, this, args);
      answer?.hasWritten();
      return more;
    },
    end(this: WatchedResponse, ...args: unknown[]): ServerResponse {
      const answer = this[EXCHANGE]?.answer;
      if (answer?.takesEnd(args) === true) return this;
      Reflect.apply(end, this, args);
      answer?.isOver();
      return this;
    },
  });
}

function tellClosed(this: WatchedResponse): void {
  this[EXCHANGE]?.answer.isOver();
}

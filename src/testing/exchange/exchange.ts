/** One request and its answer: rules act on it and the journal keeps it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Express, Request, Response } from 'express';
import type { Interceptor } from '../../app';
import type { Config } from '../../config';
import type { BindingName } from '../../contract/bindings';
import { isForClients } from '../../contract/fault';
import type { Call, Answer as Result } from '../../contract/operations';
import { clientAddresses } from '../../server/client-address';
import { headersOf, type Journal, sizeOf } from '../journal/journal';
import { actOnCall, actOnRefusal } from '../rules/act';
import type { Candidate } from '../rules/match';
import type { Rules } from '../rules/rules';
import type { Outcome } from '../schema/journal';
import { Answer } from './answer';
import { Body, packHeads } from './message';

export class Exchange implements Candidate {
  readonly answer: Answer;
  readonly requestBody = new Body();
  readonly #started = performance.now();
  binding: BindingName | undefined;
  call: Call | undefined;
  /** The outcome of the call, or `undefined` until it is known. */
  outcome: Outcome | undefined;
  /** The id of the rule that answers. */
  rule: string | undefined;

  /** @param onDone called once, when nothing more is sent to the client */
  constructor(
    readonly request: Request,
    response: Response,
    onDone: (exchange: Exchange) => void,
  ) {
    this.answer = new Answer(response, () => onDone(this));
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

/**
 * Replaces, on the prototypes that an application gives its requests and responses, the methods through which their
 * bytes go. Methods of each message's own would make V8 give up what it has learned of all messages: that doubles what
 * a call costs.
 */
export function watchMessages({ request, response }: Pick<Express, 'request' | 'response'>): void {
  const { emit } = request;
  const { writeHead, write, end } = response;
  Object.assign(request, {
    // A listener would start the flow of the body before its reader is ready.
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

function onClose(this: WatchedResponse): void {
  this[EXCHANGE]?.answer.isOver();
}

interface InterceptorOptions {
  readonly config: Config;
  readonly rules: Rules;
  readonly journal: Journal;
  /** Returns true for a request that another space answers. It is called first. */
  readonly divert?: ((request: Request, response: Response) => boolean) | undefined;
}

/** Applies rules to the requests of an application whose messages are watched, and adds them to the journal. */
export function createInterceptor({ config, rules, journal, divert }: InterceptorOptions): Interceptor {
  const namespace = config.serviceNamespace;
  const clientOf = clientAddresses(config);

  const answer = async (exchange: Exchange, ask: () => Promise<Result>): Promise<Result> => {
    try {
      const rule = rules.take(exchange);
      const result = await (rule === undefined ? ask() : actOnCall(rule, exchange, namespace, ask));
      exchange.outcome ??= 'ok';
      return result;
    } catch (error) {
      exchange.outcome ??= isForClients(error) ? 'fault' : 'error';
      throw error;
    }
  };

  /** Adds calls and refused requests, but no documents and pages. */
  const record = (exchange: Exchange) => {
    const { request, answer, binding, operation, args } = exchange;
    // A client that disconnects before its answer has seen an error.
    const outcome = exchange.outcome ?? (exchange.call === undefined ? undefined : 'error');
    if (outcome === undefined) return;
    const { head, response, body } = answer;
    const { requestBody, refused, rule, milliseconds } = exchange;
    const heads = packHeads(request, head);
    // One object literal is the cheapest way, and every call uses it.
    journal.add({
      id: journal.nextId,
      at: Date.now(),
      ms: milliseconds,
      client: clientOf(request),
      refused,
      binding,
      operation,
      args,
      headers: headersOf(heads),
      outcome,
      status: head === undefined ? undefined : response.statusCode,
      rule,
      heads,
      requestBody,
      responseBody: body,
      size: sizeOf(heads, requestBody, body),
    });
  };

  return {
    request(request: Request & OfExchange, response: Response & OfExchange, next) {
      if (divert?.(request, response) === true) return;
      const exchange = new Exchange(request, response, record);
      request[EXCHANGE] = exchange;
      response[EXCHANGE] = exchange;
      response.on('close', onClose);
      next();
    },
    call(binding, call, ask, caller) {
      const exchange = caller && (caller.response as WatchedResponse)[EXCHANGE];
      if (exchange === undefined || binding === 'calendar') return ask();
      exchange.binding = binding;
      exchange.call = call;
      return answer(exchange, ask);
    },
    refused(response: WatchedResponse, binding) {
      const exchange = response[EXCHANGE];
      if (exchange === undefined) return;
      exchange.outcome = 'refused';
      exchange.binding = binding === 'calendar' ? undefined : binding;
      const rule = rules.take(exchange);
      if (rule !== undefined) actOnRefusal(rule, exchange, namespace);
    },
  };
}

/** Tracks one request until its answer is sent. Rules can change the answer, and the journal records both. */
import type { IncomingMessage } from 'node:http';
import type { Express, Request, Response } from 'express';
import type { Interceptor } from '../../app';
import type { Reply, Send } from '../../bindings/reply';
import type { BindingName } from '../../contract/bindings';
import { isClientVisible } from '../../contract/fault';
import type { Call } from '../../contract/operations';
import { createClientAddressOf } from '../../server/client-address';
import { disconnectSignal } from '../../server/connections';
import { actOnCall, sendByRule } from '../rules/act';
import type { Candidate } from '../rules/match';
import type { MatchedRule } from '../rules/rules';
import type { Outcome } from '../schema/journal';
import type { AppOptions, Space } from '../space';
import { bodyBeginning, MAX_KEPT_BYTES, sentHeaderSection } from './message';

export class Exchange implements Candidate {
  binding: BindingName | undefined;
  operation: Call['operation'] | undefined;
  args: Call['args'] | undefined;
  outcome: Outcome | undefined;
  rule: MatchedRule | undefined;
  sent: Reply['body'] = '';
  /** This is the beginning of the request's body as Latin-1. */
  requestBody = '';
  readonly started = performance.now();

  /**
   * @param onEnd is called at least once: when the client has received its answer or has disconnected, when the answer
   *   to a refused request is sent, and before a rule resets the connection
   */
  constructor(
    readonly request: Request,
    readonly response: Response,
    private readonly onEnd: (exchange: Exchange) => void,
  ) {
    // A response closes when it has been sent, before the next request is read, or when its client disconnects. A
    // pipelined response behind others that are not sent yet does not close then, so the socket is watched, too.
    response.on('close', this.#end);
    request.socket.on('close', this.#end);
  }

  get refused(): boolean {
    return this.outcome === 'refused';
  }

  get rawHeaders(): readonly string[] {
    return this.request.rawHeaders;
  }

  receive(chunk: Buffer): void {
    this.requestBody += chunk.toString('latin1', 0, MAX_KEPT_BYTES + 1 - this.requestBody.length);
  }

  send(reply: Reply, send: Send): Promise<void> | undefined {
    this.sent = reply.body;
    const sending = send(this.request, this.response, reply);
    // The response to a refused request closes later, when the rest of the request has been read.
    if (this.refused) this.#end();
    return sending;
  }

  /**
   * Resets the connection. The request is recorded first, because the client may see the reset, and read the journal,
   * before Node emits `close`.
   */
  reset(): void {
    this.#end();
    this.response.socket?.resetAndDestroy();
  }

  readonly #end = () => {
    this.request.socket.off('close', this.#end);
    this.onEnd(this);
  };
}

const EXCHANGE = Symbol('exchange');

type WatchedRequest = IncomingMessage & { [EXCHANGE]?: Exchange };

/**
 * Replaces `emit` on the prototype of an application's requests to see their bodies. A listener for `data` would start
 * the stream before its reader is ready, and replacing the method of each request would double the cost of a call.
 */
export function watchBodies({ request }: Pick<Express, 'request'>): void {
  const { emit } = request;
  Object.assign(request, {
    emit(this: WatchedRequest, ...args: unknown[]): boolean {
      if (args[0] === 'data' && Buffer.isBuffer(args[1])) this[EXCHANGE]?.receive(args[1]);
      return Reflect.apply(emit, this, args);
    },
  });
}

/** Applies rules to requests, and adds them to the journal. The application needs `watchBodies`. */
export function createInterceptor(
  { config, rules, journal, answers }: Pick<Space, 'config' | 'rules' | 'journal' | 'answers'>,
  serveSpace: AppOptions['serveSpace'],
): Interceptor {
  const namespace = config.serviceNamespace;
  const clientOf = createClientAddressOf(config);

  /** Adds calls and refused requests to the journal, but not documents and pages. */
  const record = (exchange: Exchange) => {
    const { request, response, started, binding, operation, args, refused, requestBody } = exchange;
    const place = journal.unanswered.indexOf(exchange);
    if (place < 0) return;
    journal.unanswered.splice(place, 1);
    // If the client disconnected before its answer, the outcome is an error.
    const outcome = exchange.outcome ?? (operation === undefined ? undefined : 'error');
    if (outcome === undefined) return;
    const head = sentHeaderSection(response);
    journal.add({
      id: journal.nextId,
      at: Date.now(),
      ms: performance.now() - started,
      client: clientOf(request),
      refused,
      binding,
      operation,
      args,
      outcome,
      status: head === undefined ? undefined : response.statusCode,
      rule: exchange.rule?.id,
      line: `${request.method} ${request.originalUrl} HTTP/${request.httpVersion}`,
      rawHeaders: request.rawHeaders,
      head: head ?? '',
      requestBody,
      responseBody: bodyBeginning(exchange.sent),
    });
  };

  return {
    request(request: Request & WatchedRequest, response, next) {
      if (serveSpace?.(request, response) === true) return;
      const exchange = new Exchange(request, response, record);
      request[EXCHANGE] = exchange;
      journal.unanswered.push(exchange);
      next();
    },
    async call(binding, call, ask, response) {
      const exchange = (response.req as WatchedRequest)[EXCHANGE];
      if (exchange === undefined || binding === 'calendar') return ask();
      exchange.binding = binding;
      exchange.operation = call.operation;
      exchange.args = call.args;
      try {
        const rule = rules.take(exchange);
        exchange.rule = rule;
        const result = await (rule === undefined ? ask() : actOnCall(rule.then, exchange, ask));
        const text = rule?.then.result;
        if (text) await answers.make(text.length, async () => {}, disconnectSignal(response));
        exchange.outcome ??= 'ok';
        return result;
      } catch (error) {
        exchange.outcome ??= isClientVisible(error) ? 'fault' : 'error';
        throw error;
      }
    },
    send: (send) => (request: WatchedRequest, response, reply) => {
      const exchange = request[EXCHANGE];
      if (exchange === undefined) return send(request, response, reply);
      const { rejected } = reply;
      if (rejected !== undefined) {
        exchange.outcome = 'refused';
        exchange.binding = rejected.binding === 'calendar' ? undefined : rejected.binding;
        exchange.rule = rules.take(exchange);
      }
      const { rule } = exchange;
      if (rule === undefined) return exchange.send(reply, send);
      return sendByRule(rule.then, exchange, { reply, send, namespace });
    },
  };
}

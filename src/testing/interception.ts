/** How a space meets the requests of its application: each is followed, may meet a rule, and goes into the journal. */
import type { Request, Response } from 'express';
import type { Intercept } from '../app';
import type { Config } from '../config';
import { isForClients } from '../contract/fault';
import type { Answer } from '../contract/operations';
import { clientAddresses } from '../server/client-address';
import { Exchange, exchangeOf, follow } from './exchange/exchange';
import { packHeads } from './exchange/message';
import { headersOf, sizeOf } from './journal/entry';
import type { Journal } from './journal/journal';
import { actOnCall, actOnRefusal } from './rules/act';
import type { Rules } from './rules/rules';

export interface Intercepted {
  readonly config: Config;
  readonly rules: Rules;
  readonly journal: Journal;
  /** Asked first: whether a request is another's. */
  readonly divert?: ((request: Request, response: Response) => boolean) | undefined;
}

/** For an application whose messages are watched. */
export function createInterception({ config, rules, journal, divert }: Intercepted): Intercept {
  const namespace = config.serviceNamespace;
  const clientOf = clientAddresses(config);

  const answer = async (exchange: Exchange, ask: () => Promise<Answer>): Promise<Answer> => {
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

  /** Documents and pages are neither calls nor refused. */
  const record = (exchange: Exchange) => {
    const { request, answer, binding, operation, args } = exchange;
    // A client that went away before its answer saw an error, whatever the service makes of it.
    const outcome = exchange.outcome ?? (exchange.call === undefined ? undefined : 'error');
    if (outcome === undefined) return;
    const { head, response, body } = answer;
    const { requestBody, refused, rule, milliseconds } = exchange;
    const heads = packHeads(request, head);
    // One literal: this is what a call costs that meets no rule.
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
    request(request, response, next) {
      if (divert?.(request, response) === true) return;
      follow(new Exchange(request, response, record), request, response);
      next();
    },
    call(binding, call, ask, caller) {
      const exchange = caller && exchangeOf(caller.response);
      if (exchange === undefined || binding === 'calendar') return ask();
      exchange.binding = binding;
      exchange.call = call;
      return answer(exchange, ask);
    },
    refused(response, binding) {
      const exchange = exchangeOf(response);
      if (exchange === undefined) return;
      exchange.outcome = 'refused';
      exchange.binding = binding === 'calendar' ? undefined : binding;
      const rule = rules.take(exchange);
      if (rule !== undefined) actOnRefusal(rule, exchange, namespace);
    },
  };
}
